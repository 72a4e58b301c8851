"""Trace the line around all panels and tabs of a net."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from printgen.draw.crafts.net import Net, Point, Polygon, edges

SAME_CORNER: Final = 0.002  # mm: corners closer than this are the same corner, apart from rounding
STRAIGHT: Final = 1e-4


def contour(net: Net) -> Polygon:
    """Return the outline with its slits, each traced in and out again."""
    (outer,) = outlines(net.polygons)
    for start, end in net.slits:
        outer = _with_slit(outer, start, end)
    return outer


def outlines(polygons: Iterable[Polygon]) -> tuple[Polygon, ...]:
    """Return the borders of touching polygons, without the edges that two of them share."""
    corners: list[Point] = []
    numbered = [[_number(point, corners) for point in polygon] for polygon in polygons]
    pieces: dict[tuple[int, int], None] = {}
    for polygon in numbered:
        for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
            for part in _split(a, b, corners):
                if part[::-1] in pieces:
                    del pieces[part[1], part[0]]
                else:
                    pieces[part] = None
    return tuple(
        _without_straight_corners([corners[i] for i in loop]) for loop in _loops(pieces, corners)
    )


def _number(point: Point, corners: list[Point]) -> int:
    for number, corner in enumerate(corners):
        if math.dist(point, corner) < SAME_CORNER:
            return number
    corners.append(point)
    return len(corners) - 1


def _split(a: int, b: int, corners: Sequence[Point]) -> list[tuple[int, int]]:
    """Split an edge where corners of other polygons lie on it."""
    if a == b:
        return []
    (x, y), end = corners[a], corners[b]
    length = math.dist((x, y), end)
    ux, uy = (end[0] - x) / length, (end[1] - y) / length
    on = [(0.0, a), (length, b)]
    for number, corner in enumerate(corners):
        along = (corner[0] - x) * ux + (corner[1] - y) * uy
        across = (corner[1] - y) * ux - (corner[0] - x) * uy
        if abs(across) < SAME_CORNER and SAME_CORNER < along < length - SAME_CORNER:
            on.append((along, number))
    order = [number for _, number in sorted(on)]
    return list(pairwise(order))


def _loops(pieces: Iterable[tuple[int, int]], corners: Sequence[Point]) -> list[list[int]]:
    following: dict[int, list[int]] = {}
    for a, b in pieces:
        following.setdefault(a, []).append(b)
    loops: list[list[int]] = []
    while following:
        start = next(iter(following))
        loop = [start]
        before, here = start, following[start].pop()
        while here != start:
            loop.append(here)
            turns = [
                (_turn(*(corners[i] for i in (before, here, on))), on) for on in following[here]
            ]
            chosen = min(turns)[1]
            following[here].remove(chosen)
            before, here = here, chosen
        following = {key: value for key, value in following.items() if value}
        loops.append(loop)
    return loops


def _turn(before: Point, here: Point, after: Point) -> float:
    """Return the angle between two edges through the inside. Where polygons touch only in a corner,
    the smallest angle stays on the same polygon."""
    back = math.atan2(before[1] - here[1], before[0] - here[0])
    on = math.atan2(after[1] - here[1], after[0] - here[0])
    return (back - on) % (2 * math.pi)


def _without_straight_corners(points: Sequence[Point]) -> Polygon:
    """Return the loop without corners that lie on a straight line."""
    around = zip((points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True)
    return tuple(here for before, here, after in around if not _straight(before, here, after))


def _straight(before: Point, here: Point, after: Point) -> bool:
    return math.dist(before, here) + math.dist(here, after) - math.dist(before, after) < STRAIGHT


def _with_slit(outline: Polygon, start: Point, end: Point) -> Polygon:
    """Return the outline with a slit that starts at a corner or on an edge."""
    made: list[Point] = []
    for number, (a, b) in enumerate(edges(outline)):
        made.append(a)
        if math.dist(a, start) < SAME_CORNER:
            return (*made, end, a, *outline[number + 1 :])
        if math.dist(b, start) >= SAME_CORNER and _straight(a, start, b):
            return (*made, start, end, start, *outline[number + 1 :])
    raise ValueError(f"the slit at {start} does not start on the outline")
