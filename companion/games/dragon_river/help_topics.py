"""The questions that may come up in each phase, by their tags in reference.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.dragon_river.state import State

TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "first": ("start",),
    "roll": ("turn", "dice"),
    "keep": ("dice", "pairs", "straight"),
    "move": ("pairs", "fight", "finish"),
    "tip": ("tipping",),
    "over": ("goal",),
}


def help_topics(state: State) -> tuple[str, ...]:
    return TOPICS[state.phase]
