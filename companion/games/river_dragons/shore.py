"""Takes a village and how many runners wait there, gives where each of them is drawn.

A runner at home would be lost on a village of its own colour: it is drawn at the water's edge.
"""

from __future__ import annotations

import math
from typing import Final

from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.river import Point

APART: Final = 55.0
"""Degrees between neighbours, as seen from the middle of their village."""


def on_shore(box: Box, village: str, number: int, count: int) -> Point:
    """The place of one of so many, who stand side by side and face the middle of the river."""
    place, measures = box.villages[village], box.measures
    facing = math.atan2(measures.height / 2 - place.y, measures.width / 2 - place.x)
    angle = facing + math.radians(APART) * (number - (count - 1) / 2)
    return (
        place.x + measures.village * math.cos(angle),
        place.y + measures.village * math.sin(angle),
    )
