"""Takes a runner's reserve and the board, gives what a runner may take away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.state import Runner, State
from companion.table.model import Refused

MOST_COLOURS: Final = 2
"""In one reserve."""


def check_plank(box: Box, state: State, runner: Runner, plank: str) -> None:
    """Raises Refused if that plank may not come into the runner's reserve."""
    if all(laid.plank != plank for laid in state.planks):
        raise Refused("that plank is not on the board")
    if any(other.at == plank for other in state.runners):
        raise Refused("somebody stands on that plank")
    own = [box.planks[name] for name in runner.reserve]
    taken = box.planks[plank]
    if any(one.number == taken.number for one in own):
        raise Refused("you have a plank {number} already", number=taken.number)
    if len({one.house for one in (*own, taken)}) > MOST_COLOURS:
        raise Refused("a reserve has {count} colours at most", count=MOST_COLOURS)


def check_stone(state: State, stone: str) -> None:
    """Raises Refused if that stone cannot go back to the supply."""
    if all(one.id != stone for one in state.stones):
        raise Refused("there is no stone")
    if any(stone in laid.ends for laid in state.planks):
        raise Refused("that stone carries a plank")


def planks_to_take(box: Box, state: State, runner: Runner) -> Iterator[str]:
    for laid in state.planks:
        try:
            check_plank(box, state, runner, laid.plank)
        except Refused:
            continue
        yield laid.plank


def stones_to_take(state: State) -> Iterator[str]:
    used = {end for laid in state.planks for end in laid.ends}
    yield from (stone.id for stone in state.stones if stone.id not in used)


def takeable(box: Box, state: State, runner: Runner) -> Iterator[str]:
    yield from planks_to_take(box, state, runner)
    yield from stones_to_take(state)
