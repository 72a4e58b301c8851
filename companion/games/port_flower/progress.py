"""How far boats have to go."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from companion.games.port_flower.sea import ADRIFT, PORT, STRAIGHT, around
from companion.games.port_flower.state import BUOYS, Boat, State

MAX_GOALS: Final = 64
"""How many goals are remembered: those of some races at a time."""


def steps_to_go(state: State, boat: Boat) -> int | None:
    """The number of straight steps to the next buoy, or home; None if there is no way."""
    if state.to_lay or boat.home or boat.at == ADRIFT:
        return None
    goals = state.sea.port if boat.reached == BUOYS else around(state.sea.buoys[boat.reached])
    far = _steps_from(state.sea.open, frozenset(goals))
    starts = state.sea.port if boat.at == PORT else (boat.at,)
    found = [_steps(far, start) for start in starts]
    return min((steps for steps in found if steps is not None), default=None)


def _steps(far: Mapping[int, int], start: int) -> int | None:
    """The steps from a space, which need not be open water."""
    if start in far:
        return far[start]
    near = [far[start + delta] for delta in STRAIGHT if start + delta in far]
    return min(near) + 1 if near else None


@lru_cache(maxsize=MAX_GOALS)
def _steps_from(water: frozenset[int], goals: frozenset[int]) -> Mapping[int, int]:
    """The fewest straight steps through the water from every space to one of the goals."""
    far = dict.fromkeys(goals, 0)
    queue = list(goals)
    for space in queue:
        for near in (space + delta for delta in STRAIGHT):
            if near in water and near not in far:
                far[near] = far[space] + 1
                queue.append(near)
    return far
