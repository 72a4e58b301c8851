"""Open SQLAlchemy engines for SQLite files and PostgreSQL servers, and create missing tables."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, MetaData, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.schema import CreateColumn

from companion.storage.sqlite_file import FileFault, check_integrity, check_schema, check_writable

POSTGRESQL: Final = frozenset({"postgres", "postgresql", "postgresql+psycopg"})
MAX_CONNECTIONS: Final = 16
PATIENCE_SECONDS: Final = 3
"""How long an act waits for the database before the phone is asked to retry."""
CONNECT_SECONDS: Final = 10
# Notices within half a minute that a server has vanished.
KEEP_ALIVE: Final = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 4}
SCHEMA_LOCK: Final = 7_270_627
"""Any number: the PostgreSQL lock that a process holds while it creates tables."""


class DatabaseError(Exception):
    """The database cannot be used; the message says why in one sentence."""


class DatabaseUnavailable(DatabaseError):
    """The database server does not answer, but may do so later."""


class StoreUnavailable(Exception):
    """The database does not answer now. Nothing was stored, so the caller may try again."""


def is_postgresql(url: str) -> bool:
    return url.partition("://")[0] in POSTGRESQL


def file_url(file: str) -> str:
    """The URL of a SQLite file, whose name may hold any characters."""
    return URL.create("sqlite", database=file).render_as_string()


def sqlite_file(url: str) -> Path | None:
    """The file behind a URL; None for PostgreSQL. Raises DatabaseError for an invalid URL."""
    parsed = _parse_url(url)
    return Path(str(parsed.database)) if parsed.drivername == "sqlite" else None


def display_name(url: str) -> str:
    """The database for messages: the name of its file, or its URL without the password."""
    file = sqlite_file(url)
    return str(file) if file else make_url(url).render_as_string(hide_password=True)


def check_file(url: str) -> None:
    """Raise DatabaseError for a SQLite file that is damaged or read-only."""
    file = sqlite_file(url)
    if file is not None:
        try:
            check_writable(file)
            check_integrity(file)
        except FileFault as fault:
            raise DatabaseError(f"{file} cannot be used: {fault}") from fault


def open_engine(url: str, metadata: MetaData) -> Engine:
    """Connect and create missing tables and columns.

    Raises DatabaseError, and never changes a file of another program.
    """
    parsed = _parse_url(url)
    file = sqlite_file(url)
    try:
        if file is not None:
            check_writable(file)
            check_schema(file, metadata)
            _create_private(str(file))
        engine = _engine(parsed)
        try:
            with engine.begin() as connection:
                _create_tables(connection, metadata)
        except BaseException:
            engine.dispose()
            raise
    except FileFault as fault:
        raise DatabaseError(f"{display_name(url)} cannot be used: {fault}") from fault
    except DBAPIError as fault:
        away = file is None and isinstance(fault, OperationalError)
        kind = DatabaseUnavailable if away else DatabaseError
        raise kind(f"{display_name(url)} cannot be used: {_reason(fault)}") from fault
    return engine


def _parse_url(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as fault:
        raise DatabaseError(
            "that is not a database URL; one looks like postgresql://user@host/name"
        ) from fault
    if is_postgresql(url):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername != "sqlite":
        raise DatabaseError(f"{parsed.drivername} cannot hold tables: use SQLite or PostgreSQL")
    if parsed.database in (None, "", ":memory:"):
        raise DatabaseError("tables are kept in a file: give SQLite a file name")
    if "?" in url:
        raise DatabaseError("a file of tables has no '?' in its name")
    return parsed


def _create_private(file: str) -> None:
    """Create the file readable for its owner only: it holds the secrets of running tables."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError:
        return  # opening the file reports what is wrong with it


def _engine(url: URL) -> Engine:
    """An engine whose errors hide statement parameters: those may be a seed or a hand."""
    if url.drivername == "sqlite":
        engine = create_engine(
            url,
            pool_size=MAX_CONNECTIONS,
            max_overflow=0,
            pool_timeout=PATIENCE_SECONDS,
            hide_parameters=True,
            connect_args={"timeout": PATIENCE_SECONDS},
        )
        event.listen(engine, "connect", _configure_sqlite)
        return engine
    try:
        return create_engine(
            url,
            pool_size=MAX_CONNECTIONS,
            max_overflow=0,
            pool_timeout=PATIENCE_SECONDS,
            hide_parameters=True,
            pool_pre_ping=True,
            connect_args={"connect_timeout": CONNECT_SECONDS, **KEEP_ALIVE},
        )
    except ModuleNotFoundError as fault:
        raise DatabaseError("PostgreSQL needs: pip install 'paperboat[postgres]'") from fault


def _configure_sqlite(connection: Any, _: Any) -> None:
    """Survive kills and power cuts without half events, and let readers work beside a writer."""
    # Undecodable text in a damaged row must break one table, not look like a database failure.
    connection.text_factory = _decode
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    # Deleted data is overwritten at once, without rewriting the whole file.
    cursor.execute("PRAGMA secure_delete=ON")
    cursor.close()


def _decode(stored: bytes) -> str:
    return stored.decode("utf-8", "replace")


def _create_tables(connection: Connection, metadata: MetaData) -> None:
    """Create what is missing; a lock keeps processes that start together from doing so twice."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": SCHEMA_LOCK})
    else:
        # The driver begins no transaction for CREATE, so take the file's lock explicitly.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    metadata.create_all(connection)
    _add_columns(connection, metadata)


def _add_columns(connection: Connection, metadata: MetaData) -> None:
    """Add the columns that tables of an earlier version lack, with their defaults.

    Raises FileFault for a table of another program.
    """
    inspector = inspect(connection)
    views = inspector.get_view_names()
    for table in metadata.sorted_tables:
        if table.name in views:
            raise FileFault(f"'{table.name}' in it is a view, not a table")
        known = {column["name"] for column in inspector.get_columns(table.name)}
        for column in table.columns:
            if column.name in known:
                continue
            if column.server_default is None:
                raise FileFault(f"its table '{table.name}' has no column '{column.name}'")
            definition = CreateColumn(column).compile(dialect=connection.dialect)
            connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {definition}")


def _reason(fault: DBAPIError) -> str:
    """The first line of the driver's message, without the address it begins with."""
    lines = str(fault.orig).strip().splitlines() or ["no reason given"]
    return lines[0].rpartition("failed: ")[2].removeprefix("FATAL:").strip().rstrip(".")
