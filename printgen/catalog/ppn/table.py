"""The pieces of a PPN game on the table: frozen values, ordered from the bottom to the top."""

from __future__ import annotations

from msgspec import Struct


class PieceKind(Struct, frozen=True):
    """What a piece is and which way it lies, wherever it is.

    Suits and ranks count from one, as the tables of other piecepack programs do: a piecepack's null
    has the rank 1, its ace 2, while a pip of a die counts 1. `angle` is in degrees,
    counter-clockwise; turning a piece may take it outside of 0 to 360.
    """

    piece_side: str
    suit: int
    rank: int
    angle: float
    cfg: str

    @property
    def piece(self) -> str:
        return self.piece_side.partition("_")[0]

    @property
    def side(self) -> str:
        return self.piece_side.partition("_")[2]


class TablePiece(Struct, frozen=True):
    """One row of the table of pieces. Coordinates are in inches, y points up."""

    id: str
    kind: PieceKind
    x: float
    y: float


Pieces = tuple[TablePiece, ...]


class Position(Struct, frozen=True):
    """The table during a move.

    `start` is the table when the move began, `active` are the ids of the pieces that the last
    operator acted on, `last_id` is the last number given to a new piece.
    """

    pieces: Pieces = ()
    start: Pieces = ()
    active: tuple[str, ...] = ()
    last_id: int = 0


def flipped_id(piece_id: str) -> str:
    """Return the id after showing another side: 23 → 23.1, 24..1.1 → 24..1.2."""
    number, changes, turns = _id_parts(piece_id)
    return number + changes + f".{turns + 1}"


def replaced_id(piece_id: str) -> str:
    """Return the id after becoming another piece: 23 → 23..1, 24..1.1 → 24..2."""
    number, changes, _ = _id_parts(piece_id)
    return f"{number}..{int(changes.removeprefix('..') or 0) + 1}"


def _id_parts(piece_id: str) -> tuple[str, str, int]:
    number, dots, rest = piece_id.partition("..")
    if not dots:
        number, _, turns = piece_id.partition(".")
        return number, "", int(turns or 0)
    change, _, turns = rest.partition(".")
    return number, f"..{change}", int(turns or 0)
