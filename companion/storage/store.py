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
from typing import Final

import msgspec
from sqlalchemy import Connection, Index, delete, insert, select, update
from sqlalchemy.engine import Engine
from sqlalchemy.exc import (
    DBAPIError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
)
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.schema import CreateIndex

from companion.storage.database import PATIENCE_SECONDS, StoreUnavailable, open_engine
from companion.storage.holders import Acted, Holder, update_holders
from companion.storage.listener import Listener, OnRevision, notify
from companion.storage.rows import StoredTable, event_row, read_event
from companion.storage.schema import (
    events,
    keys,
    metadata,
    phones,
    replaced_tokens,
    seat_requests,
    tables,
)
from companion.storage.statements import (
    FOLLOWING,
    HELD,
    HOLDERS,
    HOST_SEEN,
    KEY,
    LOG,
    NEW_EVENTS,
    NEXT,
    REPLACED,
    REQUESTS,
    REVISIONS,
    SEEN,
    TABLE,
    VERSIONS,
)
from companion.table.migrations import Written
from companion.table.model import Event
from companion.table.phone_changes import PhoneChange

# PostgreSQL raises InternalError while it is read-only.
NO_ANSWER: Final = (InterfaceError, InternalError, NoConnectionFree, OperationalError)
REWRITTEN: Final = 0
"""Sent instead of a revision when the log of a table was rewritten and must be read again."""

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

    def add_index(self, index: Index) -> None:
        """Create an index in a database that was made before there was one."""
        try:
            with self.writing() as connection:
                connection.execute(CreateIndex(index, if_not_exists=True))
        except (DBAPIError, StoreUnavailable):
            return  # another process is creating it, and queries are right without it

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
        return [read_event(row) for row in rows]

    def new_events(self, table: StoredTable, after: int) -> list[Event] | None:
        """Like `log`, for a table read earlier; None if it was deleted, or has another host now."""
        values = {"code": table.code, "seed": table.seed, "host": table.host, "after": after}
        with self.reading() as connection:
            rows = connection.execute(NEW_EVENTS, values).all()
        return [read_event(row) for row in rows if row.number is not None] if rows else None

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

    def append(
        self,
        code: str,
        made: Event,
        phone: str | None = None,
        change: PhoneChange | None = None,
    ) -> Event:
        """Store an event that a phone made, and what it changes about the phones that hold seats.

        Returns the event with the time at which it was stored. Raises NumberTaken if another
        event has its number.
        """
        at = time.time()
        try:
            with self.writing() as connection:
                connection.execute(insert(events), event_row(code, made, at))
                update_holders(connection, code, Acted(made.number, phone, at), change)
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
        free = tables.c.next.not_in(select(FOLLOWING.c.code))
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
