"""Takes spaces, gives where they lie in millimetres on the printed course or a plane like it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.base import Placement, Token
from companion.games.port_flower.facts import Known
from companion.games.port_flower.sea import STRIDE, Board
from companion.games.port_flower.variants import Variants

MARGIN = 6.5
"""Room left of the board and below it, for the printed numbers of rows and columns."""
EDGE = 1.5
"""Room above and right of it, where other things are printed."""
COIN = 0.75
"""How wide a coin is, in spaces."""
MOORED = 0.6
"""How wide a boat is in the port, where six find room."""


def printed_face(known: Known, variants: Variants) -> str:
    """The printed course, if that is what is raced on; else nothing."""
    own = variants.course == "ours" and variants.waters == next(iter(known.waters))
    return known.plan.face if own else ""


def point(known: Known, board: Board, x: float, y: float) -> tuple[float, float]:
    """The millimetres of a point given in spaces, y upwards."""
    plan = known.plan
    across = plan.left + (x - 0.5) * plan.space
    return round(across, 3), round(plan.top + (board.height + 0.5 - y) * plan.space, 3)


def middle(known: Known, board: Board, space: int) -> tuple[float, float]:
    """The middle of a space."""
    return point(known, board, space // STRIDE, space % STRIDE)


def corner(known: Known, board: Board, buoy: int) -> tuple[float, float]:
    """Where a buoy stands: at the north-eastern corner of the space it is named by."""
    return point(known, board, buoy // STRIDE + 0.5, buoy % STRIDE + 0.5)


def harbour(board: Board) -> tuple[float, float]:
    """The middle of the port, in spaces."""
    across = [space // STRIDE for space in board.port]
    up = [space % STRIDE for space in board.port]
    return sum(across) / len(across), sum(up) / len(up)


def berth(known: Known, board: Board, number: int) -> tuple[float, float]:
    """Where a boat is drawn in the port: six lie there in two rows."""
    across, up = harbour(board)
    row, column = divmod(number, 3)
    return point(known, board, across + 0.63 * (column - 1), up + 0.42 - 0.84 * row)


def beside_printed(known: Known, board: Board, x: float, y: float) -> tuple[float, float]:
    """A point off the printed board, at its right, moved to where it lies beside this one."""
    printed = next(iter(known.waters.values()))
    return x + board.width - 2 * printed.columns, y + board.height - 2 * printed.rows


def view_of(known: Known, board: Board) -> tuple[float, float, float, float]:
    """The part of the plane that is the board."""
    plan = known.plan
    return (
        plan.left - MARGIN,
        plan.top - EDGE,
        round(board.width * plan.space + MARGIN + EDGE, 3),
        round(board.height * plan.space + MARGIN + EDGE, 3),
    )


def bounds(known: Known, pieces: Sequence[Placement | Token]) -> tuple[float, float, float, float]:
    """The part of the plane on which these pieces lie."""
    half = [(piece.width or known.plan.space) / 2 + EDGE for piece in pieces]
    left = min(piece.x - room for piece, room in zip(pieces, half, strict=True))
    top = min(piece.y - room for piece, room in zip(pieces, half, strict=True))
    right = max(piece.x + room for piece, room in zip(pieces, half, strict=True))
    bottom = max(piece.y + room for piece, room in zip(pieces, half, strict=True))
    return round(left, 3), round(top, 3), round(right - left, 3), round(bottom - top, 3)
