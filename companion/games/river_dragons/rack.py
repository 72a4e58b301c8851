"""The planks in reserve, drawn below the board.

Players judge gaps by eye, so the planks lie there at the same scale.
"""

from __future__ import annotations

from typing import Final

from companion.games.geometry import Point
from companion.games.river_dragons.facts import RiverDragonsFacts

ROWS_APART: Final = 2.5
"""The distance between rows in plank widths, so that a finger hits only one row."""


def row_height(facts: RiverDragonsFacts) -> float:
    return ROWS_APART * facts.measures.plank


def rack_height(facts: RiverDragonsFacts) -> float:
    return len(_rows(facts)) * row_height(facts)


def rack_place(facts: RiverDragonsFacts, plank: str) -> Point:
    """The centre of a plank's place; a reserve has at most one plank of each number."""
    number, lengths, high = facts.planks[plank].number, _lengths(facts), row_height(facts)
    row, numbers = next((i, row) for i, row in enumerate(_rows(facts)) if number in row)
    gap = (facts.measures.width - sum(lengths[n] for n in numbers)) / (len(numbers) + 1)
    before = numbers[: numbers.index(number)]
    left = sum(lengths[n] + gap for n in before) + gap
    return left + lengths[number] / 2, facts.measures.height + (row + 0.5) * high


def _lengths(facts: RiverDragonsFacts) -> dict[int, float]:
    return {plank.number: plank.length for plank in facts.planks.values()}


def _rows(facts: RiverDragonsFacts) -> list[list[int]]:
    """The plank numbers from the shortest on, as many in each row as fit with gaps."""
    lengths, apart = _lengths(facts), facts.measures.plank
    rows: list[list[int]] = [[]]
    for number in sorted(lengths):
        longer = [*rows[-1], number]
        if sum(lengths[n] + apart for n in longer) + apart <= facts.measures.width:
            rows[-1] = longer
        else:
            rows.append([number])
    return rows
