"""Takes a place on the river, gives where it is in words. Only villages have names on the board."""

from __future__ import annotations

import math
from typing import Final

from companion.games.river_dragons.facts import Box, Village
from companion.games.river_dragons.river import Point
from companion.words import Message, say

INNER: Final = 0.3
"""So far towards the villages the middle of the river reaches, of the whole way there."""
STRAIGHT: Final = 10.0
"""Within so many degrees of a village a place is in front of it."""
EVEN: Final = 10.0
"""If the next village is not so many degrees farther off, a place is between the two."""


def whereabouts(box: Box, at: Point) -> Message:
    centre = (box.measures.width / 2, box.measures.height / 2)
    villages = sorted(box.villages.values(), key=lambda one: math.dist(at, (one.x, one.y)))
    near, after = villages[:2]
    turn = _turn(centre, at, near)
    house, next_house = box.houses[near.house], box.houses[after.house]
    colour, other = house.called, next_house.called
    if math.dist(at, centre) < INNER * math.dist((near.x, near.y), centre):
        return say("in the middle towards {village}", village=colour)
    if turn < STRAIGHT:
        return say("in front of {village}", village=colour)
    if _turn(centre, at, after) - turn < EVEN:
        first, second = sorted((house, next_house), key=lambda one: one.name)
        return say("between {one} and {other}", one=first.called, other=second.called)
    return say("by {village} towards {other}", village=colour, other=other)


def _turn(centre: Point, at: Point, village: Village) -> float:
    """The angle between a place and a village as seen from the middle of the river, in degrees."""
    x, y = centre
    apart = math.atan2(at[1] - y, at[0] - x) - math.atan2(village.y - y, village.x - x)
    return abs(math.degrees(math.remainder(apart, math.tau)))
