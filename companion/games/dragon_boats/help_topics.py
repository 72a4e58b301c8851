"""The questions that may come up in each phase, by their tags in reference.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.dragon_boats.state import Phase, State

TOPICS: Final[Mapping[Phase, tuple[str, ...]]] = {
    "track": ("rounds",),
    "bid": ("bidding", "payment"),
    "pay": ("payment", "boarding"),
    "muster": ("boarding", "cards"),
    "explore": ("exploring",),
    "store": ("stores",),
    "pause": ("cards",),
    "over": ("scoring",),
}


def help_topics(state: State) -> tuple[str, ...]:
    return TOPICS[state.phase]
