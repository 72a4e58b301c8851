"""Takes planks in reserve, gives where they lie below the board, as long as those on it.

Gaps are judged by eye: that needs the planks beside the board, drawn to the same scale.
"""

from __future__ import annotations

from typing import Final

from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.river import Point

ROWS_APART: Final = 2.5
"""In widths of a plank, so that a finger hits only one row."""


def row_height(box: Box) -> float:
    return ROWS_APART * box.measures.plank


def rack_height(box: Box) -> float:
    return len(_rows(box)) * row_height(box)


def rack_place(box: Box, plank: str) -> Point:
    """The middle of a plank's place: a reserve has one of each number at most."""
    number, lengths, high = box.planks[plank].number, _lengths(box), row_height(box)
    row, numbers = next((i, row) for i, row in enumerate(_rows(box)) if number in row)
    gap = (box.measures.width - sum(lengths[n] for n in numbers)) / (len(numbers) + 1)
    before = numbers[: numbers.index(number)]
    left = sum(lengths[n] + gap for n in before) + gap
    return left + lengths[number] / 2, box.measures.height + (row + 0.5) * high


def _lengths(box: Box) -> dict[int, float]:
    return {plank.number: plank.length for plank in box.planks.values()}


def _rows(box: Box) -> list[list[int]]:
    """Numbers from the shortest on, as many in each row as lie there with room between them."""
    lengths, apart = _lengths(box), box.measures.plank
    rows: list[list[int]] = [[]]
    for number in sorted(lengths):
        longer = [*rows[-1], number]
        if sum(lengths[n] + apart for n in longer) + apart <= box.measures.width:
            rows[-1] = longer
        else:
            rows.append([number])
    return rows
