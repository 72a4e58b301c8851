"""Points and areas on a board, in millimetres."""

from __future__ import annotations

import math
from typing import Final

from msgspec import Struct

from companion.language.messages import Message

Point = tuple[float, float]
View = tuple[float, float, float, float]
"""A part of the board's plane: x, y, width and height."""

DECIMALS: Final = 1
"""Points are kept to a tenth of a millimetre, so that every machine judges the same place."""
FARTHEST: Final = 10_000.0
"""No board is larger, so no point can be farther away."""
ROUNDING: Final = 0.01
"""More than the errors of sums and roots of such numbers."""


class Area(Struct, frozen=True):
    """Part of the board: everything within `reach` of a point or a line, or a convex polygon.

    One corner makes a point, two make a line, more make a polygon with its corners clockwise.
    `why` says why nothing may be put there.
    """

    corners: tuple[Point, ...]
    reach: float = 0.0
    why: Message | None = None


class Ground(Struct, frozen=True):
    """Where something may be put: in an area of `within`, edges included, and in none of
    `without`, whose edges are free. `outside` says why it may not be put anywhere else."""

    within: tuple[Area, ...]
    without: tuple[Area, ...]
    outside: Message


def rounded_point(x: float, y: float) -> Point:
    return round(x, DECIMALS), round(y, DECIMALS)


def refusal(ground: Ground, at: Point) -> Message | None:
    """Why nothing may be put at that point; None if it may."""
    if not any(contains(area, at, edge=True) for area in ground.within):
        return ground.outside
    return next((area.why for area in ground.without if contains(area, at, edge=False)), None)


def ground_near(ground: Ground, at: Point, far: float) -> Ground:
    """The ground with only those areas that may hold points within `far` of a point."""

    def may_reach(area: Area) -> bool:
        if len(area.corners) > 2:
            return True
        away = distance(at, area.corners[0], area.corners[-1])
        return away <= area.reach + far + ROUNDING

    return Ground(
        tuple(area for area in ground.within if may_reach(area)),
        tuple(area for area in ground.without if may_reach(area)),
        ground.outside,
    )


def contains(area: Area, at: Point, *, edge: bool) -> bool:
    """Whether a point is in an area, counting its edge or not."""
    if len(area.corners) > 2:
        return _in_polygon(area.corners, at, edge=edge)
    start, end = area.corners[0], area.corners[-1]
    away = distance(at, start, end)
    return away <= area.reach if edge else away < area.reach


def distance(at: Point, start: Point, end: Point) -> float:
    """The distance of a point from the line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    x, y = at[0] - start[0], at[1] - start[1]
    squared = dx * dx + dy * dy
    part = min(1.0, max(0.0, (x * dx + y * dy) / squared)) if squared else 0.0
    return math.hypot(x - part * dx, y - part * dy)


def _in_polygon(corners: tuple[Point, ...], at: Point, *, edge: bool) -> bool:
    for (x, y), (to_x, to_y) in zip(corners, (*corners[1:], corners[0]), strict=True):
        side = (to_x - x) * (at[1] - y) - (to_y - y) * (at[0] - x)
        if side < 0 or (side == 0 and not edge):
            return False
    return True
