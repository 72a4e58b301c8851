"""Storage under attack: stops, copies, foreign and damaged files, locks, and databases away."""

from __future__ import annotations

import http.client
import logging
import os
import pwd
import random
import shutil
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

import psycopg
import pytest
from click.testing import CliRunner

from companion.app import create_app
from companion.cli import main
from companion.cli.database import check_database, database_url
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.rooms import Rooms
from companion.storage.database import DatabaseError, check_file, file_url, sqlite_file
from companion.storage.store import Store
from companion.table.model import Act, Start
from companion.web.access import HOST
from printgen.catalog.builtin import builtin_templates
from tests.companion.evenings import Evening
from tests.postgres import Postgresql, find_programs, free_port, postgresql
from tests.serving import CARDS, Server, is_open, running

SOON = 30.0
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
COUNT = {"counter": "gold", "by": 1}
EVENTS = 23


class Host:
    """A table and the phone of its host."""

    def __init__(self, database: str) -> None:
        store = Store(database)
        self.code, self.token = Rooms(store, Broadcaster()).open("harbour", Start({}, {}))
        store.close()

    def act(self, server: Server, name: str) -> tuple[int, str | None]:
        """The status of the response, and its Retry-After."""
        form = urlencode({"id": f"act-{name:0>8}", "kind": "count", **COUNT})
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON)
        headers = {**FORM, "Cookie": f"{HOST}{self.code}={self.token}"}
        connection.request("POST", f"/t/{self.code}", form, headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status, answer.headers["Retry-After"]


def seconds_to_get(server: Server, path: str) -> float:
    start = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert answer.status == http.client.OK
    return time.monotonic() - start


def count_events(file: Path) -> int:
    connection = sqlite3.connect(file)
    (count,) = connection.execute("SELECT count(*) FROM events").fetchone()
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
    return int(count)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_the_file_alone_holds_everything(stop: signal.Signals, tmp_path: Path) -> None:
    """After a clean stop nothing lies beside the file, and a copy of it has every event; while the
    server runs, a backup is whole and a second server is refused."""
    file = tmp_path / "tables.db"
    host = Host(file_url(str(file)))
    with running(str(file)) as server:
        for number in range(EVENTS):
            assert host.act(server, str(number))[0] == http.client.SEE_OTHER
        backup = CliRunner().invoke(main, ["backup", str(tmp_path / "copy.db"), "--db", str(file)])
        assert (backup.exit_code, backup.stderr) == (0, "")
        assert count_events(tmp_path / "copy.db") == EVENTS
        assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0
        other = ["--db", f"{tmp_path}/./tables.db", "--port", str(free_port())]
        second = CliRunner().invoke(main, [*other, "--host", "127.0.0.1", "--cards", str(CARDS)])
        assert second.exit_code == 2
        assert second.stderr.count("\n") == 1
        assert "another companion is using it" in second.stderr
        server.process.send_signal(stop)
        assert server.process.wait(SOON) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "tables.db"]
    shutil.copy(file, tmp_path / "alone.db")
    assert count_events(tmp_path / "alone.db") == EVENTS


def test_a_killed_server_leaves_no_lock(tmp_path: Path) -> None:
    """A server that was killed does not keep the next one from starting."""
    file = tmp_path / "tables.db"
    host = Host(file_url(str(file)))
    with running(str(file)) as server:
        host.act(server, "1")
        server.kill()
    with running(str(file)) as server:
        assert host.act(server, "2")[0] == http.client.SEE_OTHER
    assert count_events(file) == 2


def test_a_backup_while_everybody_acts(tmp_path: Path) -> None:
    """A backup taken between two acts contains a prefix of every log."""
    file = tmp_path / "tables.db"
    store = Store(file_url(str(file)))
    rooms = Rooms(store, Broadcaster())
    code, _ = rooms.open("harbour", Start({}, {}))
    stop = threading.Event()

    def play() -> None:
        for number in range(10_000):
            if stop.is_set():
                return
            rooms.act(code, Act(f"act-{number:06}", "count", None, COUNT), host=True)

    player = threading.Thread(target=play)
    player.start()
    for number in range(5):
        target = tmp_path / f"copy-{number}.db"
        answer = CliRunner().invoke(main, ["backup", str(target), "--db", str(file)])
        assert (answer.exit_code, answer.stderr) == (0, "")
        copy = sqlite3.connect(target)
        numbers = [row[0] for row in copy.execute("SELECT number FROM events ORDER BY number")]
        copy.close()
        assert numbers == list(range(1, len(numbers) + 1))
    stop.set()
    player.join()
    store.close()
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("target", "words"),
    [("tables.db", "is the database itself"), ("notes.txt", "notes.txt cannot be used")],
)
def test_a_backup_replaces_only_a_backup(target: str, words: str, tmp_path: Path) -> None:
    """Neither the database nor somebody's own file is overwritten by a backup."""
    file = tmp_path / "tables.db"
    Store(file_url(str(file))).close()
    (tmp_path / "notes.txt").write_text("mine\n" * 500, encoding="utf-8")
    before = (tmp_path / target).read_bytes()
    answer = CliRunner().invoke(main, ["backup", str(tmp_path / target), "--db", str(file)])
    assert answer.exit_code == 2
    assert words in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert (tmp_path / target).read_bytes() == before


def test_postgresql_is_backed_up_by_its_own_program() -> None:
    """The message recommends pg_dump and does not print the password."""
    url = "postgresql://me:secret@127.0.0.1/tables"
    answer = CliRunner().invoke(main, ["backup", "copy.db", "--db", url])
    assert answer.exit_code == 2
    assert "pg_dump" in answer.stderr
    assert "secret" not in answer.stderr


def foreign(file: sqlite3.Connection) -> None:
    file.executescript("CREATE TABLE contacts (name TEXT); INSERT INTO contacts VALUES ('Ann');")


def without_column(file: sqlite3.Connection) -> None:
    file.executescript("DROP INDEX events_by_kind; ALTER TABLE events DROP COLUMN at;")


def with_view(file: sqlite3.Connection) -> None:
    file.executescript(
        "CREATE TABLE seated AS SELECT * FROM phones; DROP TABLE phones;"
        "CREATE VIEW phones AS SELECT * FROM seated;"
    )


@pytest.mark.parametrize(
    ("ours", "change", "words"),
    [
        (False, foreign, "it is a database of another program"),
        (True, without_column, "'events' has no column 'at'"),
        (True, with_view, "'phones' in it is a view, not a table"),
    ],
)
def test_another_file_is_refused_untouched(
    ours: bool, change: Callable[[sqlite3.Connection], None], words: str, tmp_path: Path
) -> None:
    """A file that is not our database is refused in one sentence with exit code 2 and left
    unchanged."""
    file = tmp_path / "tables.db"
    if ours:
        Store(file_url(str(file))).close()
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode=DELETE")
    change(connection)
    connection.close()
    before = file.read_bytes()
    assert words in refusal(file)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["tables.db"]


def refusal(file: Path) -> str:
    """What the command says when it does not start on a file."""
    common = ["--host", "127.0.0.1", "--port", str(free_port()), "--cards", str(CARDS)]
    answer = CliRunner().invoke(main, [*common, "--db", str(file)])
    assert answer.exit_code == 2, answer.output
    assert answer.stderr.count("\n") == 1
    assert answer.stdout == ""
    return answer.stderr


@contextmanager
def without_rights(*paths: Path) -> Iterator[None]:
    """Run as an ordinary user who owns these paths, because root may write anywhere."""
    if os.geteuid() != 0:
        yield
        return
    nobody = pwd.getpwnam("nobody")
    for path in paths:
        os.chown(path, nobody.pw_uid, nobody.pw_gid)
    os.seteuid(nobody.pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize(("name", "words"), [("tables.db", "it is"), ("", "its folder is")])
def test_what_is_read_only_is_refused(name: str, words: str) -> None:
    """A file or folder that may only be read is refused at the start, not at the first act."""
    with TemporaryDirectory() as folder:  # not below a folder that only root may enter
        file = Path(folder) / "tables.db"
        Store(file_url(str(file))).close()
        file.chmod(0o444 if name else 0o644)
        Path(folder).chmod(0o755 if name else 0o555)
        with without_rights(file, Path(folder)), pytest.raises(DatabaseError) as fault:
            check_database(file_url(str(file)))
        Path(folder).chmod(0o755)
    assert str(fault.value) == f"{file} cannot be used: {words} read-only"


def test_a_file_name_is_taken_literally(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """--db 'a%41.db' is that file, and not aA.db."""
    monkeypatch.chdir(tmp_path)
    for name in ("a%41.db", "a b?c#d.db", "ü%.db"):
        url = database_url(name)
        assert sqlite_file(url) == Path(name)
        Store(url).close()
        assert Path(name).exists()
    assert not Path("aA.db").exists()


PAGES = (
    *("", "/setup", "/play", "/tools", "/score", "/history", "/screen", "/revision"),
    *("/join.svg", "/record.json", "/result.png", "/setup.pdf"),
)


@pytest.fixture(scope="module")
def sound_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a few finished and running tables."""
    file = tmp_path_factory.mktemp("sound") / "tables.db"
    store = Store(file_url(str(file)))
    evening = Evening(store)
    for day in range(4):
        evening.play({"Ann": 9 + day, "Ben": 4}, day=day)
    code, seats = evening.open("Ann", "Ben")
    for _ in range(20):
        evening.act(code, "roll", seats[0], {"die": "d6", "count": 4})
    store.close()
    return file


def damaged(sound: Path, seed: int) -> bytes:
    """The file with some of its bytes overwritten, cut short, or exchanged."""
    dice = random.Random(seed)
    content = bytearray(sound.read_bytes())
    for _ in range(dice.randint(1, 4)):
        size = dice.choice((1, 4, 40, 400, 4096))
        place = dice.randrange(0, len(content) - size)
        how = dice.randrange(3)
        if how == 0:
            content[place : place + size] = dice.randbytes(size)
        elif how == 1:
            content[place : place + size] = bytes(size)
        else:
            other = dice.randrange(0, len(content) - size)
            content[place : place + size] = content[other : other + size]
    return bytes(content[: dice.randrange(len(content))] if seed % 8 == 7 else content)


def ask_everything(file: Path, codes: list[str]) -> None:
    """Request every page: whatever is wrong with one table, no page answers with a server error."""
    store = Store(file_url(str(file)))
    app = create_app(CARDS, builtin_templates(), store)
    asked = ["/", "/results", "/results.csv", "/results.json", "/api/v1/results"]
    asked += [f"/t/{code}{page}" for code in codes for page in PAGES]
    asked += [f"/results/{code}{end}" for code in codes for end in ("", ".csv", ".json")]
    asked += [f"/api/v1/tables/{code}" for code in codes]
    try:
        for path in asked:
            answer = app.test_client().get(path, base_url="http://127.0.0.1")
            assert answer.status_code < 500, path
    finally:
        store.close()


def fault_of(url: str) -> str | None:
    """The message of the start-up checks about a file, or None if it passes."""
    try:
        check_file(url)
        Store(url).close()
    except DatabaseError as fault:
        return str(fault)
    return None


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file(seed: int, sound_file: Path, tmp_path: Path) -> None:
    """A damaged file is either refused at the start and left as it is, or only the damaged tables
    fail."""
    logging.disable(logging.CRITICAL)
    connection = sqlite3.connect(sound_file)
    codes = [row[0] for row in connection.execute("SELECT code FROM tables")]
    connection.close()
    file = tmp_path / "tables.db"
    file.write_bytes(damaged(sound_file, seed))
    before = file.read_bytes()
    try:
        url = file_url(str(file))
        fault = fault_of(url)
        if fault is None:
            ask_everything(file, codes)
        else:
            assert "\n" not in fault
            assert file.read_bytes() == before
    finally:
        logging.disable(logging.NOTSET)


def test_damage_is_a_sentence_of_the_command(sound_file: Path, tmp_path: Path) -> None:
    """The command says that the file is damaged, and ends with code 2."""
    file = tmp_path / "tables.db"
    content = bytearray(sound_file.read_bytes())
    content[8192:20000] = bytes(20000 - 8192)
    file.write_bytes(content)
    assert "damaged" in refusal(file) or "malformed" in refusal(file)
    assert file.read_bytes() == bytes(content)


def test_a_locked_file_keeps_no_page_waiting(tmp_path: Path) -> None:
    """While another program locks the file, acts get a Retry-After within seconds, pages without
    storage answer at once, and every act is stored once in the end."""
    file = tmp_path / "tables.db"
    host = Host(file_url(str(file)))
    with running(str(file)) as server:
        assert host.act(server, "first")[0] == http.client.SEE_OTHER
        seconds_to_get(server, f"/t/{host.code}")
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        start = time.monotonic()
        with ThreadPoolExecutor(40) as phones:
            acts = [phones.submit(host.act, server, str(number)) for number in range(40)]
            time.sleep(0.5)
            assert seconds_to_get(server, "/offline") < 2
            assert seconds_to_get(server, f"/t/{host.code}") < 4
            answers = [act.result() for act in acts]
        assert time.monotonic() - start < 20
        assert {status for status, _ in answers} == {http.client.SERVICE_UNAVAILABLE}
        assert all(retry for _, retry in answers)
        other.close()
        with ThreadPoolExecutor(8) as phones:
            again = list(phones.map(lambda n: host.act(server, str(n))[0], range(40)))
        assert set(again) == {http.client.SEE_OTHER}
    assert count_events(file) == 41


@pytest.fixture(scope="module")
def own_postgresql() -> Iterator[Postgresql]:
    programs = find_programs()
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail("PostgreSQL is not installed")
        # A newcomer without root cannot be made to install a server; CI can, and fails above.
        pytest.skip("no PostgreSQL on this machine")
    with postgresql(programs, ("fsync=off",)) as server:
        yield server


def test_a_changed_table_in_postgresql_is_refused(own_postgresql: Postgresql) -> None:
    """A missing column and a view in place of a table are named on PostgreSQL too."""
    for number, (change, words) in enumerate(
        (
            ("ALTER TABLE events DROP COLUMN at", "'events' has no column 'at'"),
            ("ALTER TABLE phones RENAME TO x; CREATE VIEW phones AS SELECT * FROM x", "a view"),
        )
    ):
        url = f"{own_postgresql.url}?options=-csearch_path%3Dchanged{number}"
        with psycopg.connect(own_postgresql.url) as connection:
            connection.execute(f"CREATE SCHEMA changed{number}".encode())
        Store(url).close()
        with psycopg.connect(url) as connection:
            connection.execute(change.encode())
        with pytest.raises(DatabaseError, match=words):
            Store(url)


def children(process: int) -> set[int]:
    found = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True)
    return set(map(int, found.stdout.split()))


def listeners(server: Postgresql) -> int:
    """How many processes of a companion have opened the database and listen to each other."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
    with psycopg.connect(server.url) as connection:
        (count,) = connection.execute(query).fetchone() or (0,)
    return int(count)


def wait_for(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + SOON
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_a_worker_waits_for_its_database(own_postgresql: Postgresql) -> None:
    """A worker that starts while PostgreSQL is away waits for it, and the others stay."""
    host = Host(own_postgresql.url)
    with running(own_postgresql.url, "--workers", "2") as server:
        assert host.act(server, "1")[0] == http.client.SEE_OTHER
        wait_for(lambda: listeners(own_postgresql) == 2)
        before = children(server.process.pid)
        own_postgresql.stop()
        victim = min(before)
        os.kill(victim, signal.SIGKILL)
        wait_for(lambda: bool(children(server.process.pid) - before))
        new = children(server.process.pid) - before
        time.sleep(8)  # a worker that gave up would have taken the server along
        assert server.process.poll() is None
        assert is_open(server.port)
        own_postgresql.start()
        wait_for(lambda: host.act(server, "2")[0] == http.client.SEE_OTHER)
        wait_for(lambda: listeners(own_postgresql) == 2)
        assert new <= children(server.process.pid)
