"""Takes paths, gives areas that can be asked what lies in them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from printgen.frame import Matrix, Segments, apply

Point = tuple[float, float]
Contour = tuple[Point, ...]
Box = tuple[float, float, float, float]
"""(left, top, right, bottom)"""

NEAR: Final = 0.05
"""What ends this near the trim was meant to end on it."""
CURVE_STEPS: Final = 8
"""Chords in one cubic: a quarter circle of 40 mm is then missed by 0.2 mm at most."""


@dataclass(frozen=True, eq=False)
class Area:
    """What a path fills, its curves flattened. Compared by identity, so that what was worked
    out for it can be remembered: a set of cards has the same art in the same places."""

    contours: tuple[Contour, ...]
    even_odd: bool
    box: Box

    def holds(self, x: float, y: float) -> bool:
        left, top, right, bottom = self.box
        if not (left <= x <= right and top <= y <= bottom):
            return False
        winding = sum(_winding(contour, x, y) for contour in self.contours)
        return winding % 2 == 1 if self.even_odd else winding != 0

    def depth(self, x: float, y: float) -> float:
        """How far a point lies inside the border; negative outside."""
        nearest = math.inf
        for x1, y1, dx, dy, length in self._sides:
            px, py = x - x1, y - y1
            along = (px * dx + py * dy) / length
            if along >= 1:
                px, py = px - dx, py - dy
            elif along > 0:
                px, py = px - along * dx, py - along * dy
            nearest = min(nearest, px * px + py * py)
        near = math.sqrt(nearest)
        return near if self.holds(x, y) else -near

    @cached_property
    def _sides(self) -> tuple[tuple[float, float, float, float, float], ...]:
        """Each side as its start, its run, and its squared length."""
        return tuple(
            (x1, y1, x2 - x1, y2 - y1, (x2 - x1) ** 2 + (y2 - y1) ** 2)
            for contour in self.contours
            for (x1, y1), (x2, y2) in sides(contour)
            if (x1, y1) != (x2, y2)
        )


def box_of(contour: Contour) -> Box:
    xs, ys = [x for x, _ in contour], [y for _, y in contour]
    return min(xs), min(ys), max(xs), max(ys)


def corners(box: Box) -> tuple[Point, Point, Point, Point]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


@lru_cache(maxsize=8192)
def flatten(segments: Segments, matrix: Matrix, *, even_odd: bool = False) -> Area:
    contours: list[Contour] = []
    points: list[Point] = []
    for segment in segments:
        command = segment[0]
        numbers = [float(v) for v in segment[1:]]
        placed = [apply(matrix, *numbers[i : i + 2]) for i in range(0, len(numbers), 2)]
        if command == "M":
            if len(points) > 1:
                contours.append(tuple(points))
            points = placed
        elif command == "L":
            points.extend(placed)
        elif command == "C":
            points.extend(_curve(points[-1], *placed))
    if len(points) > 1:
        contours.append(tuple(points))
    xs = [x for contour in contours for x, _ in contour]
    ys = [y for contour in contours for _, y in contour]
    box = (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, -1.0, -1.0)
    return Area(tuple(contours), even_odd, box)


@lru_cache(maxsize=8192)
def rim(area: Area, trim: Area) -> tuple[tuple[Contour, tuple[float, ...]], ...]:
    """The contours of an area that come near the trim's border or lie outside it, each with the
    depth of its points; most of a pattern is well inside and costs no more than its box."""
    return tuple(
        (contour, tuple(trim.depth(x, y) for x, y in contour))
        for contour in area.contours
        if any(trim.depth(x, y) <= NEAR for x, y in corners(box_of(contour)))
    )


def sides(contour: Contour) -> Iterator[tuple[Point, Point]]:
    """The straight sides of a contour, which is closed whether or not it says so."""
    yield from zip(contour, contour[1:] + contour[:1], strict=True)


def _curve(start: Point, one: Point, two: Point, end: Point) -> Iterator[Point]:
    for step in range(1, CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield (
            a * start[0] + b * one[0] + c * two[0] + d * end[0],
            a * start[1] + b * one[1] + c * two[1] + d * end[1],
        )


def _winding(contour: Contour, x: float, y: float) -> int:
    count = 0
    x1, y1 = contour[-1]
    for x2, y2 in contour:
        if (y1 <= y) != (y2 <= y):
            left = (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)
            if y2 > y1:
                count += left > 0
            else:
                count -= left < 0
        x1, y1 = x2, y2
    return count
