"""The part of a large mountain that a phone shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.geometry import View
from companion.games.mines.hexes import Cell, apart, centre

REACH: Final = 3
"""How many cells around the middle a phone shows if tiles are as wide as a finger."""
IN_REACH: Final = tuple(
    (q, r)
    for q in range(-REACH, REACH + 1)
    for r in range(-REACH, REACH + 1)
    if apart((0, 0), (q, r)) <= REACH
)

WIDE: Final = 3.0
HIGH: Final = 2.8
"""The least number of tiles shown: fewer than the view of a single row is high."""


def view_around(cell: Cell, width: float) -> View:
    """A cell and its neighbours."""
    x, y = centre(cell, width)
    wide, high = WIDE * width, HIGH * width
    return round(x - wide / 2, 3), round(y - high / 2, 3), round(wide, 3), round(high, 3)


def richest(points: Mapping[Cell, int]) -> Cell:
    """Of the cells with the most points, the one with the most points in view around it."""

    most = max(points.values())

    def seen(cell: Cell) -> tuple[int, int]:
        q, r = cell
        near = [points[q + dq, r + dr] for dq, dr in IN_REACH if (q + dq, r + dr) in points]
        return sum(near), len(near)

    return max((cell for cell, worth in points.items() if worth == most), key=seen)
