"""Takes a PostgreSQL engine, gives what other processes tell through it, as it happens.

One thread with one connection sleeps until the database has something to say. A connection
that breaks is made again, and whoever listens is told to catch up first.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from companion.database import StoreAway

if TYPE_CHECKING:
    import psycopg

CHANNEL: Final = "paperboat"
PAUSE_SECONDS: Final = 0.5

Hear = Callable[[str, int], None]


def notify(connection: Connection, code: str, revision: int) -> None:
    """Tells every process once the transaction is stored, and nobody if it is not."""
    connection.execute(select(func.pg_notify(CHANNEL, f"{code} {revision}")))


class Listener:
    def __init__(self, engine: Engine, hear: Hear, catch_up: Callable[[], None]) -> None:
        self._engine = engine
        self._hear = hear
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
            except (psycopg.Error, SQLAlchemyError, StoreAway):
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
                for note in connection.notifies():
                    code, _, revision = note.payload.partition(" ")
                    if revision.isdecimal():  # others may speak on the same channel
                        self._hear(code, int(revision))
            finally:
                with self._lock:
                    self._connection = None

    def _connect(self) -> psycopg.Connection:
        """A connection of its own: it is never given back to those that wait for one."""
        pooled = self._engine.raw_connection()
        connection: psycopg.Connection = pooled.driver_connection  # type: ignore[assignment]
        pooled.detach()
        connection.rollback()
        connection.autocommit = True
        return connection


def _wake(connection: psycopg.Connection) -> None:
    """Ends a connection under the thread that sleeps on it: closing alone would not wake it."""
    line = socket.socket(fileno=connection.fileno())
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it has ended by itself
    finally:
        line.detach()
