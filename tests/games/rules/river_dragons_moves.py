"""Where a runner may end, and the last card of a game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from companion.games.river_dragons.state import State
from tests.games.rules.river_dragons_positions import (
    moves,
)

FOLDER = Path(__file__).parents[3] / "cards" / "river-dragons"
RING = {"green-1": ("b2", "b3"), "red-1": ("b1", "b6"), "pink-1": ("b1", "e1")}
"""Around the plank blue-1 from b1 to b2: one neighbour at b2, two at b1."""
ON_RING = {"blue-1": ("b1", "b2"), **RING}


def ends(state: State, seat: str) -> set[str]:
    return {move["path"][-1] for move in moves(state, seat)}


def last_card(
    state: State, at: Mapping[str, str], reserves: Mapping[str, tuple[str, ...]] | None = None
) -> State:
    """Green has one stone to set, then the last round is over. Red was first player."""
    runners = tuple(
        replace(
            one,
            at=at.get(one.house, one.at),
            plan=(*one.plan[:4], f"{one.house}-stone-1"),
            reserve=(reserves or {}).get(one.house, one.reserve),
        )
        for one in state.runners
    )
    return replace(state, runners=runners, round=5, slot=4, turn=1, left=1, first=0)
