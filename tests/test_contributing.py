"""The files and commands that contributors use."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
PACKAGE = re.compile(r"^[\w.-]+")
PINNED = re.compile(r"^([\w.-]+)==[\w.]+( ; .+)?$")


def normal(name: str) -> str:
    """A package's name in the spelling of PEP 503."""
    return re.sub(r"[-_.]+", "-", name).lower()


def makefile_targets() -> set[str]:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.+)$", text, flags=re.MULTILINE)
    return set(phony.split())


def test_constraints_pin_every_dependency() -> None:
    """constraints.txt pins each package that pyproject.toml asks for, and names no index."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    matches = [PINNED.match(line) for line in lines]
    assert [line for line, match in zip(lines, matches, strict=True) if match is None] == []
    pinned = {normal(match[1]) for match in matches if match}
    needed = {normal(match[0]) for item in wanted if (match := PACKAGE.match(item))}
    assert needed - pinned == {project["name"]}  # an extra that includes another one


@pytest.mark.skipif(sys.platform == "win32", reason="make is not part of Windows")
def test_make_help_lists_every_target() -> None:
    """`make help` describes each target of the Makefile."""
    # Under `make test`, make would otherwise begin with a line that names its directory.
    command = ["make", "--no-print-directory", "help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert {line.split()[0] for line in done.stdout.splitlines()} == makefile_targets()


def test_contributing_names_real_targets() -> None:
    """Each `make` command in CONTRIBUTING.md exists."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\bmake ([a-z]+)`", text)) <= makefile_targets()


@pytest.mark.skipif(sys.platform == "win32", reason="the hook is a shell script")
@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("Store the score breakdown with the result\n\nThe reasons follow.\n", 0),
        ("# a comment of git\n" + "x" * 72 + "\n", 0),
        ("x" * 73 + "\n", 1),
        ("Store the score breakdown.\n", 1),
    ],
)
def test_commit_subject_hook(message: str, code: int, tmp_path: Path) -> None:
    """The hook refuses subjects that are longer than 72 characters or end with a full stop."""
    file = tmp_path / "COMMIT_EDITMSG"
    file.write_text(message, encoding="utf-8")
    done = subprocess.run([ROOT / ".ci" / "commit-subject", file], check=False, capture_output=True)
    assert done.returncode == code


@pytest.mark.parametrize(
    "file", sorted((ROOT / ".github").rglob("*.yml")), ids=lambda file: file.name
)
def test_hosted_files_are_valid_yaml(file: Path) -> None:
    """GitHub's forms and workflows can be read."""
    assert isinstance(yaml.safe_load(file.read_text(encoding="utf-8")), dict)
