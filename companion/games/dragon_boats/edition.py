"""What editions of the rules changed in the course of the game."""

from __future__ import annotations

from typing import Final

from companion.games.dragon_boats.facts import DragonBoatsFacts

FORCED_MOVES: Final = 3
SHOWN_CARDS_STAY: Final = 5


def makes_forced_moves(facts: DragonBoatsFacts) -> bool:
    """Whether the game plays forced moves by itself."""
    return facts.edition >= FORCED_MOVES


def keeps_cards_shown(facts: DragonBoatsFacts) -> bool:
    """Whether a move that has shown hidden cards cannot be undone."""
    return facts.edition >= SHOWN_CARDS_STAY
