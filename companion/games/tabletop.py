"""A setup with all pieces of the game: those on the board, beside it, and before the players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from companion.games.setup import Placement, Setup
from companion.language.messages import Message

Row = str
"""A printed piece by its row, `component/row`, named once for each copy. A component alone stands
for all of its pieces that are left."""

ANY_COMPONENT: Final = "*"
"""Stands for the component of a folded piece whose row alone is known."""

Form = Literal["deck", "bag", "pile", "row"]
"""Face-down on top of each other, in a bag, face-up on top of each other, or side by side."""


class LaidPiece(Struct, frozen=True):
    """A piece on the board's plane: its middle in millimetres, its turn in degrees clockwise."""

    row: Row
    x: float
    y: float
    turn: float = 0.0
    face_up: bool = True


class Supply(Struct, frozen=True):
    """Pieces that lie together; in a deck or pile, the first one is on top."""

    id: str
    rows: tuple[Row, ...]
    form: Form


class PlayerArea(Struct, frozen=True):
    """What a player has before them and in their hand. `colour` is #rrggbb."""

    title: Message
    colour: str
    own: tuple[Supply, ...] = ()
    hand: tuple[Row, ...] = ()


class SnapPoint(Struct, frozen=True):
    """Pieces that are put near this point snap to it."""

    x: float
    y: float
    turn: float = 0.0


class FullTable(Struct, frozen=True):
    """A game as it is set up, with every piece.

    What is not named stays in the box, or lies beside the board if `rest_beside` is true; the
    pieces of `box` stay there in any case. `board` is empty if the pieces lie on a plane.
    """

    board: Row
    laid: tuple[LaidPiece, ...]
    supply: tuple[Supply, ...] = ()
    areas: tuple[PlayerArea, ...] = ()
    points: tuple[SnapPoint, ...] = ()
    box: tuple[Row, ...] = ()
    rest_beside: bool = False


def laid_placements(setup: Setup, *parts: str) -> tuple[LaidPiece, ...]:
    """The pieces that these parts of a setup place, face up."""
    return tuple(map(laid_piece, placements_of(setup, *parts)))


def placements_of(setup: Setup, *parts: str) -> Iterable[Placement]:
    for name in parts:
        yield from setup.part(name).placements


def laid_piece(placement: Placement) -> LaidPiece:
    return LaidPiece(placement.face, placement.x, placement.y, placement.turn)
