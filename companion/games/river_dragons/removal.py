"""Stones and planks that may be taken away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.state import Runner, State
from companion.language.messages import Refused

MAX_COLOURS: Final = 2
"""The most colours of planks in one reserve."""


def check_plank(facts: RiverDragonsFacts, state: State, runner: Runner, plank: str) -> None:
    """Raises Refused if the plank may not go to the runner's reserve."""
    if all(laid.plank != plank for laid in state.planks):
        raise Refused("that plank is not on the board")
    if any(other.at == plank for other in state.runners):
        raise Refused("someone is standing on that plank")
    own = [facts.planks[name] for name in runner.reserve]
    taken = facts.planks[plank]
    if any(one.number == taken.number for one in own):
        raise Refused("you already have a plank {number}", number=taken.number)
    if len({one.house for one in (*own, taken)}) > MAX_COLOURS:
        raise Refused("your reserve can have at most {count} colours", count=MAX_COLOURS)


def check_stone(state: State, stone: str) -> None:
    """Raises Refused if the stone cannot go back to the supply."""
    if all(one.id != stone for one in state.stones):
        raise Refused("there is no stone there")
    if any(stone in laid.ends for laid in state.planks):
        raise Refused("a plank rests on that stone")


def removable_planks(facts: RiverDragonsFacts, state: State, runner: Runner) -> Iterator[str]:
    for laid in state.planks:
        try:
            check_plank(facts, state, runner, laid.plank)
        except Refused:
            continue
        yield laid.plank


def removable_stones(state: State) -> Iterator[str]:
    used = {end for laid in state.planks for end in laid.ends}
    yield from (stone.id for stone in state.stones if stone.id not in used)


def removable(facts: RiverDragonsFacts, state: State, runner: Runner) -> Iterator[str]:
    yield from removable_planks(facts, state, runner)
    yield from removable_stones(state)
