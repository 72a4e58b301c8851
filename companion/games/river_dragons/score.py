"""Takes who won, gives the ranking of a race: one is first, all others are behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.base import Fault, Field, Options, Rank, Result, Sheet, Total
from companion.games.river_dragons.state import State
from companion.table.model import Seat
from companion.words import Message, say

WON: Final = "won"


def sheet_fields(options: Options) -> tuple[Field, ...]:
    told = say("The first runner in its destination village.")
    if options["rounds"] != "arrival":
        told = say("The first to arrive, or the nearest when rounds run out.")
    return (Field(WON, say("Won the race"), "flag", help=told),)


def rank(options: Options, sheets: Mapping[str, Sheet], seats: Sequence[Seat]) -> Result:
    winners = [seat for seat in seats if sheets.get(seat.id, {}).get(WON) is True]
    totals = tuple(Total(seat.id, 0, ()) for seat in seats)
    if len(winners) > 1:
        faults = tuple(Fault(seat.id, WON, _only_one(winners, seat)) for seat in winners)
        return Result(totals, (), faults, pointless=True)
    if not winners:
        return Result(totals, (), pointless=True)
    why = say("reached the goal first")
    if options["rounds"] != "arrival":
        why = say("arrived first, or was nearest when rounds ran out")
    ranking = [Rank(winners[0].id, 1, why)]
    ranking += [Rank(seat.id, 2) for seat in seats if seat != winners[0]]
    return Result(totals, tuple(ranking), pointless=True)


def _only_one(winners: Sequence[Seat], seat: Seat) -> Message:
    other = next(one for one in winners if one != seat)
    return say("only one runner wins: {who} is entered already", who=other.name)


def filled_sheets(state: State) -> dict[str, Sheet]:
    if state.phase != "over":
        return {}
    return {runner.seat: {WON: runner.seat == state.winner} for runner in state.runners}
