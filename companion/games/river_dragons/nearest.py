"""Takes a race in which rounds have run out, gives who is nearest to the goal, and by what."""

from __future__ import annotations

from typing import Literal

from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.paths import to_go
from companion.games.river_dragons.state import Runner, State

Decision = Literal["distance", "planks", "sooner"]


def nearest(box: Box, state: State) -> tuple[Runner, Decision]:
    """Then who has more planks in reserve, then who comes first after this round's first player."""
    later = state.runners[state.first + 1 :] + state.runners[: state.first + 1]
    least = min(to_go(box, state, runner) for runner in later)
    near = [runner for runner in later if to_go(box, state, runner) == least]
    most = max(len(runner.reserve) for runner in near)
    rich = [runner for runner in near if len(runner.reserve) == most]
    if len(near) == 1:
        return near[0], "distance"
    return rich[0], "planks" if len(rich) == 1 else "sooner"
