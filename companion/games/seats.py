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
}
"""The seat colours and their names, in the order in which they are offered."""


class Seat(Struct, frozen=True):
    id: str
    name: str
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
