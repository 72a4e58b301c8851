"""Measure one cold run of a command: seconds, memory, bytes.

This process must stay small while it measures: the system counts the memory of the parent
process as the command's own until it has loaded.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LIMIT_SECONDS: Final = 240.0
NOT_PASSED_ON: Final = frozenset({"PYTHONDONTWRITEBYTECODE"})


@dataclass(frozen=True, slots=True)
class Contender:
    """One program on one workload. `{out}` in its command is replaced by an empty folder."""

    name: str
    workload: str
    command: tuple[str, ...]
    note: str = ""
    writes: bool = True


@dataclass(frozen=True, slots=True)
class Run:
    seconds: float
    cpu_seconds: float
    memory_mb: float
    files: tuple[Path, ...]
    size_mb: float


class RunError(Exception):
    """A command failed; the message is its last line of output."""


def _peak_mb(max_rss: int) -> float:
    return max_rss / (1e6 if sys.platform == "darwin" else 1e3)


def child_environment(bytecode: Path) -> dict[str, str]:
    """Lets Python keep compiled modules, as it does for installed programs, in a given folder."""
    kept = {name: value for name, value in os.environ.items() if name not in NOT_PASSED_ON}
    return kept | {"PYTHONPYCACHEPREFIX": str(bytecode)}


def run_cold(contender: Contender, out: Path, environment: dict[str, str]) -> Run:
    """Starts the command in a new process with an empty folder to write into."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    command = [part.replace("{out}", str(out)) for part in contender.command]
    with tempfile.TemporaryFile() as words:
        start = time.perf_counter()
        child = subprocess.Popen(command, stdout=words, stderr=subprocess.STDOUT, env=environment)
        guard = threading.Timer(LIMIT_SECONDS, child.kill)
        guard.start()
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        guard.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            words.seek(0)
            printed = words.read().decode(errors="replace").strip().splitlines()
            late = f"stopped after {seconds:.0f} s" if seconds >= LIMIT_SECONDS else ""
            raise RunError(late or (printed[-1] if printed else f"exit code {child.returncode}"))
    files = tuple(sorted(path for path in out.rglob("*") if path.is_file()))
    if contender.writes and not files:
        raise RunError("it wrote nothing")
    size = sum(path.stat().st_size for path in files)
    return Run(
        seconds, usage.ru_utime + usage.ru_stime, _peak_mb(usage.ru_maxrss), files, size / 1e6
    )
