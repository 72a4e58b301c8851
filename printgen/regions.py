"""Areas enclosed by paths, and whether points lie inside them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Final

from printgen.geometry import IDENTITY, Matrix, Segments

Point = tuple[float, float]
Contour = tuple[Point, ...]
Edges = tuple[float, float, float, float]
"""(left, top, right, bottom)"""

Side = tuple[float, float, float, float]
"""(x1, y1, x2, y2)"""

NEAR: Final = 0.05
"""A contour that ends this close to the trim counts as ending on it (mm)."""
CURVE_STEPS: Final = 8
"""Chords per cubic curve: a quarter circle of 40 mm is then off by at most 0.2 mm."""
WEIGHTS: Final = tuple(
    ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
    for t in (step / CURVE_STEPS for step in range(1, CURVE_STEPS + 1))
)
"""The shares of a cubic's four points in the end of each chord."""
SIDES_PER_BAND: Final = 4
CELL: Final = 2.0  # mm
ROUNDING: Final = 1e-9
NOWHERE: Final[Edges] = (0.0, 0.0, -1.0, -1.0)


class Ring:
    """A closed contour, prepared for many points."""

    def __init__(self, contour: Contour) -> None:
        self._contour = contour
        self.left, self.top, self.right, self.bottom = edges_of(contour)

    def winding(self, x: float, y: float) -> int:
        """Return how often the contour winds around a point inside its edges."""
        count = 0
        height = self.bottom - self.top
        band = int((y - self.top) / height * len(self._bands)) if height else 0
        for x1, y1, x2, y2 in self._bands[min(band, len(self._bands) - 1)]:
            if (y1 <= y) != (y2 <= y):
                left = (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)
                if y2 > y1:
                    count += left > 0
                else:
                    count -= left < 0
        return count

    @cached_property
    def _bands(self) -> tuple[tuple[Side, ...], ...]:
        """The sides that cross each of many horizontal bands of the same height: a point has to be
        compared with those of its own band only."""
        height = self.bottom - self.top
        slanted = [(*one, *other) for one, other in sides(self._contour) if one[1] != other[1]]
        bands: list[list[Side]] = [[] for _ in range(max(1, len(slanted) // SIDES_PER_BAND))]
        for side in slanted:
            ends = ((y - self.top) / height * len(bands) for y in side[1::2])
            first, last = sorted(map(int, ends))
            for band in bands[first : last + 1]:
                band.append(side)
        return tuple(map(tuple, bands))


class Area:
    """The area that a path fills, its curves flattened. Areas are compared by identity, so that
    results for them can be cached: a set of cards has the same art in the same places."""

    def __init__(self, contours: tuple[Contour, ...], even_odd: bool, edges: Edges) -> None:
        self.contours = contours
        self.even_odd = even_odd
        self.edges = edges

    def contains(self, x: float, y: float) -> bool:
        left, top, right, bottom = self.edges
        if not (left <= x <= right and top <= y <= bottom):
            return False
        winding = sum(
            ring.winding(x, y)
            for ring in self._rings
            if ring.left <= x <= ring.right and ring.top <= y <= ring.bottom
        )
        return winding % 2 == 1 if self.even_odd else winding != 0

    def depth(self, x: float, y: float) -> float:
        """Return how far a point lies inside the border; negative outside."""
        nearest = math.inf
        for x1, y1, dx, dy, length in self._sides:
            px, py = x - x1, y - y1
            along = (px * dx + py * dy) / length
            if along >= 1:
                px, py = px - dx, py - dy
            elif along > 0:
                px, py = px - along * dx, py - along * dy
            squared = px * px + py * py
            if squared < nearest:  # min() takes twice as long
                nearest = squared
        near = math.sqrt(nearest)
        return near if self.contains(x, y) else -near

    def is_deeper(self, x: float, y: float, than: float) -> bool:
        """Return whether a point lies further inside the border. The depth of the middle of its
        cell is enough to know that of most points: moving by 1 mm changes it by at most 1 mm."""
        column, row = math.floor(x / CELL), math.floor(y / CELL)
        middle_x, middle_y = (column + 0.5) * CELL, (row + 0.5) * CELL
        depth = self._depths.get((column, row))
        if depth is None:
            depth = self._depths[column, row] = self.depth(middle_x, middle_y)
        away = math.hypot(x - middle_x, y - middle_y) + ROUNDING
        if abs(depth - than) > away:
            return depth > than
        return self.depth(x, y) > than

    @cached_property
    def _depths(self) -> dict[tuple[int, int], float]:
        """The depths of the middles of cells."""
        return {}

    @cached_property
    def _rings(self) -> tuple[Ring, ...]:
        return tuple(Ring(contour) for contour in self.contours)

    @cached_property
    def _sides(self) -> tuple[tuple[float, float, float, float, float], ...]:
        """Each side as its start, its direction, and its squared length."""
        return tuple(
            (x1, y1, x2 - x1, y2 - y1, (x2 - x1) ** 2 + (y2 - y1) ** 2)
            for contour in self.contours
            for (x1, y1), (x2, y2) in sides(contour)
            if (x1, y1) != (x2, y2)
        )


def edges_of(contour: Contour) -> Edges:
    xs, ys = [x for x, _ in contour], [y for _, y in contour]
    return min(xs), min(ys), max(xs), max(ys)


def corners(edges: Edges) -> tuple[Point, Point, Point, Point]:
    left, top, right, bottom = edges
    return (left, top), (right, top), (right, bottom), (left, bottom)


@lru_cache(maxsize=8192)
def flatten(segments: Segments, matrix: Matrix, *, even_odd: bool = False) -> Area:
    contours = _contours(segments)
    if matrix != IDENTITY:
        a, b, c, d, e, f = matrix
        contours = tuple(
            tuple([(a * x + c * y + e, b * x + d * y + f) for x, y in contour])
            for contour in contours
        )
    if not contours:
        return Area((), even_odd, NOWHERE)
    lefts, tops, rights, bottoms = zip(*map(edges_of, contours), strict=True)
    return Area(contours, even_odd, (min(lefts), min(tops), max(rights), max(bottoms)))


@lru_cache(maxsize=8192)
def _contours(segments: Segments) -> tuple[Contour, ...]:
    """The path's own contours: the same shape is placed in many ways."""
    contours: list[Contour] = []
    points: list[Point] = []
    for segment in segments:
        command = segment[0]
        numbers = [float(v) for v in segment[1:]]
        placed = list(zip(numbers[::2], numbers[1::2], strict=True))
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
    return tuple(contours)


@lru_cache(maxsize=8192)
def contours_near_trim(area: Area, trim: Area) -> tuple[tuple[Contour, tuple[float, ...]], ...]:
    """Return the contours of an area that come near the trim's border or lie outside it, each with
    the depth of its points. Most of a pattern is well inside and needs only its edges checked."""
    return tuple(
        (contour, tuple(trim.depth(x, y) for x, y in contour))
        for contour in area.contours
        if not is_well_inside(edges_of(contour), trim)
    )


@lru_cache(maxsize=65536)
def is_well_inside(edges: Edges, trim: Area) -> bool:
    return all(trim.is_deeper(x, y, NEAR) for x, y in corners(edges))


def sides(contour: Contour) -> Iterator[tuple[Point, Point]]:
    """Yield the straight sides of a contour, which is always treated as closed."""
    yield from zip(contour, contour[1:] + contour[:1], strict=True)


def _curve(start: Point, one: Point, two: Point, end: Point) -> list[Point]:
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = start, one, two, end
    return [
        (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
        for a, b, c, d in WEIGHTS
    ]
