"""Exchange notifications between processes through PostgreSQL's LISTEN and NOTIFY.

One thread with one connection sleeps until a notification arrives. When the connection breaks, the
listener reconnects and calls `catch_up`, because notifications may have been missed meanwhile.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from companion.storage.database import StoreUnavailable

if TYPE_CHECKING:
    import psycopg

CHANNEL: Final = "paperboat"
PAUSE_SECONDS: Final = 0.5

OnRevision = Callable[[str, int], None]
"""Called with a table's code and its new revision."""


def notify(connection: Connection, code: str, revision: int) -> None:
    """Notify every process when the transaction commits."""
    connection.execute(select(func.pg_notify(CHANNEL, f"{code} {revision}")))


class Listener:
    def __init__(
        self, engine: Engine, on_revision: OnRevision, catch_up: Callable[[], None]
    ) -> None:
        self._engine = engine
        self._on_revision = on_revision
        self._catch_up = catch_up
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._connection: psycopg.Connection | None = None
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        with self._lock:
            if self._connection is not None:
                _wake(self._connection)
        self._thread.join()

    def _run(self) -> None:
        import psycopg

        while not self._ended.is_set():
            try:
                self._listen()
            except (psycopg.Error, SQLAlchemyError, StoreUnavailable):
                self._ended.wait(PAUSE_SECONDS)

    def _listen(self) -> None:
        with self._connect() as connection:
            with self._lock:
                if self._ended.is_set():
                    return
                self._connection = connection
            try:
                connection.execute(f"LISTEN {CHANNEL}")
                self._catch_up()
                for notification in connection.notifies():
                    code, _, revision = notification.payload.partition(" ")
                    if revision.isdecimal():  # other programs may use the same channel
                        self._on_revision(code, int(revision))
            finally:
                with self._lock:
                    self._connection = None

    def _connect(self) -> psycopg.Connection:
        """A connection of its own, which never returns to the pool."""
        pooled = self._engine.raw_connection()
        connection: psycopg.Connection = pooled.driver_connection  # type: ignore[assignment]
        pooled.detach()
        connection.rollback()
        connection.autocommit = True
        return connection


def _wake(connection: psycopg.Connection) -> None:
    """Shut down the socket of a connection: closing it would not wake the thread that waits."""
    sock = socket.socket(fileno=connection.fileno())
    try:
        sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it was closed already
    finally:
        sock.detach()
