"""Convex polygons on the table: hulls, and whether and how two of them are apart."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

Point = tuple[float, float]
Polygon = tuple[Point, ...]

TOUCHING: Final = 0.1
"""Polygons that reach into each other by less (mm) only touch: printed pieces are cut by hand."""


def hull(points: Iterable[Point]) -> Polygon:
    """Return the smallest convex polygon around points; in page coordinates it runs clockwise."""
    rest = sorted(set(points))
    if len(rest) < 3:
        return tuple(rest)
    return (*_chain(rest), *_chain(rest[::-1]))


def _chain(points: Sequence[Point]) -> list[Point]:
    """Return one side of the hull, without its last point."""
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain[:-1]


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def normals(polygon: Polygon) -> Iterator[Point]:
    """Yield the direction in which each side of a clockwise polygon faces."""
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        length = math.hypot(x2 - x1, y2 - y1)
        if length:
            yield (y2 - y1) / length, (x1 - x2) / length


def separations(one: Polygon, other: Polygon) -> Iterator[Point]:
    """Yield the directions from one polygon to the other in which they are apart or only touch."""
    for nx, ny in normals(one):
        if _reach(one, nx, ny) <= -_reach(other, -nx, -ny) + TOUCHING:
            yield nx, ny
    for nx, ny in normals(other):
        if _reach(other, nx, ny) <= -_reach(one, -nx, -ny) + TOUCHING:
            yield -nx, -ny


def overlap(one: Polygon, other: Polygon) -> bool:
    return next(separations(one, other), None) is None


def inside(inner: Polygon, outer: Polygon, slack: float) -> bool:
    """Return whether a polygon lies in another, or reaches out of it by at most `slack`."""
    return all(_reach(inner, nx, ny) <= _reach(outer, nx, ny) + slack for nx, ny in normals(outer))


def _reach(polygon: Polygon, nx: float, ny: float) -> float:
    return max(nx * x + ny * y for x, y in polygon)


def close_pairs(polygons: Sequence[Polygon]) -> Iterator[tuple[int, int]]:
    """Yield the indices of all pairs whose boxes overlap, the lower index first."""
    boxes = [_box(polygon) for polygon in polygons]
    open_boxes: list[int] = []
    for index in sorted(range(len(boxes)), key=lambda i: boxes[i][0]):
        left, _, top, bottom = boxes[index]
        open_boxes = [i for i in open_boxes if boxes[i][1] > left]
        for other in open_boxes:
            if boxes[other][2] < bottom and boxes[other][3] > top:
                yield min(index, other), max(index, other)
        open_boxes.append(index)


def _box(polygon: Polygon) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs), max(xs), min(ys), max(ys)
