"""Places on the board that a move changed."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.geometry import Point
from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.paths import spot
from companion.games.river_dragons.planks import plank_middle
from companion.games.river_dragons.shore import on_shore
from companion.games.river_dragons.state import Runner, State


def changed_places(facts: RiverDragonsFacts, before: State, after: State) -> tuple[Point, ...]:
    """Where stones and planks appeared or disappeared, and where runners arrived."""
    return tuple(dict.fromkeys(_changes(facts, before, after)))


def _changes(facts: RiverDragonsFacts, before: State, after: State) -> Iterator[Point]:
    for one, other in ((before, after), (after, before)):
        yield from ((stone.x, stone.y) for stone in one.stones if stone not in other.stones)
        yield from (
            plank_middle(facts, one, laid) for laid in one.planks if laid not in other.planks
        )
    for was, runner in zip(before.runners, after.runners, strict=True):
        if was.at != runner.at:
            yield standing_place(facts, after, runner)


def standing_place(facts: RiverDragonsFacts, state: State, runner: Runner) -> Point:
    """Where a runner is drawn: on its plank, or at its village beside the others there."""
    if runner.at not in facts.villages:
        return spot(facts, state, runner.at)
    here = [other.seat for other in state.runners if other.at == runner.at]
    return on_shore(facts, runner.at, here.index(runner.seat), len(here))
