"""Impossible entries on score sheets, with reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.games.data.sheet import kind_field, line_fields, number_in, sizes_in
from companion.games.score import Fault, Field, Sheet, range_fault
from companion.language.messages import say
from printgen.catalog.play.model import ScoreLine, SetsLine


def faults_of(lines: Sequence[ScoreLine], sheets: Mapping[str, Sheet]) -> Iterator[Fault]:
    for line in lines:
        for field in line_fields(line):
            yield from _out_of_range(field, sheets)
            yield from _too_many(field, _printed(line, field), sheets)


def _printed(line: ScoreLine, field: Field) -> int | None:
    """The number that exists for all players together, if known."""
    if isinstance(line, SetsLine):
        found = (kind.copies for kind in line.kinds if kind_field(line, kind) == field.id)
        return next(found) or None
    return line.about.printed


def _entries(field: Field, sheet: Sheet) -> list[int]:
    if field.kind == "rows":
        return sizes_in(sheet, field.id)
    if field.kind == "flag":
        return [1] if sheet.get(field.id) is True else []
    return [number_in(sheet, field.id)] if type(sheet.get(field.id)) is int else []


def _out_of_range(field: Field, sheets: Mapping[str, Sheet]) -> Iterator[Fault]:
    for seat, sheet in sheets.items():
        for count in _entries(field, sheet) if field.kind != "flag" else ():
            message = range_fault(field, count)
            if message is not None:
                yield Fault(seat, field.id, message)


def _too_many(field: Field, printed: int | None, sheets: Mapping[str, Sheet]) -> Iterator[Fault]:
    counts = {seat: sum(_entries(field, sheet)) for seat, sheet in sheets.items()}
    total = sum(counts.values())
    if printed is None or total <= printed:
        return
    line = field.title
    message = say(
        "{line}: {total} in all, but there are only {count}", line=line, total=total, count=printed
    )
    if field.kind == "flag":
        message = say(
            "{line}: {total} players, but only {count} can have it",
            line=line,
            total=total,
            count=printed,
        )
    for seat, count in counts.items():
        if count:
            yield Fault(seat, field.id, message)
