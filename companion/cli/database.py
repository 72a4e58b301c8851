"""The database that the command is given, checked before the server starts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from printgen.errors import CallError


@contextmanager
def converting_errors() -> Iterator[None]:
    """Turn a DatabaseError into a CallError."""
    from companion.storage.database import DatabaseError

    try:
        yield
    except DatabaseError as fault:
        raise CallError(str(fault)) from fault


def check_workers(url: str, workers: int) -> None:
    from companion.storage.database import is_postgresql

    if workers > 1 and not is_postgresql(url):
        raise CallError(
            "--workers needs PostgreSQL (--db postgresql://user@host/name): "
            "a SQLite file is for one process"
        )


def check_database(url: str) -> None:
    """Open the database before the server starts, so that a mistake is reported in one sentence."""
    from companion.storage.database import check_file
    from companion.storage.store import Store

    check_file(url)
    Store(url).close()


def database_url(given: str | None) -> str:
    """The given URL, or that of the given SQLite file; by default a file in the data folder."""
    from companion.storage.database import file_url

    if given and "://" in given:
        return given
    if given is None:
        from platformdirs import user_data_path

        folder = user_data_path("paperboat")
        folder.mkdir(parents=True, exist_ok=True)
        given = str(folder / "companion.sqlite")
    return file_url(given)
