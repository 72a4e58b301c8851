"""Real servers with real streams, and what remains after a kill."""

from __future__ import annotations

import http.client
import itertools
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.cli.address import announce_when_up, local_address
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.rooms import Rooms
from companion.storage.store import Store
from companion.table.model import Start
from companion.web.access import HOST
from tests.postgres import free_port
from tests.serving import CARDS, START_SECONDS, Server, is_open, running

SOON = 20.0
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Hosted(NamedTuple):
    """A table and the cookie of its host."""

    code: str
    token: str


def new_table(database: str) -> Hosted:
    store = Store(database)
    table = Hosted(*Rooms(store, Broadcaster()).open("harbour", Start({}, {})))
    store.close()
    return table


@contextmanager
def asking(server: Server) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON)
    try:
        yield connection
    finally:
        connection.close()


def act(server: Server, table: Hosted, name: str) -> int:
    """Send an act that increases a counter; return the status."""
    form = urlencode({"id": f"act-{name:0>8}", "kind": "count", "counter": "gold", "by": 1})
    with asking(server) as connection:
        host = {"Cookie": f"{HOST}{table.code}={table.token}"}
        connection.request("POST", f"/t/{table.code}", form, {**FORM, **host})
        answer = connection.getresponse()
        answer.read()
        return answer.status


@contextmanager
def listening(server: Server, code: str, last: int = 0) -> Iterator[Iterator[str]]:
    """The lines of a table's stream, without empty ones."""
    with asking(server) as connection:
        connection.request("GET", f"/t/{code}/live", headers={"Last-Event-ID": str(last)})
        answer = connection.getresponse()
        assert answer.status == http.client.OK
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        lines = (line.decode().strip() for line in iter(answer.readline, b""))
        with answer:
            yield (line for line in lines if line)


def test_two_servers_share_their_tables(postgresql_database: str) -> None:
    """An act on one server reaches a stream of another."""
    table = new_table(postgresql_database)
    with (
        running(postgresql_database) as here,
        running(postgresql_database, "--workers", "2") as there,
        listening(there, table.code) as news,
    ):
        assert next(news) == "retry: 2000"
        for number in range(1, 4):
            assert act(here, table, str(number)) == http.client.SEE_OTHER
            assert next(news) == f"id: {number}"
            assert next(news) == f"data: {number}"
            # A stream of any of the workers begins with what was missed.
            with listening(there, table.code, number - 1) as late:
                assert list(itertools.islice(late, 2)) == ["retry: 2000", f"id: {number}"]


def test_a_server_speaks_http(tmp_path: Path) -> None:
    """Pages, forms, cookies, files and limits pass the gateway unchanged."""
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    table = new_table(database)
    with running(database) as server, asking(server) as connection:
        connection.request("GET", f"/t/{table.code}/revision")
        assert connection.getresponse().read().strip() == b'{"revision":0}'
        assert act(server, table, "1") == http.client.SEE_OTHER
        connection.request("HEAD", f"/t/{table.code}/revision", headers={"Cookie": "a=1; b=ü"})
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (http.client.OK, b"")
        connection.request("GET", "/static/companion.css")
        answer = connection.getresponse()
        assert answer.headers["Content-Type"].startswith("text/css")
        assert len(answer.read()) == int(answer.headers["Content-Length"])
        connection.request("GET", "/games/%C3%BC%2F?x=%C3%BC")
        answer = connection.getresponse()
        assert answer.status == http.client.NOT_FOUND
        answer.read()
        connection.request("POST", f"/t/{table.code}", b"x" * 3_000_000, FORM)
        assert connection.getresponse().status == http.client.REQUEST_ENTITY_TOO_LARGE


def test_an_act_that_arrives_in_part_is_not_performed(tmp_path: Path) -> None:
    """An act whose connection breaks halfway is not performed and can be sent again."""
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    table = new_table(database)
    form = b"id=act-00000001&kind=count&counter=gold&by=10"
    head = f"POST /t/{table.code} HTTP/1.1\r\nHost: x\r\nCookie: {HOST}{table.code}={table.token}"
    head += f"\r\nContent-Type: {FORM['Content-Type']}\r\nContent-Length: {len(form)}\r\n\r\n"
    with running(database) as server:
        with socket.create_connection(("127.0.0.1", server.port), timeout=SOON) as line:
            line.sendall(head.encode() + form[:-1])
            line.shutdown(socket.SHUT_WR)
            line.recv(1)  # an answer, or the end: by now it was read
        with socket.create_connection(("127.0.0.1", server.port), timeout=SOON) as line:
            line.sendall(head.encode() + form)
            assert b" 303 " in line.recv(100)
    store = Store(database)
    assert [event.data["by"] for event in store.log(table.code)] == [10]
    store.close()


def test_the_address_is_printed_once_the_server_responds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The address is printed and opened once the server responds, not while a port only listens."""
    port = free_port()
    opened: list[tuple[str, str]] = []
    monkeypatch.setattr("click.launch", lambda url: opened.append((url, capsys.readouterr().out)))
    waiting = announce_when_up("0.0.0.0", port, browse=True)
    with socket.create_server(("127.0.0.1", port)) as server:
        line, _ = server.accept()
        line.recv(1000)
        assert not opened
        assert capsys.readouterr().out == ""
        line.sendall(b"HTTP/1.0 200 OK\r\n\r\n")
        line.close()
        waiting.join(SOON)
    ((url, printed),) = opened
    assert url == f"http://127.0.0.1:{port}"
    assert f":{port}  (Ctrl-C stops it)" in printed


def test_ipv6_addresses(tmp_path: Path) -> None:
    """A server on IPv6 prints an address that can be typed, and recognises local requests."""
    assert local_address("::1") == "[::1]"
    assert local_address("::") == local_address("0.0.0.0")
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        # No package brings it: a kernel has it or has not, and everything else runs without it.
        pytest.skip("no IPv6 on this machine")
    port = free_port()
    command = [sys.executable, "-m", "companion", "--host", "::1", "--port", str(port)]
    command += ["--db", str(tmp_path / "t.sqlite"), "--cards", str(CARDS)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            end = time.monotonic() + START_SECONDS
            while _refuses("::1", port):
                assert time.monotonic() < end
                time.sleep(0.05)
            connection = http.client.HTTPConnection("::1", port, timeout=SOON)
            connection.request("GET", "/results/players/delete?name=Ann")
            assert connection.getresponse().status == http.client.OK
            connection.close()
        finally:
            process.terminate()


def _refuses(address: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6) as probe:
        return probe.connect_ex((address, port)) != 0


def test_phones_may_disconnect(tmp_path: Path) -> None:
    """Phones that disconnect disturb no others and do not delay stopping."""
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    table = new_table(database)
    with running(database) as server, listening(server, table.code) as stays:
        assert next(stays) == "retry: 2000"
        for _ in range(20):
            with listening(server, table.code) as leaves:
                next(leaves)
        for number in range(1, 4):
            assert act(server, table, str(number)) == http.client.SEE_OTHER
            assert next(stays) == f"id: {number}"
            next(stays)
        again = ["--cards", str(CARDS), "--host", "127.0.0.1", "--port", str(server.port)]
        second = CliRunner().invoke(main, [*again, "--db", str(tmp_path / "other.sqlite")])
        assert second.exit_code == 2
        assert f"127.0.0.1:{server.port} cannot be used" in second.stderr
        server.process.terminate()
        assert server.process.wait(SOON) == 0


def test_a_killed_command_leaves_no_server_behind(tmp_path: Path) -> None:
    """Killing the command stops its server processes."""
    with running(f"sqlite:///{tmp_path}/tables.sqlite") as server:
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        end = time.monotonic() + SOON
        while is_open(server.port) and time.monotonic() < end:
            time.sleep(0.02)
        assert not is_open(server.port)


def test_every_answered_act_is_there_once_after_kills(database: str, tmp_path: Path) -> None:
    """Kills at any moment neither lose nor repeat an answered act."""
    table = new_table(database)
    port = free_port()
    answered: set[str] = set()
    dice = random.Random(7)
    for life in range(2):
        with running(database, port=port) as server:
            phones = [
                threading.Thread(target=play, args=(server, table, f"{life}-{phone}", answered))
                for phone in range(3)
            ]
            for phone in phones:
                phone.start()
            time.sleep(dice.random())  # any moment will do, once an act was answered
            end, before = time.monotonic() + START_SECONDS, len(answered)
            while len(answered) == before and time.monotonic() < end:
                time.sleep(0.01)
            server.kill()
            for phone in phones:
                phone.join()
    store = Store(database)
    room = Rooms(store, Broadcaster()).room(table.code)
    store.close()
    assert room is not None
    stored = [event.id for event in room.log]
    assert answered
    assert len(stored) == len(set(stored))
    assert answered <= set(stored)
    assert [event.number for event in room.log] == list(range(1, len(stored) + 1))
    assert room.table.counters["gold"] == len(stored)
    if database.startswith("sqlite"):
        with sqlite3.connect(tmp_path / "tables.sqlite") as file:
            assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        file.close()


def play(server: Server, table: Hosted, who: str, answered: set[str]) -> None:
    """Act until the server stops answering, retrying each act once as a phone on a bad connection
    does."""
    for turn in range(10_000):
        name = f"{who}-{turn}"
        try:
            done = act(server, table, name) == http.client.SEE_OTHER
            if done:
                answered.add(f"act-{name:0>8}")
            act(server, table, name)
        except (OSError, http.client.HTTPException):
            return


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--workers", "2"), "--workers needs PostgreSQL"),
        (("--db", "postgresql://me@127.0.0.1:1/tables"), "cannot be used"),
        (("--db", "oracle://me@here/tables"), "use SQLite or PostgreSQL"),
    ],
)
def test_wrong_options_are_explained_in_one_sentence(
    options: tuple[str, str], words: str, tmp_path: Path
) -> None:
    """A mistake in the command's options is explained in one sentence."""
    common = ["--cards", str(CARDS), "--db", str(tmp_path / "t.sqlite")]
    answer = CliRunner().invoke(main, [*common, *options])
    assert answer.exit_code == 2
    assert answer.stderr.startswith("error: ")
    assert answer.stderr.count("\n") == 1
    assert words in answer.stderr
    assert answer.stdout == ""
