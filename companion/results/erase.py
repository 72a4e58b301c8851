"""Takes a finished game or a player, gives a store in which neither can be found any more.

A player's seats stay, under a name that says nothing, and the records of their tables still prove
themselves: chance does not depend on names, so everything is decided again with the new one. A log
that today's rules would not have made as it is keeps its decisions, and only its names change.
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

from companion.results.history import same
from companion.room import Rooms, start_of
from companion.store import Store, StoredTable, event_row, events
from companion.table.fold import Story, decide, extend
from companion.table.kinds import MOST_LABEL, MOST_NAME, MOST_NOTE
from companion.table.model import Act, Event, Refused, Table

GUEST: Final = "Guest"
JOIN: Final = "join"
# What people write in words of their own, where a name may stand, and how long it may be.
FREE_TEXT: Final = {
    "count": ("counter", MOST_NAME),
    "note": ("text", MOST_NOTE),
    "step": ("track", MOST_LABEL),
    "timer": ("label", MOST_LABEL),
    "track": ("track", MOST_LABEL),
}


def delete_game(rooms: Rooms, store: Store, code: str) -> None:
    """The table, its events and who held its seats."""
    rooms.forget(code)
    _scrub(store)


def delete_player(rooms: Rooms, store: Store, name: str) -> tuple[str, int]:
    """The name that stands in its place, and in how many tables it stood.

    Raises Refused if nobody has that name.
    """
    joins = _joins(store)
    codes = sorted({code for code, other in joins if same(other, name)})
    if not codes:
        raise Refused("nobody here is called {name}", name=name)
    guest = _next_guest(other for _, other in joins)
    for code in codes:
        _rename_in(store, code, name, guest)
        rooms.reread(code)
    _scrub(store)
    return guest, len(codes)


def renamed(start: Table, log: Sequence[Event], seed: bytes, name: str, guest: str) -> list[Event]:
    """A table's log in which a player has another name."""
    asked = [_with_data(event, name, guest) for event in log]
    if _told_again(start, log, seed) == list(log):
        told = _told_again(start, asked, seed)
        if told is not None:
            return told
    return [_with_result(event, name, guest) for event in asked]


def _told_again(start: Table, log: Iterable[Event], seed: bytes) -> list[Event] | None:
    """The events that these acts become today; nothing, if one of them could not happen."""
    story = Story(start)
    for event in log:
        act = Act(event.id, event.kind, event.seat, event.data)
        try:
            made = msgspec.json.encode(decide(story, act, seed, host=True))
            story = extend(story, msgspec.json.decode(made, type=Event))
        except Refused:
            return None
    return list(story.log)


def _with_data(event: Event, name: str, guest: str) -> Event:
    if event.kind == JOIN and same(event.data["name"], name):
        return replace(event, data={**event.data, "name": guest})
    key, most = FREE_TEXT.get(event.kind, ("", 0))
    if key not in event.data:
        return event
    word = re.compile(rf"(?<!\w){re.escape(name.strip())}(?!\w)", re.IGNORECASE)
    written = word.sub(guest, event.data[key])[:most]
    return replace(event, data={**event.data, key: written})


def _with_result(event: Event, name: str, guest: str) -> Event:
    """Names stand in what is told of a move, and in how the game came out."""

    def other(value: Any) -> Any:
        return guest if isinstance(value, str) and same(value, name) else value

    result = dict(event.result)
    if "say" in result:
        result["say"] = [_with_values(said, other) for said in result["say"]]
    if isinstance(result.get("outcome"), Mapping):
        players = [{**p, "name": other(p["name"])} for p in result["outcome"]["players"]]
        result["outcome"] = {**result["outcome"], "players": players}
    return replace(event, result=result)


def _with_values(said: Mapping[str, Any], other: Callable[[Any], Any]) -> dict[str, Any]:
    values = {
        key: _with_values(value, other) if isinstance(value, Mapping) else other(value)
        for key, value in said.get("values", {}).items()
    }
    return {**said, "values": values}


def _joins(store: Store) -> list[tuple[str, str]]:
    """Everybody who ever sat down: the table's code and the name."""
    query = select(events.c.code, events.c.data).where(events.c.kind == JOIN)
    with store.reading() as connection:
        rows = connection.execute(query).all()
    return [(row.code, str(msgspec.json.decode(row.data)["name"])) for row in rows]


def _next_guest(names: Iterable[str]) -> str:
    """A number that nobody has: two who were deleted do not become one."""
    pattern = re.compile(rf"{GUEST} (\d{{1,6}})", re.IGNORECASE)
    found = [pattern.fullmatch(name.strip()) for name in names]
    return f"{GUEST} {1 + max((int(match[1]) for match in found if match), default=0)}"


def _rename_in(store: Store, code: str, name: str, guest: str) -> None:
    stored = store.table(code)
    if stored is None:
        return
    log = store.log(code)
    changed = zip(log, _renamed_log(stored, log, name, guest), strict=True)
    with store.writing() as connection:
        for before, after in changed:
            if before != after:
                _rewrite(connection, code, after)


def _renamed_log(stored: StoredTable, log: list[Event], name: str, guest: str) -> list[Event]:
    return renamed(start_of(stored), log, stored.seed, name, guest)


def _rewrite(connection: Connection, code: str, event: Event) -> None:
    row = event_row(code, event, 0)
    here = (events.c.code == code) & (events.c.number == event.number)
    changed = {"data": row["data"], "result": row["result"]}
    connection.execute(update(events).where(here).values(changed))


def _scrub(store: Store) -> None:
    """SQLite keeps deleted text in unused parts of its file until it is written anew."""
    if store.engine.dialect.name != "sqlite":
        return
    with (
        suppress(OperationalError),  # somebody writes just now; the next deletion will do it
        store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection,
    ):
        connection.execute(text("VACUUM"))
        connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
