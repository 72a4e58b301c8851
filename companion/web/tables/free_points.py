"""Describe for free-point.js where a piece may lie, in the reader's language."""

from __future__ import annotations

from typing import Any

from companion.games.geometry import Area
from companion.games.offers import FreePoint
from companion.web.translation import translate


def point_data(point: FreePoint) -> dict[str, Any]:
    ground = point.ground
    return {
        "move": point.move,
        "width": point.width,
        "within": [_area_data(area) for area in ground.within],
        "without": [_area_data(area) for area in ground.without],
        "outside": translate(ground.outside),
    }


def _area_data(area: Area) -> dict[str, Any]:
    why = translate(area.why) if area.why else ""
    return {"corners": area.corners, "reach": area.reach, "why": why}
