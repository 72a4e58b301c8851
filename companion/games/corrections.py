"""Numbers of a game in play that the host can correct."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from companion.games.score import range_fault
from companion.language.messages import Message, Refused, say

MONEY: Final = say("Money")
FOOD: Final = say("Food")
TREASURE: Final = say("Treasures")
POINTS: Final = say("Points")
TOKENS: Final = say("Tokens")
SPACE: Final = say("Space")
DICE: Final = say("Dice")
BUOYS: Final = say("Buoys reached")
REPELLENTS: Final = say("Repellents")
MAX_NUMBER: Final = 999
"""The highest value where the game itself has no limit."""


class Correctable(Struct, frozen=True):
    """A number of one player that everybody knows, and what it can be."""

    id: str
    title: Message
    value: int
    least: int
    most: int


def find_correctable(numbers: Iterable[Correctable], name: str, value: int) -> Correctable:
    """The number of that id. Raises Refused if there is none, or the value is out of its range."""
    found = next((number for number in numbers if number.id == name), None)
    if found is None:
        raise Refused("that number cannot be corrected now")
    fault = range_fault(found, value)
    if fault is not None:
        raise Refused("{reason}", reason=fault)
    return found
