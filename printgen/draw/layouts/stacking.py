"""Place pieces on a table: where each lies on the page, how it is turned, and on what it lies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.ppn.table import Pieces, TablePiece
from printgen.draw.layouts.bodies import body_of
from printgen.draw.layouts.convex import Polygon, close_pairs, hull, inside, overlap
from printgen.draw.layouts.piece_art import PieceArt
from printgen.geometry import Matrix, apply, multiply, rotate, translate

INCH: Final = 25.4
HIDDEN_SLACK: Final = 0.5
"""A piece that sticks out from under another by less (mm) is hidden."""


class PlacedPiece(Struct, frozen=True, eq=False):
    """A piece on the table. `matrix` puts its top face on the page, `footprint` is what its body
    covers there; `bottom` and `top` are heights above the table in mm."""

    piece: TablePiece
    art: PieceArt
    matrix: Matrix
    footprint: Polygon
    bottom: float = 0.0

    @property
    def top(self) -> float:
        return self.bottom + self.art.height


def place_pieces(pieces: Pieces, arts: Sequence[PieceArt]) -> tuple[PlacedPiece, ...]:
    """Return the pieces, in the order of the table, each lying on the highest of those before it
    whose footprint it overlaps."""
    flat = [_place(piece, art) for piece, art in zip(pieces, arts, strict=True)]
    below: dict[int, list[int]] = {}
    for lower, upper in close_pairs([placed.footprint for placed in flat]):
        if overlap(flat[lower].footprint, flat[upper].footprint):
            below.setdefault(upper, []).append(lower)
    stacked: list[PlacedPiece] = []
    for index, placed in enumerate(flat):
        bottom = max((stacked[lower].top for lower in below.get(index, ())), default=0.0)
        stacked.append(replace(placed, bottom=bottom))
    return tuple(stacked)


def _place(piece: TablePiece, art: PieceArt) -> PlacedPiece:
    x, y = piece.x * INCH, -piece.y * INCH
    middle = translate(-art.top.width / 2, -art.top.height / 2)
    # PPN turns counter-clockwise, the page clockwise.
    matrix = multiply(translate(x, y), multiply(rotate(-piece.kind.angle % 360), middle))
    footprint = hull(apply(matrix, x, y) for x, y, _ in body_of(art).corners)
    return PlacedPiece(piece, art, matrix, footprint)


def hidden_counts(placed: Sequence[PlacedPiece]) -> dict[int, int]:
    """Return how many pieces lie unseen beneath each piece, for those that hide any. A piece counts
    for the topmost one that covers it."""
    covers: dict[int, int] = {}
    for lower, upper in close_pairs([each.footprint for each in placed]):
        if inside(placed[lower].footprint, placed[upper].footprint, HIDDEN_SLACK):
            covers[lower] = max(upper, covers.get(lower, upper))
    counts: dict[int, int] = {}
    for upper in covers.values():
        counts[upper] = counts.get(upper, 0) + 1
    return counts
