"""Run the printgen command in forks of a process that has loaded its modules.

Each call is a process of its own, with its own memory, limits and exit code. Loading the modules
takes longer than most calls, so they are loaded only once.
"""

from __future__ import annotations

import json
import os
import pkgutil
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

MAX_MEMORY: Final = 3_000_000_000
MAX_CPU_SECONDS: Final = 15
"""Limits, so that a failing call does not exhaust the machine."""
MAX_SECONDS: Final = 60
"""A call that hangs uses no processor time: the clock ends it."""
STREAMS: Final = ("stdout", "stderr")


class Done(NamedTuple):
    code: int
    stdout: str
    stderr: str
    cpu_s: float
    memory_mb: float

    @property
    def printed(self) -> str:
        return self.stdout + self.stderr


class Forks:
    """The process that forks, and the calls that it is asked for."""

    def __init__(self, process: subprocess.Popen[str], output: Path) -> None:
        self._process = process
        self._output = output

    def run(self, folder: Path, *arguments: str | bytes) -> Done:
        """Run the command in a folder, with settings of its own inside it."""
        call = [str(folder), str(self._output), *map(os.fsdecode, arguments)]
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(call), file=self._process.stdin, flush=True)
        code, cpu_s, memory_mb = json.loads(self._process.stdout.readline())
        stdout, stderr = (
            (self._output / name).read_text(encoding="utf-8", errors="replace") for name in STREAMS
        )
        return Done(code, stdout, stderr, cpu_s, memory_mb)


@contextmanager
def forks() -> Iterator[Forks]:
    command = [sys.executable, "-m", "tests.forked"]
    with (
        TemporaryDirectory() as output,
        subprocess.Popen(
            command,
            cwd=Path(__file__).parents[1],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        yield Forks(process, Path(output))


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_SECONDS, MAX_CPU_SECONDS))


def _become_the_command(folder: str, output: str, arguments: list[str]) -> None:
    from printgen.start import main

    os.chdir(folder)
    os.environ["XDG_CONFIG_HOME"] = str(Path(folder, "config"))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for to, name in enumerate(STREAMS, 1):
        os.dup2(os.open(Path(output, name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC), to)
    _limit()
    sys.argv = ["printgen", *arguments]
    main()


def _serve() -> None:
    import printgen

    for module in pkgutil.walk_packages(printgen.__path__, "printgen."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    for line in sys.stdin:
        folder, output, *arguments = json.loads(line)
        child = os.fork()
        if child == 0:
            _become_the_command(folder, output, arguments)
        timer = threading.Timer(MAX_SECONDS, os.kill, (child, signal.SIGKILL))
        timer.start()
        _, status, used = os.wait4(child, 0)
        timer.cancel()
        timer.join()  # a fork must find no other thread
        cpu_s = used.ru_utime + used.ru_stime
        print(
            json.dumps([os.waitstatus_to_exitcode(status), cpu_s, used.ru_maxrss / 1024]),
            flush=True,
        )


if __name__ == "__main__":
    _serve()
