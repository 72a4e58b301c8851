"""Draw the grid of a table and its coordinates.

A place is a point at which lines cross if most tiles are centred on places, else the middle of a
space between lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from printgen.catalog.ppn.table import TablePiece
from printgen.draw.layouts.canvas import Canvas, set_label
from printgen.draw.layouts.options import LayoutStyle
from printgen.draw.layouts.stacking import INCH, PlacedPiece
from printgen.frame import Group, Item, Path, Stroke
from printgen.geometry import Segment, polygon, translate

LABEL_PT: Final = 8.0
LABEL_ROOM: Final = 5.0  # mm on the left and below
GRID_LINE: Final = 0.25
GRID_OPACITY: Final = 0.5
LETTERS: Final = 26
"""Wider boards have numbers, because programs disagree about columns of two letters."""
NEAR: Final = 1e-3


class Grid(Struct, frozen=True):
    """The places of a table: `unit` mm apart, from `left` to `right` and `bottom` to `top`. `shift`
    is how far lines are from places, in units."""

    unit: float
    left: int
    right: int
    bottom: int
    top: int
    shift: float

    def lines(self, box: tuple[float, float, float, float]) -> tuple[Segment, ...]:
        """Return the lines in a box (left, top, right, bottom) of the table."""
        left, top, right, bottom = box
        segments: list[Segment] = []
        for column in range(self.left, self.right + 2):
            x = (column - self.shift) * self.unit
            if left - NEAR <= x <= right + NEAR:
                segments += polygon(((x, top), (x, bottom)), closed=False)
        for row in range(self.bottom, self.top + 2):
            y = (self.shift - row) * self.unit
            if top - NEAR <= y <= bottom + NEAR:
                segments += polygon(((left, y), (right, y)), closed=False)
        return tuple(segments)


def grid_of(placed: Sequence[PlacedPiece], step: float) -> Grid:
    """Return the grid that covers all pieces."""
    points = [point for piece in placed for point in piece.footprint] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    unit = step * INCH
    shift = 0.0 if _tiles_are_centred([each.piece for each in placed], step) else 0.5
    return Grid(
        unit,
        math.ceil(min(xs) / unit - NEAR),
        math.floor(max(xs) / unit + NEAR),
        math.ceil(-max(ys) / unit - NEAR),
        math.floor(-min(ys) / unit + NEAR),
        shift,
    )


def _tiles_are_centred(pieces: Sequence[TablePiece], step: float) -> bool:
    tiles = [piece for piece in pieces if piece.kind.piece == "tile"]
    centred = sum(_is_whole(piece.x / step) and _is_whole(piece.y / step) for piece in tiles)
    return centred * 2 > len(tiles)


def _is_whole(value: float) -> bool:
    return abs(value - round(value)) < NEAR


def ground_lines(grid: Grid, line: Stroke) -> Item:
    """Return the lines on the table itself."""
    half = 0.5 if grid.shift else 0.0
    box = (
        (grid.left - half) * grid.unit,
        -(grid.top + half) * grid.unit,
        (grid.right + half) * grid.unit,
        (half - grid.bottom) * grid.unit,
    )
    return Group((Path(grid.lines(box), stroke=line),), opacity=GRID_OPACITY)


def lines_on(placed: PlacedPiece, grid: Grid, canvas: Canvas, line: Stroke) -> Iterator[Item]:
    """Yield the lines across the top of a tile or board."""
    if placed.piece.kind.piece not in ("tile", "board"):
        return
    xs, ys = zip(*placed.footprint, strict=True)
    segments = grid.lines((min(xs), min(ys), max(xs), max(ys)))
    if segments:
        dx, dy = canvas.view.shift
        matrix = translate(dx * placed.top, dy * placed.top)
        clip = polygon(placed.footprint)
        yield Group((Path(segments, stroke=line),), matrix, clip, GRID_OPACITY)


def coordinates(grid: Grid, canvas: Canvas, style: LayoutStyle) -> Iterator[Item]:
    """Yield the names of columns below the table and of rows at its left."""
    left, _, _, height = canvas.box()
    below = canvas.box()[1] + height + LABEL_ROOM / 2
    for column in range(grid.left, grid.right + 1):
        x, _ = canvas.paper((column * grid.unit, 0.0))
        yield set_label(_column_name(column, grid), (x, below), style.label, LABEL_PT, style.ink)
    for row in range(grid.bottom, grid.top + 1):
        _, y = canvas.paper((0.0, -row * grid.unit))
        at = (left - LABEL_ROOM / 2, y)
        yield set_label(str(row), at, style.label, LABEL_PT, style.ink)


def _column_name(column: int, grid: Grid) -> str:
    if grid.left < 1 or grid.right > LETTERS or grid.bottom < 1:
        return str(column)
    return chr(ord("a") + column - 1)
