"""Takes events, gives them back after any crash: an append-only log in SQLite or PostgreSQL.

An event is on disk before its act is answered. Two phones that act at once cannot both get a
number: the second append fails, and its act is decided again on the newer table.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    delete,
    event,
    insert,
    select,
)
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError

from companion.table.model import Event

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


class NumberTaken(Exception):
    """Another act got that number first: decide again."""


class StoredTable(Struct, frozen=True):
    code: str
    game: str
    seed: bytes
    host: str
    start: str


class Store:
    def __init__(self, url: str) -> None:
        self.engine: Engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
        if url.startswith("sqlite"):
            event.listen(self.engine, "connect", _make_sqlite_safe)
        metadata.create_all(self.engine)

    def close(self) -> None:
        self.engine.dispose()

    def open_table(self, table: StoredTable) -> bool:
        """False if the code is taken."""
        row = {**msgspec.structs.asdict(table), "opened": time.time()}
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(tables).values(row))
        except IntegrityError:
            return False
        return True

    def table(self, code: str) -> StoredTable | None:
        with self.engine.connect() as connection:
            row = connection.execute(select(tables).where(tables.c.code == code)).first()
        return StoredTable(row.code, row.game, row.seed, row.host, row.start) if row else None

    def log(self, code: str, after: int = 0) -> list[Event]:
        """The table's events in their order, from the one after a number on."""
        query = (
            select(events)
            .where(events.c.code == code, events.c.number > after)
            .order_by(events.c.number)
        )
        with self.engine.connect() as connection:
            return [_event(row) for row in connection.execute(query)]

    def append(self, code: str, made: Event) -> None:
        """Keeps an event for good; raises NumberTaken if another has its number."""
        row = {
            "code": code,
            "number": made.number,
            "id": made.id,
            "kind": made.kind,
            "seat": made.seat,
            "data": _json(made.data),
            "result": _json(made.result),
            "at": time.time(),
        }
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(events).values(row))
        except IntegrityError:
            raise NumberTaken from None

    def give_seat(self, code: str, token: str, seat: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(insert(phones).values(code=code, token=token, seat=seat))

    def seats_of(self, code: str, token: str) -> list[str]:
        """The seats a phone holds, the first taken first."""
        query = select(phones.c.seat).where(phones.c.code == code, phones.c.token == token)
        with self.engine.connect() as connection:
            return sorted(connection.execute(query).scalars())

    def forget(self, code: str) -> None:
        with self.engine.begin() as connection:
            for table in (phones, events, tables):
                connection.execute(delete(table).where(table.c.code == code))


def _make_sqlite_safe(connection: Any, _: Any) -> None:
    """Whole events after a kill or a power cut, and readers that do not wait for writers."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()


def _json(value: Mapping[str, Any]) -> str:
    return msgspec.json.encode(value).decode()


def _event(row: Any) -> Event:
    data, result = msgspec.json.decode(row.data), msgspec.json.decode(row.result)
    return Event(row.number, row.id, row.kind, row.seat, data, result)
