"""Takes a pattern and an area, gives rows and columns of trims and the bleed each may show.

Hexes in strips are a grid too: flats touch along a row (pitch f), tips touch between rows
(pitch 2s), so that straight cuts part rows and pieces and four snips make each hex.
"""

from __future__ import annotations

from collections.abc import Sequence

from printgen.frame import Segments, rectangle
from printgen.sheet.lattice import EMPTY, SLACK, Cell, Lattice, Pattern


def grid_lattice(pattern: Pattern, width: float, height: float) -> Lattice:
    columns = _count(width, pattern.width, pattern.gutter)
    rows = _count(height, pattern.height, pattern.gutter)
    if not columns or not rows:
        return EMPTY
    step_x, step_y = pattern.width + pattern.gutter, pattern.height + pattern.gutter
    cells = tuple(
        Cell(column * step_x, row * step_y, row, column)
        for row in range(rows)
        for column in range(columns)
    )
    return Lattice(cells, columns * step_x - pattern.gutter, rows * step_y - pattern.gutter)


def _count(length: float, piece: float, gutter: float) -> int:
    return max(0, int((length + gutter + SLACK) // (piece + gutter)))


def grid_windows(
    cells: Sequence[Cell], pattern: Pattern, bleed_x: float, bleed_y: float
) -> tuple[Segments, ...]:
    """What each trim shows: outer bleed at free edges, and the shared gap's half at others."""
    taken = {(cell.row, cell.column) for cell in cells}
    return tuple(_window(cell, taken, pattern, bleed_x, bleed_y) for cell in cells)


def _window(
    cell: Cell, taken: set[tuple[int, int]], pattern: Pattern, bleed_x: float, bleed_y: float
) -> Segments:
    row, column = cell.row, cell.column
    inner = pattern.inner_bleed

    def beside(step: int) -> float:
        # A free side counts as taken when a piece stands diagonally behind it: that piece's
        # own bleed goes up or down into the same corner.
        near = any((row + up, column + step) in taken for up in (-1, 0, 1))
        return inner if near else max(inner, bleed_x)

    def above(step: int) -> float:
        return inner if (row + step, column) in taken else max(inner, bleed_y)

    left, right, top, bottom = beside(-1), beside(1), above(-1), above(1)
    return rectangle(
        cell.x - left,
        cell.y - top,
        pattern.width + left + right,
        pattern.height + top + bottom,
    )
