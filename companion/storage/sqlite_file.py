"""Check, lock, compact and back up the SQLite file that holds the tables."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Final
from urllib.parse import quote

from sqlalchemy import MetaData

LOCK: Final = "-lock"
PART: Final = ".part"
LARGE_BYTES: Final = 64 * 1024 * 1024
"""Larger files get a quick check: comparing indexes as well would take twice as long."""
MUCH_UNUSED: Final = 0.25
BACKUP_PAGES: Final = 4096  # per step; a server can write between two steps


class FileFault(Exception):
    """The file cannot be used; the message says why in one sentence without naming the file."""


def check_schema(file: Path, metadata: MetaData) -> None:
    """Raise FileFault unless the file is empty or has our tables. Writes nothing."""
    if not file.exists() or not file.stat().st_size:
        return
    with _open_read_only(file) as connection:
        found = dict(connection.execute("SELECT name, type FROM sqlite_master").fetchall())
        ours = [table for table in metadata.sorted_tables if table.name in found]
        if not ours and "table" in found.values():
            raise FileFault("it is a database of another program")
        for table in ours:
            if found[table.name] != "table":
                raise FileFault(f"'{table.name}' in it is a {found[table.name]}, not a table")
            query = "SELECT name FROM pragma_table_info(?)"
            names = {row[0] for row in connection.execute(query, (table.name,))}
            missing = [
                c.name for c in table.columns if c.name not in names and not c.server_default
            ]
            if missing:
                raise FileFault(f"its table '{table.name}' has no column '{missing[0]}'")


def check_writable(file: Path) -> None:
    """Raise FileFault for a file that may only be read."""
    if not file.exists():
        return
    if not _is_writable(file):
        raise FileFault("it is read-only")
    if not _is_writable(file.parent):
        raise FileFault("its folder is read-only")


def _is_writable(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def check_integrity(file: Path) -> None:
    """Raise FileFault for a damaged file. Writes nothing."""
    if not file.exists() or not file.stat().st_size:
        return
    with _open_read_only(file) as connection:
        large = file.stat().st_size > LARGE_BYTES
        check = "PRAGMA quick_check(1)" if large else "PRAGMA integrity_check(1)"
        (report,) = connection.execute(check).fetchone()
    if report != "ok":
        first = str(report).strip().splitlines()[-1]
        raise FileFault(f"it is damaged ({first}); nothing in it was changed, so restore a backup")


@contextmanager
def _open_read_only(file: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection, which does not even clean up the WAL when it is closed."""
    try:
        with closing(sqlite3.connect(_read_only_uri(file), uri=True)) as connection:
            yield connection
    except sqlite3.Error as fault:
        raise FileFault(f"{fault}; nothing in it was changed") from fault


def _read_only_uri(file: Path) -> str:
    return f"file:{quote(str(file.resolve()))}?mode=ro"


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Lock the file for one server. The lock ends with the process, however it ends.

    Raises FileFault if another server holds it.
    """
    path = Path(f"{file.resolve()}{LOCK}")
    while True:
        try:
            lock = path.open("a")
        except OSError as fault:
            raise FileFault(f"it cannot be locked ({fault.strerror})") from fault
        try:
            _acquire(lock)
        except OSError as fault:
            lock.close()
            raise FileFault("another companion is using it; stop that one first") from fault
        if _is_same(lock, path):
            break
        lock.close()  # the previous server has just removed it
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()
        lock.close()


def _acquire(lock: IO[str]) -> None:
    """Raise OSError if another process holds the lock."""
    try:
        import fcntl
    except ModuleNotFoundError:
        import msvcrt

        msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        return
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_same(lock: IO[str], path: Path) -> bool:
    """Whether the locked file is still the one that other processes would open."""
    try:
        return os.path.samestat(os.fstat(lock.fileno()), path.stat())
    except OSError:
        return False


def compact(file: Path) -> None:
    """Merge the WAL into the file, and shrink the file if much of it is unused.

    Call it only when no process uses the file any more.
    """
    if not file.exists():
        return
    with suppress(sqlite3.Error), closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (free,) = connection.execute("PRAGMA freelist_count").fetchone()
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        if free > pages * MUCH_UNUSED:
            connection.execute("VACUUM")


def back_up(file: Path, target: Path) -> None:
    """Copy the file, even while a server writes to it; the copy is complete in itself.

    Raises FileFault.
    """
    part = target.with_name(target.name + PART)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600))
        with _open_read_only(file) as source, closing(sqlite3.connect(part)) as copy:
            source.backup(copy, pages=BACKUP_PAGES)
            copy.execute("PRAGMA journal_mode=DELETE")
        check_integrity(part)
        part.replace(target)
    except OSError as fault:
        raise FileFault(f"{target} cannot be written ({fault.strerror})") from fault
    finally:
        part.unlink(missing_ok=True)
