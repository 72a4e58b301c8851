"""Score sheets and ranking of River Dragons: one runner is first, all others share place 2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.options import Options
from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.nearest import Decision, nearest
from companion.games.river_dragons.state import Runner, State, goal
from companion.games.river_dragons.turns import last_call
from companion.games.score import Fault, Field, Rank, Result, Sheet, Total
from companion.games.seats import Seat
from companion.language.messages import Message, say

WON: Final = "won"
NEAREST: Final = "nearest"
FIELDS: Final = (
    Field(
        WON,
        say("Won the race"),
        "flag",
        help=say("The first runner to reach its goal."),
    ),
    Field(
        NEAREST,
        say("Won after the last round"),
        "choice",
        choices={
            "distance": say("Nearest to the goal"),
            "planks": say("Tie broken by planks in reserve"),
            "sooner": say("Tie broken by turn order"),
        },
    ),
)
ARRIVED: Final = say("reached the goal first")
REASONS: Final = {
    "distance": say("nearest to the goal after the last round"),
    "planks": say("tie broken by planks in reserve"),
    "sooner": say("tie broken by turn order"),
}


def sheet_fields(
    facts: RiverDragonsFacts, options: Options, seats: Sequence[Seat]
) -> tuple[Field, ...]:
    return FIELDS


def score_sheets(
    facts: RiverDragonsFacts,
    options: Options,
    sheets: Mapping[str, Sheet],
    seats: Sequence[Seat],
) -> Result:
    totals = tuple(Total(seat.id, 0, ()) for seat in seats)
    winners = {seat: how for seat in seats if (how := _winning_entry(sheets.get(seat.id, {})))}
    if len(winners) > 1:
        return Result(totals, (), tuple(_faults(winners)), ranking_only=True)
    ranking = [Rank(winner.id, 1, why) for winner, (_, why) in winners.items()]
    if ranking:
        ranking += [Rank(seat.id, 2) for seat in seats if seat not in winners]
    return Result(totals, tuple(ranking), ranking_only=True)


def _winning_entry(sheet: Sheet) -> tuple[str, Message] | None:
    """The entry that makes a player the winner, and the reason."""
    if sheet.get(WON):
        return WON, ARRIVED
    decision = sheet.get(NEAREST)
    return (NEAREST, REASONS[decision]) if decision else None


def _faults(winners: Mapping[Seat, tuple[str, Message]]) -> list[Fault]:
    faults = []
    for seat, (entry, _) in winners.items():
        other = next(one for one in winners if one != seat)
        message = say("only one player can win: {who} is already entered", who=other.name)
        faults.append(Fault(seat.id, entry, message))
    return faults


def fill_sheets(facts: RiverDragonsFacts, state: State) -> dict[str, Sheet]:
    winner = next((one for one in state.runners if one.seat == state.winner), None)
    if winner is None:
        return {}
    decision = _decision(facts, state, winner)
    won = {WON: decision is None, NEAREST: decision}
    lost = {WON: False, NEAREST: None}
    return {one.seat: won if one == winner else lost for one in state.runners}


def _decision(facts: RiverDragonsFacts, state: State, winner: Runner) -> Decision | None:
    """The tie-break by which a winner was nearest; None if it arrived. With cards only, the
    companion does not know the board."""
    if state.variants.cards_only:
        return "distance" if last_call(state) else None
    return None if winner.at == goal(facts, winner) else nearest(facts, state)[1]
