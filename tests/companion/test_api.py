"""API: what programs can do, who they are, and what they are never told."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import fields
from werkzeug.test import TestResponse

from companion.app import LARGEST_REQUEST, create_app
from companion.games import referees, rules_for
from companion.games.base import Line, Offers
from companion.store import Store
from companion.table.entries import result_of
from companion.table.model import Table
from companion.table.view import log_view, view
from companion.web.api.routes import ROUTES
from companion.web.api.serve import PREFIX, spoken
from companion.web.api.types import LogEntry, TableView
from companion.words import say
from printgen.catalog.places import builtin_cards, builtin_templates
from tests.companion.evenings import SAMPLE, Evening
from tests.games.rules.bots import random_move


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('api')}/tables.sqlite")
    yield store
    store.close()


@pytest.fixture(scope="module")
def app(kept: Store) -> Flask:
    return create_app(SAMPLE, builtin_templates(), kept)


class Program:
    """A program at one table, with its token; each comes from an address of its own."""

    made = 0

    def __init__(self, app: Flask, code: str = "") -> None:
        Program.made += 1
        self.client: FlaskClient = app.test_client()
        self.where = {"REMOTE_ADDR": f"10.1.{Program.made // 250}.{Program.made % 250 + 1}"}
        self.code, self.token, self.seat, self.acts = code, "", "", 0

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def get(self, path: str) -> TestResponse:
        return self.client.get(PREFIX + path, headers=self._headers(), environ_base=self.where)

    def post(self, path: str, body: Any) -> TestResponse:
        return self.client.post(
            PREFIX + path, json=body, headers=self._headers(), environ_base=self.where
        )

    def open(self, game: str = "harbour") -> None:
        answer = self.post("/tables", {"game": game})
        assert answer.status_code == 201, answer.get_data(as_text=True)
        self.code, self.token = answer.json["code"], answer.json["token"]

    def sit(self, name: str, colour: str) -> None:
        body = {"id": f"join-{name}-{colour}", "name": name, "colour": colour, "entropy": "aa"}
        answer = self.post(f"/tables/{self.code}/seats", body)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        self.seat, self.token = answer.json["seat"], answer.json["token"]

    def act(self, kind: str, seat: str | None = None, **data: Any) -> TestResponse:
        self.acts += 1
        body = {"id": f"act-{id(self)}-{self.acts}", "kind": kind, "data": data}
        if seat or self.seat:
            body["seat"] = seat or self.seat
        return self.post(f"/tables/{self.code}/acts", body)

    def look(self, what: str = "") -> Any:
        answer = self.get(f"/tables/{self.code}{what}")
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return answer.json


@pytest.fixture
def ann(app: Flask) -> Program:
    made = Program(app)
    made.open()
    made.sit("Ann", "red")
    return made


@pytest.fixture
def ben(app: Flask, ann: Program) -> Program:
    made = Program(app, ann.code)
    made.sit("Ben", "blue")
    return made


def problem(answer: TestResponse, status: int) -> str:
    assert answer.status_code == status, answer.get_data(as_text=True)
    assert answer.mimetype == "application/problem+json"
    data = json.loads(answer.get_data())
    assert set(data) == {"title", "status", "detail"}
    assert data["status"] == status
    return str(data["detail"])


def test_a_whole_evening(app: Flask, ann: Program, ben: Program) -> None:
    """This test ensures that a table can be opened, played, scored, ended and found in results."""
    assert ann.act("roll", die="d6", count=3).json["result"]["faces"]
    assert ben.act("score", sheet={"coins": 7}).status_code == 200
    assert ann.act("score", sheet={"coins": 3}).status_code == 200
    totals = {total["seat"]: total["points"] for total in ben.look("/score")["totals"]}
    assert totals == {ann.seat: 3, ben.seat: 7}
    assert [event["kind"] for event in ben.look("/log?after=2")["events"]] == [
        "roll",
        "score",
        "score",
    ]
    assert problem(ben.act("end"), 409) == "only the host ends the table"
    assert ann.act("end").status_code == 200
    assert ben.look()["ended"] is True
    results = ben.get("/results?player=Ben&game=harbour").json
    entry = next(entry for entry in results["results"] if entry["code"] == ann.code)
    assert [(p["name"], p["points"], p["winner"]) for p in entry["players"]] == [
        ("Ben", 7, True),
        ("Ann", 3, False),
    ]


def test_games_and_setups(app: Flask) -> None:
    """This test ensures that games, their pictures and their setups can be asked for."""
    program = Program(app)
    (entry,) = program.get("/games").json["games"]
    assert entry["slug"] == "harbour"
    game = program.get("/games/harbour").json
    face = game["parts"][0]["faces"][0]["svg"]
    assert program.client.get(face).mimetype == "image/svg+xml"
    path = "/games/harbour/setup?players=3&words=jade-otter-41"
    first, again, other = (
        program.get(path).json,
        program.get(path).json,
        program.get(f"{path}2").json,
    )
    assert first == again != other
    problem(program.get("/games/chess"), 404)
    problem(program.get(f"{path}&option=none:at-all"), 409)


def test_a_retry_is_one_act(ann: Program) -> None:
    """This test ensures that the same id twice is one roll."""
    body = {"id": "the-same-id", "kind": "roll", "seat": ann.seat, "data": {"die": "d6"}}
    first, second = (ann.post(f"/tables/{ann.code}/acts", body).json for _ in range(2))
    assert first == second
    assert ann.look()["revision"] == first["number"]


def test_ids_of_others_open_nothing(ann: Program, ben: Program) -> None:
    """This test ensures that repeating somebody's id gives neither their seat nor an error."""
    body = {"id": "join-Ann-red", "name": "Cid", "colour": "green"}
    assert problem(ben.post(f"/tables/{ben.code}/seats", body), 409) == "another act has this id"
    ann.post(
        f"/tables/{ann.code}/acts",
        {"id": "act-of-ann", "kind": "note", "seat": ann.seat, "data": {"text": "x"}},
    )
    body = {"id": "act-of-ann", "name": "Cid", "colour": "green"}
    assert problem(ben.post(f"/tables/{ben.code}/seats", body), 409) == "another act has this id"


def test_who_may_do_what(app: Flask, ann: Program, ben: Program) -> None:
    """This test ensures that seats are used by those who hold them, and by nobody else."""
    nobody, stranger = Program(app, ann.code), Program(app, ann.code)
    stranger.token = "a-token-that-nobody-gave-out"
    problem(nobody.act("roll", die="d6"), 401)
    problem(stranger.act("roll", die="d6"), 403)
    problem(stranger.act("roll", ann.seat, die="d6"), 403)
    problem(ben.act("roll", ann.seat, die="d6"), 403)
    for what in ("", "/log", "/scene"):
        path = f"/tables/{ann.code}{what}?seat={ann.seat}"
        if what != "/scene":
            problem(ben.get(path), 403)
            problem(nobody.get(path), 403)
            assert ann.get(path).status_code == 200
    nobody.token = "short"
    answer = nobody.get(f"/tables/{ann.code}")
    problem(answer, 401)
    assert answer.headers["WWW-Authenticate"].lower().startswith("bearer")


def test_cookies_of_pages_work_as_well(app: Flask, ann: Program) -> None:
    """This test ensures that a page's own phone acts without a bearer token."""
    page = Program(app, ann.code)
    page.client.set_cookie("paperboat_phone", "a-cookie-of-some-phone")
    page.sit("Cid", "green")
    page.token = ""
    assert page.act("roll", die="d6").status_code == 200
    assert page.look()["seats"][-1]["name"] == "Cid"


def test_other_sites_and_other_kinds_of_data(ann: Program) -> None:
    """This test ensures that a form, or a page of another site, cannot act."""
    path = f"{PREFIX}/tables/{ann.code}/acts"
    headers = {"Authorization": f"Bearer {ann.token}"}
    body = json.dumps({"id": "12345678", "kind": "roll", "seat": ann.seat, "data": {"die": "d6"}})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        problem(ann.client.post(path, data=body, content_type=kind, headers=headers), 415)
    other = {**headers, "Origin": "http://evil.example"}
    problem(ann.client.post(path, data=body, content_type="application/json", headers=other), 403)
    assert ann.look()["revision"] == 1


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{",
        '{"id": "12345678"}',
        '{"id": "1", "kind": "roll"}',
        '{"id": "12345678", "kind": "roll", "more": 1}',
        '{"id": "12345678", "kind": 3}',
        '{"id": "12345678", "kind": "roll", "data": []}',
        "[" * 50_000,
        b"\xff\xfe",
    ],
)
def test_bodies_that_cannot_be_read(ann: Program, body: str | bytes) -> None:
    """This test ensures that what is not as documented is a plain 400."""
    path, headers = f"{PREFIX}/tables/{ann.code}/acts", {"Authorization": f"Bearer {ann.token}"}
    answer = ann.client.post(path, data=body, content_type="application/json", headers=headers)
    problem(answer, 400)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**6) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)
KINDS = st.sampled_from(
    """roll score setup undo redo count note shuffle draw deal begin play first peek put-back
    discard""".split()  # noqa: SIM905 – a block of words reads better
)
KEYS = st.sampled_from(
    """die count keep sheet for number deck by counter text options again words players move card
    where to_here""".split()  # noqa: SIM905
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(KINDS, st.dictionaries(KEYS, JSON, max_size=4))
def test_data_of_any_shape(ann: Program, kind: str, data: dict[str, Any]) -> None:
    """This test ensures that no data breaks the server or the table."""
    answer = ann.act(kind, **data)
    assert answer.status_code in (200, 400, 409), answer.get_data(as_text=True)
    assert ann.look()["seats"][0]["name"] == "Ann"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/none", 404),
        ("GET", "/tables/NOTACODE", 404),
        ("DELETE", "/games", 405),
        ("POST", "/results", 405),
        ("GET", "/tables", 405),
        ("GET", "/results?page=x", 400),
        ("GET", "/results?page=1&page=2", 400),
        ("GET", "/results?from=soon", 400),
        ("GET", "/results?to=null", 400),
        ("GET", "/results?wish=1", 400),
        ("GET", "/games/harbour/setup", 400),
        ("GET", "/games/harbour/setup?players=13&words=x", 400),
    ],
)
def test_addresses_that_are_none(app: Flask, method: str, path: str, status: int) -> None:
    """This test ensures that every error under /api is JSON, and a wrong method says which are
    right."""
    answer = app.test_client().open(PREFIX + path, method=method)
    problem(answer, status)
    assert ("Allow" in answer.headers) == (status == 405)


def test_too_large_and_too_often(app: Flask) -> None:
    """This test ensures that size, openings and guessed codes are limited as on the pages."""
    program = Program(app)
    problem(program.post("/tables", {"game": "x" * LARGEST_REQUEST}), 413)
    answers = [program.get(f"/tables/{'BBBBBB'}") for _ in range(25)]
    problem(answers[0], 404)
    problem(answers[-1], 429)
    assert int(answers[-1].headers["Retry-After"]) > 0
    answers = [program.post("/tables", {"game": "harbour"}) for _ in range(25)]
    assert answers[0].status_code == 201
    problem(answers[-1], 429)


def test_every_route_is_documented_and_served(app: Flask) -> None:
    """This test ensures that the description and the app have exactly the same addresses."""
    document = app.test_client().get(f"{PREFIX}/openapi.json").json
    assert document["openapi"].startswith("3.1")
    described = {
        (method.upper(), path) for path, methods in document["paths"].items() for method in methods
    }
    served = {
        (method, rule.rule.removeprefix(PREFIX).replace("<", "{").replace(">", "}"))
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith(PREFIX)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert described == served - {("GET", "/openapi.json")}
    assert described == {(route.method, route.path) for route in ROUTES}


def test_views_are_documented_whole(ann: Program) -> None:
    """This test ensures that nothing a page is told of a table is missing in the API."""
    table = Table("harbour", "", {}, {})
    assert {field.name for field in fields(TableView)} == set(view(table, None))
    assert set(ann.look("/log")["events"][0]) == {field.name for field in fields(LogEntry)}
    assert log_view([], table, None) == []


def test_messages_are_said_in_words(app: Flask) -> None:
    """This test ensures that sentences are given as text, however deep they are."""
    line = Line(say("{n} coins", n=3), 3, None, (Line(say("{a}", a=say("gold")), 1),))
    with app.test_request_context():
        told = spoken({"lines": (line,)})
    assert told["lines"][0]["title"] == "3 coins"
    assert told["lines"][0]["parts"][0]["title"] == "gold"


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["shuffle", "draw", "deal", "peek", "put-back"]),
        st.integers(0, 1),
        st.integers(1, 3),
    ),
    min_size=2,
    max_size=8,
)
PATHS = ("", "/log", "/score")


@settings(max_examples=15, deadline=None)
@given(acts=ACTS)
def test_hands_are_never_told_to_others(app: Flask, acts: list[tuple[str, int, int]]) -> None:
    """This test ensures that no answer of the API holds a card that only another seat may know."""
    ann = Program(app)
    ann.open()
    ann.sit("Ann", "red")
    ben, watcher = Program(app, ann.code), Program(app, ann.code)
    ben.sit("Ben", "blue")
    players = (ann, ben)
    known: dict[str, set[str]] = {ann.seat: set(), ben.seat: set()}
    heard: dict[str, list[str]] = {ann.seat: [], ben.seat: [], "": []}
    ann.act("shuffle", deck="goods")
    for kind, who, count in acts:
        player = players[who]
        own = player.look()["decks"]["goods"]["own"]
        data: dict[str, Any] = {"deck": "goods", "count": count}
        if kind == "put-back":
            data = {"deck": "goods", "card": own[0] if own else "none", "where": "bottom"}
        answer = player.act(kind, **data)
        heard[player.seat].append(answer.get_data(as_text=True))
        if answer.status_code == 200 and kind == "peek":
            known[player.seat] |= set(answer.json["result"]["cards"])
        for seat in players:
            known[seat.seat] |= set(seat.look()["decks"]["goods"]["own"])
    for program in (*players, watcher):
        for path in PATHS:
            text = program.get(f"/tables/{ann.code}{path}").get_data(as_text=True)
            heard[program.seat].append(text)
    for seat, texts in heard.items():
        told = {card for card in known[ann.seat] | known[ben.seat] if f'"{card}"' in "".join(texts)}
        assert told <= known.get(seat, set())


@pytest.fixture(scope="module")
def refereed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Evening, list[Program]]]:
    """A game that the server referees, after some moves that were made through the API alone."""
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('referee')}/tables.sqlite")
    app = create_app(builtin_cards(), builtin_templates(), store)
    evening = Evening(store, builtin_cards())
    code, _ = evening.open(game="dragon-boats")
    players = [Program(app, code) for _ in range(3)]
    for player, name, colour in zip(
        players, ("Ann", "Ben", "Cid"), ("red", "blue", "green"), strict=True
    ):
        player.sit(name, colour)
    problem(players[0].get(f"/tables/{code}/scene"), 409)
    evening.act(code, "begin")
    pick = random.Random(4)
    for _ in range(12):
        player = next(p for p in players if any(p.look("/offers").values()))
        offers = msgspec.convert(_without_words(player.look("/offers")), Offers)
        assert player.act("play", move=random_move(offers, pick)).status_code in (200, 409)
    yield evening, [*players, Program(app, code)]
    store.close()


def _without_words(offers: Any) -> Any:
    """Offers with sentences as the rules have them, so that a bot of the tests can choose."""
    return {
        "choices": [{"move": choice["move"], "steps": []} for choice in offers["choices"]],
        "picks": [
            {
                **{key: pick[key] for key in ("move", "key", "least", "most", "ordered")},
                "label": {"text": ""},
                "items": [[name, {"label": {"text": ""}}] for name, _ in pick["items"]],
            }
            for pick in offers["picks"]
        ],
    }


def test_a_referee_tells_each_seat_its_own(refereed: tuple[Evening, list[Program]]) -> None:
    """This test ensures that scenes and offers are those of the seat that asks, and of no other."""
    evening, (ann, ben, cid, watcher) = refereed
    room = evening.rooms.room(ann.code)
    assert room is not None
    rules = rules_for(room.table.game)
    assert referees(rules)
    with ann.client.application.test_request_context():
        for program in (ann, ben, cid, watcher):
            own = rules.scene(room.table.facts, room.table.play, program.seat or None)
            assert program.look("/scene") == json.loads(msgspec.json.encode(spoken(own)))
    problem(watcher.get(f"/tables/{ann.code}/offers"), 401)
    for what in ("offers", "scene", "log"):
        problem(ben.get(f"/tables/{ann.code}/{what}?seat={ann.seat}"), 403)
        problem(watcher.get(f"/tables/{ann.code}/{what}?seat={ann.seat}"), _refusal(what))


def _refusal(what: str) -> int:
    return 401 if what == "offers" else 403


def test_moves_and_chance_of_others_are_not_told(refereed: tuple[Evening, list[Program]]) -> None:
    """This test ensures that the log gives a move to who made it, and its chance to nobody yet."""
    _, programs = refereed
    for program in programs:
        played = [event for event in program.look("/log")["events"] if event["kind"] == "play"]
        assert played
        for event in played:
            assert ("move" in event["data"]) == (event["seat"] == program.seat)
            assert "numbers" not in event["result"]
            assert all(
                not said["to"] or program.seat in said["to"] for said in event["result"]["say"]
            )


def test_a_running_game_keeps_its_secrets(refereed: tuple[Evening, list[Program]]) -> None:
    """This test ensures that the score is the one that pages show, and counts no hidden card."""
    evening, programs = refereed
    room = evening.rooms.room(programs[0].code)
    assert room is not None
    known = {total.seat: total.points for total in result_of(room.table).totals}
    rules = rules_for(room.table.game)
    assert referees(rules)
    sheets = rules.sheets(room.table.facts, room.table.play)
    for player in room.table.play.players:
        hidden = {f"card-{card.letter}" for card in player.cards if not card.open}
        assert not hidden & set(sheets[player.seat])
    for program in programs:
        told = {total["seat"]: total["points"] for total in program.look("/score")["totals"]}
        assert told == known


def test_sheets_of_others(ann: Program, ben: Program) -> None:
    """This test ensures that a program writes another's score only if it is the host's."""
    detail = problem(ben.act("score", **{"for": ann.seat, "sheet": {"coins": 7}}), 403)
    assert detail == "only the host writes what others scored"
