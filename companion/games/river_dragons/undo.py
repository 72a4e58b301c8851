"""Moves of River Dragons that cannot be undone."""

from __future__ import annotations

from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.plans import SLOTS
from companion.games.river_dragons.state import State
from companion.language.messages import Message, say


def why_final(facts: RiverDragonsFacts, before: State, after: State) -> Message | None:
    """Cards that were turned over reveal everybody's plans, and a plank is tried only once."""
    if _turned_over(after) > _turned_over(before):
        return say("cards were revealed")
    if _tried(after) > _tried(before):
        return say("the plank has been tried")
    return None


def _turned_over(state: State) -> int:
    """The number of cards of each plan that are known by now."""
    known = state.slot + 1 if state.phase in ("act", "over") else 0
    return (state.round - 1) * SLOTS + known


def _tried(state: State) -> tuple[int, int]:
    """Planks that left a reserve, and gaps for which the chosen plank was too short."""
    return (-sum(len(runner.reserve) for runner in state.runners), len(state.tried))
