"""Takes a game before and after a move, gives the places on the board where something changed."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.paths import spot
from companion.games.river_dragons.river import Point, middle
from companion.games.river_dragons.shore import on_shore
from companion.games.river_dragons.state import Runner, State


def traces(box: Box, before: State, after: State) -> tuple[Point, ...]:
    """Where stones and planks came or went, and where runners have come to."""
    return tuple(dict.fromkeys(_changes(box, before, after)))


def _changes(box: Box, before: State, after: State) -> Iterator[Point]:
    for one, other in ((before, after), (after, before)):
        yield from ((stone.x, stone.y) for stone in one.stones if stone not in other.stones)
        yield from (middle(box, one, laid) for laid in one.planks if laid not in other.planks)
    for was, runner in zip(before.runners, after.runners, strict=True):
        if was.at != runner.at:
            yield standing_place(box, after, runner)


def standing_place(box: Box, state: State, runner: Runner) -> Point:
    """Where a runner is drawn: on its plank, or at its village beside all others there."""
    if runner.at not in box.villages:
        return spot(box, state, runner.at)
    here = [other.seat for other in state.runners if other.at == runner.at]
    return on_shore(box, runner.at, here.index(runner.seat), len(here))
