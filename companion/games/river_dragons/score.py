"""Takes who won and how, gives the ranking of a race: one is first, all others are behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.base import Fault, Field, Rank, Result, Sheet, Total
from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.flow import last_call
from companion.games.river_dragons.state import State, goal
from companion.table.model import Seat
from companion.words import say

WON: Final = "won"
NEAREST: Final = "nearest"
FIELDS: Final = (
    Field(
        WON,
        say("Won the race"),
        "flag",
        help=say("The first runner in its destination village."),
    ),
    Field(
        NEAREST,
        say("Won as the nearest"),
        "flag",
        help=say("Nobody had arrived when rounds ran out."),
    ),
)
REASONS: Final = {
    WON: say("reached the goal first"),
    NEAREST: say("nearest to the goal when rounds ran out"),
}


def rank(sheets: Mapping[str, Sheet], seats: Sequence[Seat]) -> Result:
    totals = tuple(Total(seat.id, 0, ()) for seat in seats)
    winners = {seat: how for seat in seats if (how := _how(sheets.get(seat.id, {})))}
    if len(winners) > 1:
        return Result(totals, (), tuple(_faults(winners)), pointless=True)
    ranking = [Rank(winner.id, 1, REASONS[how]) for winner, how in winners.items()]
    if ranking:
        ranking += [Rank(seat.id, 2) for seat in seats if seat not in winners]
    return Result(totals, tuple(ranking), pointless=True)


def _how(sheet: Sheet) -> str | None:
    """The entry by which somebody has won: whoever arrived need not be the nearest."""
    return next((name for name in REASONS if sheet.get(name) is True), None)


def _faults(winners: Mapping[Seat, str]) -> list[Fault]:
    faults = []
    for seat, how in winners.items():
        other = next(one for one in winners if one != seat)
        message = say("only one runner wins: {who} is entered already", who=other.name)
        faults.append(Fault(seat.id, how, message))
    return faults


def filled_sheets(box: Box, state: State) -> dict[str, Sheet]:
    winner = next((one for one in state.runners if one.seat == state.winner), None)
    if winner is None:
        return {}
    nearest = last_call(state) if state.agreed.cards_only else winner.at != goal(box, winner)
    won = {WON: not nearest, NEAREST: nearest}
    lost = dict.fromkeys(won, False)
    return {one.seat: won if one == winner else lost for one in state.runners}
