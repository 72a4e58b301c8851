"""Start the companion, or the proof of a game, as users do, on a port of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.postgres import free_port

CARDS: Final = Path(__file__).parent / "sample" / "cards"
START_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class Server:
    port: int
    process: subprocess.Popen[bytes]

    def kill(self) -> None:
        """Kill every process at once, as a power cut does."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def running(database: str, *options: str, port: int = 0) -> Iterator[Server]:
    """A server that answers; it is stopped in the end unless it has been killed."""
    port = port or free_port()
    command = [sys.executable, "-m", "companion", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--db", database, "--cards", str(CARDS), *options]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as process:
        server = Server(port, process)
        try:
            _wait_for(server)
            yield server
        finally:
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(15)
                except subprocess.TimeoutExpired:
                    server.kill()
                    raise


@contextmanager
def watching(game: str, cards: Path) -> Iterator[str]:
    """The address of the proof that `printgen watch` shows."""
    port = free_port()
    command = [sys.executable, "-m", "printgen", "watch", game, "--cards", str(cards)]
    command += ["--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            _wait_for(Server(port, process))
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(15)
    assert not is_open(port), "the server stops with the command"


def _wait_for(server: Server) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if server.process.poll() is not None:
            raise RuntimeError(f"the server ended with {server.process.returncode}")
        if is_open(server.port):
            return
        time.sleep(0.02)
    raise TimeoutError("the server does not answer")


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
