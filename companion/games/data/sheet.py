"""Takes the lines of a game's score, gives the sheet to fill in and reads what was entered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.games.base import Field, Options, Sheet
from companion.games.data.choices import holds, named
from companion.words import own_text, say
from printgen.catalog.play.model import (
    FlagLine,
    GroupsLine,
    MajorityLine,
    NumberLine,
    Piece,
    Play,
    ScoreLine,
    SetsLine,
)


def lines_of(play: Play, options: Options, players: int) -> tuple[ScoreLine, ...]:
    return tuple(line for line in play.lines if holds(line.about.when, options, players))


def fields_of(play: Play, options: Options, players: int) -> tuple[Field, ...]:
    return tuple(field for line in lines_of(play, options, players) for field in line_fields(line))


def line_fields(line: ScoreLine) -> Iterator[Field]:
    """What a player enters for a line: nothing if it compares what another line counts."""
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
            title=named(kind),
            kind="number",
            most=most_of(line, kind),
            heading=own_text(about.title) if first else None,
            help=own_text(about.help) if first and about.help else None,
            face=kind.face,
        )


def most_of(line: SetsLine, kind: Piece) -> int:
    return min(line.about.most, kind.copies or line.about.most)


def kind_field(line: SetsLine, kind: Piece) -> str:
    return f"{line.about.id}.{kind.id}"


def number_in(sheet: Sheet, name: str) -> int:
    """A number of a sheet that may be unfinished."""
    value = sheet.get(name)
    return value if type(value) is int else 0


def sizes_in(sheet: Sheet, name: str) -> list[int]:
    """The groups of a sheet, the largest first; rows that are still empty are none."""
    rows = sheet.get(name) or ()
    return sorted((row[0] for row in rows if row and type(row[0]) is int), reverse=True)


def amount_in(sheet: Sheet, line: ScoreLine, lines: Sequence[ScoreLine]) -> int:
    """What a player has of a line: its number, all things of its sets, its largest group."""
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
