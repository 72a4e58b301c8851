"""Takes places and what digging there brings, gives where on a large mountain a phone looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.mines.hexes import Cell, apart, centre

REACH: Final = 3
"""How many cells from its middle a phone shows, where tiles are as wide as a finger."""

WIDE: Final = 3.0
HIGH: Final = 2.8
"""How many tiles it shows at least: less than the view of a single row is high."""

Box = tuple[float, float, float, float]


def around(cell: Cell, width: float) -> Box:
    """A cell and its neighbours, in millimetres: x, y, width and height."""
    x, y = centre(cell, width)
    wide, high = WIDE * width, HIGH * width
    return round(x - wide / 2, 3), round(y - high / 2, 3), round(wide, 3), round(high, 3)


def richest(points: Mapping[Cell, int]) -> Cell:
    """Of the places with most points, the one around which the most points are seen at once."""

    def seen(cell: Cell) -> tuple[int, int, int]:
        near = [worth for other, worth in points.items() if apart(cell, other) <= REACH]
        return points[cell], sum(near), len(near)

    return max(points, key=seen)
