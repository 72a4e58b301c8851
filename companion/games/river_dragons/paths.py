"""Steps and jumps of runners over planks and villages."""

from __future__ import annotations

import math
from collections.abc import Iterator

from companion.games.geometry import Point
from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.planks import plank_middle
from companion.games.river_dragons.state import LaidPlank, Runner, State, goal

Path = tuple[str, ...]


def neighbours(facts: RiverDragonsFacts, state: State, place: str) -> tuple[str, ...]:
    """The planks and villages one step away, taken or not."""
    if place in facts.villages:
        return tuple(laid.plank for laid in state.planks if place in laid.ends)
    here = laid_plank(state, place)
    near = {end: None for end in here.ends if end in facts.villages}
    for end in here.ends:
        if end not in facts.villages or state.variants.passing:
            near |= {laid.plank: None for laid in state.planks if end in laid.ends}
    return tuple(name for name in near if name != place)


def walks(facts: RiverDragonsFacts, state: State, runner: Runner, steps: int) -> Iterator[Path]:
    """Every path with this number of steps; the goal ends it, and any village may if so chosen."""
    taken, across = _taken(state, runner), goal(facts, runner)

    def onward(path: Path, place: str) -> Iterator[Path]:
        if len(path) == steps or place == across:
            yield path
            return
        if path and place in facts.villages and state.variants.village_stop:
            yield path
        for near in neighbours(facts, state, place):
            if near not in taken:
                yield from onward((*path, near), near)

    yield from onward((), runner.at)


def jumps(facts: RiverDragonsFacts, state: State, runner: Runner) -> Iterator[tuple[str, str]]:
    """The planks with a runner that can be leapt over, and where each jump lands."""
    taken = _taken(state, runner)
    for over in neighbours(facts, state, runner.at):
        if over in taken:
            for landing in neighbours(facts, state, over):
                back = landing == runner.at
                if landing not in taken and (state.variants.jump_back or not back):
                    yield over, landing


def spot(facts: RiverDragonsFacts, state: State, place: str) -> Point:
    """The position of a village or plank on the board."""
    if place in facts.villages:
        village = facts.villages[place]
        return village.x, village.y
    return plank_middle(facts, state, laid_plank(state, place))


def to_go(facts: RiverDragonsFacts, state: State, runner: Runner) -> int:
    """Whole millimetres from a runner to the middle of its goal, straight over the water."""
    across = goal(facts, runner)
    return round(math.dist(spot(facts, state, runner.at), spot(facts, state, across)))


def steps_to_goal(facts: RiverDragonsFacts, state: State, runner: Runner) -> int | None:
    """The fewest steps to a runner's goal over the planks on the board, as if no other runner were
    in the way; None if no path leads there."""
    across, steps = goal(facts, runner), 0
    seen = edge = {runner.at}
    while edge and across not in edge:
        edge = {near for place in edge for near in neighbours(facts, state, place)} - seen
        seen, steps = seen | edge, steps + 1
    return steps if edge else None


def laid_plank(state: State, plank: str) -> LaidPlank:
    return next(laid for laid in state.planks if laid.plank == plank)


def _taken(state: State, runner: Runner) -> set[str]:
    """The planks on which other runners stand; villages have room for everybody."""
    laid = {one.plank for one in state.planks}
    return {other.at for other in state.runners if other.seat != runner.seat} & laid
