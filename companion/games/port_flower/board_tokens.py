"""Tokens of the board itself: grid numbers, and water that covers printed sharks."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from companion.games.port_flower.facts import PortFlowerFacts
from companion.games.port_flower.geometry import point
from companion.games.port_flower.sea import Board, cell
from companion.games.scene import Token
from companion.language.messages import say

PATCH: Final = 0.9
"""The width of the water that covers a printed coin and its shade, in spaces."""
SAND: Final = "#f6e7c8"
NUMBER: Final = 0.36
"""The width of a column or row number, in spaces."""


def grid_numbers(facts: PortFlowerFacts, board: Board) -> Iterator[Token]:
    """Columns and rows are numbered as on the printed course."""
    away = 0.5 + NUMBER / 2
    for column in range(1, board.width + 1):
        x, y = point(facts, board, column, 1 - away)
        label = say("column {x}", x=column)
        yield Token(x, y, label, colour=SAND, mark=str(column), width=NUMBER * facts.plan.space)
    for row in range(1, board.height + 1):
        x, y = point(facts, board, 1 - away, row)
        label = say("row {y}", y=row)
        yield Token(x, y, label, colour=SAND, mark=str(row), width=NUMBER * facts.plan.space)


def water_over_sharks(
    facts: PortFlowerFacts, board: Board, sharks: Collection[int]
) -> Iterator[Token]:
    """Water over printed sharks that have left their places."""
    for shark in facts.laid("shark"):
        if cell(shark.x, shark.y) not in sharks:
            x, y = point(facts, board, shark.x, shark.y)
            water, width = facts.plan.water, PATCH * facts.plan.space
            yield Token(x, y, say("open water"), colour=water, width=width, rim=False)
