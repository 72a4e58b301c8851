"""Takes who won and how, gives the ranking of a race: one is first, all others are behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.base import Fault, Field, Rank, Result, Sheet, Total
from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.flow import last_call
from companion.games.river_dragons.nearest import Decision, nearest
from companion.games.river_dragons.state import Runner, State, goal
from companion.table.model import Seat
from companion.words import Message, say

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
        say("Won when rounds ran out"),
        "choice",
        choices={
            "distance": say("Nearest to the goal"),
            "planks": say("As near, more planks in reserve"),
            "sooner": say("As near, as many planks, first player sooner"),
        },
    ),
)
ARRIVED: Final = say("reached the goal first")
REASONS: Final = {
    "distance": say("nearest to the goal when rounds ran out"),
    "planks": say("as near as others when rounds ran out, with more planks in reserve"),
    "sooner": say("as near as others when rounds ran out, with as many planks, first sooner"),
}


def rank(sheets: Mapping[str, Sheet], seats: Sequence[Seat]) -> Result:
    totals = tuple(Total(seat.id, 0, ()) for seat in seats)
    winners = {seat: how for seat in seats if (how := _how(sheets.get(seat.id, {})))}
    if len(winners) > 1:
        return Result(totals, (), tuple(_faults(winners)), pointless=True)
    ranking = [Rank(winner.id, 1, why) for winner, (_, why) in winners.items()]
    if ranking:
        ranking += [Rank(seat.id, 2) for seat in seats if seat not in winners]
    return Result(totals, tuple(ranking), pointless=True)


def _how(sheet: Sheet) -> tuple[str, Message] | None:
    """The entry by which somebody has won, and why: whoever arrived need not be the nearest."""
    if sheet.get(WON):
        return WON, ARRIVED
    decision = sheet.get(NEAREST)
    return (NEAREST, REASONS[decision]) if decision else None


def _faults(winners: Mapping[Seat, tuple[str, Message]]) -> list[Fault]:
    faults = []
    for seat, (entry, _) in winners.items():
        other = next(one for one in winners if one != seat)
        message = say("only one runner wins: {who} is entered already", who=other.name)
        faults.append(Fault(seat.id, entry, message))
    return faults


def filled_sheets(box: Box, state: State) -> dict[str, Sheet]:
    winner = next((one for one in state.runners if one.seat == state.winner), None)
    if winner is None:
        return {}
    decision = _decision(box, state, winner)
    won = {WON: decision is None, NEAREST: decision}
    lost = {WON: False, NEAREST: None}
    return {one.seat: won if one == winner else lost for one in state.runners}


def _decision(box: Box, state: State, winner: Runner) -> Decision | None:
    """By what a winner was nearest who has not arrived. What lies on a table only people know."""
    if state.agreed.cards_only:
        return "distance" if last_call(state) else None
    return None if winner.at == goal(box, winner) else nearest(box, state)[1]
