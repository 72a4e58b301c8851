"""The line of phases: each folder imports only from its left."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINE = ["errors", "typeface", "frame", "colour", "catalog", "draw", "sheet", "export", "check"]
LINE += ["build", "cli", "start", "__main__"]
FILES = sorted((ROOT / "printgen").rglob("*.py"))


def phase(dotted: list[str]) -> int:
    return LINE.index(dotted[1]) if len(dotted) > 1 else -1


def imported(tree: ast.AST) -> list[list[str]]:
    names: list[list[str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            head = node.module.split(".")
            names += [[*head, alias.name] if len(head) == 1 else head for alias in node.names]
        elif isinstance(node, ast.Import):
            names += [alias.name.split(".") for alias in node.names]
    return names


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_imports_point_left(file: Path) -> None:
    """This test ensures that no phase of printgen knows a later one, nor the companion."""
    here = file.relative_to(ROOT).with_suffix("").parts
    if here == ("printgen", "__init__"):
        return
    for name in imported(ast.parse(file.read_text(encoding="utf-8"))):
        assert name[0] != "companion"
        if name[0] == "printgen" and len(name) > 1:
            assert phase(name) <= phase(list(here)), ".".join(name)


def test_only_the_command_prints() -> None:
    """This test ensures that libraries raise and return, and never speak or exit."""
    for file in FILES:
        if "cli" in file.parts or file.name == "__main__.py":
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert called not in ("print", "sys.exit", "exit", "click.echo"), file


# What a table is made of, from left to right; `web` stands on all of it, the command on the web.
COMPANION = ["words", "seedwords", "chance", "table.model", "games", "table", "stage", "charts"]
PURE = set(COMPANION)
OUTSIDE = {"flask", "flask_babel", "sqlalchemy", "time", "datetime", "random", "secrets", "os"}
OUTSIDE |= {"threading", "socket", "pathlib", "granian"}
COMPANION_FILES = sorted((ROOT / "companion").rglob("*.py"))


def place(dotted: list[str]) -> int | None:
    """Where a module of the companion stands in the line; nothing for what is not pure."""
    names = (".".join(dotted[1:3]), dotted[1] if len(dotted) > 1 else "")
    return next((COMPANION.index(name) for name in names if name in PURE), None)


@pytest.mark.parametrize("file", COMPANION_FILES, ids=lambda f: f.relative_to(ROOT).as_posix())
def test_rules_and_tables_are_pure(file: Path) -> None:
    """This test ensures that rules and tables know no clock, file, network or page, and that
    nothing beneath the pages knows the pages."""
    here = list(file.relative_to(ROOT).with_suffix("").parts)
    names = imported(ast.parse(file.read_text(encoding="utf-8")))
    if here[1] not in ("web", "app", "cli", "serve", "gateway", "__main__"):
        assert not [name for name in names if name[:2] == ["companion", "web"]]
    own = place(here)
    if own is None:
        return
    for name in names:
        assert name[0] not in OUTSIDE, ".".join(name)
        if name[0] == "companion" and len(name) > 1:
            other = place(name)
            assert other is not None, ".".join(name)
            assert other <= own, ".".join(name)
