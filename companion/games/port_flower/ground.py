"""Takes a board, gives what is drawn on it besides the pieces: numbers, and water over print."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from companion.games.base import Token
from companion.games.port_flower.facts import Known
from companion.games.port_flower.geometry import point
from companion.games.port_flower.sea import Board, cell
from companion.words import say

PATCH: Final = 0.9
"""How wide the water is that hides a printed coin and its shade, in spaces."""
SAND: Final = "#f6e7c8"
NUMBER: Final = 0.36
"""How wide the number of a column or row is, in spaces."""


def numbers_of(known: Known, board: Board) -> Iterator[Token]:
    """Columns and rows are numbered as on the printed course."""
    away = 0.5 + NUMBER / 2
    for column in range(1, board.width + 1):
        x, y = point(known, board, column, 1 - away)
        label = say("column {x}", x=column)
        yield Token(x, y, label, colour=SAND, mark=str(column), width=NUMBER * known.plan.space)
    for row in range(1, board.height + 1):
        x, y = point(known, board, 1 - away, row)
        label = say("row {y}", y=row)
        yield Token(x, y, label, colour=SAND, mark=str(row), width=NUMBER * known.plan.space)


def water_over_sharks(known: Known, board: Board, sharks: Collection[int]) -> Iterator[Token]:
    """Where the printed course shows a shark that is not there."""
    for shark in known.laid("shark"):
        if cell(shark.x, shark.y) not in sharks:
            x, y = point(known, board, shark.x, shark.y)
            water, width = known.plan.water, PATCH * known.plan.space
            yield Token(x, y, say("open water"), colour=water, width=width, rim=False)
