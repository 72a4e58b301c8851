"""The winner screen, and the next game with the same seats on the same phones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.games.seats import Seat
from companion.language.messages import Refused
from companion.pictures.library import open_game
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.play_again import play_again
from companion.rooms.room import Room
from companion.rooms.rooms import Rooms
from companion.rooms.start import start_of
from companion.storage.store import Store
from companion.table.game_rules import rules_of, setup_of
from companion.table.next_game import next_starter, seated_from
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.companion.evenings import Evening
from tests.companion.test_pages import CARDS, Phone

PODIUM = re.compile(r'class="seat (\w+)">(\w+)\b')


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(CARDS, builtin_templates(), store)


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


def finished(app: Flask) -> tuple[str, Phone, Phone]:
    """A table that Ben has won, and the phones of Ann, its host, and Ben."""
    ann, ben = Phone(app), Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    ben.sit(where, "Ben", "blue")
    for phone, coins in ((ann, "2"), (ben, "5")):
        phone.act(where, "score", **{"for": phone.seat, "entry.coins": coins})
    answer = ann.act(where, "end")
    assert answer.headers["Location"].endswith("/winner")
    return where, ann, ben


def test_the_end_leads_to_the_ranking(app: Flask) -> None:
    """Saving leads to the winner screen. Every phone and the television show the same ranking; a
    phone that comes much later shows no reveal."""
    where, ann, ben = finished(app)
    for page in (ann.see(where, "/winner"), ben.see(where, "/winner"), ben.see(where, "/screen")):
        shown = page[page.index('class="podium reveal"') :]
        assert PODIUM.findall(shown)[:2] == [("blue", "Ben"), ("red", "Ann")]
    assert "Winner!" in ann.see(where, "/winner")
    assert "Winner!" in ben.see(where, "/screen")
    assert f'data-winner="{where}/winner"' in ben.see(where, "/tools")


def test_the_winner_screen_says_you(app: Flask) -> None:
    """The phones of the winner and of whoever starts next time say "you"."""
    where, ann, ben = finished(app)
    won, lost = ben.see(where, "/winner"), ann.see(where, "/winner")
    assert "You win!" in won
    assert "Winner!" not in won
    assert "You win!" not in lost
    assert "You start next time." in lost
    assert "Ann starts next time." in won


def test_only_a_fresh_result_is_revealed(store: Store, app: Flask) -> None:
    """The reveal is for the phones that are there; later the ranking is simply shown."""
    evening = Evening(store)
    code = evening.play({"Ann": 3, "Ben": 1})
    page = Phone(app).client.get(f"/t/{code}/winner").get_data(as_text=True)
    assert 'class="podium"' in page
    assert "data-reveal" not in page


def test_a_running_game_has_no_winner_yet(app: Flask) -> None:
    """The address of the winner screen leads to the score until the game is saved."""
    ann = Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    answer = ann.client.get(f"{where}/winner")
    assert answer.status_code == 303
    assert "/score" in answer.headers["Location"]


def test_play_again_keeps_seats_phones_and_colours(app: Flask) -> None:
    """Nobody joins again: both phones hold their seats at the next table, and the host stays."""
    where, ann, ben = finished(app)
    following = ann.client.post(f"{where}/again").headers["Location"]
    assert following != where
    page = ann.client.get(following).get_data(as_text=True)
    assert "You are the host." in page
    assert re.findall(r'class="seat \w+[^"]*">(\w+)', page)
    assert len(re.findall(r"<small>you</small>", page)) == 1
    other = ben.client.get(following).get_data(as_text=True)
    assert "You are the host." not in other
    assert len(re.findall(r"<small>you</small>", other)) == 1


def test_every_phone_is_led_to_the_next_table(app: Flask) -> None:
    """The old table gets a new revision that names the next one, for seats and for televisions, and
    a second tap leads to the same table."""
    where, ann, ben = finished(app)
    known = ben.client.get(f"{where}/revision").get_json()["revision"]
    following = ann.client.post(f"{where}/again").headers["Location"]
    assert ann.client.post(f"{where}/again").headers["Location"] == following
    assert ben.client.get(f"{where}/revision").get_json()["revision"] == known + 1
    assert f'data-next="{following}"' in ben.see(where, "/winner")
    watching = app.test_client().get(f"{where}/screen").get_data(as_text=True)
    assert f'data-next="{following}/screen"' in watching
    # The history has not grown: its codes stay right.
    assert f'data-events="{known}"' in watching


def test_every_phone_adds_to_the_seed_of_the_next_table(app: Flask, store: Store) -> None:
    """At a table made by "Play again" the host's bytes are mixed in at once, and each other phone's
    once it comes along: its page has a form for it until then. Only the host's used to be."""
    where, ann, ben = finished(app)
    following = ann.client.post(f"{where}/again", data={"entropy": "ab12"}).headers["Location"]
    code = following.rsplit("/", 1)[1]
    table = Rooms(store, Broadcaster()).room(code)
    assert table is not None
    assert table.table.entropies.count(bytes.fromhex("ab12")) == 1
    assert "data-contribute" not in ann.client.get(following).get_data(as_text=True)
    page = ben.client.get(following).get_data(as_text=True)
    form = page[page.index("data-contribute") :]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[: form.index("</form>")]))
    for status in (303, 409):  # once for each seat
        answer = ben.client.post(
            following, data={**fields, "id": f"entropy-{status}", "entropy": "cd34"}
        )
        assert answer.status_code == status
    assert "data-contribute" not in ben.client.get(following).get_data(as_text=True)
    assert "cd34" not in ann.client.get(f"{following}/history").get_data(as_text=True)
    room = Rooms(store, Broadcaster()).room(code)
    assert room is not None
    assert room.table.entropies[-1] == bytes.fromhex("cd34")


def test_a_guest_does_not_start_the_next_game(app: Flask) -> None:
    """While the host's phone is there, other phones wait for it; strangers always do."""
    where, ann, ben = finished(app)
    assert ben.client.post(f"{where}/again").status_code == 403
    assert "Play again" not in ben.see(where, "/winner")
    assert "Play again" in ann.see(where, "/winner")


def opened(store: Store, game: str, *names: str, cards: Path = CARDS) -> tuple[Evening, str]:
    evening = Evening(store, cards)
    code, _ = evening.open(*names, game=game)
    return evening, code


def next_room(evening: Evening, code: str) -> Room:
    room = evening.rooms.room(code)
    assert room is not None
    start = start_of(open_game(room.stored.game, evening.cards, builtin_templates()))
    found = evening.rooms.room(play_again(evening.rooms, room, start, "phone of Ann"))
    assert found is not None
    return found


def test_a_running_game_is_not_played_again(store: Store) -> None:
    """A table that has not ended cannot open the next one."""
    evening, code = opened(store, "harbour", "Ann", "Ben")
    with pytest.raises(Refused, match="not finished"):
        next_room(evening, code)


def test_the_next_game_can_be_deleted(store: Store) -> None:
    """A deleted table is not offered any more, and another one can be opened."""
    evening, code = opened(store, "harbour", "Ann", "Ben")
    evening.act(code, "end")
    room = evening.rooms.room(code)
    assert room is not None
    following = next_room(evening, code).stored.code
    evening.rooms.forget(following)
    assert evening.rooms.next_table(room) is None
    assert next_room(evening, code).stored.code != following


def test_the_player_after_the_last_starter_starts(store: Store) -> None:
    """A refereed game is set up again with the same options. The players keep their order around
    the table, and the one after the last starter starts."""
    names = ("Ann", "Ben", "Cid", "Dot")
    evening, code = opened(store, "dragon-river", *names, cards=builtin_cards())
    evening.act(code, "setup", None, {"players": 4, "options": {"first": "random"}})
    evening.act(code, "begin")
    evening.act(code, "end")
    room = evening.rooms.room(code)
    assert room is not None
    expected = next_starter(room.table, room.table.seats)
    assert expected is not None
    table = next_room(evening, code).table
    assert table.setup is not None
    place = setup_of(rules_of(table), table.setup).starter
    assert place is not None
    assert table.seats[place].name == expected.name
    before = setup_of(rules_of(room.table), room.table.setup).starter if room.table.setup else None
    assert before is not None
    assert expected.name == names[(before + 1) % 4]
    order = [seat.name for seat in table.seats]
    assert order[order.index("Ann") :] + order[: order.index("Ann")] == list(names)


def test_last_place_starts_where_nobody_knows_who_started(store: Store) -> None:
    """If nobody knows who started, the player in the last place starts next."""
    evening = Evening(store)
    code = evening.play({"Ann": 3, "Ben": 1, "Cid": 2})
    assert [seat.name for seat in next_room(evening, code).table.seats] == ["Ben", "Cid", "Ann"]


def test_seats_that_nobody_holds_stay_behind(store: Store) -> None:
    """A player who has left, and whose seat nobody took over, does not play the next game."""
    evening, code = opened(store, "harbour", "Ann", "Ben", "Cid")
    seats = [seat.id for seat in evening.rooms.room(code).table.seats]  # type: ignore[union-attr]
    for seat in seats:
        evening.act(code, "score", seat, {"sheet": {"coins": 1}})
    evening.act(code, "leave", seats[1])
    evening.act(code, "end")
    assert {seat.name for seat in next_room(evening, code).table.seats} == {"Ann", "Cid"}


@pytest.mark.parametrize("place", range(3))
def test_the_starter_sits_where_the_game_starts(place: int) -> None:
    """The seats are turned so that the starter has the place that the game begins with."""
    seats = tuple(Seat(name, name, "red") for name in ("Ann", "Ben", "Cid"))
    turned = seated_from(seats, seats[2], place)
    assert turned[place] == seats[2]
    assert turned[(place + 1) % 3] == seats[0]
