"""The questions that may come up in each phase, by their tags in reference.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.mines.state import State

TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "youngest": ("setup",),
    "opening": ("setup", "tiles"),
    "turn": ("turn", "tiles"),
    "explore": ("tiles", "digging"),
    "over": ("points", "end"),
}


def help_topics(state: State) -> tuple[str, ...]:
    return TOPICS[state.phase]
