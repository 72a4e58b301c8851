"""Summarise a build or a check."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from printgen.build.request import Built, Outcome


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


def preflight_text(games: Sequence[str], warnings: int) -> str:
    found = _count(warnings, "warning") if warnings else "no problems found"
    return f"{', '.join(games)}: {found}."
