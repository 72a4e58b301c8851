"""Pawns and rows of coins at the start of a race."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.games.port_flower.facts import SEAT_COLOURS, PortFlowerFacts
from companion.games.port_flower.geometry import MOORED, berth, beside_printed, point
from companion.games.port_flower.names import suit_name
from companion.games.port_flower.sea import Board
from companion.games.port_flower.spares import number_face, suit_face
from companion.games.scene import Token
from companion.games.setup import Placement

FIRST: Final = (12.95, 4.9)
"""Where the first row begins beside a board of the printed size, in spaces."""
ACROSS: Final = 0.47
DOWN: Final = 0.62
SMALL: Final = 0.44
"""The drawn width of a row's coins, in spaces."""


def moored_pawns(facts: PortFlowerFacts, board: Board, suits: Sequence[str]) -> Iterator[Token]:
    """Pawns in the port."""
    width = MOORED * facts.plan.space
    for number, suit in enumerate(suits):
        x, y = berth(facts, board, number)
        yield Token(
            x,
            y,
            suit_name(facts, suit),
            face=suit_face(suit),
            colour=facts.suits[suit].colour,
            width=width,
            seat=SEAT_COLOURS.get(suit, ""),
        )


def row_signs(facts: PortFlowerFacts, board: Board, suits: Sequence[str]) -> Iterator[Token]:
    """A sign beside each row, since coins with the number side up do not show their suit."""
    for row, suit in enumerate(suits):
        x, y = _spot(facts, board, row, 0)
        width = SMALL * facts.plan.space
        yield Token(x, y, suit_name(facts, suit), face=suit_face(suit), width=width)


def coin_rows(facts: PortFlowerFacts, board: Board, suits: Sequence[str]) -> Iterator[Placement]:
    """Each boat's coins, below the wind rose."""
    coins = {boat.suit: boat.coins for boat in facts.boats}
    for row, suit in enumerate(suits):
        for column, coin in enumerate(coins[suit], start=1):
            x, y = _spot(facts, board, row, column)
            width = SMALL * facts.plan.space
            yield Placement(number_face(facts, coin), x, y, space=f"{suit}-{column}", width=width)


def _spot(facts: PortFlowerFacts, board: Board, row: int, column: int) -> tuple[float, float]:
    x, y = FIRST[0] + ACROSS * column, FIRST[1] - DOWN * row
    return point(facts, board, *beside_printed(facts, board, x, y))
