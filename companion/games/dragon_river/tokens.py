"""Where racers stand on the river, and the part of the board to show."""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, cos, pi, sin
from typing import Final

from companion.games.dragon_river.facts import DragonRiverFacts, RacerPiece
from companion.games.geometry import View
from companion.games.scene import Token
from companion.language.messages import Message

TOKEN_WIDTH: Final = 22.0
AROUND_TOKEN: Final = 32.0
"""The width of a ring around a racer that stays visible on the whole board."""
CROWD_WIDTH: Final = 15.0
RING: Final = 13.0
"""The distance of racers from the middle of the first pearl when several share it."""

AROUND: Final = 36.0
"""The margin of a view around its outermost spaces."""
SHAPE: Final = 1.38
"""The ratio of width to height."""
CLOSEST: Final = 200.0
FARTHEST: Final = 400.0
"""A wider view would hardly be closer, so the whole board is shown instead."""


def token_at(facts: DragonRiverFacts, space: int, piece: RacerPiece, label: Message) -> Token:
    place = facts.spaces[space]
    return _token(place.x, place.y, piece, label, TOKEN_WIDTH)


def _token(x: float, y: float, piece: RacerPiece, label: Message, width: float) -> Token:
    face = f"racers/{piece.id}"
    return Token(x, y, label, face, piece.colour, width=width, seat=piece.seat)


def tokens_on_start(
    facts: DragonRiverFacts, pieces: Iterable[tuple[RacerPiece, Message]]
) -> tuple[Token, ...]:
    """Racers that share the first pearl, in a ring that is open towards the river."""
    group = tuple(pieces)
    if len(group) == 1:
        return (token_at(facts, 0, *group[0]),)
    start, ahead = facts.spaces[0], facts.spaces[1]
    way = atan2(ahead.y - start.y, ahead.x - start.x)
    tokens = []
    for index, (piece, label) in enumerate(group):
        angle = way + 2 * pi * (index + 0.5) / len(group)
        x, y = start.x + RING * cos(angle), start.y + RING * sin(angle)
        tokens.append(_token(round(x, 2), round(y, 2), piece, label, CROWD_WIDTH))
    return tuple(tokens)


def close_view(facts: DragonRiverFacts, spaces: Iterable[int]) -> View | None:
    """The part of the board around these spaces; None if that is most of it."""
    places = [facts.spaces[space] for space in spaces]
    left, right = min(p.x for p in places) - AROUND, max(p.x for p in places) + AROUND
    top, bottom = min(p.y for p in places) - AROUND, max(p.y for p in places) + AROUND
    width = max(right - left, (bottom - top) * SHAPE, CLOSEST)
    if width > FARTHEST:
        return None
    height = width / SHAPE
    x = _shifted((left + right - width) / 2, width, [p.x for p in facts.spaces])
    y = _shifted((top + bottom - height) / 2, height, [p.y for p in facts.spaces])
    return (round(x, 2), round(y, 2), round(width, 2), round(height, 2))


def _shifted(start: float, length: float, along: list[float]) -> float:
    """Shift the view so that it stays near the river, which has banks on all sides."""
    return max(min(along) - AROUND, min(start, max(along) + AROUND - length))
