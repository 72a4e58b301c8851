"""Requests that need the database have threads of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from companion.app import create_app
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.rooms import Rooms
from companion.server.gateway import needs_storage
from companion.storage.store import Store
from companion.table.model import Start
from companion.web.access import PHONE
from printgen.catalog.builtin import builtin_templates
from tests.companion.test_pages import CARDS

GAME = "harbour"
STREAMS = {"/t/<code>/live"}


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


@pytest.fixture
def asked(store: Store) -> Iterator[list[str]]:
    """What the database is asked meanwhile."""
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    event.listen(store.engine, "before_cursor_execute", note)
    yield statements
    event.remove(store.engine, "before_cursor_execute", note)


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(CARDS, builtin_templates(), store)


def paths(app: Flask, code: str) -> Iterator[str]:
    """The address of every page that a game or a table is enough for."""
    values = {"slug": GAME, "code": code, "name": "none", "part": "cards", "page": "play"}
    values |= {"path": "app.js", "filename": "app.js", "target": "none", "season_id": "none"}
    for rule in app.url_map.iter_rules():
        if rule.methods and "GET" in rule.methods and rule.rule not in STREAMS:
            known = {name: values.get(name, 1) for name in rule.arguments}
            yield app.url_map.bind("localhost").build(rule.endpoint, known, force_external=False)


def test_pages_that_ask_the_database_have_its_threads(
    app: Flask, store: Store, asked: list[str]
) -> None:
    """A slow database delays only the pages that ask it: none of them runs on the other threads."""
    code, _ = Rooms(store, Broadcaster()).open(GAME, Start({}, {}))
    client = app.test_client()
    client.set_cookie(PHONE, "a" * 32)
    found: dict[str, bool] = {}
    for path in paths(app, code):
        asked.clear()
        with client.get(path):
            found[path] = bool(asked)
    assert found["/"]
    assert found[f"/games/{GAME}/score"]
    assert [path for path, asks in found.items() if asks and not needs_storage(path)] == []


@pytest.mark.parametrize(
    "path",
    ["/games/harbour", "/games/harbour/setup", "/games/score", "/static/app.js", "/offline", "/c/"],
)
def test_other_pages_never_wait_for_the_database(path: str) -> None:
    """Rules, pictures and the app itself are shown while the database does not respond."""
    assert not needs_storage(path)
