"""The wheel: built, installed in an empty environment elsewhere, and printed from."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pypdf
import pytest

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


def test_a_game_prints_from_the_installed_wheel(wheel: Path, tmp_path: Path) -> None:
    """`pip install` alone gives both commands and a printed game."""
    home = tmp_path / "environment"
    venv.create(home)
    scripts = home / ("Scripts" if sys.platform == "win32" else "bin")
    # The pip of this environment installs into the other one: to install pip there, and to compile
    # modules that are never imported, takes as long as all the rest.
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--python", str(scripts / "python")),
            *("install", "--quiet", "--no-compile", str(wheel)),
        ],
        check=True,
        capture_output=True,
    )
    away = tmp_path / "away"
    away.mkdir()
    done = subprocess.run(
        [str(scripts / "printgen"), "build", "river-dragons"],
        cwd=away,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    made = away / "output" / "river-dragons" / "river-dragons-action-cards-a4-duplex.pdf"
    assert len(pypdf.PdfReader(made).pages) == 20
    helped = subprocess.run(
        [str(scripts / "companion"), "--help"], capture_output=True, text=True, check=True
    )
    assert "--port" in helped.stdout
