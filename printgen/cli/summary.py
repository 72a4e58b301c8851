"""Summarise a build or a check."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from printgen.build.causes import Cause
from printgen.build.request import Built, Outcome
from printgen.errors import Findings
from printgen.terminal import echo_line


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def summary_text(outcome: Outcome, out: Path, *, verbose: bool) -> str:
    lines = [_line(built, out, verbose=verbose) for built in outcome.built]
    files = sum(len(built.files) for built in outcome.built)
    pages = sum(built.pages for built in outcome.built)
    made = sum(not built.unchanged for built in outcome.built)
    unchanged = len(outcome.built) - made
    total = f"{_count(files, 'file')}, {_count(pages, 'page')} in {out}"
    state = f" ({made} built, {unchanged} unchanged)" if unchanged else ""
    return "\n".join([*lines, total + state])


def _line(built: Built, out: Path, *, verbose: bool) -> str:
    unit = built.unit
    folder = out / unit.game
    names = sorted(built.files)
    about = f"{_count(built.pieces, 'piece')} on {_count(built.pages, 'page')}"
    if verbose or len(names) <= 2:
        written = ", ".join(str(folder / name) for name in names)
    else:
        written = f"{len(names)} files in {folder}"
    return f"{unit.game} {unit.name}: {about}: {written}"


def preflight_text(games: Sequence[str], causes: Sequence[Cause]) -> str:
    errors = sum(cause.example.is_error for cause in causes)
    counts = {"error": errors, "warning": len(causes) - errors}
    found = [_count(number, thing) for thing, number in counts.items() if number]
    return f"{', '.join(games)}: {' and '.join(found) or 'no problems found'}."


def inferred_text(cards: Path, templates: Path, games: Sequence[str]) -> str:
    """Return a line for each table whose columns are not declared, with their inferred types."""
    from printgen.catalog.infer import describe_column
    from printgen.catalog.load import load_game

    lines = []
    for name in games:
        game = load_game(name, cards, templates, Findings())
        for table in game.tables.values() if game else ():
            if table.is_inferred:
                types = ", ".join(f"{c.name}: {describe_column(c)}" for c in table.columns)
                lines.append(f"{table.file}: inferred {types}\n")
    return "".join(lines)


def print_causes(causes: Sequence[Cause]) -> None:
    """Print a line for each cause on the error stream, warnings first."""
    for cause in sorted(causes, key=lambda cause: cause.example.is_error):
        kind = "error" if cause.example.is_error else "warning"
        echo_line(f"{kind}: {cause}", err=True)


def causes_json(causes: Sequence[Cause]) -> str:
    import json

    return json.dumps([cause.as_json() for cause in causes], indent=2, ensure_ascii=False)
