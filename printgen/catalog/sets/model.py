"""The frozen values that a file with a set of pieces is read into."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from printgen.errors import Location


class SetSuit(Struct, frozen=True):
    """A suit of a set. `id` is unique in a game: a suit whose name an earlier set of the game
    already has begins with the set's id. It is also the name of the suit's colour."""

    id: str
    name: str
    symbol: str
    place: Location


class SetValue(Struct, frozen=True):
    """A value of a set, such as null, ace or 2; `worth` is what it counts."""

    id: str
    name: str
    worth: int
    place: Location


class PieceSet(Struct, frozen=True):
    """A set of pieces. `configuration` is its name in PPN, and suits and values are in PPN's order.
    `pieces` says how many it has of each kind, by the id of the component that prints them.
    `is_own` if its file is in the game's folder."""

    id: str
    title: str
    configuration: str
    suits: tuple[SetSuit, ...]
    values: tuple[SetValue, ...]
    pieces: Mapping[str, int]
    piece_places: Mapping[str, Location]
    plaque: str
    inverted: bool
    art: Path
    is_own: bool
    place: Location

    @property
    def face_colour(self) -> str:
        """The name of the colour of its tiles' faces."""
        return f"{self.id}-face"

    @property
    def back_colour(self) -> str:
        """The name of the colour of its tiles' backs."""
        return f"{self.id}-back"
