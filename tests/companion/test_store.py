"""The store writes complete events on both databases, and explains its errors."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path

import msgspec
import psycopg
import pytest
from msgspec.structs import replace
from sqlalchemy import QueuePool, event, text

from companion.rooms.broadcaster import Broadcaster
from companion.rooms.rooms import Rooms
from companion.storage.database import DatabaseError, StoreUnavailable, is_postgresql
from companion.storage.rows import StoredTable
from companion.storage.store import NumberTaken, Store
from companion.table.model import Act, Event, Start
from companion.table.phone_changes import GiveSeat
from tests.postgres import free_port

TABLE = StoredTable("BCDFGH", "harbour", b"seed", "host", '{"decks":{},"dice":{}}')
COUNTED = {"counter": "gold", "by": 1}

# A file as the first version wrote it, with one event.
OLD = """
CREATE TABLE tables (
  code VARCHAR(16) NOT NULL, game VARCHAR(60) NOT NULL, seed BLOB NOT NULL,
  host VARCHAR(64) NOT NULL, start TEXT NOT NULL, opened FLOAT NOT NULL, PRIMARY KEY (code));
CREATE TABLE events (
  code VARCHAR(16) NOT NULL, number INTEGER NOT NULL, id VARCHAR(80) NOT NULL,
  kind VARCHAR(40) NOT NULL, seat VARCHAR(40), data TEXT NOT NULL, result TEXT NOT NULL,
  at FLOAT NOT NULL, PRIMARY KEY (code, number), UNIQUE (code, id),
  FOREIGN KEY(code) REFERENCES tables (code) ON DELETE CASCADE);
CREATE TABLE phones (
  code VARCHAR(16) NOT NULL, token VARCHAR(64) NOT NULL, seat VARCHAR(40) NOT NULL,
  PRIMARY KEY (code, token, seat),
  FOREIGN KEY(code) REFERENCES tables (code) ON DELETE CASCADE);
INSERT INTO tables VALUES
  ('BCDFGH', 'harbour', x'00', 'host', '{"decks":{"goods":["a"]},"dice":{"d6":["1","2"]}}', 1.0);
INSERT INTO events VALUES
  ('BCDFGH', 1, 'act-1', 'count', NULL, '{"counter":"gold","by":3}', '{}', 1.0);
"""


def untimed(events: list[Event] | None) -> list[Event]:
    """Stored events without their times."""
    return [msgspec.structs.replace(event, at=None) for event in events or ()]


def made(number: int, name: str = "") -> Event:
    return Event(number, name or f"act-{number}", "join", None, COUNTED, {"seat": f"s{number}"})


def test_a_file_of_the_first_version_opens(tmp_path: Path) -> None:
    """Tables of the first version can be opened and continued."""
    file = tmp_path / "old.sqlite"
    old = sqlite3.connect(file)
    old.executescript(OLD)
    old.close()
    store = Store(f"sqlite:///{file}")
    rooms = Rooms(store, Broadcaster())
    rooms.act("BCDFGH", Act("act-2", "count", None, COUNTED), host=False)
    room = rooms.room("BCDFGH")
    store.close()
    assert room is not None
    assert room.table.counters == {"gold": 4}
    assert room.table.pieces == {"goods": ("a",)}


def test_a_number_is_given_once(store: Store) -> None:
    """Neither an event number nor an act's id is stored twice."""
    store.open_table(TABLE)
    store.append(TABLE.code, made(1))
    for second in (made(1, "other"), made(2, "act-1")):
        with pytest.raises(NumberTaken):
            store.append(TABLE.code, second)
    assert untimed(store.log(TABLE.code)) == [made(1)]
    assert store.revisions([TABLE.code, "BBBBBB"]) == {TABLE.code: 1}


def test_a_seat_is_given_with_its_event_or_not_at_all(store: Store) -> None:
    """A seat and its phone are stored together or not at all."""
    store.open_table(TABLE)
    store.append(TABLE.code, made(1), "phone", GiveSeat("s1"))
    with pytest.raises(NumberTaken):
        store.append(TABLE.code, made(1, "other"), "thief", GiveSeat("s1"))
    assert [(held.seat, held.token) for held in store.holders(TABLE.code)] == [("s1", "phone")]


def test_new_events_of_a_deleted_table(store: Store) -> None:
    """A deleted table is not confused with a new one of the same code."""
    store.open_table(TABLE)
    assert store.new_events(TABLE, 0) == []
    store.append(TABLE.code, made(1))
    store.append(TABLE.code, made(2))
    assert untimed(store.new_events(TABLE, 1)) == [made(2)]
    store.delete_table(TABLE.code)
    assert store.new_events(TABLE, 0) is None
    store.open_table(StoredTable(TABLE.code, "harbour", b"another", "host", TABLE.start))
    assert store.new_events(TABLE, 0) is None


def test_a_code_is_given_once(store: Store) -> None:
    """Two tables never share a code."""
    assert store.open_table(TABLE)
    assert not store.open_table(TABLE)


def test_many_may_open_a_new_database_at_once(database: str) -> None:
    """Processes that start together can all open a new database."""
    faults: list[Exception] = []
    gate = threading.Barrier(8)

    def start() -> None:
        gate.wait()
        try:
            Store(database).close()
        except Exception as fault:
            faults.append(fault)

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults


def test_a_writer_waits_for_another_program(tmp_path: Path) -> None:
    """A backup or a database browser only delays an act."""
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    store.open_table(TABLE)
    other = sqlite3.connect(tmp_path / "tables.sqlite", check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.3, other.rollback)
    release.start()
    store.append(TABLE.code, made(1))
    release.join()
    other.close()
    assert untimed(store.log(TABLE.code)) == [made(1)]
    store.close()


def test_a_permanent_lock_raises_store_unavailable(tmp_path: Path) -> None:
    """A permanent lock raises StoreUnavailable, not the driver's error."""
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    store.open_table(TABLE)
    store.engine.dispose()
    event.listen(store.engine, "connect", lambda raw, _: raw.execute("PRAGMA busy_timeout=20"))
    other = sqlite3.connect(tmp_path / "tables.sqlite")
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable):
        store.append(TABLE.code, made(1))
    other.close()
    store.append(TABLE.code, made(1))
    store.close()


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    """Other users of the machine cannot read a new file."""
    file = tmp_path / "tables.sqlite"
    store = Store(f"sqlite:///{file}")
    store.open_table(TABLE)
    assert {path.stat().st_mode & 0o077 for path in tmp_path.iterdir()} == {0}
    store.close()


def test_a_full_disk_keeps_nothing_half(tmp_path: Path) -> None:
    """On a full disk an act is refused completely, and the error does not quote its data."""
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    store.open_table(TABLE)
    store.engine.dispose()
    most = "PRAGMA max_page_count=12"
    event.listen(store.engine, "connect", lambda raw, _: raw.execute(most))
    large = replace(made(1), result={"seat": "secret" * 10_000})
    with pytest.raises(StoreUnavailable) as fault:
        store.append(TABLE.code, large, "phone")
    assert "full" in str(fault.value.__cause__)
    assert "secret" not in str(fault.value.__cause__)
    assert store.log(TABLE.code) == []
    store.engine.dispose()
    most = "PRAGMA max_page_count=1000000"
    store.append(TABLE.code, large, "phone")
    assert untimed(store.log(TABLE.code)) == [large]
    store.close()


def test_a_database_that_only_reads_is_away(postgresql_database: str) -> None:
    """A read-only server raises StoreUnavailable."""
    store = Store(postgresql_database)
    store.open_table(TABLE)
    store.engine.dispose()
    event.listen(store.engine, "connect", lambda raw, _: setattr(raw, "read_only", True))
    with pytest.raises(StoreUnavailable):
        store.append(TABLE.code, made(1))
    store.close()


def test_connections_that_the_server_ended_are_made_again(postgresql_database: str) -> None:
    """After a restart of the database, connections are made again."""
    store = Store(postgresql_database)
    store.open_table(TABLE)
    with psycopg.connect(postgresql_database) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
    store.append(TABLE.code, made(1))
    assert untimed(store.log(TABLE.code)) == [made(1)]
    store.close()


def test_closing_waits_for_work_in_the_background(database: str) -> None:
    """Work in the background is finished before the pool is emptied, and leaves no connection."""
    store = Store(database)
    finished: list[bool] = []

    def work() -> None:
        time.sleep(0.1)
        finished.append(store.table("NOTABL") is None)

    store.in_background(work)
    store.close()
    assert finished == [True]
    assert isinstance(store.engine.pool, QueuePool)
    assert store.engine.pool.checkedin() == 0


@pytest.mark.usefixtures("waiting_for_the_disk")
def test_events_are_flushed(database: str, store: Store) -> None:
    """An event is on the disk when its act is answered."""
    with store.engine.connect() as connection:
        if is_postgresql(database):
            kept = connection.execute(text("SHOW synchronous_commit")).scalar()
            assert kept == "on"
        else:
            assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
            full = 2
            assert connection.execute(text("PRAGMA synchronous")).scalar() == full


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://me@here:port/tables", "not a database URL"),
        ("mysql://me@here/tables", "use SQLite or PostgreSQL"),
        ("sqlite://", "a file name"),
        ("sqlite:///what?.sqlite", "no '\\?'"),
        ("sqlite:////no/such/folder/tables.sqlite", "unable to open"),
    ],
)
def test_a_wrong_url_is_one_sentence(url: str, words: str) -> None:
    """A mistake in --db is explained in one line."""
    with pytest.raises(DatabaseError, match=words) as fault:
        Store(url)
    assert "\n" not in str(fault.value)


def test_a_server_that_is_not_there_is_one_sentence() -> None:
    """An unreachable database server is named without its password."""
    with pytest.raises(DatabaseError, match="cannot be used") as fault:
        Store(f"postgresql://me:secret@127.0.0.1:{free_port()}/tables")
    assert "\n" not in str(fault.value)
    assert "secret" not in str(fault.value)


def test_a_database_that_is_not_there_is_one_sentence(postgresql_server: str) -> None:
    """A missing database is reported with the server's reason."""
    with pytest.raises(DatabaseError, match='database "nowhere" does not exist') as fault:
        Store(postgresql_server.replace("/postgres", "/nowhere"))
    assert "\n" not in str(fault.value)


def test_a_file_that_is_not_a_database(tmp_path: Path) -> None:
    """A file that is not a database is named and left alone."""
    file = tmp_path / "cards.csv"
    file.write_text("id,title\n" * 200, encoding="utf-8")
    with pytest.raises(DatabaseError, match=r"cards\.csv cannot be used: file is not a database"):
        Store(f"sqlite:///{file}")
    assert file.read_text(encoding="utf-8") == "id,title\n" * 200


def test_both_ways_to_write_postgresql(postgresql_database: str) -> None:
    """A PostgreSQL URL works with and without the driver's name."""
    for scheme in ("postgresql", "postgresql+psycopg", "postgres"):
        url = postgresql_database.replace("postgresql", scheme, 1)
        store = Store(url)
        code, _ = Rooms(store, Broadcaster()).open("harbour", Start({}, {}))
        assert store.table(code) is not None
        store.close()
