"""Store tables as append-only event logs in SQLite or PostgreSQL.

An event is on disk before its act is answered. Two phones that act at once cannot get the same
number: the second append fails, and its act is decided again on the newer table.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import (
    Connection,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from companion.storage.database import PATIENCE_SECONDS, StoreUnavailable, open_engine
from companion.storage.listener import Listener, OnRevision, notify
from companion.storage.schema import (
    events,
    keys,
    metadata,
    phones,
    replaced_tokens,
    seat_requests,
    tables,
)
from companion.table.migrations import VERSION, Written
from companion.table.model import Event

# PostgreSQL raises InternalError while it is read-only.
NO_ANSWER: Final = (InterfaceError, InternalError, NoConnectionFree, OperationalError)
REWRITTEN: Final = 0
"""Sent instead of a revision when the log of a table was rewritten and must be read again."""

# Statements are built once: building one takes longer than running it.
TABLE: Final = select(tables).where(tables.c.code == bindparam("code"))
LOG: Final = (
    select(events)
    .where(events.c.code == bindparam("code"), events.c.number > bindparam("after"))
    .order_by(events.c.number)
)
LATER: Final = and_(events.c.code == tables.c.code, events.c.number > bindparam("after"))
NEW_EVENTS: Final = (
    select(events)
    .select_from(tables.outerjoin(events, LATER))
    .where(
        tables.c.code == bindparam("code"),
        tables.c.seed == bindparam("seed"),
        tables.c.host == bindparam("host"),
    )
    .order_by(events.c.number)
)
# The next game is not an event of a table that has ended, but its phones must hear of it.
REVISIONS: Final = (
    select(events.c.code, func.max(events.c.number) + case((tables.c.next != "", 1), else_=0))
    .join(tables, tables.c.code == events.c.code)
    .where(events.c.code.in_(bindparam("codes", expanding=True)))
    .group_by(events.c.code, tables.c.next)
)
following = tables.alias()
NEXT: Final = (
    select(following.c.code)
    .join(tables, tables.c.next == following.c.code)
    .where(tables.c.code == bindparam("code"))
)
VERSIONS: Final = (
    select(func.min(events.c.number), events.c.version)
    .where(events.c.code == bindparam("code"))
    .group_by(events.c.version)
    .order_by(func.min(events.c.number))
)
HOLDERS: Final = (
    select(phones.c.seat, phones.c.token, phones.c.seen)
    .where(phones.c.code == bindparam("code"))
    .order_by(phones.c.seat)
)
REQUESTS: Final = select(seat_requests.c.number).where(
    seat_requests.c.code == bindparam("code"), seat_requests.c.token == bindparam("token")
)
SEEN: Final = (
    update(phones)
    .where(phones.c.code == bindparam("at_table"), phones.c.token == bindparam("phone"))
    .values(seen=bindparam("now"))
)
HOST_SEEN: Final = (
    update(tables).where(tables.c.code == bindparam("at_table")).values(host_seen=bindparam("now"))
)

HELD: Final = select(phones.c.seat).where(phones.c.token == bindparam("token")).limit(1)
REPLACED: Final = select(replaced_tokens.c.at).where(replaced_tokens.c.token == bindparam("token"))
KEY: Final = select(keys.c.value).where(keys.c.name == bindparam("name"))
KEY_BYTES: Final = 32


@contextmanager
def queued(lock: threading.Lock) -> Iterator[None]:
    """Hold a lock. Raises StoreUnavailable if it is not free for as long as an act may wait."""
    if not lock.acquire(timeout=PATIENCE_SECONDS):
        raise StoreUnavailable("another act holds the lock for too long")
    try:
        yield
    finally:
        lock.release()


class NumberTaken(Exception):
    """Another event has this number: the act must be decided again."""


class Holder(Struct, frozen=True):
    """A phone that holds a seat, and when it was last seen, in seconds since 1970."""

    seat: str
    token: str
    seen: float


class StoredTable(Struct, frozen=True):
    code: str
    game: str
    seed: bytes
    host: str
    start: str
    version: int = VERSION


class Store:
    """One database. Several processes may share a PostgreSQL one; a SQLite file belongs to one."""

    def __init__(self, url: str) -> None:
        self.engine: Engine = open_engine(url, metadata)
        self._shared = self.engine.dialect.name == "postgresql"
        self._one_writer = threading.Lock()
        self._listeners: list[Listener] = []
        self._background = ThreadPoolExecutor(1, "store")

    def close(self) -> None:
        self._background.shutdown()
        while self._listeners:
            self._listeners.pop().close()
        self.engine.dispose()

    def listen(self, on_revision: OnRevision, catch_up: Callable[[], None]) -> None:
        """Call `on_revision` for events of other processes, and `catch_up` when some may have been
        missed. Does nothing for SQLite, whose file no other process writes to."""
        if self._shared:
            self._listeners.append(Listener(self.engine, on_revision, catch_up))

    def in_background(self, work: Callable[[], None]) -> None:
        """Run `work` in a thread that `close` waits for: a connection taken from the pool after
        it is disposed of would stay open."""
        self._background.submit(work)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for queries. Like `writing`, raises StoreUnavailable if nothing answers."""
        try:
            with self.engine.connect() as connection:
                yield connection
        except NO_ANSWER as fault:
            raise StoreUnavailable from fault

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction. SQLite has one writer at a time: threads wait for a lock here, which is
        fair, instead of polling that of the file."""
        try:
            if self._shared:
                with self.engine.begin() as connection:
                    yield connection
            else:
                with queued(self._one_writer), self.engine.begin() as connection:
                    yield connection
        except NO_ANSWER as fault:
            raise StoreUnavailable from fault

    def open_table(self, table: StoredTable) -> bool:
        """Return False if the code is taken."""
        now = time.time()
        row = {**msgspec.structs.asdict(table), "opened": now, "host_seen": now}
        try:
            with self.writing() as connection:
                connection.execute(insert(tables), row)
        except IntegrityError:
            return False
        return True

    def table(self, code: str) -> StoredTable | None:
        with self.reading() as connection:
            row = connection.execute(TABLE, {"code": code}).first()
        if row is None:
            return None
        return StoredTable(row.code, row.game, row.seed, row.host, row.start, row.version)

    def log(self, code: str, after: int = 0) -> list[Event]:
        """The table's events in order, those after number `after`."""
        with self.reading() as connection:
            rows = connection.execute(LOG, {"code": code, "after": after}).all()
        return [_event(row) for row in rows]

    def new_events(self, table: StoredTable, after: int) -> list[Event] | None:
        """Like `log`, for a table read earlier; None if it was deleted, or has another host now."""
        values = {"code": table.code, "seed": table.seed, "host": table.host, "after": after}
        with self.reading() as connection:
            rows = connection.execute(NEW_EVENTS, values).all()
        return [_event(row) for row in rows if row.number is not None] if rows else None

    def written(self, table: StoredTable) -> Written:
        """The program versions that wrote the table and its events."""
        with self.reading() as connection:
            rows = connection.execute(VERSIONS, {"code": table.code}).all()
        return Written(table.version, tuple((row[0], row[1]) for row in rows))

    def revisions(self, codes: Iterable[str]) -> dict[str, int]:
        """The number of the last event of each table that has events, and one more if there is a
        next table."""
        with self.reading() as connection:
            rows = connection.execute(REVISIONS, {"codes": list(codes)}).all()
        return {row[0]: row[1] for row in rows}

    def append(self, code: str, made: Event, phone: str | None = None) -> Event:
        """Store an event that a phone made, and which phones hold which seats after it.

        Returns the event with the time at which it was stored. Raises NumberTaken if another
        event has its number.
        """
        at = time.time()
        try:
            with self.writing() as connection:
                connection.execute(insert(events), event_row(code, made, at))
                update_holders(connection, code, made, phone, at)
                self._notify(connection, code, made.number)
        except IntegrityError:
            raise NumberTaken from None
        return msgspec.structs.replace(made, at=at)

    def next_table(self, code: str) -> str | None:
        """The table at which the players of this one play again."""
        with self.reading() as connection:
            return connection.execute(NEXT, {"code": code}).scalar()

    def link_next(self, code: str, following_code: str) -> bool:
        """Make one table the next one of another; return False if that has one already."""
        # A next table may have been deleted.
        free = tables.c.next.not_in(select(following.c.code))
        link = update(tables).where(tables.c.code == code, free).values(next=following_code)
        with self.writing() as connection:
            linked = connection.execute(link).rowcount == 1
            if linked:
                revision = connection.execute(REVISIONS, {"codes": [code]}).one()[1]
                self._notify(connection, code, revision)
        return linked

    def notify_rewritten(self, code: str) -> None:
        """Tell every process to read the table's log again."""
        if self._shared:
            with self.writing() as connection:
                self._notify(connection, code, REWRITTEN)

    def _notify(self, connection: Connection, code: str, revision: int) -> None:
        if self._shared:
            notify(connection, code, revision)

    def holders(self, code: str) -> list[Holder]:
        """The phones that hold seats of a table."""
        with self.reading() as connection:
            rows = connection.execute(HOLDERS, {"code": code}).all()
        return [Holder(row.seat, row.token, row.seen) for row in rows]

    def requests_of(self, code: str, token: str) -> frozenset[int]:
        """The numbers of the events by which a phone asked to continue as a seat."""
        with self.reading() as connection:
            found = connection.execute(REQUESTS, {"code": code, "token": token}).scalars()
            return frozenset(found)

    def mark_seen(
        self, phones_seen: Mapping[tuple[str, str], float], hosts_seen: Mapping[str, float]
    ) -> None:
        """Store when phones were last seen, by table and token, and hosts, by table."""
        seen = [
            {"at_table": code, "phone": token, "now": at}
            for (code, token), at in phones_seen.items()
        ]
        hosts = [{"at_table": code, "now": at} for code, at in hosts_seen.items()]
        with self.writing() as connection:
            for statement, rows in ((SEEN, seen), (HOST_SEEN, hosts)):
                if rows:
                    connection.execute(statement, rows)

    def host_seen(self, code: str) -> float:
        """When the host of a table was last seen, in seconds since 1970."""
        query = select(tables.c.host_seen).where(tables.c.code == code)
        with self.reading() as connection:
            return float(connection.execute(query).scalar() or 0.0)

    def replace_token(self, old: str, new: str) -> bool:
        """Move all seats from one token to another; return False if it holds none."""
        with self.reading() as connection:
            if connection.execute(HELD, {"token": old}).first() is None:
                return False
        try:
            with self.writing() as connection:
                connection.execute(insert(replaced_tokens), {"token": old, "at": time.time()})
                connection.execute(update(phones).where(phones.c.token == old).values(token=new))
                connection.execute(update(tables).where(tables.c.host == old).values(host=new))
        except IntegrityError:
            return False  # another request was quicker
        return True

    def replaced_at(self, token: str) -> float | None:
        """When the token was replaced by another; None if it was not."""
        with self.reading() as connection:
            return connection.execute(REPLACED, {"token": token}).scalar()

    def key(self, name: str) -> bytes:
        """A secret key that all processes share, created on first use."""
        with self.reading() as connection:
            known = connection.execute(KEY, {"name": name}).scalar()
        if known is not None:
            return bytes(known)
        try:
            with self.writing() as connection:
                made = {"name": name, "value": secrets.token_bytes(KEY_BYTES)}
                connection.execute(insert(keys), made)
        except IntegrityError:
            pass  # another process was quicker
        return self.key(name)

    def delete_table(self, code: str) -> None:
        with self.writing() as connection:
            for table in (seat_requests, phones, events, tables):
                connection.execute(delete(table).where(table.c.code == code))


def update_holders(
    connection: Connection, code: str, made: Event, phone: str | None, at: float
) -> None:
    """Store which phones hold which seats, and which one is the host, after an event that `phone`
    made."""
    if made.kind == "join":
        _give_seat(connection, code, made.result["seat"], phone, at)
    elif made.kind == "ask-seat":
        row = {"code": code, "number": made.number, "token": phone}
        connection.execute(insert(seat_requests), row)
    elif made.kind in ("leave", "remove"):
        _give_seat(connection, code, made.data.get("who", made.seat), None, at)
    elif made.kind == "take-over":
        asked = select(seat_requests.c.token).where(
            seat_requests.c.code == code,
            seat_requests.c.number == made.data.get("request"),
        )
        token = connection.execute(asked).scalar() if "request" in made.data else phone
        _give_seat(connection, code, made.data["who"], token, at)
        if made.data.get("host") and token is not None:
            _make_host(connection, code, token, at)
    elif made.kind == "hand-host":
        holder = select(phones.c.token).where(
            phones.c.code == code, phones.c.seat == made.data["who"]
        )
        _make_host(connection, code, connection.execute(holder).scalar_one(), at)
    elif made.kind == "claim-host" and phone is not None:
        _make_host(connection, code, phone, at)
    if phone is not None:
        connection.execute(SEEN, {"at_table": code, "phone": phone, "now": at})


def _make_host(connection: Connection, code: str, token: str, at: float) -> None:
    changed = update(tables).where(tables.c.code == code)
    connection.execute(changed.values(host=token, host_seen=at))


def _give_seat(connection: Connection, code: str, seat: str, token: str | None, at: float) -> None:
    """Let one phone hold a seat, or none; whichever held it before does so no longer."""
    here = (phones.c.code == code) & (phones.c.seat == seat)
    connection.execute(delete(phones).where(here))
    if token is not None:
        row = {"code": code, "token": token, "seat": seat, "seen": at}
        connection.execute(insert(phones), row)


def event_row(code: str, event: Event, at: float, version: int = VERSION) -> dict[str, Any]:
    """The row of an event. `at` is when it happened, in seconds since 1970; `version` is the
    program version that wrote it."""
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
        "version": version,
    }


def _event(row: Any) -> Event:
    """Raises ValueError for a damaged row."""
    data, result = (msgspec.json.decode(text, type=dict) for text in (row.data, row.result))
    return Event(row.number, row.id, row.kind, row.seat, data, result, row.at)
