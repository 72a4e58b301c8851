"""Takes spaces of the river, gives where racers stand there, and the part of the board to show."""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, cos, pi, sin
from typing import Final

from companion.games.base import Token
from companion.games.dragon_river.river import Piece, River
from companion.words import Message

TOKEN_WIDTH: Final = 22.0
AROUND_TOKEN: Final = 32.0
"""How wide a ring is that leaves a racer to be seen, also on the whole board."""
CROWD_WIDTH: Final = 15.0
RING: Final = 13.0
"""How far from the middle of the first pearl racers stand who share it: five just touch."""

AROUND: Final = 36.0
"""How much of the board is shown beside the outermost spaces of a view."""
SHAPE: Final = 1.38
CLOSEST: Final = 200.0
FARTHEST: Final = 400.0
"""A view that would be wider than this is no closer look: then the whole board is shown."""

View = tuple[float, float, float, float]


def token_at(river: River, space: int, piece: Piece, label: Message) -> Token:
    place = river.spaces[space]
    return _token(place.x, place.y, piece, label, TOKEN_WIDTH)


def _token(x: float, y: float, piece: Piece, label: Message, width: float) -> Token:
    return Token(x, y, label, colour=piece.colour, mark=piece.mark, width=width)


def crowd_on_start(river: River, pieces: Iterable[tuple[Piece, Message]]) -> tuple[Token, ...]:
    """Racers that share the first pearl, in a ring that is open towards the river."""
    crowd = tuple(pieces)
    if len(crowd) == 1:
        return (token_at(river, 0, *crowd[0]),)
    start, ahead = river.spaces[0], river.spaces[1]
    way = atan2(ahead.y - start.y, ahead.x - start.x)
    tokens = []
    for index, (piece, label) in enumerate(crowd):
        angle = way + 2 * pi * (index + 0.5) / len(crowd)
        x, y = start.x + RING * cos(angle), start.y + RING * sin(angle)
        tokens.append(_token(round(x, 2), round(y, 2), piece, label, CROWD_WIDTH))
    return tuple(tokens)


def close_view(river: River, spaces: Iterable[int]) -> View | None:
    """The part of the board around these spaces; nothing if that is most of it."""
    places = [river.spaces[space] for space in spaces]
    left, right = min(p.x for p in places) - AROUND, max(p.x for p in places) + AROUND
    top, bottom = min(p.y for p in places) - AROUND, max(p.y for p in places) + AROUND
    width = max(right - left, (bottom - top) * SHAPE, CLOSEST)
    if width > FARTHEST:
        return None
    height = width / SHAPE
    x = _held((left + right - width) / 2, width, [p.x for p in river.spaces])
    y = _held((top + bottom - height) / 2, height, [p.y for p in river.spaces])
    return (round(x, 2), round(y, 2), round(width, 2), round(height, 2))


def _held(start: float, length: float, along: list[float]) -> float:
    """Moved so that the view stays near the river, whose banks the board shows on all sides."""
    return max(min(along) - AROUND, min(start, max(along) + AROUND - length))
