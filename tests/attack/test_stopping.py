"""Stopped builds leave no process, no traceback and no incomplete file."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pypdf
import pytest

from printgen.catalog.builtin import builtin_cards
from tests.attack.conftest import Cases

SAMPLE = Path(__file__).parents[1] / "sample" / "cards"
TOKEN = "PAPERBOAT_TEST_TOKEN"
PATIENCE = 60.0
FOREIGN = ("holiday.mp4.part", "harbour/download.part", "harbour/svg/notes.1.part")

# Only Linux lists the environment of other processes; CI runs on it.
pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="reads /proc")


class Run:
    """A running build and every process that it started."""

    def __init__(self, folder: Path, *options: str, command: str = "build") -> None:
        self.token = uuid.uuid4().hex
        arguments = [command]
        if command == "build":
            arguments += ["--cards", str(SAMPLE), "--jobs", "2", "--out", str(folder / "out")]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "printgen", *arguments, *options],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, TOKEN: self.token},
            start_new_session=True,
        )

    def processes(self) -> list[int]:
        return [int(entry.name) for entry in Path("/proc").iterdir() if self._is_ours(entry)]

    def _is_ours(self, entry: Path) -> bool:
        if not entry.name.isdigit():
            return False
        try:
            # A zombie has no environment any more.
            return self.token.encode() in (entry / "environ").read_bytes()
        except OSError:
            return False

    def wait_for_workers(self) -> None:
        """Waits until both workers run, or the build is over."""
        deadline = time.monotonic() + PATIENCE
        while len(self.processes()) < 3 and self.process.poll() is None:
            assert time.monotonic() < deadline, "no workers"
            time.sleep(0.01)

    def wait_for_handlers(self) -> None:
        """Waits until the command handles signals: before that, Python itself is still starting."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None and not self._handles(signal.SIGTERM):
            assert time.monotonic() < deadline, "no handlers"
            time.sleep(0.01)

    def _handles(self, number: signal.Signals) -> bool:
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        caught = next(line for line in status.splitlines() if line.startswith("SigCgt:"))
        return bool(int(caught.split()[1], 16) >> (number - 1) & 1)

    def signal(self, number: signal.Signals) -> None:
        """Sends Ctrl-C to the whole group, as a terminal does, and other signals to the command.
        A build that is over gets none: its process id may be somebody else's by now."""
        if self.process.poll() is not None:
            return
        if number == signal.SIGINT:
            os.killpg(self.process.pid, number)
        else:
            self.process.send_signal(number)

    def end(self) -> str:
        """Waits for all processes and returns what was printed; fails if one is left."""
        # Whoever holds the pipe's other end is still running.
        try:
            printed, _ = self.process.communicate(timeout=PATIENCE)
        finally:
            left = self.processes()
            for pid in left:
                os.kill(pid, signal.SIGKILL)
        assert not left, "processes were left behind"
        return printed


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    for name in FOREIGN:
        file = tmp_path / "out" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"somebody else's")
    yield tmp_path
    shutil.rmtree(tmp_path, ignore_errors=True)


def judge_files(out: Path) -> None:
    parts = {file.relative_to(out).as_posix() for file in out.rglob("*.part")}
    assert parts == set(FOREIGN)
    for pdf in out.rglob("*.pdf"):
        assert len(pypdf.PdfReader(pdf).pages) > 0
    for svg in out.rglob("*.svg"):
        assert svg.read_text(encoding="utf-8").rstrip().endswith("</svg>")


def stop(folder: Path, number: signal.Signals, delay: float, *options: str) -> None:
    run = Run(folder, "--format", "pdf,svg,png", "--dpi", "50", *options)
    if "1" in options:
        run.wait_for_handlers()
    else:
        run.wait_for_workers()
    time.sleep(delay)
    run.signal(number)
    printed = run.end()
    assert run.process.returncode in (0, 128 + number), printed
    assert "Traceback" not in printed, printed
    assert "ignored" not in printed, printed
    if run.process.returncode and (printed or any((folder / "out").rglob("*.svg"))):
        # A command that is stopped while it starts has nothing to say.
        assert "finished files are kept" in printed
    judge_files(folder / "out")


def attack(folder: Path, cases: Cases, tries: int, *options: str) -> None:
    chance = random.Random(tries)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        for _ in range(tries):
            delay = chance.uniform(0, 1.5)
            shutil.rmtree(folder / "out" / "harbour" / "svg", ignore_errors=True)
            (folder / "out" / "harbour" / ".printgen.json").unlink(missing_ok=True)
            for name in FOREIGN:
                (folder / "out" / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / "out" / name).touch()
            with cases.case(f"{number.name} after {delay:.2f} s {options}"):
                stop(folder, number, delay, *options)


def test_stopping_a_build(folder: Path, cases: Cases) -> None:
    """Ctrl-C, SIGTERM and SIGHUP end a build with its workers, and only its own unfinished files
    are removed."""
    attack(folder, cases, 1)


@pytest.mark.long
@pytest.mark.parametrize("options", [(), ("--jobs", "1")], ids=["two jobs", "one job"])
def test_stopping_many_builds(folder: Path, cases: Cases, options: tuple[str, ...]) -> None:
    """The same at many moments, with workers and without."""
    attack(folder, cases, 10, *options)


def test_stopping_a_check(folder: Path) -> None:
    """Ctrl-C ends a check with its workers. All complete games take seconds: the check cannot be
    over before the signal arrives."""
    run = Run(folder, "--cards", str(builtin_cards()), command="check")
    run.wait_for_workers()
    run.signal(signal.SIGINT)
    assert "Traceback" not in run.end()
    assert run.process.returncode == 130


STOPPED_EARLY = """
import os, signal, time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from printgen.build.workers import _call, _start_worker
from printgen.signals import signals_blocked

def begin():
    os.kill(os.getpid(), signal.SIGTERM)
    _start_worker()
    time.sleep(0.1)

pool = ProcessPoolExecutor(1, initializer=begin)
with signals_blocked():
    future = pool.submit(_call, int, 7)
try:
    future.result()
except BrokenProcessPool:
    print("stopped")
"""


def test_stopping_a_worker_that_has_just_started() -> None:
    """A worker that is stopped before it is ready ends without a traceback."""
    done = subprocess.run(
        [sys.executable, "-c", STOPPED_EARLY],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (done.stdout, done.stderr) == ("stopped\n", "")


def test_a_killed_command_takes_its_workers_along(folder: Path) -> None:
    """Workers end when the command is killed and cannot stop them."""
    run = Run(folder, "--format", "png")
    run.wait_for_workers()
    run.signal(signal.SIGKILL)
    run.end()


def test_a_killed_worker(folder: Path) -> None:
    """A worker that the system kills is reported in a sentence."""
    run = Run(folder, "--format", "png")
    run.wait_for_workers()
    worker = max(set(run.processes()) - {run.process.pid})
    os.kill(worker, signal.SIGKILL)
    printed = run.end()
    assert run.process.returncode == 2
    assert "a worker process was killed" in printed
    assert "Traceback" not in printed


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_out_folder_that_cannot_be_written(folder: Path, jobs: str) -> None:
    """An unwritable --out ends the command, though its output goes into a pipe."""
    run = Run(folder, "--out", "/dev/null/x", "--jobs", jobs)
    printed = run.end()
    assert run.process.returncode == 2
    assert "error: /dev/null/x/harbour: Not a directory" in printed
    assert "Traceback" not in printed


def test_a_reader_that_goes_away(folder: Path) -> None:
    """`printgen … | head` ends without a traceback."""
    command = f"'{sys.executable}' -m printgen schema | head -c 10; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, capture_output=True, text=True, timeout=PATIENCE
    )
    assert "Traceback" not in done.stderr


def test_signals_are_handled_before_anything_is_imported() -> None:
    """Ctrl-C at the very start prints no traceback: only `signal` is imported before."""
    code = "import sys; sys.path.insert(0, sys.argv[1]); import printgen.start\n"
    code += "print({'typing', 'contextlib', 'os', 'gc', 'click'} & {*sys.modules} - before)\n"
    code = "import sys; before = {*sys.modules}\n" + code
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(Path(__file__).parents[2])],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "set()\n"
