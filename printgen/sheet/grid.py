"""Arrange trims in rows and columns, and calculate how much bleed each may show.

Hexes in strips are a grid too: flats touch along a row (pitch f) and tips touch between rows (pitch
2s), so that straight cuts separate rows and pieces, and four snips make each hex.
"""

from __future__ import annotations

from collections.abc import Sequence

from printgen.geometry import Segments, rectangle
from printgen.sheet.lattice import EMPTY, SLACK, Cell, Footprint, Lattice


def grid_lattice(footprint: Footprint, width: float, height: float) -> Lattice:
    columns = _count(width, footprint.width, footprint.gutter)
    rows = _count(height, footprint.height, footprint.gutter)
    if not columns or not rows:
        return EMPTY
    step_x, step_y = footprint.width + footprint.gutter, footprint.height + footprint.gutter
    cells = tuple(
        Cell(column * step_x, row * step_y, row, column)
        for row in range(rows)
        for column in range(columns)
    )
    return Lattice(cells, columns * step_x - footprint.gutter, rows * step_y - footprint.gutter)


def _count(length: float, piece: float, gutter: float) -> int:
    return max(0, int((length + gutter + SLACK) // (piece + gutter)))


def grid_windows(
    cells: Sequence[Cell], footprint: Footprint, bleed_x: float, bleed_y: float
) -> tuple[Segments, ...]:
    """Return the window of each trim: outer bleed at free edges, half the gap at the others."""
    taken = {(cell.row, cell.column) for cell in cells}
    return tuple(_window(cell, taken, footprint, bleed_x, bleed_y) for cell in cells)


def _window(
    cell: Cell, taken: set[tuple[int, int]], footprint: Footprint, bleed_x: float, bleed_y: float
) -> Segments:
    row, column = cell.row, cell.column
    inner = footprint.inner_bleed

    def beside(step: int) -> float:
        # A free side also counts as taken if there is a piece diagonally next to it, because
        # that piece's bleed extends up or down into the same corner.
        near = any((row + up, column + step) in taken for up in (-1, 0, 1))
        return inner if near else max(inner, bleed_x)

    def above(step: int) -> float:
        return inner if (row + step, column) in taken else max(inner, bleed_y)

    left, right, top, bottom = beside(-1), beside(1), above(-1), above(1)
    return rectangle(
        cell.x - left,
        cell.y - top,
        footprint.width + left + right,
        footprint.height + top + bottom,
    )
