"""Score sheets from `score:` in game.yaml, and their entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.games.data.names import piece_name
from companion.games.data.options import applies
from companion.games.options import Options
from companion.games.score import Field, Sheet
from companion.language.messages import own_text, say
from printgen.catalog.play.model import (
    FlagLine,
    GroupsLine,
    MajorityLine,
    NumberLine,
    PieceType,
    Play,
    ScoreLine,
    SetsLine,
)


def applicable_lines(play: Play, options: Options, players: int) -> tuple[ScoreLine, ...]:
    return tuple(line for line in play.lines if applies(line.about.when, options, players))


def sheet_fields(play: Play, options: Options, players: int) -> tuple[Field, ...]:
    return tuple(
        field for line in applicable_lines(play, options, players) for field in line_fields(line)
    )


def line_fields(line: ScoreLine) -> Iterator[Field]:
    """The fields of a line; none if it compares the amounts of another line."""
    match line:
        case SetsLine():
            yield from _set_fields(line)
        case GroupsLine():
            yield _field(line, "rows", 1)
        case FlagLine():
            yield _field(line, "flag", 0)
        case NumberLine():
            yield _field(line, "number", line.least)
        case MajorityLine() if line.compare:
            return
        case _:
            yield _field(line, "number", 0)


def _field(line: ScoreLine, kind: Any, least: int) -> Field:
    about = line.about
    return Field(
        id=about.id,
        title=own_text(about.title),
        kind=kind,
        least=least,
        most=about.most,
        heading=own_text(about.heading) if about.heading else None,
        help=own_text(about.help) if about.help else None,
        face=about.face,
        columns=(say("Size"),) if kind == "rows" else (),
    )


def _set_fields(line: SetsLine) -> Iterator[Field]:
    about = line.about
    for order, kind in enumerate(line.kinds):
        first = order == 0
        yield Field(
            id=kind_field(line, kind),
            title=piece_name(kind),
            kind="number",
            most=largest_entry(line, kind),
            heading=own_text(about.title) if first else None,
            help=own_text(about.help) if first and about.help else None,
            face=kind.face,
        )


def largest_entry(line: SetsLine, kind: PieceType) -> int:
    return min(line.about.most, kind.copies or line.about.most)


def kind_field(line: SetsLine, kind: PieceType) -> str:
    return f"{line.about.id}.{kind.id}"


def number_in(sheet: Sheet, name: str) -> int:
    """The number in a field; 0 if it is missing."""
    value = sheet.get(name)
    return value if type(value) is int else 0


def sizes_in(sheet: Sheet, name: str) -> list[int]:
    """The group sizes in a field, the largest first; empty rows are skipped."""
    rows = sheet.get(name) or ()
    return sorted((row[0] for row in rows if row and type(row[0]) is int), reverse=True)


def amount_in(sheet: Sheet, line: ScoreLine, lines: Sequence[ScoreLine]) -> int:
    """A player's amount in a line: its number, all things of its sets, or its largest group."""
    match line:
        case SetsLine():
            return sum(number_in(sheet, kind_field(line, kind)) for kind in line.kinds)
        case GroupsLine():
            return max(sizes_in(sheet, line.about.id), default=0)
        case FlagLine():
            return int(sheet.get(line.about.id) is True)
        case MajorityLine() if line.compare:
            other = next((other for other in lines if other.about.id == line.compare), None)
            return 0 if other is None else amount_in(sheet, other, lines)
    return number_in(sheet, line.about.id)
