"""Slow request bodies time out soon and do not block other requests."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.serving import Server, running

SOON = 30.0
SLOW = 16
END_SECONDS = 25.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(str(tmp_path_factory.mktemp("bodies") / "tables.db")) as started:
        yield started


def slow_body(server: Server, path: str, size: int) -> socket.socket:
    """A request that announces a body but sends only its beginning."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=SOON)
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n"
    head += "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    line.sendall(head.encode() + b"text=")
    return line


def verify(server: Server) -> float:
    """How long it takes to have a record checked."""
    start = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/verify", "text=nothing", form)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert answer.status == http.client.OK
    return time.monotonic() - start


@pytest.mark.parametrize(("path", "size"), [("/verify", 8_000_000), ("/t/BCDFGH", 60_000)])
def test_slow_bodies_block_nobody(server: Server, path: str, size: int) -> None:
    """While sixteen bodies trickle in, a record is checked at once; then the slow requests are
    rejected."""
    with ExitStack() as stack:
        alone = verify(server)
        lines = [stack.enter_context(slow_body(server, path, size)) for _ in range(SLOW)]
        start = time.monotonic()
        assert verify(server) < max(5.0, 5 * alone)
        while time.monotonic() - start < END_SECONDS and lines:
            time.sleep(0.5)
            for line in tuple(lines):
                try:
                    line.sendall(b"x")
                    line.setblocking(False)
                    printed = line.recv(100)
                    assert not printed or b" 408 " in printed
                    lines.remove(line)
                except BlockingIOError:
                    line.settimeout(SOON)
                except OSError:
                    lines.remove(line)
        assert not lines
