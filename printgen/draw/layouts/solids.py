"""Draw what is seen of one piece: its top face, and in the oblique view its height and sides."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from printgen.colour import mix
from printgen.draw.layouts.bodies import Facet, Vector, body_of, trim
from printgen.draw.layouts.convex import Polygon, hull
from printgen.draw.layouts.piece_art import PieceArt
from printgen.draw.layouts.stacking import PlacedPiece
from printgen.draw.layouts.view import View
from printgen.frame import Group, Item, Path, Stroke, Use
from printgen.geometry import Matrix, Segments, polygon, transform_segments
from printgen.ink import BLACK, WHITE

SHADE: Final = 0.16
"""The shade on a side towards the reader; sides to the right are darker, to the left lighter."""
SIDE_SHADE: Final = 0.12
ROUND_SHADE: Final = 0.1
"""The shade on the whole side of a round piece."""
HALO: Final = 4.0
"""The width of the light line around a piece with walls, in widths of its edges."""


def silhouette(placed: PlacedPiece, view: View) -> Polygon:
    """Return the outline of the whole piece on the page."""
    return hull(view.point(_put(corner, placed)) for corner in body_of(placed.art).corners)


def draw_piece(placed: PlacedPiece, view: View, line: Stroke) -> Iterator[Item]:
    """Yield the piece from the back to the front, its edges drawn with `line`."""
    if view.name == "top":
        yield Group(
            (*_halo(placed, trim(placed.art), line), *draw_flat(placed.art, line)), placed.matrix
        )
        return
    outline = polygon(silhouette(placed, view))
    yield from _halo(placed, outline, line)
    yield Path(outline, mix(placed.art.edge, BLACK, ROUND_SHADE), line)
    for facet in body_of(placed.art).facets:
        right, down = _turn(facet.right, placed.matrix), _turn(facet.down, placed.matrix)
        matrix = view.matrix(_put(facet.origin, placed), right, down)
        if _faces_reader(matrix):
            yield from _draw_facet(facet, matrix, placed, _shade(right, down), line)


def _halo(placed: PlacedPiece, outline: Segments, line: Stroke) -> Iterator[Item]:
    """Yield a light line around a die or pawn, which may lie on a tile of its own colour."""
    if placed.art.walls:
        yield Path(outline, stroke=Stroke(WHITE, HALO * line.width, join="round"))


def draw_flat(art: PieceArt, line: Stroke) -> Iterator[Item]:
    """Yield a piece's top face, unturned."""
    outline = trim(art)
    yield Group((Use(art.top),), clip=outline)
    yield Path(outline, stroke=line)


def _put(vector: Vector, placed: PlacedPiece) -> Vector:
    x, y, height = _turn(vector, placed.matrix)
    return x + placed.matrix[4], y + placed.matrix[5], height + placed.bottom


def _turn(vector: Vector, matrix: Matrix) -> Vector:
    a, b, c, d, _, _ = matrix
    x, y, height = vector
    return a * x + c * y, b * x + d * y, height


def _faces_reader(matrix: Matrix) -> bool:
    a, b, c, d, _, _ = matrix
    return a * d - b * c > 1e-9


def _draw_facet(
    facet: Facet, matrix: Matrix, placed: PlacedPiece, shade: float, line: Stroke
) -> Iterator[Item]:
    outline = transform_segments(facet.outline, matrix)
    if facet.picture is None:
        yield Path(outline, mix(placed.art.edge, BLACK, shade), line)
        return
    yield Group((Use(facet.picture),), matrix, clip=facet.outline)
    if shade:
        yield Group((Path(outline, BLACK),), opacity=shade)
    yield Path(outline, stroke=line)


def _shade(right: Vector, down: Vector) -> float:
    """Return how much of black covers a surface: none if it lies flat, most at the right."""
    (ax, ay, az), (bx, by, bz) = right, down
    nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    length = math.sqrt(nx * nx + ny * ny + nz * nz)
    return max(0.0, SHADE * math.hypot(nx, ny) / length + SIDE_SHADE * nx / length)
