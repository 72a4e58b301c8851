"""How high things lie that lie on others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from printgen.tabletop.model import Bag, Pile, PlacedThing, size_of

TOUCH: Final = 1.0
"""Things that overlap by less lie beside each other, in mm."""
BAG_HEIGHT: Final = 60.0


def resting_heights(things: Sequence[PlacedThing]) -> list[float]:
    """Return how far the underside of each thing is above the table."""
    boxes = [_box(one) for one in things]
    tops: list[float] = []
    heights: list[float] = []
    for number, (one, box) in enumerate(zip(things, boxes, strict=True)):
        below = (tops[other] for other in range(number) if _overlap(box, boxes[other]))
        height = max(below, default=0.0)
        heights.append(height)
        tops.append(height + thickness_of(one))
    return heights


def thickness_of(placed: PlacedThing) -> float:
    thing = placed.thing
    if isinstance(thing, Bag):
        return BAG_HEIGHT
    if isinstance(thing, Pile):
        return sum(piece.thickness for piece in thing.pieces) * placed.scale
    return thing.thickness * placed.scale


Box = tuple[float, float, float, float]


def _box(placed: PlacedThing) -> Box:
    width, height = size_of(placed)
    turn = math.radians(placed.turn)
    cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
    wide, high = width * cos + height * sin, width * sin + height * cos
    return placed.x - wide / 2, placed.y - high / 2, placed.x + wide / 2, placed.y + high / 2


def _overlap(one: Box, other: Box) -> bool:
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > TOUCH
        and min(one[3], other[3]) - max(one[1], other[1]) > TOUCH
    )
