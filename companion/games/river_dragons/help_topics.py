"""The questions that may come up in each phase, by their tags in reference.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.plans import Deed
from companion.games.river_dragons.state import State
from companion.games.river_dragons.turns import action_of

TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "youngest": ("setup",),
    "plan": ("cards", "dragon"),
    "over": ("end",),
}
DEEDS: Final[Mapping[Deed, tuple[str, ...]]] = {
    "stone": ("stone",),
    "plank": ("plank",),
    "move": ("step", "fall"),
    "jump": ("jump", "fall"),
    "take": ("take",),
}


def help_topics(facts: RiverDragonsFacts, state: State) -> tuple[str, ...]:
    if state.phase != "act":
        return TOPICS[state.phase]
    if state.variants.cards_only:
        return ("actions", "round")
    return DEEDS.get(action_of(facts, state).deed, ("actions",))
