"""The API: what clients can do, how they are identified, and what they must not see."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import fields
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.games import rules_at
from companion.games.offers import Offers
from companion.games.rules import PlayableRules
from companion.games.score import Subtotal
from companion.language.messages import say
from companion.storage.store import Store
from companion.table.acts import ACTS as KNOWN_ACTS
from companion.table.acts.base import LogEntry
from companion.table.score_sheets import result_of
from companion.table.view import TableView
from companion.web.api.blueprint import PREFIX
from companion.web.api.routes import ROUTES
from companion.web.translation import localize
from companion.web.uploads import MAX_REQUEST_BYTES
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.companion.evenings import SAMPLE, Evening
from tests.companion.responses import json_of
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
    """An API client at one table, with its token and an address of its own."""

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
        opened = json_of(answer)
        self.code, self.token = opened["code"], opened["token"]

    def sit(self, name: str, colour: str, entropy: str = "aa") -> None:
        body = {"id": f"join-{name}-{colour}", "name": name, "colour": colour, "entropy": entropy}
        answer = self.post(f"/tables/{self.code}/seats", body)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        seated = json_of(answer)
        self.seat, self.token = seated["seat"], seated["token"]

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
    """A table can be opened, played, scored, ended and found in the results."""
    assert json_of(ann.act("roll", die="d6", count=3))["result"]["faces"]
    assert ben.act("score", sheet={"coins": 7}).status_code == 200
    assert ann.act("score", sheet={"coins": 3}).status_code == 200
    totals = {total["seat"]: total["points"] for total in ben.look("/score")["totals"]}
    assert totals == {ann.seat: 3, ben.seat: 7}
    assert [event["kind"] for event in ben.look("/log?after=2")["events"]] == [
        "roll",
        "score",
        "score",
    ]
    assert problem(ben.act("end"), 409) == "only the host can finish the game"
    assert ann.act("end").status_code == 200
    assert ben.look()["ended"] is True
    results = json_of(ben.get("/results?player=Ben&game=harbour"))
    entry = next(entry for entry in results["results"] if entry["code"] == ann.code)
    assert [(p["name"], p["points"], p["winner"]) for p in entry["players"]] == [
        ("Ben", 7, True),
        ("Ann", 3, False),
    ]


def test_games_and_setups(app: Flask) -> None:
    """Games, their pictures and their setups can be requested."""
    program = Program(app)
    (entry,) = json_of(program.get("/games"))["games"]
    assert entry["slug"] == "harbour"
    game = json_of(program.get("/games/harbour"))
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
    """Sending the same id twice makes one roll."""
    body = {"id": "the-same-id", "kind": "roll", "seat": ann.seat, "data": {"die": "d6"}}
    first, second = (json_of(ann.post(f"/tables/{ann.code}/acts", body)) for _ in range(2))
    assert first == second
    assert ann.look()["revision"] == first["number"]


def test_repeating_an_act_id_of_others(ann: Program, ben: Program) -> None:
    """Repeating somebody else's act id gives neither their seat nor an error."""
    body = {"id": "join-Ann-red", "name": "Cid", "colour": "green"}
    assert problem(ben.post(f"/tables/{ben.code}/seats", body), 409) == "another action has this id"
    ann.post(
        f"/tables/{ann.code}/acts",
        {"id": "act-of-ann", "kind": "note", "seat": ann.seat, "data": {"text": "x"}},
    )
    body = {"id": "act-of-ann", "name": "Cid", "colour": "green"}
    assert problem(ben.post(f"/tables/{ben.code}/seats", body), 409) == "another action has this id"


def test_only_the_holder_of_a_seat_acts(app: Flask, ann: Program, ben: Program) -> None:
    """Only the client that holds a seat can act with it."""
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
    """A phone that uses the pages can act with its cookies instead of a bearer token."""
    page = Program(app, ann.code)
    page.client.get(f"/t/{ann.code}")  # a page of ours gives it a cookie
    page.sit("Cid", "green")
    page.token = ""
    assert page.act("roll", die="d6").status_code == 200
    assert page.look()["seats"][-1]["name"] == "Cid"


def test_other_sites_and_other_kinds_of_data(ann: Program) -> None:
    """Forms and pages of other sites cannot act."""
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
def test_invalid_bodies(ann: Program, body: str | bytes) -> None:
    """A body that does not match its schema gets a 400."""
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
    """No data breaks the server or the table."""
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
def test_unknown_addresses(app: Flask, method: str, path: str, status: int) -> None:
    """Every error under /api is JSON, and a wrong method gets the allowed ones."""
    answer = app.test_client().open(PREFIX + path, method=method)
    problem(answer, status)
    assert ("Allow" in answer.headers) == (status == 405)


def test_size_and_rate_limits(app: Flask) -> None:
    """Size, openings and guessed codes are limited as on the pages."""
    program = Program(app)
    problem(program.post("/tables", {"game": "x" * MAX_REQUEST_BYTES}), 413)
    answers = [program.get(f"/tables/{'BBBBBB'}") for _ in range(25)]
    problem(answers[0], 404)
    problem(answers[-1], 429)
    assert int(answers[-1].headers["Retry-After"]) > 0
    answers = [program.post("/tables", {"game": "harbour"}) for _ in range(25)]
    assert answers[0].status_code == 201
    problem(answers[-1], 429)


def test_every_route_is_documented_and_served(app: Flask) -> None:
    """The OpenAPI document and the app have exactly the same addresses."""
    document = json_of(app.test_client().get(f"{PREFIX}/openapi.json"))
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


def test_descriptions_are_not_indented_as_the_code_is(app: Flask) -> None:
    """A description of several lines reads as text: it had the indentation of its docstring."""
    document = app.test_client().get("/api/v1/openapi.json").get_json()
    described = {
        name: component["description"]
        for name, component in document["components"]["schemas"].items()
        if "description" in component
    }
    assert described["AddEntropy"].count("\n") == 1
    assert [name for name, text in described.items() if "\n " in text] == []


def test_whatever_a_client_sends_is_described(app: Flask) -> None:
    """Every parameter, every field of a request and every type has a description."""
    document = json_of(app.test_client().get(f"{PREFIX}/openapi.json"))
    operations = [found for methods in document["paths"].values() for found in methods.values()]
    parameters = [parameter for found in operations for parameter in found["parameters"]]
    assert [one["name"] for one in parameters if not one.get("description")] == []
    schemas = document["components"]["schemas"]
    acts = {
        reference.rsplit("/", 1)[1]
        for reference in schemas["NewAct"]["discriminator"]["mapping"].values()
    }
    data = {f"{name}Data" for name in acts}
    assert [name for name in schemas.keys() - data if not schemas[name].get("description")] == []
    for name in ("NewTable", "NewSeat", "NewRequest", "NewLink", "TakeOver", *data):
        for field, schema in schemas[name].get("properties", {}).items():
            texts = [schema, *schema.get("anyOf", ())]
            assert any(text.get("description") for text in texts), (name, field)


def test_docstrings_of_fields_are_descriptions(app: Flask) -> None:
    """A field is described by its docstring, also a field that JSON calls otherwise."""
    schemas = json_of(app.test_client().get(f"{PREFIX}/openapi.json"))["components"]["schemas"]
    assert schemas["Roll"]["properties"]["again"]["description"].startswith("How often")
    inherited = schemas["SeasonDetail"]["properties"]["minimum"]
    assert (
        inherited["description"] == schemas["SeasonEntry"]["properties"]["minimum"]["description"]
    )


def test_views_are_documented_completely(ann: Program) -> None:
    """The API has everything that a page shows of a table."""
    assert set(ann.look()) == {field.name for field in fields(TableView)}
    assert set(ann.look("/log")["events"][0]) == {field.name for field in fields(LogEntry)}


def test_messages_are_translated(app: Flask) -> None:
    """Messages are translated into text at any depth."""
    line = Subtotal(say("{n} coins", n=3), 3, None, (Subtotal(say("{a}", a=say("gold")), 1),))
    with app.test_request_context():
        shown = localize({"lines": (line,)})
    assert shown["lines"][0]["title"] == "3 coins"
    assert shown["lines"][0]["parts"][0]["title"] == "gold"


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
def test_hands_are_hidden_from_others(app: Flask, acts: list[tuple[str, int, int]]) -> None:
    """No response of the API contains a card that only another seat may see."""
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
            known[player.seat] |= set(json_of(answer)["result"]["cards"])
        for seat in players:
            known[seat.seat] |= set(seat.look()["decks"]["goods"]["own"])
    for program in (*players, watcher):
        for path in PATHS:
            text = program.get(f"/tables/{ann.code}{path}").get_data(as_text=True)
            heard[program.seat].append(text)
    for reader, texts in heard.items():
        shown = {
            card for card in known[ann.seat] | known[ben.seat] if f'"{card}"' in "".join(texts)
        }
        assert shown <= known.get(reader, set())


@pytest.fixture(scope="module")
def refereed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Evening, list[Program]]]:
    """A refereed game after some moves, made through the API alone."""
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
    """Offers with their messages restored, so that a bot can choose among them."""
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


def test_scenes_and_offers_belong_to_a_seat(refereed: tuple[Evening, list[Program]]) -> None:
    """Scenes and offers are those of the seat that asks."""
    evening, (ann, ben, cid, watcher) = refereed
    room = evening.rooms.room(ann.code)
    assert room is not None
    rules = rules_at(room.table.game, room.table.facts)
    assert isinstance(rules, PlayableRules)
    with ann.client.application.test_request_context():
        for program in (ann, ben, cid, watcher):
            own = rules.scene(room.table.play, program.seat or None)
            assert program.look("/scene") == json.loads(msgspec.json.encode(localize(own)))
    problem(watcher.get(f"/tables/{ann.code}/offers"), 401)
    for what in ("offers", "scene", "log"):
        problem(ben.get(f"/tables/{ann.code}/{what}?seat={ann.seat}"), 403)
        problem(watcher.get(f"/tables/{ann.code}/{what}?seat={ann.seat}"), _refusal(what))


def test_a_game_ended_early_asks_nobody_to_act(
    refereed: tuple[Evening, list[Program]],
) -> None:
    """Once the host has closed a table, its scene names nobody and its seats have no moves."""
    evening, programs = refereed
    code, _ = evening.open(game="mines")
    players = [Program(programs[0].client.application, code) for _ in range(2)]
    for player, name, colour in zip(players, ("Ann", "Ben"), ("red", "blue"), strict=True):
        player.sit(name, colour)
    evening.act(code, "begin")
    assert players[0].look("/scene")["turn"]
    evening.act(code, "end")
    for player in players:
        scene = player.look("/scene")
        assert (scene["turn"], scene["focus"]) == ([], None)
        assert scene["headline"] == "The game was ended early"
        assert not any(player.look("/offers").values())


def _refusal(what: str) -> int:
    return 401 if what == "offers" else 403


def test_moves_and_chance_of_others_are_hidden(refereed: tuple[Evening, list[Program]]) -> None:
    """The log shows a move's data only to the player who made it, and its chance to nobody before
    the end."""
    _, programs = refereed
    for program in programs:
        played = [event for event in program.look("/log")["events"] if event["kind"] == "play"]
        assert played
        for event in played:
            assert ("move" in event["data"]) == (event["seat"] == program.seat)
            assert "numbers" not in event["result"]
            assert all(
                not announced["to"] or program.seat in announced["to"]
                for announced in event["result"]["say"]
            )


def test_a_running_game_keeps_its_secrets(refereed: tuple[Evening, list[Program]]) -> None:
    """The score is the one that pages show, without hidden cards."""
    evening, programs = refereed
    room = evening.rooms.room(programs[0].code)
    assert room is not None
    known = {total.seat: total.points for total in result_of(room.table).totals}
    rules = rules_at(room.table.game, room.table.facts)
    assert isinstance(rules, PlayableRules)
    sheets = rules.sheets(room.table.play)
    for player in room.table.play.players:
        hidden = {f"card-{card.letter}" for card in player.cards if not card.open}
        assert not hidden & set(sheets[player.seat])
    for program in programs:
        shown = {total["seat"]: total["points"] for total in program.look("/score")["totals"]}
        assert shown == known


def test_sheets_of_others(ann: Program, ben: Program) -> None:
    """Only the host's client can change another player's score sheet."""
    detail = problem(ben.act("score", None, **{"for": ann.seat, "sheet": {"coins": 7}}), 403)
    assert detail == "only the host can enter other players’ scores"


LEAVING = ("leave", "remove", "take-over", "decline", "hand-host", "claim-host")


@pytest.mark.parametrize("kind", LEAVING)
def test_every_documented_act_of_a_seat_can_be_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """The examples of acts after which a seat has another phone, or none, each at a new table."""
    monkeypatch.setattr("companion.rooms.rooms.HOST_AWAY_SECONDS", -60.0)
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    host = Program(create_app(builtin_cards(), builtin_templates(), store))
    host.open("river-dragons")
    host.sit("Ann", "red")
    Program(host.client.application, host.code).sit("Ben", "blue")
    for _ in range(4):
        host.act("roll", die="d6")
    asked = {"id": "ask-0001", "seat": "s2-2"}
    answer = host.client.post(f"/api/v1/tables/{host.code}/requests", json=asked)
    assert json_of(answer)["number"] == 7
    documented = json_of(host.get("/openapi.json"))["components"]["schemas"]
    (example,) = documented[KNOWN_ACTS[kind].__name__]["examples"]
    answer = host.post(f"/tables/{host.code}/acts", example)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert json_of(answer)["kind"] == kind
    store.close()


def test_every_documented_act_can_be_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of each kind of act is accepted at a real table, in the order of the document."""
    monkeypatch.setattr("secrets.token_bytes", bytes)  # the same cards are dealt every time
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    host = Program(create_app(builtin_cards(), builtin_templates(), store))
    host.open("river-dragons")
    host.sit("Ann", "red", "")
    Program(host.client.application, host.code).sit("Ben", "blue")
    schemas = json_of(host.get("/openapi.json"))["components"]["schemas"]
    kinds = schemas["NewAct"]["discriminator"]["mapping"]
    assert set(kinds) == KNOWN_ACTS.keys() - {"join", "ask-seat"}
    made: dict[str, int] = {}
    targets = {"undo": "first", "redo": "first", "replace": "play"}
    for kind, reference in kinds.items():
        if kind in LEAVING:
            continue
        documented = schemas[reference.rsplit("/", 1)[1]]
        if kind == "discard":
            left = host.look()["decks"]["action-cards"]["left"]
            for count in (left // 2, left - left // 2):
                assert host.act("draw", deck="action-cards", count=count).status_code == 200
        for example in documented["examples"]:
            if kind in targets:  # which step it is depends on the acts before
                example["data"]["number"] = made[targets[kind]]
            answer = host.post(f"/tables/{host.code}/acts", example)
            assert answer.status_code == 200, (kind, answer.get_data(as_text=True))
            made[kind] = json_of(answer)["number"]
            assert json_of(answer)["kind"] == kind
    assert host.look()["ended"]
    store.close()


@pytest.mark.parametrize(
    ("kind", "data", "says"),
    [
        ("roll", {"die": "d6", "count": 21}, "'count' should be a whole number from 1 to 20"),
        ("roll", {"die": "d6", "count": True}, "'count' should be a whole number from 1 to 20"),
        ("roll", {"die": " "}, "'die' should be text of at most 60 characters"),
        ("roll", {}, "'die' should be text of at most 60 characters"),
        ("roll", {"die": "d6", "keep": "6"}, "'keep' should be a list of faces"),
        ("roll", {"die": "d6", "colour": "red"}, "'roll' has no field 'colour'"),
        ("note", {"text": "x" * 501}, "a note has at most 500 characters"),
        ("draw", {"deck": "goods", "where": "left"}, "'where' should be top or bottom"),
        ("setup", {"words": "_"}, "a setup code has letters"),
        ("setup", {"again": {"a": -1}}, "'again' should be the number"),
        ("score", {}, "'sheet' should hold a player’s entries"),
        ("undo", {"number": "one"}, "there is nothing to undo"),
        ("fly", {}, "there is no action 'fly'"),
    ],
)
def test_invalid_acts_are_refused_with_a_reason(
    ann: Program, kind: str, data: dict[str, Any], says: str
) -> None:
    """A refusal names the field and what it takes."""
    assert says in problem(ann.act(kind, **data), 409)
