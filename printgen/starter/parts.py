"""The parts that a new game may have, and what each brings."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Part(Struct, frozen=True):
    """A part of a new game: its folder in templates/starter, and the question that asks for it."""

    name: str
    question: str
    is_usual: bool = True


PARTS: Final = (
    Part("cards", "Cards"),
    Part("tiles", "Hexagonal tiles", is_usual=False),
    Part("board", "A board with spaces"),
    Part("tokens", "Pawns and tokens for each player"),
    Part("dice", "Dice", is_usual=False),
    Part("box", "A box for the cards"),
    Part("rules", "A rules booklet"),
    Part("score", "A score sheet"),
)
USUAL: Final = tuple(part.name for part in PARTS if part.is_usual)
NAMES: Final = tuple(part.name for part in PARTS)
