"""Takes the suits that sail, gives where their pawns and their rows of coins are drawn at first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.games.base import Placement, Token
from companion.games.port_flower.facts import Known
from companion.games.port_flower.geometry import MOORED, berth, beside_printed, point
from companion.games.port_flower.labels import suit_name
from companion.games.port_flower.sea import Board
from companion.games.port_flower.spares import number_face, suit_face

FIRST: Final = (12.95, 4.9)
"""Where the first row begins beside a board as large as the printed one, in spaces."""
ACROSS: Final = 0.47
DOWN: Final = 0.62
SMALL: Final = 0.44
"""How wide a coin of a row is drawn, in spaces."""


def moored_pawns(known: Known, board: Board, suits: Sequence[str]) -> Iterator[Token]:
    """Pawns in the port, by the signs of their suits."""
    width = MOORED * known.plan.space
    for number, suit in enumerate(suits):
        x, y = berth(known, board, number)
        yield Token(x, y, suit_name(known, suit), face=suit_face(suit), width=width)


def row_signs(known: Known, board: Board, suits: Sequence[str]) -> Iterator[Token]:
    """Whose row is which: coins that lie number side up do not tell."""
    for row, suit in enumerate(suits):
        x, y = _spot(known, board, row, 0)
        width = SMALL * known.plan.space
        yield Token(x, y, suit_name(known, suit), face=suit_face(suit), width=width)


def coin_rows(known: Known, board: Board, suits: Sequence[str]) -> Iterator[Placement]:
    """Each boat's coins, under the wind rose."""
    coins = {boat.suit: boat.coins for boat in known.boats}
    for row, suit in enumerate(suits):
        for column, coin in enumerate(coins[suit], start=1):
            x, y = _spot(known, board, row, column)
            width = SMALL * known.plan.space
            yield Placement(number_face(known, coin), x, y, space=f"{suit}-{column}", width=width)


def _spot(known: Known, board: Board, row: int, column: int) -> tuple[float, float]:
    x, y = FIRST[0] + ACROSS * column, FIRST[1] - DOWN * row
    return point(known, board, *beside_printed(known, board, x, y))
