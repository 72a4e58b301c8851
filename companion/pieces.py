"""Takes a game of the catalogue, gives the decks, bags and dice its tables have.

They hold what is printed, no piece more or less: a row printed three times is three pieces.
"""

from __future__ import annotations

from typing import Final

from companion.room import Pieces
from printgen.catalog.model import Game

DICE: Final = {
    "d6": tuple("123456"),
    "d10": tuple(str(n) for n in range(1, 11)),
    "d20": tuple(str(n) for n in range(1, 21)),
    "coin": ("heads", "tails"),
}


def pieces_of(game: Game) -> Pieces:
    decks: dict[str, tuple[str, ...]] = {}
    for component in game.components:
        if component.craft is not None or component.layout == "poster":
            continue
        pieces = tuple(
            f"{record.values['id']}#{copy}"
            for record in component.table.records
            for copy in range(1, component.copies(record) + 1)
        )
        if len(pieces) > 1:
            decks[component.id] = pieces
    return Pieces(decks, DICE)


def face_of(piece: str) -> str:
    """The face that a piece shows: its row's id."""
    return piece.rsplit("#", 1)[0]
