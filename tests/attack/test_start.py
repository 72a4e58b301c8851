"""The printed address can be opened as soon as it is printed."""

from __future__ import annotations

import http.client
import subprocess
import sys
from pathlib import Path

import pytest

from tests.postgres import free_port
from tests.serving import CARDS


def connect_at_once(file: Path) -> None:
    port = free_port()
    command = [sys.executable, "-u", "-m", "companion", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--db", str(file), "--cards", str(CARDS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            line = next(line for line in server.stdout if "http://" in line)
            assert f"http://127.0.0.1:{port}" in line
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/")
            assert connection.getresponse().status == http.client.OK
            connection.close()
        finally:
            server.terminate()


def test_the_printed_address_answers(tmp_path: Path) -> None:
    """The address is printed once the server accepts connections."""
    connect_at_once(tmp_path / "tables.db")


@pytest.mark.long
@pytest.mark.parametrize("_round", range(20))
def test_the_printed_address_answers_every_time(_round: int, tmp_path: Path) -> None:
    """The address is printed once the server accepts connections, twenty times out of twenty."""
    connect_at_once(tmp_path / "tables.db")
