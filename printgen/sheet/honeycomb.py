"""Arrange hexagons in a honeycomb, and calculate how much bleed each may show.

A hex is f wide from flat to flat and 2s from tip to tip, with s = f/√3. Rows of pointy hexes are
1.5 s apart, every second one shifted by f/2; flat hexes are the same with x and y swapped.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from printgen.geometry import Segments, polygon
from printgen.sheet.lattice import EMPTY, SLACK, Cell, Footprint, Lattice

ROOT_3: Final = math.sqrt(3)
TIP: Final = 2 / ROOT_3  # a border of 1 around a hex reaches this far at its tips


def honeycomb_lattice(footprint: Footprint, width: float, height: float) -> Lattice:
    if not footprint.pointy:
        swapped = honeycomb_lattice(footprint.turned(), height, width)
        cells = tuple(Cell(c.y, c.x, c.column, c.row) for c in swapped.cells)
        return Lattice(
            tuple(sorted(cells, key=lambda c: (round(c.y, 6), c.x))), swapped.height, swapped.width
        )
    flat, tall = footprint.width, footprint.height
    step_x = flat + footprint.gutter
    step_y = 1.5 * step_x / ROOT_3
    rows = int((height - tall + SLACK) // step_y) + 1 if height + SLACK >= tall else 0
    cells = tuple(
        Cell(x, row * step_y, row, column)
        for row in range(rows)
        for column, x in enumerate(_row(width, flat, step_x, shifted=row % 2 == 1))
    )
    if not cells:
        return EMPTY
    return Lattice(cells, max(c.x for c in cells) + flat, max(c.y for c in cells) + tall)


def _row(width: float, flat: float, step: float, *, shifted: bool) -> list[float]:
    start = step / 2 if shifted else 0.0
    count = int((width - start - flat + SLACK) // step) + 1 if width - start + SLACK >= flat else 0
    return [start + i * step for i in range(count)]


def honeycomb_windows(cells: Sequence[Cell], footprint: Footprint) -> tuple[Segments, ...]:
    """Return each hex, grown by its bleed on free sides and by half the gap towards a neighbour."""
    taken = {(cell.row, cell.column) for cell in cells}
    flat = footprint.width if footprint.pointy else footprint.height
    return tuple(
        bordered_hex(
            (cell.x + footprint.width / 2, cell.y + footprint.height / 2),
            flat,
            [
                footprint.inner_bleed if near in taken else footprint.bleed
                for near in _neighbours(cell.row, cell.column, pointy=footprint.pointy)
            ],
            pointy=footprint.pointy,
        )
        for cell in cells
    )


def _neighbours(row: int, column: int, *, pointy: bool) -> list[tuple[int, int]]:
    """Return row and column of the six neighbours, in the order of the hex's edges."""
    if not pointy:
        swapped = _neighbours(column, row, pointy=True)
        # Swapping x and y mirrors directions: an angle a becomes 90° - a.
        return [swapped[(1 - i) % 6][::-1] for i in range(6)]
    odd = row % 2
    return [
        (row, column + 1),
        (row + 1, column + odd),
        (row + 1, column - 1 + odd),
        (row, column - 1),
        (row - 1, column - 1 + odd),
        (row - 1, column + odd),
    ]


def bordered_hex(
    middle: tuple[float, float], flat: float, borders: Sequence[float], *, pointy: bool
) -> Segments:
    """Return a hexagon with each of its six edges moved outwards by its own border.

    Corners lie where neighbouring edges cross, so two bordered hexes that share an edge never
    overlap: both end on that edge's line, even beyond its ends.
    """
    corners = []
    for i in range(6):
        one, two = _normal(i, pointy=pointy), _normal(i + 1, pointy=pointy)
        reach_one, reach_two = flat / 2 + borders[i], flat / 2 + borders[(i + 1) % 6]
        cross = math.sin(two - one)
        corners.append(
            (
                middle[0] + (reach_one * math.sin(two) - reach_two * math.sin(one)) / cross,
                middle[1] + (reach_two * math.cos(one) - reach_one * math.cos(two)) / cross,
            )
        )
    return polygon(corners)


def _normal(index: int, *, pointy: bool) -> float:
    """Return the direction an edge faces, clockwise from the right."""
    return math.radians(60 * index + (0 if pointy else 30))
