"""What the edition of the rules changed in the course of the game."""

from __future__ import annotations

from companion.games.dragon_boats.facts import DragonBoatsFacts

FORCED_MOVES = 3
"""From this edition on, the game makes moves to which there is no alternative."""


def makes_forced_moves(facts: DragonBoatsFacts) -> bool:
    return facts.edition >= FORCED_MOVES
