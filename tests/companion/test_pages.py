"""Pages: what phones send and see, without a browser."""

from __future__ import annotations

import html
import re
import shutil
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.games.seats import COLOURS
from companion.storage.database import StoreUnavailable
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_cards, builtin_templates

CARDS = Path(__file__).parent.parent / "sample" / "cards"


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(CARDS, builtin_templates(), store)


class Phone:
    """A browser that keeps its cookies and gives each act its own id."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()
        self.acts = 0
        self.seat = ""

    def open(self) -> str:
        answer = self.client.post("/tables", data={"game": "harbour"})
        return answer.headers["Location"]

    def sit(self, where: str, name: str, colour: str) -> None:
        self.client.get(where)
        answer = self.act(where, "join", name=name, colour=colour, entropy="aa")
        assert answer.status_code == 303, answer.get_data(as_text=True)
        self.seat = answer.headers["Location"].split("seat=")[1]

    def act(self, where: str, kind: str, **data: object) -> TestResponse:
        self.acts += 1
        form = {"id": f"phone-{id(self)}-{self.acts}", "kind": kind, **data}
        if self.seat:
            form.setdefault("seat", self.seat)
        return self.client.post(where, data=form)

    def see(self, where: str, page: str = "") -> str:
        answer = self.client.get(f"{where}{page}?seat={self.seat}")
        assert answer.status_code == 200
        return answer.get_data(as_text=True)


def test_a_hand_is_on_one_phone_only(app: Flask) -> None:
    """A drawn card is on its owner's page and on no other."""
    ann, ben, stranger = Phone(app), Phone(app), Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    ben.sit(where, "Ben", "blue")
    ann.act(where, "shuffle", deck="goods")
    ann.act(where, "draw", deck="goods", count=2)
    own = set(re.findall(r'name="card" value="([^"]+)"', ann.see(where, "/tools")))
    assert len(own) == 2
    for other in (ben.see(where, "/tools"), stranger.see(where, "/tools")):
        assert "Ann 2" in other
        assert not any(card in other for card in own)
        assert "/games/harbour/goods/" not in other


def test_a_phone_comes_back_to_its_seat(app: Flask) -> None:
    """A reload, or a visit without the seat in the address, keeps the seat."""
    ann = Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    assert "Ann <small>you</small>" in ann.client.get(where).get_data(as_text=True)


def test_seats_of_others_cannot_be_used(app: Flask) -> None:
    """Knowing a seat's id does not let a phone use it."""
    ann, ben = Phone(app), Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    ben.sit(where, "Ben", "blue")
    ben.seat = ann.seat
    answer = ben.act(where, "roll", die="d6")
    assert answer.status_code == 409
    assert "another phone" in answer.get_data(as_text=True)


def test_a_form_sent_twice_acts_once(app: Flask) -> None:
    """A double tap or a retry makes one roll."""
    ann = Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    form = {"id": "the-same-id", "kind": "roll", "die": "d6", "seat": ann.seat}
    for _ in range(2):
        assert ann.client.post(where, data=form).status_code == 303
    assert ann.see(where, "/history").count("Ann rolls") == 1


def test_seats_have_the_colours_of_pieces(store: Store) -> None:
    """Seats are offered the colours that the game has pieces of, and no others."""
    phone = Phone(create_app(builtin_cards(), builtin_templates(), store))
    where = phone.client.post("/tables", data={"game": "dragon-boats"}).headers["Location"]
    phone.sit(where, "Ann", "blue")
    for other in (phone, Phone(phone.client.application)):
        offered = re.findall(r'class="swatch seat (\w+)"', other.see(where))
        assert list(dict.fromkeys(offered)) == ["orange", "pink", "red"]


def test_changed_options_stay_visible(store: Store) -> None:
    """The setup page lists changed options, also after the game has begun; defaults are neither
    listed nor stored."""
    app = create_app(builtin_cards(), builtin_templates(), store)
    host, ben = Phone(app), Phone(app)
    where = host.client.post("/tables", data={"game": "dragon-boats"}).headers["Location"]
    host.sit(where, "Ann", "blue")
    ben.sit(where, "Ben", "red")
    chosen = {"option.money_track": "endless", "option.ports": "open", "option.short": "no"}
    assert host.act(where, "setup", players="2", roll="all", **chosen).status_code == 303
    for _ in range(2):
        page = ben.see(where, "/setup")
        (german_page,) = re.findall(r'<ul class="lines changed-options".*?</ul>', page, re.S)
        assert re.findall("<li>(.*?)</li>", german_page) == ["Money track: no limit"]
        assert "option.money_track=endless" in page
        assert "option.ports=" not in page
        host.act(where, "begin")
    assert "The game has started" in page


def test_the_last_move_is_taken_back_where_it_was_made(store: Store) -> None:
    """The play page offers to undo the last move to a phone that may do so, which then continues
    with the seat to move."""
    app = create_app(builtin_cards(), builtin_templates(), store)
    host, ann, ben = Phone(app), Phone(app), Phone(app)
    where = host.client.post("/tables", data={"game": "dragon-river"}).headers["Location"]
    ann.sit(where, "Ann", "red")
    ben.sit(where, "Ben", "blue")
    host.act(where, "begin")
    play = f"{where}/play"
    button = 'name="kind" value="undo"'
    assert button not in ann.see(play)
    offered = re.findall(r'name="move" value="([^"]+)"', ann.see(play))
    assert ann.act(where, "play", move=html.unescape(offered[0])).status_code == 303
    assert button in ann.see(play)
    assert button in host.see(play)
    assert button not in ben.see(play)
    number = re.search(r'name="number" value="(\d+)"', ann.see(play))
    assert number is not None
    answer = ann.act(where, "undo", number=number[1], page="play")
    assert answer.headers["Location"].endswith(f"/play?seat={ann.seat}")
    assert re.findall(r'name="move" value="([^"]+)"', ann.see(play)) == offered
    assert button not in ann.see(play)


def test_only_the_host_ends_the_table(app: Flask) -> None:
    """Only the host can end the table, and the end reveals the secret to everybody."""
    ann, ben = Phone(app), Phone(app)
    where = ann.open()
    ben.sit(where, "Ben", "blue")
    assert ben.act(where, "end").status_code == 409
    assert "The seed:" not in ben.see(where)
    assert ann.act(where, "end").status_code == 303
    assert "The seed:" in ben.see(where)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://[::1", ""])
def test_other_sites_cannot_act(app: Flask, origin: str) -> None:
    """Forms of other sites are rejected, even without an origin, and our own are accepted."""
    ann = Phone(app)
    where = ann.open()
    form = {"id": "12345678", "kind": "roll", "die": "d6"}
    assert ann.client.post(where, data=form, headers={"Origin": origin}).status_code == 403
    assert ann.client.get(f"{where}/revision").json == {"revision": 0}
    hidden = {"Sec-Fetch-Site": "cross-site"}
    assert ann.client.post(where, data=form, headers=hidden).status_code == 403
    answer = ann.client.post(where, data=form, headers={"Origin": "http://LOCALHOST"})
    assert answer.status_code == 303
    assert answer.headers["Referrer-Policy"] == "same-origin"


def test_one_address_cannot_take_every_stream(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Streams from one address are limited, closed ones no longer count, and a rejected page polls
    instead."""
    monkeypatch.setattr("companion.web.access.MAX_STREAMS", 2)
    ann = Phone(create_app(CARDS, builtin_templates(), store))
    where = ann.open()
    held = [ann.client.get(f"{where}/live", buffered=False) for _ in range(2)]
    answer = ann.client.get(f"{where}/live")
    assert answer.status_code == 429
    assert answer.headers["Retry-After"]
    held.pop().close()
    held.append(ann.client.get(f"{where}/live", buffered=False))
    assert [one.status_code for one in held] == [200, 200]
    for one in held:
        one.close()


def test_spectators_cannot_act(app: Flask) -> None:
    """Spectators can neither roll nor undo; the host can without a seat."""
    ann, stranger = Phone(app), Phone(app)
    where = ann.open()
    assert ann.act(where, "roll", die="d6").status_code == 303
    for kind, data in (("roll", {"die": "d6"}), ("undo", {"number": 1}), ("begin", {})):
        answer = stranger.act(where, kind, **data)
        assert answer.status_code == 409
        assert "take a seat first" in answer.get_data(as_text=True)
    assert ann.client.get(f"{where}/revision").json == {"revision": 1}


@pytest.mark.parametrize("page", ["/tools", "/setup", "/score", "/history"])
def test_spectators_have_no_buttons(app: Flask, page: str) -> None:
    """Spectators see no button that would be refused."""
    ann, stranger = Phone(app), Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    ann.act(where, "roll", die="d6")
    sending = re.compile(r'<button(?! type="button")[^>]*>[^<]*')
    harmless = re.compile(r'<footer.*?</footer>|<form[^>]*role="search".*?</form>', re.DOTALL)
    assert sending.findall(harmless.sub("", ann.see(where, page)))
    assert sending.findall(harmless.sub("", stranger.see(where, page))) == []


def test_names_in_any_script_can_be_counted(app: Flask) -> None:
    """The buttons of a counter work however long its name is."""
    ann = Phone(app)
    where = ann.open()
    ann.act(where, "count", counter="ü" * 60, by=1)
    (form,) = re.findall(
        r'<form[^>]*>((?:(?!</form>).)*name="by" value="-?1"(?:(?!</form>).)*)</form>',
        ann.see(where, "/tools"),
        re.DOTALL,
    )[:1]
    data = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    assert "ü" in data["id"]
    for _ in range(2):
        assert ann.client.post(where, data=data).status_code == 303
    assert ann.client.get(f"{where}/revision").json == {"revision": 2}


@pytest.mark.parametrize("number", ["9" * 5000, "²", "-1", "x", "1e9", "٣"])
def test_numbers_in_addresses(app: Flask, number: str) -> None:
    """Invalid or huge numbers in an address cause no server error."""
    ann = Phone(app)
    where = ann.open()
    for path in (f"{where}/play?at=0&tap={number}", f"/results?page={number}"):
        assert ann.client.get(path).status_code == 200
    answer = ann.client.get(f"{where}/live?after={number}", buffered=False)
    assert answer.status_code == 200
    answer.close()


def test_a_deeply_nested_move(app: Flask) -> None:
    """Deeply nested data is refused before it can overflow anything."""
    ann = Phone(app)
    where = ann.open()
    body = b"id=12345678&kind=play&move=" + b"[" * 60_000
    kind = "application/x-www-form-urlencoded"
    assert ann.client.post(where, data=body, content_type=kind).status_code == 409


def test_a_peek_ends_with_an_undo(app: Flask) -> None:
    """Peeked cards are no longer shown once cards have come back."""
    ann = Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    ann.act(where, "shuffle", deck="goods")
    ann.act(where, "draw", deck="goods")
    before = ann.see(where, "/tools")
    ann.act(where, "peek", deck="goods", count=1)
    assert len(ann.see(where, "/tools")) > len(before)
    ann.act(where, "undo", number=3)
    after = ann.see(where, "/tools")
    assert "/games/harbour/goods/" not in after


def test_a_game_with_errors_is_reported(store: Store, tmp_path: Path) -> None:
    """Every page reports a game with mistakes in its files."""
    shutil.copytree(CARDS, tmp_path / "cards")
    (tmp_path / "cards" / "harbour" / "game.yaml").write_text("title: [", encoding="utf-8")
    client = create_app(tmp_path / "cards", builtin_templates(), store).test_client()
    assert client.get("/").status_code == 200
    for path in ("/games/harbour", "/games/harbour/setup", "/api/v1/games/harbour"):
        answer = client.get(path)
        assert answer.status_code == 409
        assert "have errors" in answer.get_data(as_text=True)
    assert client.post("/tables", data={"game": "harbour"}).status_code == 409
    assert client.post("/api/v1/tables", json={"game": "harbour"}).status_code == 409


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"kind": "roll"}, "its own id"),
        ({"id": "12345678", "kind": "roll", "die": "d6", "count": "x"}, "a whole number"),
        ({"id": "12345678", "kind": "<script>"}, "&lt;script&gt;"),
    ],
)
def test_invalid_forms_are_explained(app: Flask, data: dict[str, str], says: str) -> None:
    """Forms that no page sends get an escaped error message."""
    ann = Phone(app)
    where = ann.open()
    answer = ann.client.post(where, data=data)
    assert answer.status_code == 409
    assert says in answer.get_data(as_text=True)


def test_names_are_escaped(app: Flask) -> None:
    """Names are escaped."""
    ann = Phone(app)
    where = ann.open()
    ann.sit(where, "<b>Ann</b>", "red")
    assert "<b>Ann" not in ann.see(where)


def test_codes_cannot_be_guessed_at_speed(app: Flask) -> None:
    """A client that guesses codes is stopped and learns when to retry."""
    client = app.test_client()
    answers = [client.post("/join", data={"code": f"BBBB{n:02d}"}) for n in range(40)]
    assert answers[0].status_code == 404
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert client.get("/").status_code == 200


def test_a_right_guess_looks_like_a_wrong_one(app: Flask) -> None:
    """While a guessing client has to wait, a right code gets the same answer as a wrong one, on
    pages and in the API; phones of that table are not affected."""
    ann, stranger = Phone(app), Phone(app)
    where = ann.open()
    code = where.rsplit("/", 1)[1]
    for _ in range(25):
        stranger.client.get("/api/v1/tables/BBBBBB")
    for path in (where, f"{where}/live", f"{where}/record.json", f"/api/v1/tables/{code}"):
        assert stranger.client.get(path).status_code == 429
    assert stranger.client.post("/join", data={"code": code}).status_code == 429
    assert ann.client.get(where).status_code == 200


@pytest.mark.parametrize("path", ["/t/BBBBBB", "/t/BBBBBB/live", "/t/BBBBBB/join.svg"])
def test_no_such_table(app: Flask, path: str) -> None:
    """An unknown code gets a 404."""
    assert app.test_client().get(path).status_code == 404


def test_a_stream_begins_with_missed_revisions(app: Flask) -> None:
    """A stream begins with the changes that the phone missed."""
    ann = Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    answer = ann.client.get(f"{where}/live?after=0", buffered=False)
    news = answer.iter_encoded()
    assert next(news).startswith(b"retry:")
    assert next(news) == b"id: 1\ndata: 1\n\n"
    answer.close()


def test_an_unavailable_database_is_reported(app: Flask) -> None:
    """While the database is down, phones are asked to retry."""
    app.add_url_rule("/away", view_func=_away)
    for accept, kind in (("text/html", "text/html"), ("application/json", "problem+json")):
        answer = app.test_client().get("/away", headers={"Accept": accept})
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "2"
        assert kind in answer.headers["Content-Type"]


def _away() -> str:
    raise StoreUnavailable


def test_pictures_reserve_their_space(app: Flask) -> None:
    """Every picture has its size in the page, so that nothing moves while it loads."""
    ann = Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    ann.act(where, "shuffle", deck="goods")
    ann.act(where, "draw", deck="goods", count=2)
    pages = [ann.see(where, page) for page in ("", "/tools", "/score", "/screen")]
    open_to_all = ("/", "/games/harbour", "/games/harbour/reference", "/games/harbour/goods/fish")
    pages += [ann.client.get(address).get_data(as_text=True) for address in open_to_all]
    pictures = [picture for page in pages for picture in re.findall("<img[^>]*>", page)]
    assert len(pictures) > 20
    for picture in pictures:
        assert re.search(r'width="[1-9]\d*" height="[1-9]\d*"', picture), picture


def test_history_uses_printed_names_of_cards(app: Flask) -> None:
    """The history shows printed names, not those of files and rows."""
    ann, ben = Phone(app), Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    ben.sit(where, "Ben", "blue")
    ann.act(where, "shuffle", deck="goods")
    ann.act(where, "draw", deck="goods", count=1)
    (card,) = re.findall(r'name="card" value="([^"]+)"', ann.see(where, "/tools"))[:1]
    name = next(
        row.split(",")[1]
        for row in (CARDS / "harbour" / "goods.csv").read_text(encoding="utf-8").splitlines()
        if row.startswith(f"{card.split('#')[0]},")
    )
    assert f"Ann draws from Goods: {name}" in ann.see(where, "/history")
    assert "Ann draws 1 from Goods" in ben.see(where, "/history")
    assert name not in ben.see(where, "/history")
    ann.act(where, "discard", deck="goods", card=card)
    assert f"Ann plays {name} from Goods" in ben.see(where, "/history")


def test_a_coin_and_a_die_of_any_size(app: Flask) -> None:
    """Every die can be thrown from the page, and is shown by its common name."""
    ann = Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    for _ in range(6):
        assert ann.act(where, "roll", sides="7", count="1").status_code == 303
    assert ann.act(where, "roll", sides="1", count="1").status_code == 409
    page = ann.see(where, "/tools")
    assert "Rolls of d7" in page
    assert "1&nbsp;×&nbsp;d7" in page
    assert ann.act(where, "roll", die="coin", count="1").status_code == 303
    german = {"Accept-Language": "de"}
    page = ann.client.get(f"{where}/tools?seat={ann.seat}", headers=german).get_data(as_text=True)
    assert re.search('<span class="die">(Kopf|Zahl)</span>', page)
    assert "W7" in page
    german_page = ann.client.get(f"{where}/history", headers=german).get_data(as_text=True)
    assert re.search("Ann wirft eine Münze: (Kopf|Zahl)", german_page)


def test_many_faces_share_columns(app: Flask) -> None:
    """A die with a hundred sides has a readable chart."""
    ann = Phone(app)
    where = ann.open()
    for _ in range(2):
        ann.act(where, "roll", die="d100", count="20")
    page = ann.see(where, "/tools")
    assert re.findall("≤([0-9]+)</text>", page) == [str(10 * n) for n in range(1, 11)]


def test_a_running_timer_is_on_every_page_and_can_be_stopped(app: Flask) -> None:
    """A running timer is visible on every page and can be stopped."""
    ann = Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    pages = ("", "/setup", "/tools", "/score", "/history", "/screen")
    assert not any("data-until" in ann.see(where, page) for page in pages)
    ann.act(where, "timer", seconds="60")
    assert all(ann.see(where, page).count("data-until") == 1 for page in pages)
    ann.act(where, "timer", seconds="0")
    assert not any("data-until" in ann.see(where, page) for page in pages)


def test_a_full_table_offers_no_seat(app: Flask) -> None:
    """A table with as many seats as can play offers no form to sit down, and refuses one more."""
    ann = Phone(app)
    where = ann.open()
    *chosen, more = list(COLOURS)[:5]
    for number, colour in enumerate(chosen):
        ann.seat = ""
        ann.sit(where, f"Player {number}", colour)
    late = Phone(app)
    page = late.see(where)
    assert "All seats are taken." in page
    assert 'name="colour"' not in page
    refused = late.act(where, "join", name="Eve", colour=more)
    assert "all 4 seats are taken" in refused.text


def test_a_refused_name_is_kept_and_a_colour_is_not_fought_over(app: Flask) -> None:
    """Several people open the form to sit down before the first of them has a seat."""
    ann, ben = Phone(app), Phone(app)
    where = ann.open()
    ann.see(where)
    seen = ben.see(where)
    (shown,) = re.findall(r'name="colour" value="([^"]*)" checked', seen)
    ann.act(where, "join", name="Ann", colour=shown)
    refused = ben.act(where, "join", name="Ann", colour=shown)
    assert refused.status_code == 409
    assert re.search(r'name="name"[^>]*value="Ann"', refused.text)
    assert ben.act(where, "join", name="Ben", colour=shown).status_code == 303
    assert re.findall(r'class="seat (\w+)">(\w+)', ben.see(where)) == [
        ("red", "Ann"),
        ("blue", "Ben"),
    ]


def test_a_letter_is_looked_up_from_the_table(app: Flask) -> None:
    """The table offers a search for a card by its letter."""
    where = Phone(app).open()
    page = Phone(app).see(where, "/tools")
    form = re.search(r'<form[^>]*role="search"[^>]*>', page)
    assert form is not None
    assert 'action="/games/harbour/reference"' in form[0]
    assert 'target="_blank"' in form[0]
    assert "/games/harbour/reference" in Phone(app).see(where)
