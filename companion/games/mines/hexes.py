"""A plane of hexagons that stand on a corner.

A cell is (q, r): q counts to the right, r to the lower right.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from math import sqrt
from typing import Final

Cell = tuple[int, int]

SIDES: Final = 6
ROW: Final = sqrt(3) / 2
"""The distance between two rows, for hexagons of width 1."""
MAX_CELLS: Final = 4096
"""How many cells are remembered: those of some large mountains, which all begin at (0, 0)."""


@lru_cache(maxsize=MAX_CELLS)
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The six cells around, clockwise from the upper right, in the order of a tile's sides."""
    q, r = cell
    return ((q + 1, r - 1), (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1))


def apart(one: Cell, other: Cell) -> int:
    """The number of steps from one cell to another."""
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


def groups(cells: Iterable[Cell]) -> tuple[frozenset[Cell], ...]:
    """The connected groups of the cells."""
    left = set(cells)
    found = []
    while left:
        group = {left.pop()}
        edge = list(group)
        while edge:
            near = left.intersection(neighbours(edge.pop()))
            left -= near
            group |= near
            edge += near
        found.append(frozenset(group))
    return tuple(found)


def joined(cells: Collection[Cell]) -> bool:
    return len(cells) <= 1 or _is_one_group(frozenset(cells))


@lru_cache(maxsize=MAX_CELLS)
def _is_one_group(cells: frozenset[Cell]) -> bool:
    """Asked for every tile of a hand and every turn of it, about the same cells."""
    return len(groups(cells)) <= 1


@lru_cache(maxsize=MAX_CELLS)
def centre(cell: Cell, width: float) -> tuple[float, float]:
    """The centre of a cell in millimetres; the first cell is at (0, 0), y goes down."""
    q, r = cell
    return round(width * (q + r / 2), 3), round(width * ROW * r, 3)
