"""Delete finished games, and the names of players.

A player's seats stay, under a name that says nothing. The records of their tables still prove
themselves: neither chance nor rules depend on names, and sentences are not part of the proof.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, select, text, update
from sqlalchemy.exc import OperationalError

from companion.language.messages import Refused, is_message_data
from companion.results.finished_games import same
from companion.results.season_store import read_seasons, rewrite_season
from companion.results.seasons import MAX_NAME_LENGTH
from companion.rooms.rooms import Rooms
from companion.storage.rows import event_row
from companion.storage.schema import events
from companion.storage.store import Store
from companion.table.acts import ACTS
from companion.table.acts.seat_changes import RenameSeat
from companion.table.acts.seats import TakeSeat
from companion.table.model import Event

GUEST: Final = "Guest"
NAMING: Final = (TakeSeat.kind(), RenameSeat.kind())
"""Acts that give a seat its name."""


def delete_game(rooms: Rooms, store: Store, code: str) -> None:
    """Delete a table, its events and the tokens of its seats."""
    rooms.forget(code)
    _scrub(store)


def delete_player(rooms: Rooms, store: Store, name: str) -> tuple[str, int]:
    """Replace a name everywhere; returns the new name and the number of tables it was in.

    Raises Refused if nobody has that name.
    """
    joins = _joins(store)
    codes = sorted({code for code, other in joins if same(other, name)})
    if not codes:
        raise Refused("there is no player called {name}", name=name)
    guest = _next_guest(other for _, other in joins)
    _rename_in_seasons(store, name, guest)
    for code in codes:
        _rename_in(store, code, name, guest)
        rooms.reread(code)
    _scrub(store)
    return guest, len(codes)


def renamed(log: Sequence[Event], name: str, guest: str) -> list[Event]:
    """A table's log in which a player has another name."""
    return [_with_result(_with_data(event, name, guest), name, guest) for event in log]


def _with_data(event: Event, name: str, guest: str) -> Event:
    if event.kind in NAMING and same(event.data["name"], name):
        return replace(event, data={**event.data, "name": guest})
    act = ACTS.get(event.kind)
    key = act.free_text if act else ""
    if act is None or key not in event.data:
        return event
    written = _with_guest(event.data[key], name, guest)[: act.longest_text()]
    return replace(event, data={**event.data, key: written})


def _with_guest(text: str, name: str, guest: str) -> str:
    """A text that somebody wrote, with another name."""
    word = re.compile(rf"(?<!\w){re.escape(name.strip())}(?!\w)", re.IGNORECASE)
    return word.sub(guest, text)


def _rename_in_seasons(store: Store, name: str, guest: str) -> None:
    for stored in read_seasons(store):
        title = _with_guest(stored.season.name, name, guest)[:MAX_NAME_LENGTH]
        if title != stored.season.name:
            rewrite_season(store, stored.id, replace(stored.season, name=title))


def _with_result(event: Event, name: str, guest: str) -> Event:
    """Names stand in the outcome, and in what earlier versions stored of a move's sentences."""

    def other(value: Any) -> Any:
        return guest if isinstance(value, str) and same(value, name) else value

    result = dict(event.result)
    if event.kind in NAMING and "was" in result:
        result["was"] = other(result["was"])
    if "say" in result:
        result["say"] = [_with_values(said, other) for said in result["say"]]
    if isinstance(result.get("outcome"), Mapping):
        outcome = _with_messages(result["outcome"], other)
        players = [{**p, "name": other(p["name"])} for p in outcome["players"]]
        result["outcome"] = {**outcome, "players": players}
    return replace(event, result=result)


def _with_messages(value: Any, other: Callable[[Any], Any]) -> Any:
    """Stored values with other names in the messages among them."""
    if is_message_data(value):
        return _with_values(value, other)
    if isinstance(value, Mapping):
        return {key: _with_messages(inner, other) for key, inner in value.items()}
    return [_with_messages(inner, other) for inner in value] if isinstance(value, list) else value


def _with_values(said: Mapping[str, Any], other: Callable[[Any], Any]) -> dict[str, Any]:
    values = {key: _with_value(value, other) for key, value in said.get("values", {}).items()}
    return {**said, "values": values} if values else dict(said)


def _with_value(value: Any, other: Callable[[Any], Any]) -> Any:
    if not isinstance(value, Mapping):
        return other(value)
    if "items" in value:
        return {**value, "items": [_with_value(item, other) for item in value["items"]]}
    return _with_values(value, other)


def _joins(store: Store) -> list[tuple[str, str]]:
    """The code and every name of everybody who ever took a seat."""
    query = select(events.c.code, events.c.data).where(events.c.kind.in_(NAMING))
    with store.reading() as connection:
        rows = connection.execute(query).all()
    return [(row.code, str(msgspec.json.decode(row.data)["name"])) for row in rows]


def _next_guest(names: Iterable[str]) -> str:
    """A name that nobody has, so that two deleted players do not become one."""
    pattern = re.compile(rf"{GUEST} (\d{{1,6}})", re.IGNORECASE)
    found = [pattern.fullmatch(name.strip()) for name in names]
    return f"{GUEST} {1 + max((int(match[1]) for match in found if match), default=0)}"


def _rename_in(store: Store, code: str, name: str, guest: str) -> None:
    log = store.log(code)
    changed = zip(log, renamed(log, name, guest), strict=True)
    with store.writing() as connection:
        for before, after in changed:
            if before != after:
                _rewrite(connection, code, after)


def _rewrite(connection: Connection, code: str, event: Event) -> None:
    row = event_row(code, event, 0)
    here = (events.c.code == code) & (events.c.number == event.number)
    changed = {"data": row["data"], "result": row["result"]}
    connection.execute(update(events).where(here).values(changed))


def _scrub(store: Store) -> None:
    """SQLite overwrites deleted content in its file; the log beside it is emptied here."""
    if store.engine.dialect.name != "sqlite":
        return
    with (
        suppress(OperationalError),  # somebody is reading; the next deletion will do it
        store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection,
    ):
        connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
