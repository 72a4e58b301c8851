"""Totals that players added up themselves: they count instead of the lines of a score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from companion.games.score import Field, Rank, Result, Sheet, Subtotal, Total
from companion.games.seats import Seat
from companion.language.messages import say

TOTAL: Final = "_total"
"""The entry of a total. Lines of games cannot have this name."""
MAX_POINTS: Final = 9999
TOTAL_FIELD: Final = Field(TOTAL, say("Total"), "number", least=-MAX_POINTS, most=MAX_POINTS)


def with_entered_totals(
    result: Result, sheets: Mapping[str, Sheet], seats: Sequence[Seat]
) -> Result:
    """The result with the totals as entered, and the ranking that follows from them.

    Where points are equal, the game's tie-break decides among players whose lines are known; a
    total has no lines, so its owner shares the place.
    """
    entered = {
        seat.id: total for seat in seats if type(total := sheets.get(seat.id, {}).get(TOTAL)) is int
    }
    if not entered or result.ranking_only:
        return result
    by_lines = {total.seat: total for total in result.totals}
    totals = tuple(
        _as_entered(seat.id, entered[seat.id])
        if seat.id in entered
        else by_lines.get(seat.id, Total(seat.id, 0, ()))
        for seat in seats
    )
    return replace(result, totals=totals, ranking=_ranking(result, totals, entered))


def _as_entered(seat: str, points: int) -> Total:
    return Total(seat, points, (Subtotal(say("Total as entered"), points),))


def _ranking(
    result: Result, totals: Sequence[Total], entered: Mapping[str, int]
) -> tuple[Rank, ...]:
    by_rules = {rank.seat: rank for rank in result.ranking}
    sign = 1 if result.lowest_wins else -1
    ranks: list[Rank] = []
    for points in sorted({total.points for total in totals}, key=lambda value: sign * value):
        equal = [total.seat for total in totals if total.points == points]
        first = len(ranks) + 1
        if len(equal) > 1 and not entered.keys() & set(equal) and by_rules.keys() >= set(equal):
            places = sorted(by_rules[seat].place for seat in equal)
            ranks += sorted(
                (
                    Rank(seat, first + places.index(by_rules[seat].place), by_rules[seat].why)
                    for seat in equal
                ),
                key=lambda rank: rank.place,
            )
        else:
            why = say("same points, so they share the place") if len(equal) > 1 else None
            ranks += [Rank(seat, first, why) for seat in equal]
    return tuple(ranks)
