"""The score sheet of River Dragons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.options import Options
from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.nearest import Decision, nearest
from companion.games.river_dragons.state import Runner, State, goal
from companion.games.river_dragons.turns import last_call
from companion.games.score import Field, Sheet
from companion.games.seats import Seat
from companion.language.messages import say

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


def sheet_fields(
    facts: RiverDragonsFacts, options: Options, seats: Sequence[Seat]
) -> tuple[Field, ...]:
    return FIELDS


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
