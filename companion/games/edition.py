"""The edition of the rules that a table was opened with.

A stored game is replayed move by move, so a changed rule must not make its moves illegal. New
tables note the current edition in their facts; facts without one belong to the first edition.
"""

from __future__ import annotations

from typing import Final

from companion.games.facts import Facts

EDITION: Final = 3
"""Raise it, and list what changed below, whenever a rule changes what a stored move means.

1. Dragon Boats: no pauses for cards, and every card and wisdom hex of one letter adds up. Port
   Flower: suits drawn by lot, and any landing after a shark. The decks of a playable game are full.
2. Dragon Boats: players make forced moves themselves, and storage asks everybody.
3. The rules as they are now.
"""


def is_known(edition: int) -> bool:
    """Whether this program can follow a game of that edition."""
    return 1 <= edition <= EDITION


def edition_of(facts: Facts) -> int:
    return int(facts.get("edition", 1))
