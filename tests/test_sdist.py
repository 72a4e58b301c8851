from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
PARTS = ("printgen", "companion", "cards", "templates", "docs", "tests", ".ci", ".github")
FILES = (
    *("Makefile", "babel.cfg", "constraints.txt", "pyproject.toml", "README.md", "LICENSE"),
    *("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"),
    *(".editorconfig", ".pre-commit-config.yaml"),
)


def test_the_sdist_is_complete(tmp_path: Path) -> None:
    """The archive contains every file of the program, its tests and its contributor tools."""
    subprocess.run(
        [sys.executable, "-m", "build", "--sdist", "--outdir", str(tmp_path), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    (unpacked,) = (folder for folder in tmp_path.iterdir() if folder.is_dir())
    wanted = set(FILES) | {
        file.relative_to(ROOT).as_posix()
        for part in PARTS
        for file in (ROOT / part).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".pyc"
    }
    packed_files = {
        file.relative_to(unpacked).as_posix() for file in unpacked.rglob("*") if file.is_file()
    }
    assert wanted - packed_files == set()
    assert (unpacked / ".ci" / "run").stat().st_mode & 0o100
