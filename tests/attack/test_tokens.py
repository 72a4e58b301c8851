"""Clients that choose their own seat token, or slip unknown keys into acts."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from companion.app import create_app
from companion.rooms.tokens import GRACE_SECONDS, Tokens, digest
from companion.storage.schema import phones, replaced_tokens
from companion.storage.store import Store
from companion.table.acts import ACTS
from companion.web.access import PHONE
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.companion.evenings import SAMPLE

CHOSEN = (
    "x",
    "a-token-of-my-own-choice-0123456789",
    "x.y",
    "é",
    "." * 60,
    "a" * 32 + "." + "b" * 43,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    yield made
    made.close()


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(SAMPLE, builtin_templates(), store)


def open_table(client: FlaskClient, game: str = "harbour") -> str:
    answer = client.post("/tables", data={"game": game})
    return str(answer.headers["Location"])


def sit(client: FlaskClient, where: str, name: str = "Ann", colour: str = "red") -> Any:
    form = {"id": f"join-{name}-{colour}", "kind": "join", "name": name, "colour": colour}
    return client.post(where, data=form)


def cookie_of(client: FlaskClient) -> str:
    cookie = client.get_cookie(PHONE)
    assert cookie is not None
    return str(cookie.value)


def holders(store: Store) -> set[str]:
    with store.reading() as connection:
        return set(connection.execute(select(phones.c.token)).scalars())


@pytest.mark.parametrize("chosen", CHOSEN)
def test_a_chosen_cookie_never_holds_a_seat(app: Flask, store: Store, chosen: str) -> None:
    """A cookie that the server did not issue is replaced, also when it sits down at once."""
    client = app.test_client()
    where = open_table(client)
    client.set_cookie(PHONE, chosen)
    assert sit(client, where).status_code == 303
    assert digest(chosen) not in holders(store)
    assert cookie_of(client) != chosen
    assert "Ann" in client.get(where).get_data(as_text=True)
    assert holders(store) == {digest(cookie_of(client))}
    other = app.test_client()
    other.set_cookie(PHONE, chosen)
    roll = {"id": "roll-0001", "kind": "roll", "die": "d6", "seat": "s1-1"}
    assert other.post(where, data=roll).status_code == 409


def test_a_chosen_bearer_never_holds_a_seat(app: Flask, store: Store) -> None:
    """A program that sits down with a token of its own gets another one, which holds the seat."""
    client = app.test_client()
    code = open_table(client).rsplit("/", 1)[-1]
    chosen = "a-token-of-my-own-choice"
    seat = {"id": "join-1234", "name": "Ann", "colour": "red"}
    sent = {"Authorization": f"Bearer {chosen}"}
    answer = app.test_client().post(f"/api/v1/tables/{code}/seats", json=seat, headers=sent)
    assert answer.json is not None
    assert answer.json["token"] != chosen
    assert holders(store) == {digest(answer.json["token"])}


def test_an_issued_token_lasts_over_restarts_and_processes(app: Flask, store: Store) -> None:
    """A token is valid in every process, also in one that starts later."""
    client = app.test_client()
    where = open_table(client)
    client.get(where)
    issued = cookie_of(client)
    sit(client, where)
    later = create_app(SAMPLE, builtin_templates(), store).test_client()
    later.set_cookie(PHONE, issued)
    roll = {"id": "roll-0001", "kind": "roll", "die": "d6", "seat": "s1-1"}
    assert later.post(where, data=roll).status_code == 303
    assert cookie_of(later) == issued


def test_an_old_token_is_replaced_on_its_next_use(
    app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token that held a seat before tokens were signed keeps it under a new one; requests that
    were on their way with the old one still work, and a minute later it is worthless."""
    client = app.test_client()
    where = open_table(client)
    client.get(where)
    sit(client, where)
    with store.writing() as connection:  # as an earlier version has stored it
        connection.execute(update(phones).values(token=digest("x")))
    tokens = []
    for number in range(2):
        phone = app.test_client()
        phone.set_cookie(PHONE, "x")
        roll = {"id": f"roll-{number:04}", "kind": "roll", "die": "d6", "seat": "s1-1"}
        assert phone.post(where, data=roll).status_code == 303
        tokens.append(cookie_of(phone))
    assert len(set(tokens)) == 1
    assert Tokens(store).is_issued(tokens[0])
    assert holders(store) == {digest(tokens[0])}
    with store.writing() as connection:
        past = replaced_tokens.c.at - GRACE_SECONDS - 1
        connection.execute(update(replaced_tokens).values(at=past))
    thief = app.test_client()
    thief.set_cookie(PHONE, "x")
    roll = {"id": "roll-thief", "kind": "roll", "die": "d6", "seat": "s1-1"}
    assert thief.post(where, data=roll).status_code == 409


# --- unknown keys --------------------------------------------------------------------------------

PLAIN: dict[str, dict[str, Any]] = {
    "count": {"counter": "gold", "by": 1},
    "deal": {"deck": "goods", "count": 1},
    "discard": {"deck": "goods", "card": "x"},
    "draw": {"deck": "goods", "count": 1},
    "finger": {"fingers": 3},
    "first": {},
    "note": {"text": "hello"},
    "peek": {"deck": "goods"},
    "put-back": {"deck": "goods", "card": "x", "where": "top"},
    "roll": {"die": "d6"},
    "score": {"sheet": {"coins": 3}},
    "scores": {"sheets": {"s1-1": {"coins": 3}}},
    "rename": {"name": "Anna"},
    "recolour": {"colour": "pink"},
    "move-seat": {"to": "down"},
    "leave": {},
    "remove": {"who": "s2-2"},
    "ask-seat": {"who": "s2-2"},
    "take-over": {"who": "s2-2", "request": 3},
    "decline": {"who": "s2-2", "request": 3},
    "hand-host": {"who": "s2-2"},
    "claim-host": {},
    "entropy": {"entropy": "00ff"},
    "correct": {"of": "counter", "name": "gold", "value": 3},
    "setup": {"players": 2},
    "shuffle": {"deck": "goods"},
    "turn-up": {"deck": "goods"},
    "step": {"track": "wind", "of": "s1-1", "by": 1},
    "timer": {"until": 1},
    "track": {"track": "wind", "most": 5},
    "begin": {},
    "play": {"move": {"do": "roll"}},
    "undo": {"number": 1},
    "redo": {"number": 1},
    "replace": {"number": 1, "move": {"do": "roll"}},
    "end": {},
}
SECRET = "carried-to-everybody"


def test_every_kind_is_tried() -> None:
    """The tests below try every kind of act; `join` has its own address and form."""
    assert set(PLAIN) == ACTS.keys() - {"join"}


def with_unknown(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The data with an unknown key at each depth."""
    yield {**data, "more": SECRET}
    for key, value in data.items():
        if isinstance(value, dict):
            yield {**data, key: {**value, "more": SECRET}}


class Program:
    """Acts through the API as host with a seat."""

    def __init__(self, app: Flask, game: str, names: tuple[str, ...] = ("Ann", "Ben")) -> None:
        self._client = app.test_client()
        opened = self._client.post("/api/v1/tables", json={"game": game}).json
        assert opened is not None
        self.path = f"/api/v1/tables/{opened['code']}"
        self.where = f"/t/{opened['code']}"
        self._headers = {"Authorization": f"Bearer {opened['token']}"}
        self._ids = (f"act-{number:06}" for number in itertools.count())
        for name, colour in zip(names, ("red", "blue"), strict=False):
            self.post("/seats", {"id": next(self._ids), "name": name, "colour": colour})

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self._client.post(self.path + path, json=body, headers=self._headers)

    def act(self, kind: str, data: dict[str, Any], seat: str | None = "s1-1") -> Any:
        body = {"id": next(self._ids), "kind": kind, "seat": seat, "data": data}
        return self.post("/acts", body)

    def log(self) -> str:
        return str(self._client.get(f"{self.path}/log", headers=self._headers).data)

    def form(self, **form: Any) -> Any:
        """The same as a form of a page."""
        token = self._headers["Authorization"].split()[1]
        client = self._client.application.test_client()
        client.set_cookie(PHONE, token)
        client.set_cookie(f"paperboat_host_{self.where[-6:]}", token)
        return client.post(self.where, data={"id": next(self._ids), **form})


@pytest.mark.parametrize("seat", ["s1-1", None])
def test_unknown_keys_are_rejected(
    app: Flask, monkeypatch: pytest.MonkeyPatch, seat: str | None
) -> None:
    """No kind of act accepts an unknown key at any depth, and nothing of it is stored."""
    monkeypatch.setattr("companion.rooms.rooms.HOST_AWAY_SECONDS", -60.0)  # it can be claimed
    program = Program(app, "harbour")
    program.act("shuffle", {"deck": "goods"})
    program.act("track", {"track": "wind", "most": 5})
    for kind, data in PLAIN.items():
        for wrong in with_unknown(data):
            answer = program.act(kind, wrong, seat)
            assert answer.status_code == 409, (kind, wrong, answer.json)
    for nested in ({"options": {"more": SECRET}}, {"again": {"more": 3}}, {"fair": {"more": 1}}):
        assert program.act("setup", {"players": 2, **nested}).status_code == 409
    assert program.act("undo", {"number": 1, "to_here": {"more": SECRET}}).status_code == 409
    assert program.post("/seats", {"id": "join-more", "name": "Cid", "colour": "green", "more": 1})
    log = program.log()
    assert SECRET not in log
    assert "more" not in log


@pytest.mark.parametrize(
    "form",
    [
        {"kind": "roll", "die": "d6"},
        {"kind": "note", "text": "hello"},
        {"kind": "join", "name": "Cid", "colour": "green"},
        {"kind": "setup", "players": "2", "roll": "all"},
        {"kind": "play", "move": '{"do": "roll"}'},
        {"kind": "end"},
    ],
)
def test_unknown_fields_of_forms_are_rejected(app: Flask, form: dict[str, str]) -> None:
    """A form with a field that its act does not know is refused."""
    program = Program(app, "harbour")
    for more in ("more", "entry.more"):
        answer = program.form(**form, **{more: SECRET})
        assert answer.status_code == 409
    assert SECRET not in program.log()
    if form["kind"] != "play":  # harbour has no referee
        assert program.form(**form).status_code == 303


def test_unknown_entries_of_a_score_are_not_stored(app: Flask) -> None:
    """A score page may be older than the options of its table, so an entry of a line that the sheet
    does not have is left out and the others are kept; a field that no score page has is refused."""
    program = Program(app, "harbour")
    form = {"kind": "score", "seat": "s1-1", "for": "s1-1", "entry.coins": "3"}
    assert program.form(**form, more=SECRET).status_code == 409
    assert '"coins"' not in program.log()
    assert program.form(**form, **{"entry.more": SECRET}).status_code == 303
    assert '"coins"' in program.log()
    assert SECRET not in program.log()


MOVES: dict[str, list[dict[str, Any]]] = {
    "mines": [{"do": do} for do in ("lay", "show", "build", "finish", "supply", "reorganise")],
    "river-dragons": [
        {"do": do}
        for do in ("first", "jump", "move", "next", "plan", "plank", "stone", "take", "won")
    ],
    "dragon-boats": [{"do": "bid", "stall": "I"}, {"do": "done"}],
    "dragon-river": [{"do": "roll"}, {"do": "first", "who": "s1-1"}],
    "port-flower": [{"do": "roll"}, {"do": "land", "to": "port"}],
}


@pytest.mark.parametrize("game", MOVES)
def test_unknown_keys_of_moves_are_rejected(store: Store, game: str) -> None:
    """A move that the server offers is accepted, but not with an additional key."""
    app = create_app(builtin_cards(), builtin_templates(), store)
    program = Program(app, game)
    assert program.act("begin", {}).status_code == 200
    for move in MOVES[game]:
        for seat in ("s1-1", "s2-2"):
            answer = program.act("play", {"move": {**move, "more": SECRET}}, seat)
            assert answer.status_code == 409
    offered = offered_move(program)
    wrong = program.act("play", {"move": {**offered[1], "more": SECRET}}, offered[0])
    assert wrong.status_code == 409
    assert program.act("play", {"move": offered[1]}, offered[0]).status_code == 200
    assert SECRET not in program.log()


def offered_move(program: Program) -> tuple[str, dict[str, Any]]:
    """A move that some seat may make now."""
    for seat in ("s1-1", "s2-2"):
        answer = program._client.get(
            f"{program.path}/offers?seat={seat}", headers=program._headers
        ).json
        assert answer is not None
        if answer["choices"]:
            return seat, answer["choices"][0]["move"]
    raise AssertionError("nobody may move")
