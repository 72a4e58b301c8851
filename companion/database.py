"""Takes a database's URL, gives an engine that is safe to write with, or a sentence why not."""

from __future__ import annotations

import os
from typing import Any, Final

from sqlalchemy import Connection, Engine, MetaData, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

POSTGRESQL: Final = frozenset({"postgres", "postgresql", "postgresql+psycopg"})
MOST_CONNECTIONS: Final = 16
PATIENCE_SECONDS: Final = 10
# A server that vanished without a word is noticed within half a minute.
KEEP_ALIVE: Final = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 4}
SCHEMA_LOCK: Final = 7_270_627  # any number: whoever makes PostgreSQL tables takes it first


class DatabaseError(Exception):
    """The database cannot be used; says why in one sentence."""


class StoreAway(Exception):
    """The database does not answer now. Nothing half is kept, so the same may be tried again."""


def is_postgresql(url: str) -> bool:
    return url.partition("://")[0] in POSTGRESQL


def open_engine(url: str, metadata: MetaData) -> Engine:
    """An engine whose database has all tables. Raises DatabaseError."""
    read = _read_url(url)
    if read.drivername == "sqlite":
        _keep_private(str(read.database))
    engine = _engine(read)
    try:
        with engine.begin() as connection:
            _make_tables(connection, metadata)
    except DBAPIError as fault:
        engine.dispose()
        where = engine.url.render_as_string(hide_password=True)
        raise DatabaseError(f"{where} cannot be used: {_reason(fault)}") from fault
    return engine


def _read_url(url: str) -> URL:
    try:
        read = make_url(url)
    except (ArgumentError, ValueError) as fault:
        raise DatabaseError(
            "that is no database URL; one looks like postgresql://user@host/name"
        ) from fault
    if is_postgresql(url):
        return read.set(drivername="postgresql+psycopg")
    if read.drivername != "sqlite":
        raise DatabaseError(
            f"{read.drivername} is no database for tables: use SQLite or PostgreSQL"
        )
    if read.database in (None, "", ":memory:"):
        raise DatabaseError("tables are kept in a file: give SQLite a file name")
    if "?" in url:
        raise DatabaseError("a file of tables has no '?' in its name")
    return read


def _keep_private(file: str) -> None:
    """A new file is its owner's alone: it holds the secrets of running tables."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError:
        return  # what is wrong with it is said when it is opened


def _engine(url: URL) -> Engine:
    """Its faults do not tell what was to be written: that may be a seed or a hand."""
    if url.drivername == "sqlite":
        engine = create_engine(
            url,
            pool_size=MOST_CONNECTIONS,
            max_overflow=0,
            hide_parameters=True,
            connect_args={"timeout": PATIENCE_SECONDS},
        )
        event.listen(engine, "connect", _make_sqlite_safe)
        return engine
    try:
        return create_engine(
            url,
            pool_size=MOST_CONNECTIONS,
            max_overflow=0,
            hide_parameters=True,
            pool_pre_ping=True,
            connect_args={"connect_timeout": PATIENCE_SECONDS, **KEEP_ALIVE},
        )
    except ModuleNotFoundError as fault:
        raise DatabaseError("PostgreSQL needs: pip install 'paperboat[postgres]'") from fault


def _make_sqlite_safe(connection: Any, _: Any) -> None:
    """Whole events after a kill or a power cut, and readers that do not wait for writers."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _make_tables(connection: Connection, metadata: MetaData) -> None:
    """Makes what is missing, once, even if several processes start at the same moment."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": SCHEMA_LOCK})
    else:
        # The driver begins no transaction for CREATE; this takes the file's lock beforehand.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    metadata.create_all(connection)


def _reason(fault: DBAPIError) -> str:
    """The driver's own first line, without the address it begins with."""
    lines = str(fault.orig).strip().splitlines() or ["no reason given"]
    return lines[0].rpartition("failed: ")[2].removeprefix("FATAL:").strip().rstrip(".")
