"""The edition of the rules that a table was opened with.

A stored game is replayed move by move, so a changed rule must not make its moves illegal. New
tables note the current edition in their facts; facts without one belong to the first edition.
"""

from __future__ import annotations

from typing import Final

from companion.games.facts import Facts

EDITION: Final = 5
"""Raise it, and list what changed below, whenever a rule changes what a stored move means.

1. Dragon Boats: no pauses for cards, and every card and wisdom hex of one letter adds up. Port
   Flower: random suits, and any landing after a shark. The decks of a playable game are full.
2. Dragon Boats: players make forced moves themselves, and storage asks everybody.
3. The other games: players make the only possible move themselves.
4. Dragon Boats: hidden cards can be hidden again after they were used, or shown at the end.
5. The rules as they are now.
"""
ONLY_MOVES: Final = 4
"""From this edition on, every game plays forced moves by itself."""


def is_known(edition: int) -> bool:
    """Whether this program can follow a game of that edition."""
    return 1 <= edition <= EDITION


def makes_only_moves(edition: int) -> bool:
    return edition >= ONLY_MOVES


def edition_of(facts: Facts) -> int:
    return int(facts.get("edition", 1))
