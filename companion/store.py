"""Takes events, gives them back after any crash: an append-only log in SQLite or PostgreSQL.

An event is on disk before its act is answered. Two phones that act at once cannot both get a
number: the second append fails, and its act is decided again on the newer table.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import (
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
)
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from companion.database import StoreAway, open_engine
from companion.listener import Hear, Listener, notify
from companion.table.model import Event

# InternalError: PostgreSQL says so that it may only be read just now.
NO_ANSWER: Final = (InterfaceError, InternalError, NoConnectionFree, OperationalError)
REWRITTEN: Final = 0
"""Told instead of a revision: what is known of that table's log holds no longer."""

metadata = MetaData()
tables = Table(
    "tables",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("host", String(64), nullable=False),
    Column("start", Text, nullable=False),
    Column("opened", Float, nullable=False),
)
events = Table(
    "events",
    metadata,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("id", String(80), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("seat", String(40)),
    Column("data", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("code", "id"),
)
phones = Table(
    "phones",
    metadata,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("token", String(64), primary_key=True),
    Column("seat", String(40), primary_key=True),
)


# Statements are made once: making one takes longer than running it.
TABLE: Final = select(tables).where(tables.c.code == bindparam("code"))
LOG: Final = (
    select(events)
    .where(events.c.code == bindparam("code"), events.c.number > bindparam("after"))
    .order_by(events.c.number)
)
LATER: Final = and_(events.c.code == tables.c.code, events.c.number > bindparam("after"))
NEWS: Final = (
    select(events)
    .select_from(tables.outerjoin(events, LATER))
    .where(tables.c.code == bindparam("code"), tables.c.seed == bindparam("seed"))
    .order_by(events.c.number)
)
REVISIONS: Final = (
    select(events.c.code, func.max(events.c.number))
    .where(events.c.code.in_(bindparam("codes", expanding=True)))
    .group_by(events.c.code)
)
SEATS: Final = select(phones.c.seat).where(
    phones.c.code == bindparam("code"), phones.c.token == bindparam("token")
)


class NumberTaken(Exception):
    """Another act got that number first: decide again."""


class StoredTable(Struct, frozen=True):
    code: str
    game: str
    seed: bytes
    host: str
    start: str


class Store:
    """One database. Several processes may share a PostgreSQL; a SQLite file belongs to one."""

    def __init__(self, url: str) -> None:
        self.engine: Engine = open_engine(url, metadata)
        self._shared = self.engine.dialect.name == "postgresql"
        self._one_writer = threading.Lock()
        self._listeners: list[Listener] = []

    def close(self) -> None:
        while self._listeners:
            self._listeners.pop().close()
        self.engine.dispose()

    def listen(self, hear: Hear, catch_up: Callable[[], None]) -> None:
        """Tells what other processes store, as it happens; `catch_up` is called whenever some of
        it may have been missed. Nobody else writes to a SQLite file."""
        if self._shared:
            self._listeners.append(Listener(self.engine, hear, catch_up))

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Raises StoreAway if the database does not answer, as does `writing`."""
        try:
            with self.engine.connect() as connection:
                yield connection
        except NO_ANSWER as fault:
            raise StoreAway from fault

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction. SQLite has one writer at a time: threads queue here, where waiting is
        fair and has no end, instead of at its lock."""
        try:
            if self._shared:
                with self.engine.begin() as connection:
                    yield connection
            else:
                with self._one_writer, self.engine.begin() as connection:
                    yield connection
        except NO_ANSWER as fault:
            raise StoreAway from fault

    def open_table(self, table: StoredTable) -> bool:
        """False if the code is taken."""
        row = {**msgspec.structs.asdict(table), "opened": time.time()}
        try:
            with self.writing() as connection:
                connection.execute(insert(tables), row)
        except IntegrityError:
            return False
        return True

    def table(self, code: str) -> StoredTable | None:
        with self.reading() as connection:
            row = connection.execute(TABLE, {"code": code}).first()
        return StoredTable(row.code, row.game, row.seed, row.host, row.start) if row else None

    def log(self, code: str, after: int = 0) -> list[Event]:
        """The table's events in their order, from the one after a number on."""
        with self.reading() as connection:
            rows = connection.execute(LOG, {"code": code, "after": after}).all()
        return [_event(row) for row in rows]

    def news(self, table: StoredTable, after: int) -> list[Event] | None:
        """The same for a table read earlier; None if it is gone, or its code is another's now."""
        asked = {"code": table.code, "seed": table.seed, "after": after}
        with self.reading() as connection:
            rows = connection.execute(NEWS, asked).all()
        return [_event(row) for row in rows if row.number is not None] if rows else None

    def revisions(self, codes: Iterable[str]) -> dict[str, int]:
        """The number of the last event of each of these tables that has any."""
        with self.reading() as connection:
            rows = connection.execute(REVISIONS, {"codes": list(codes)}).all()
        return {row[0]: row[1] for row in rows}

    def append(self, code: str, made: Event, phone: str | None = None) -> None:
        """Keeps an event for good, with the phone that gets the event's seat if there is one.

        Raises NumberTaken if another event has its number.
        """
        try:
            with self.writing() as connection:
                connection.execute(insert(events), event_row(code, made, time.time()))
                if phone is not None:
                    seat = made.result["seat"]
                    connection.execute(insert(phones), {"code": code, "token": phone, "seat": seat})
                self._tell(connection, code, made.number)
        except IntegrityError:
            raise NumberTaken from None

    def rewritten(self, code: str) -> None:
        """Tells every process to read that table's log anew."""
        if self._shared:
            with self.writing() as connection:
                self._tell(connection, code, REWRITTEN)

    def _tell(self, connection: Connection, code: str, revision: int) -> None:
        if self._shared:
            notify(connection, code, revision)

    def seats_of(self, code: str, token: str) -> list[str]:
        """The seats a phone holds."""
        with self.reading() as connection:
            return sorted(connection.execute(SEATS, {"code": code, "token": token}).scalars())

    def forget(self, code: str) -> None:
        with self.writing() as connection:
            for table in (phones, events, tables):
                connection.execute(delete(table).where(table.c.code == code))


def event_row(code: str, event: Event, at: float) -> dict[str, Any]:
    """An event of a table as it is stored; `at` is when it happened, in seconds since 1970."""
    data, result = (msgspec.json.encode(value).decode() for value in (event.data, event.result))
    return {
        "code": code,
        "number": event.number,
        "id": event.id,
        "kind": event.kind,
        "seat": event.seat,
        "data": data,
        "result": result,
        "at": at,
    }


def _event(row: Any) -> Event:
    data, result = msgspec.json.decode(row.data), msgspec.json.decode(row.result)
    return Event(row.number, row.id, row.kind, row.seat, data, result)
