"""Descriptions of places on the river. Only villages have names on the board."""

from __future__ import annotations

import math
from typing import Final

from companion.games.geometry import Point
from companion.games.river_dragons.facts import RiverDragonsFacts, Village
from companion.language.messages import Message, say

INNER: Final = 0.3
"""How far the middle of the river reaches towards the villages, as a part of the way."""
STRAIGHT: Final = 10.0
"""A place within this angle of a village is in front of it, in degrees."""
EVEN: Final = 10.0
"""A place is between two villages if their angles differ by less than this, in degrees."""


def whereabouts(facts: RiverDragonsFacts, at: Point) -> Message:
    centre = (facts.measures.width / 2, facts.measures.height / 2)
    villages = sorted(facts.villages.values(), key=lambda one: math.dist(at, (one.x, one.y)))
    near, after = villages[:2]
    angle = _angle(centre, at, near)
    house, next_house = facts.houses[near.house], facts.houses[after.house]
    colour, other = house.title, next_house.title
    if math.dist(at, centre) < INNER * math.dist((near.x, near.y), centre):
        return say("in the middle, towards {village}", village=colour)
    if angle < STRAIGHT:
        return say("in front of {village}", village=colour)
    if _angle(centre, at, after) - angle < EVEN:
        first, second = sorted((house, next_house), key=lambda one: one.name)
        return say("between {one} and {other}", one=first.title, other=second.title)
    return say("near {village}, towards {other}", village=colour, other=other)


def _angle(centre: Point, at: Point, village: Village) -> float:
    """The angle between a place and a village, seen from the middle of the river, in degrees."""
    x, y = centre
    apart = math.atan2(at[1] - y, at[0] - x) - math.atan2(village.y - y, village.x - x)
    return abs(math.degrees(math.remainder(apart, math.tau)))
