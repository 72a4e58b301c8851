"""The winner of a race that ran out of rounds."""

from __future__ import annotations

from typing import Literal

from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.paths import to_go
from companion.games.river_dragons.state import Runner, State

Decision = Literal["distance", "planks", "sooner"]


def nearest(facts: RiverDragonsFacts, state: State) -> tuple[Runner, Decision]:
    """The runner nearest to its goal; ties go to more planks in reserve, then to the runner who
    comes first after this round's first player."""
    later = state.runners[state.first + 1 :] + state.runners[: state.first + 1]
    least = min(to_go(facts, state, runner) for runner in later)
    near = [runner for runner in later if to_go(facts, state, runner) == least]
    most = max(len(runner.reserve) for runner in near)
    rich = [runner for runner in near if len(runner.reserve) == most]
    if len(near) == 1:
        return near[0], "distance"
    return rich[0], "planks" if len(rich) == 1 else "sooner"
