"""Takes filled-in score sheets, gives points with how they arose, the ranking, and faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.games.base import Fault, Line, Options, Result, Sheet, Total
from companion.games.data.choices import list_of, named, times_of
from companion.games.data.faults import faults_of
from companion.games.data.ranking import ranking_of
from companion.games.data.sets import best_sets
from companion.games.data.sheet import amount_in, kind_field, lines_of, most_of, number_in, sizes_in
from companion.table.model import Seat
from companion.words import Message, own_text, say
from printgen.catalog.play.model import (
    FlagLine,
    GroupsLine,
    Ladder,
    LookupLine,
    MajorityLine,
    NumberLine,
    Play,
    ScoreLine,
    SetsLine,
)


def score_of(
    play: Play, options: Options, sheets: Mapping[str, Sheet], seats: Sequence[Seat]
) -> Result:
    lines = lines_of(play, options, len(seats))
    if not lines:
        return Result((), ())
    entered = {seat.id: sheets.get(seat.id, {}) for seat in seats}
    totals = tuple(_total(seat.id, lines, entered) for seat in seats)
    faults: tuple[Fault, ...] = tuple(faults_of(lines, entered))
    return Result(totals, ranking_of(play, lines, totals, entered), faults)


def _total(seat: str, lines: Sequence[ScoreLine], sheets: Mapping[str, Sheet]) -> Total:
    scored = tuple(_line(line, seat, lines, sheets) for line in lines)
    return Total(seat, sum(line.points for line in scored), scored)


def _line(
    line: ScoreLine, seat: str, lines: Sequence[ScoreLine], sheets: Mapping[str, Sheet]
) -> Line:
    title, sheet = own_text(line.about.title), sheets[seat]
    match line:
        case NumberLine():
            count = number_in(sheet, line.about.id)
            return Line(title, _number_points(line, count), _number_why(line, count))
        case LookupLine():
            count = number_in(sheet, line.about.id)
            return Line(title, _on_ladder(line.ladder, count), _ladder_why(line.ladder, count))
        case FlagLine():
            return Line(title, line.points if sheet.get(line.about.id) is True else 0)
        case SetsLine():
            return _sum(title, _set_lines(line, sheet))
        case GroupsLine():
            return _sum(title, _group_lines(line, sizes_in(sheet, line.about.id)))
        case MajorityLine():
            amounts = {name: amount_in(other, line, lines) for name, other in sheets.items()}
            points, why = majority(line, amounts, seat)
            return Line(title, points, why)


def _sum(title: Message, parts: Iterator[Line]) -> Line:
    found = tuple(parts)
    return Line(title, sum(part.points for part in found), parts=found)


def _number_points(line: NumberLine, count: int) -> int:
    """Only whole lots count, of what is owed as of what is owned."""
    lots = abs(count) // line.per
    return line.points * (lots if count >= 0 else -lots)


def _number_why(line: NumberLine, count: int) -> Message | None:
    if not count or (line.points, line.per) == (1, 1):
        return None
    if line.per == 1:
        return say("{count} × {points}", count=count, points=line.points)
    return say("{points} for every {per} of {count}", points=line.points, per=line.per, count=count)


def _on_ladder(ladder: Ladder, count: int) -> int:
    last = len(ladder.points) - 1
    return ladder.points[max(0, min(count, last))] + ladder.beyond * max(0, count - last)


def _ladder_why(ladder: Ladder, count: int) -> Message | None:
    last = len(ladder.points) - 1
    if count <= 0:
        return None
    if count <= last:
        return say("for {count}", count=count)
    if not ladder.beyond:
        return say("for {count} or more", count=last)
    return say(
        "{points} for {count}, and {more} × {beyond}",
        points=ladder.points[last],
        count=last,
        more=count - last,
        beyond=ladder.beyond,
    )


def _set_lines(line: SetsLine, sheet: Sheet) -> Iterator[Line]:
    counts = [
        max(0, min(number_in(sheet, kind_field(line, kind)), most_of(line, kind)))
        for kind in line.kinds
    ]
    for kinds, times in Counter(best_sets(counts, line.points)).items():
        title = times_of(times, list_of([named(line.kinds[kind]) for kind in kinds]))
        points = line.points[len(kinds) - 1]
        yield Line(title, times * points, _set_why(len(kinds), points, times))


def _set_why(size: int, points: int, times: int) -> Message:
    if times == 1:
        return say("a set of {size}", size=size)
    return say("{count} sets of {size}, {points} each", count=times, size=size, points=points)


def _group_lines(line: GroupsLine, sizes: Sequence[int]) -> Iterator[Line]:
    for size in sizes:
        title = say("A group of {size}", size=size)
        if line.ladder is None:
            yield Line(title, size * size, say("{count} × {points}", count=size, points=size))
        else:
            yield Line(title, _on_ladder(line.ladder, size), _ladder_why(line.ladder, size))


def majority(
    line: MajorityLine, amounts: Mapping[str, int], seat: str
) -> tuple[int, Message | None]:
    """Points of one player among all. Who has nothing gets nothing.

    Equal players take as many places as they are, whoever comes after them the next one.
    """
    own = amounts[seat]
    if own <= 0:
        return 0, None
    before = sum(amount > own for amount in amounts.values())
    equal = sum(amount == own for amount in amounts.values())
    prizes = line.points[before : before + equal]
    place = before + 1
    if equal == 1:
        return sum(prizes), say("place {place} with {count}", place=place, count=own)
    match line.ties:
        case "full":
            why = say("place {place} with {count}, as others too", place=place, count=own)
            return sum(prizes[:1]), why
        case "none":
            why = say("place {place} with {count}: a tie gets nothing", place=place, count=own)
            return 0, why
        case "share":
            why = say("place {place} with {count}, points shared", place=place, count=own)
            return sum(prizes) // equal, why
