"""Points with their reasons, ranking and faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.games.data.faults import faults_of
from companion.games.data.names import count_name, piece_name
from companion.games.data.ranking import rank_totals
from companion.games.data.sets import best_sets
from companion.games.data.sheet import (
    amount_in,
    applicable_lines,
    kind_field,
    largest_entry,
    number_in,
    sizes_in,
)
from companion.games.options import Options
from companion.games.score import Fault, Result, Sheet, Subtotal, Total, sum_up
from companion.games.seats import Seat
from companion.language.messages import Message, listing, own_text, say
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


def score_sheets(
    play: Play, options: Options, sheets: Mapping[str, Sheet], seats: Sequence[Seat]
) -> Result:
    lines = applicable_lines(play, options, len(seats))
    if not lines:
        return Result((), (), lowest_wins=play.lowest_wins)
    entered = {seat.id: sheets.get(seat.id, {}) for seat in seats}
    totals = tuple(_total(seat.id, lines, entered) for seat in seats)
    faults: tuple[Fault, ...] = tuple(faults_of(lines, entered))
    ranking = rank_totals(play, lines, totals, entered)
    return Result(totals, ranking, faults, lowest_wins=play.lowest_wins)


def _total(seat: str, lines: Sequence[ScoreLine], sheets: Mapping[str, Sheet]) -> Total:
    scored = tuple(_line(line, seat, lines, sheets) for line in lines)
    return Total(seat, sum(line.points for line in scored), scored)


def _line(
    line: ScoreLine, seat: str, lines: Sequence[ScoreLine], sheets: Mapping[str, Sheet]
) -> Subtotal:
    title, sheet = own_text(line.about.title), sheets[seat]
    match line:
        case NumberLine():
            count = number_in(sheet, line.about.id)
            return Subtotal(title, _number_points(line, count), _number_why(line, count))
        case LookupLine():
            count = number_in(sheet, line.about.id)
            return Subtotal(title, _on_ladder(line.ladder, count), _ladder_why(line.ladder, count))
        case FlagLine():
            return Subtotal(title, line.points if sheet.get(line.about.id) is True else 0)
        case SetsLine():
            return sum_up(title, _set_lines(line, sheet))
        case GroupsLine():
            return sum_up(title, _group_lines(line, sizes_in(sheet, line.about.id)))
        case MajorityLine():
            amounts = {name: amount_in(other, line, lines) for name, other in sheets.items()}
            points, why = score_majority(line, amounts, seat)
            return Subtotal(title, points, why)


def _number_points(line: NumberLine, count: int) -> int:
    """Only whole lots count, also of negative amounts."""
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


def _set_lines(line: SetsLine, sheet: Sheet) -> Iterator[Subtotal]:
    counts = [
        max(0, min(number_in(sheet, kind_field(line, kind)), largest_entry(line, kind)))
        for kind in line.kinds
    ]
    for kinds, times in Counter(best_sets(counts, line.points)).items():
        names = listing(piece_name(line.kinds[kind]) for kind in kinds)
        title = count_name(times, say("{names}", names=names))
        points = line.points[len(kinds) - 1]
        yield Subtotal(title, times * points, _set_why(len(kinds), points, times))


def _set_why(size: int, points: int, times: int) -> Message:
    if times == 1:
        return say("a set of {size}", size=size)
    return say("{count} sets of {size}, {points} each", count=times, size=size, points=points)


def _group_lines(line: GroupsLine, sizes: Sequence[int]) -> Iterator[Subtotal]:
    for size in sizes:
        title = say("Group of {size}", size=size)
        if line.ladder is None:
            yield Subtotal(title, size * size, say("{count} × {points}", count=size, points=size))
        else:
            yield Subtotal(title, _on_ladder(line.ladder, size), _ladder_why(line.ladder, size))


def score_majority(
    line: MajorityLine, amounts: Mapping[str, int], seat: str
) -> tuple[int, Message | None]:
    """The points of one player among all, and why; a player without anything gets nothing.

    Tied players occupy as many places as there are of them.
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
            why = say("tied for place {place} with {count}", place=place, count=own)
            return sum(prizes[:1]), why
        case "none":
            why = say(
                "tied for place {place} with {count}: no points for ties", place=place, count=own
            )
            return 0, why
        case "share":
            why = say("tied for place {place} with {count}, points split", place=place, count=own)
            return sum(prizes) // equal, why
