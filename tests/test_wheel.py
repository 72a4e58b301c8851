"""The wheel: built, installed in an empty environment elsewhere, printed from and played with."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import pypdf
import pytest

from tests.postgres import free_port
from tests.serving import START_SECONDS

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (made,) = folder.glob("*.whl")
    return made


def test_games_and_templates_travel_in_the_wheel(wheel: Path) -> None:
    """Nothing a built-in game needs is left behind, and nothing more."""
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("cards", "templates"):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                assert f"printgen/data/{file.relative_to(ROOT).as_posix()}" in names
    assert {"printgen/py.typed", "companion/py.typed"} <= names
    assert not any(name.startswith(("tests/", "output/")) for name in names)


def run(command: Sequence[object], folder: Path, **variables: Path) -> str:
    """Return what a command printed, as people call it in a folder of theirs."""
    names = {name: str(value) for name, value in variables.items()}
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env={**os.environ, **names},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def try_commands(programs: Path, folder: Path) -> None:
    """Print a game that comes along and one of our own, and open the companion, from an empty
    folder."""
    assert run([programs / "printgen", "--version"], folder).endswith(f"{version('paperboat')}\n")
    run([programs / "printgen", "build", "river-dragons"], folder)
    made = folder / "output" / "river-dragons" / "river-dragons-action-cards-a4-duplex.pdf"
    assert len(pypdf.PdfReader(made).pages) == 20
    run([programs / "printgen", "new", "Lantern Road", "--with", "cards"], folder)
    run([programs / "printgen", "build", "lantern-road"], folder)
    assert (folder / "output" / "lantern-road" / "lantern-road-cards-a4-duplex.pdf").is_file()
    port = free_port()
    command = [programs / "companion", "--host", "127.0.0.1", "--port", port]
    database = f"sqlite:///{folder}/tables.sqlite"
    with subprocess.Popen(
        [*map(str, command), "--db", database], cwd=folder, stdout=subprocess.DEVNULL
    ) as process:
        try:
            page = _first_page(f"http://127.0.0.1:{port}/")
        finally:
            process.terminate()
    assert "Lantern Road" in page


def _first_page(address: str) -> str:
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(address, timeout=START_SECONDS) as answer:
                return str(answer.read().decode())
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def test_uv_installs_both_commands(wheel: Path, tmp_path: Path) -> None:
    """`uv tool install` gives everything that printing and playing needs."""
    away, programs = tmp_path / "away", tmp_path / "bin"
    away.mkdir()
    run(
        ["uv", "tool", "install", "--quiet", "--python", sys.executable, wheel],
        tmp_path,
        UV_TOOL_DIR=tmp_path / "tools",
        UV_TOOL_BIN_DIR=programs,
        PATH=Path(f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"),
    )
    try_commands(programs, away)


@pytest.mark.long
def test_pipx_installs_both_commands(wheel: Path, tmp_path: Path) -> None:
    """`pipx install` does too; uv fetches pipx."""
    away, programs = tmp_path / "away", tmp_path / "bin"
    away.mkdir()
    run(
        ["uvx", "pipx", "install", "--quiet", "--python", sys.executable, wheel],
        tmp_path,
        PIPX_HOME=tmp_path / "home",
        PIPX_BIN_DIR=programs,
        PATH=Path(f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"),
    )
    try_commands(programs, away)
