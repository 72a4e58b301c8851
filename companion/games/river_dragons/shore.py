"""Runners at their villages.

A runner would be hard to see on a village of its own colour, so it is drawn at the water's edge.
"""

from __future__ import annotations

import math
from typing import Final

from companion.games.geometry import Point
from companion.games.river_dragons.facts import RiverDragonsFacts

APART: Final = 55.0
"""Degrees between neighbours, seen from the middle of their village."""


def on_shore(facts: RiverDragonsFacts, village: str, number: int, count: int) -> Point:
    """The place of runner `number` of `count`, side by side and facing the middle of the river."""
    place, measures = facts.villages[village], facts.measures
    facing = math.atan2(measures.height / 2 - place.y, measures.width / 2 - place.x)
    angle = facing + math.radians(APART) * (number - (count - 1) / 2)
    return (
        place.x + measures.village * math.cos(angle),
        place.y + measures.village * math.sin(angle),
    )
