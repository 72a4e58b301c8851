"""Players at a table, and the colours they choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from companion.language.messages import say

COLOURS: Final = {
    "red": say("red"),
    "blue": say("blue"),
    "green": say("green"),
    "yellow": say("yellow"),
    "purple": say("purple"),
    "black": say("black"),
    "pink": say("pink"),
    "orange": say("orange"),
    "white": say("white"),
}
"""The seat colours and their names, in the order in which they are offered."""

Shape = tuple[tuple[float, float], ...]
MARKS: Final[Mapping[str, Shape]] = {
    "red": ((50, 4), (100, 94), (0, 94)),
    "blue": ((7, 7), (93, 7), (93, 93), (7, 93)),
    "green": ((50, 0), (100, 50), (50, 100), (0, 50)),
    "yellow": (
        *((50, 0), (63, 36), (100, 37), (71, 60), (81, 96)),
        *((50, 75), (19, 96), (29, 60), (0, 37), (37, 36)),
    ),
    "purple": (
        *((33, 0), (67, 0), (67, 33), (100, 33), (100, 67), (67, 67)),
        *((67, 100), (33, 100), (33, 67), (0, 67), (0, 33), (33, 33)),
    ),
    "black": (),
    "pink": (
        *((50, 96), (4, 48), (2, 26), (16, 9), (36, 8)),
        *((50, 24), (64, 8), (84, 9), (98, 26), (96, 48)),
    ),
    "orange": ((50, 2), (100, 39), (81, 98), (19, 98), (0, 39)),
    "white": ((4, 4), (96, 4), (62, 50), (96, 96), (4, 96), (38, 50)),
}
"""The shape that marks the player of a colour everywhere, so that players who see colours
differently can tell them apart: corners in hundredths of its box; black is a disc. The style sheet
has the same shapes."""


def place_mark(colour: str, x: float, y: float, width: float) -> Shape:
    """The corners of a seat's mark around a point; none for a disc."""
    return tuple(
        (x + (right / 100 - 0.5) * width, y + (down / 100 - 0.5) * width)
        for right, down in MARKS.get(colour, ())
    )


class Seat(Struct, frozen=True):
    """A place at a table and the player who sits there."""

    id: str
    name: str
    """The player's name."""
    colour: str


def assign_pieces(
    seats: Sequence[Seat], pieces: Sequence[str], by_colour: Mapping[str, str]
) -> dict[str, str]:
    """A piece for each seat: the one of its colour if it is in play, else the next one left."""
    given = {
        seat.id: by_colour[seat.colour] for seat in seats if by_colour.get(seat.colour) in pieces
    }
    left = iter([piece for piece in pieces if piece not in given.values()])
    return {seat.id: given[seat.id] if seat.id in given else next(left) for seat in seats}
