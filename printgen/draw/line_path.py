"""Measure lines of any shape, and find the points along them."""

from __future__ import annotations

import math
from bisect import bisect_right
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple

from printgen.catalog.svg.paths import parse_path
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.geometry import Segments, polygon

CHORDS: Final = 48
"""Chords per curve: a quarter circle of 100 mm is then off by 0.01 mm."""

Point = tuple[float, float]


class LinePoint(NamedTuple):
    """A point on a line, and the direction of the line in degrees: 0 points right, 90 down."""

    x: float
    y: float
    angle: float


class LinePath:
    """One line without gaps; a closed one ends where it starts. Raises ValueError for others."""

    def __init__(self, segments: Segments) -> None:
        points = _points(segments)
        self.closed = segments[-1][0] == "Z"
        if self.closed and points[0] != points[-1]:
            points.append(points[0])
        steps = [(a, b) for a, b in pairwise(points) if a != b]
        if not steps:
            raise ValueError("must be a line from one point to another")
        self._steps = steps
        self._ends = list(accumulate(math.dist(a, b) for a, b in steps))
        self.length = self._ends[-1]

    def mirrored(self, width: float) -> LinePath:
        """Return the line mirrored at the middle of a width. It runs the other way, so that letters
        on it stay upright."""
        start = [self._steps[0][0], *(end for _, end in self._steps)]
        points = [(width - x, y) for x, y in reversed(start)]
        return LinePath(polygon(points, closed=self.closed))

    def at(self, distance: float) -> LinePoint:
        """Return the place at a distance from the start; beyond its ends, the line goes on
        straight, or round again if it is closed."""
        if self.closed:
            distance %= self.length
        index = min(bisect_right(self._ends, distance), len(self._ends) - 1)
        (x1, y1), (x2, y2) = self._steps[index]
        length = math.dist((x1, y1), (x2, y2))
        part = (distance - (self._ends[index] - length)) / length
        angle = math.degrees(math.atan2(y2 - y1, x2 - x1))
        return LinePoint(x1 + part * (x2 - x1), y1 + part * (y2 - y1), angle)


def line_path(value: Any, context: DrawContext) -> LinePath:
    """Return the line of path data or of a list of points."""
    return LinePath(line_segments(value, context))


def line_segments(value: Any, context: DrawContext) -> Segments:
    if isinstance(value, tuple):
        return polygon(line_points(value, context), closed=False)
    return parse_path(setting_types.text(value, context))


def line_points(value: Any, context: DrawContext) -> tuple[Point, ...]:
    if not isinstance(value, tuple) or len(value) < 2:
        raise ValueError("must be path data, or two or more [x, y] points")
    made = [setting_types.numbers("x", "y")(part, context) for part in value]
    return tuple((part[0], part[1]) for part in made)


def _points(segments: Segments) -> list[Point]:
    points: list[Point] = []
    for command, *values in segments:
        numbers = [float(value) for value in values]
        if command == "M":
            if len(points) > 1:
                raise ValueError("must be one line without gaps")
            points.clear()
        if command == "C":
            points += _curve(points[-1], numbers)
        elif command != "Z":
            points.append((numbers[0], numbers[1]))
    if not points:
        raise ValueError("must be a line from one point to another")
    return points


def _curve(start: Point, numbers: list[float]) -> list[Point]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, numbers
    made: list[Point] = []
    for step in range(1, CHORDS + 1):
        t = step / CHORDS
        a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
        made.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return made
