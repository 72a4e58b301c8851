"""Shapes and colours that several pictures use."""

from __future__ import annotations

from typing import Final

from companion.games.seats import place_mark
from printgen.geometry import Segments, ellipse, polygon
from printgen.ink import Color

CREAM: Final = Color(251, 246, 234)


def seat_mark(colour: str, x: float, y: float, width: float) -> Segments:
    """The shape that marks a player, around a point."""
    corners = place_mark(colour, x, y, width)
    return polygon(corners) if corners else ellipse(x, y, width / 2)
