"""Positions of spaces in millimetres, on the printed course or a plane like it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.geometry import Point, View
from companion.games.port_flower.facts import PortFlowerFacts
from companion.games.port_flower.options import Variants
from companion.games.port_flower.sea import STRIDE, Board
from companion.games.scene import Token
from companion.games.setup import Placement

MARGIN: Final = 6.5
"""The margin left of the board and below it, for the printed numbers of rows and columns."""
EDGE: Final = 1.5
"""The margin above and to the right, where other things are printed."""
COIN: Final = 0.75
"""The width of a coin, in spaces."""
MOORED: Final = 0.6
"""The width of a boat in the port, which has room for six, in spaces."""


def printed_face(facts: PortFlowerFacts, variants: Variants) -> str:
    """The face of the printed course if the race uses it, else an empty text."""
    own = variants.course == "ours" and variants.waters == next(iter(facts.waters))
    return facts.plan.face if own else ""


def point(facts: PortFlowerFacts, board: Board, x: float, y: float) -> Point:
    """The position of a point given in spaces, y upwards."""
    plan = facts.plan
    across = plan.left + (x - 0.5) * plan.space
    return round(across, 3), round(plan.top + (board.height + 0.5 - y) * plan.space, 3)


def middle(facts: PortFlowerFacts, board: Board, space: int) -> Point:
    """The middle of a space."""
    return point(facts, board, space // STRIDE, space % STRIDE)


def corner(facts: PortFlowerFacts, board: Board, buoy: int) -> Point:
    """The position of a buoy: the north-eastern corner of the space that names it."""
    return point(facts, board, buoy // STRIDE + 0.5, buoy % STRIDE + 0.5)


def harbour(board: Board) -> Point:
    """The middle of the port, in spaces."""
    across = [space // STRIDE for space in board.port]
    up = [space % STRIDE for space in board.port]
    return sum(across) / len(across), sum(up) / len(up)


def berth(facts: PortFlowerFacts, board: Board, number: int) -> Point:
    """The position of a boat in the port, where six lie in two rows."""
    across, up = harbour(board)
    row, column = divmod(number, 3)
    return point(facts, board, across + 0.63 * (column - 1), up + 0.42 - 0.84 * row)


def beside_printed(facts: PortFlowerFacts, board: Board, x: float, y: float) -> Point:
    """A point to the right of the printed board, moved beside this board."""
    printed = next(iter(facts.waters.values()))
    return x + board.width - 2 * printed.columns, y + board.height - 2 * printed.rows


def view_of(facts: PortFlowerFacts, board: Board) -> View:
    """The part of the plane that is the board."""
    plan = facts.plan
    return (
        plan.left - MARGIN,
        plan.top - EDGE,
        round(board.width * plan.space + MARGIN + EDGE, 3),
        round(board.height * plan.space + MARGIN + EDGE, 3),
    )


def bounds(facts: PortFlowerFacts, pieces: Sequence[Placement | Token]) -> View:
    """The part of the plane on which these pieces lie."""
    half = [(piece.width or facts.plan.space) / 2 + EDGE for piece in pieces]
    left = min(piece.x - room for piece, room in zip(pieces, half, strict=True))
    top = min(piece.y - room for piece, room in zip(pieces, half, strict=True))
    right = max(piece.x + room for piece, room in zip(pieces, half, strict=True))
    bottom = max(piece.y + room for piece, room in zip(pieces, half, strict=True))
    return round(left, 3), round(top, 3), round(right - left, 3), round(bottom - top, 3)
