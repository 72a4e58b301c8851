"""What a set of pieces gives: the printed faces of one piece and the shape they are glued to."""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct

from printgen.catalog.ppn.table import PieceKind
from printgen.frame import Frame
from printgen.ink import Color

SolidShape = Literal["slab", "pyramid", "wedge"]


class PieceArt(Struct, frozen=True, eq=False):
    """A piece as it lies on the table, before it is placed and turned. All sizes are millimetres.

    `top` is what is seen from above, at true size; its middle is the piece's place and its trim is
    the footprint. A slab is its footprint raised by `height`: tiles, coins and dice. A pyramid
    stands on its footprint, which is a square. A wedge is a pyramid that lies on one wall, with its
    tip at the top of the frame.

    `walls` are the sides of a slab with four corners or of a pyramid, as one sees each of them
    upright: front (towards the reader), right, back, left. A pyramid's wall is a triangle with its
    tip in the middle of the frame's top. Sides without a wall are plain `edge`.
    """

    name: str
    top: Frame
    height: float
    edge: Color
    solid: SolidShape = "slab"
    walls: tuple[Frame, ...] = ()


class PieceSets(Protocol):
    def piece(self, kind: PieceKind) -> PieceArt | None:
        """Return the art of a piece, whatever its angle, or None if it is in none of the sets. The
        same piece has the same art, so that its faces are drawn once."""
