"""Takes planks, villages and runners, gives the ways a runner may step or jump."""

from __future__ import annotations

import math
from collections.abc import Iterator

from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.river import Point, middle
from companion.games.river_dragons.state import Laid, Runner, State, goal

Path = tuple[str, ...]


def neighbours(box: Box, state: State, place: str) -> tuple[str, ...]:
    """The planks and villages one step away, whoever stands there."""
    if place in box.villages:
        return tuple(laid.plank for laid in state.planks if place in laid.ends)
    here = laid_plank(state, place)
    near = {end: None for end in here.ends if end in box.villages}
    for end in here.ends:
        if end not in box.villages or state.agreed.passing:
            near |= {laid.plank: None for laid in state.planks if end in laid.ends}
    return tuple(name for name in near if name != place)


def walks(box: Box, state: State, runner: Runner, steps: int) -> Iterator[Path]:
    """Every way of so many steps. The goal ends it, and where that is agreed any village may."""
    taken, across = _taken(state, runner), goal(box, runner)

    def onward(path: Path, place: str) -> Iterator[Path]:
        if len(path) == steps or place == across:
            yield path
            return
        if path and place in box.villages and state.agreed.village_stop:
            yield path
        for near in neighbours(box, state, place):
            if near not in taken:
                yield from onward((*path, near), near)

    yield from onward((), runner.at)


def jumps(box: Box, state: State, runner: Runner) -> Iterator[tuple[str, str]]:
    """Which plank with a runner is leapt over, and where that leads."""
    taken = _taken(state, runner)
    for over in neighbours(box, state, runner.at):
        if over in taken:
            for landing in neighbours(box, state, over):
                back = landing == runner.at
                if landing not in taken and (state.agreed.jump_back or not back):
                    yield over, landing


def spot(box: Box, state: State, place: str) -> Point:
    """Where a runner stands on the board."""
    if place in box.villages:
        village = box.villages[place]
        return village.x, village.y
    return middle(box, state, laid_plank(state, place))


def to_go(box: Box, state: State, runner: Runner) -> int:
    """Whole millimetres from a runner to the middle of its goal, straight over the water."""
    across = goal(box, runner)
    return round(math.dist(spot(box, state, runner.at), spot(box, state, across)))


def laid_plank(state: State, plank: str) -> Laid:
    return next(laid for laid in state.planks if laid.plank == plank)


def _taken(state: State, runner: Runner) -> set[str]:
    """Planks on which others stand; villages have room for all."""
    laid = {one.plank for one in state.planks}
    return {other.at for other in state.runners if other.seat != runner.seat} & laid
