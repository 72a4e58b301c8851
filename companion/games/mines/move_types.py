"""The kinds of moves."""

from __future__ import annotations

from companion.games.moves import Move, TypedMove, convert_move


class First(TypedMove, frozen=True, tag="first"):
    """Say which player is the youngest, who starts."""

    who: str


class Lay(TypedMove, frozen=True, tag="lay"):
    """Lay a tile of the hand in the cell (q, r), turned clockwise by `turn` sixths."""

    tile: str
    q: int
    r: int
    turn: int


class Show(TypedMove, frozen=True, tag="show"):
    """Show a hand of which no tile fits, and remove one of its tiles from the game."""

    tile: str


class Build(TypedMove, frozen=True, tag="build"):
    """Build a mine on the tile laid last."""


class Extend(TypedMove, frozen=True, tag="extend"):
    """Extend a mine by the tile laid last."""


class Finish(TypedMove, frozen=True, tag="finish"):
    """End the turn without a mine."""


class Supply(TypedMove, frozen=True, tag="supply"):
    """Draw a tile instead of laying one."""


class Reorganise(TypedMove, frozen=True, tag="reorganise"):
    """Remove a tile of the hand from the game, and draw others."""

    tile: str


AnyMove = First | Lay | Show | Build | Extend | Finish | Supply | Reorganise


def read_move(move: Move) -> AnyMove:
    """Raises Refused for anything that is not a move of this game."""
    read: AnyMove = convert_move(move, AnyMove)
    return read
