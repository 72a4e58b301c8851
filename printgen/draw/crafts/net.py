"""Flat nets: panels, hinges and tabs, and the geometry to join them.

Every polygon runs so that its inside is to the left of its edges in algebraic terms (−dy, dx); on
paper, where y points down, that is clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from printgen.geometry import IDENTITY, Box, Matrix, multiply, rotate, translate

Point = tuple[float, float]
Edge = tuple[Point, Point]
Polygon = tuple[Point, ...]

NEAR: Final = 1e-4
CHAMFER: Final = 45.0
MIN_TIP: Final = 0.2  # of a tab's base: the least that is left between its corners
MIN_GLUE: Final = 5.5  # mm: the least depth that fingers can hold and glue can join
ARC_STEPS: Final = 12


class Panel(Struct, frozen=True):
    """A face of the finished object. Its art is `width` × `height`, placed by `art`."""

    name: str
    points: Polygon
    art: Matrix = IDENTITY
    width: float = 0.0
    height: float = 0.0

    def edge(self, index: int) -> Edge:
        return self.points[index], self.points[(index + 1) % len(self.points)]


class Hinge(Struct, frozen=True):
    """Two panels that stay joined. The angle folds `other` away from the printed side; a negative
    one folds it towards the reader."""

    one: str
    other: str
    edge: Edge
    angle: float


class Tab(Struct, frozen=True):
    """A flap at an edge of a panel that is glued behind the edge `onto` of the panel `meets`.

    A tab without `meets` is glued to something else, and its label says to what.
    """

    panel: str
    edge: Edge
    points: Polygon
    label: str
    angle: float = 90.0
    meets: str | None = None
    onto: Edge | None = None


class Crease(Struct, frozen=True):
    """A fold within a panel, for objects that fold flat."""

    line: Edge
    mountain: bool


class Net(Struct, frozen=True):
    """`slits` are cuts that start on the outline and end inside it; `note` is added to the
    legend."""

    panels: tuple[Panel, ...]
    hinges: tuple[Hinge, ...]
    tabs: tuple[Tab, ...] = ()
    slits: tuple[Edge, ...] = ()
    creases: tuple[Crease, ...] = ()
    note: str = ""

    def panel(self, name: str) -> Panel:
        return next(panel for panel in self.panels if panel.name == name)

    @property
    def polygons(self) -> tuple[Polygon, ...]:
        return (*(panel.points for panel in self.panels), *(tab.points for tab in self.tabs))


def upright(name: str, x: float, y: float, width: float, height: float, turn: int = 0) -> Panel:
    """Return a rectangle as it lies in the net; its art is rotated clockwise by `turn` degrees."""
    points = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    corner = {
        0: (x, y),
        90: (x + width, y),
        180: (x + width, y + height),
        270: (x, y + height),
    }[turn]
    art = multiply(translate(*corner), rotate(turn))
    size = (width, height) if turn % 180 == 0 else (height, width)
    return Panel(name, points, art, *size)


def beyond(edge: Edge, shape: Iterable[Point]) -> Polygon:
    """Convert points given as (along the edge, away from it) to points outside that edge."""
    (x, y), end = edge
    length = math.dist(*edge)
    ux, uy = (end[0] - x) / length, (end[1] - y) / length
    return tuple((x + along * ux + out * uy, y + along * uy - out * ux) for along, out in shape)


def turned_to(edge: Edge, height: float) -> Matrix:
    """Return the matrix for art outside an edge, with its bottom on the edge."""
    (x, y), end = edge
    length = math.dist(*edge)
    ux, uy = (end[0] - x) / length, (end[1] - y) / length
    return (ux, uy, -uy, ux, x + height * uy, y - height * ux)


def make_tab(
    panel: str,
    edge: Edge,
    depth: float,
    label: str,
    onto: tuple[str, Edge] | None = None,
    angle: float = 90.0,
    corners: tuple[float, float] = (CHAMFER, CHAMFER),
    least_tip: float = MIN_TIP,
) -> Tab:
    """Return a trapezoid outside an edge, with corners of the given degrees."""
    length = math.dist(*edge)
    slopes = [1 / math.tan(math.radians(corner)) for corner in corners]
    room = length * (1 - least_tip)
    deep = min(depth, room / math.fsum(slopes)) if math.fsum(slopes) > 0 else depth
    points = beyond(
        edge,
        ((length, 0.0), (0.0, 0.0), (deep * slopes[0], deep), (length - deep * slopes[1], deep)),
    )
    meets, target = onto if onto is not None else (None, None)
    return Tab(panel, edge, oriented(points), label, angle, meets, target)


def join(one: Panel, other: Panel, angle: float) -> Hinge:
    """Return the hinge at the common edge of two panels."""
    for a, b in edges(one.points):
        for c, d in edges(other.points):
            shared = _shared(a, b, c, d)
            if shared is not None:
                return Hinge(one.name, other.name, shared, angle)
    raise ValueError(f"the panels '{one.name}' and '{other.name}' do not touch")


def _shared(a: Point, b: Point, c: Point, d: Point) -> Edge | None:
    """Return the part of a→b that c→d covers in the opposite direction."""
    length = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    along = [((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) for p in (d, c)]
    across = [abs((p[1] - a[1]) * ux - (p[0] - a[0]) * uy) for p in (c, d)]
    start, end = max(0.0, along[0]), min(length, along[1])
    if max(across) > NEAR or end - start < NEAR:
        return None
    return (a[0] + ux * start, a[1] + uy * start), (a[0] + ux * end, a[1] + uy * end)


def rounded(x: float, y: float, radius: float, start: float, end: float) -> Polygon:
    """Return points on an arc around a centre, in degrees clockwise from the right."""
    steps = max(2, round(ARC_STEPS * abs(end - start) / 90))
    angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)


def edges(polygon: Sequence[Point]) -> Iterator[Edge]:
    return zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def area(polygon: Sequence[Point]) -> float:
    return math.fsum(a[0] * b[1] - b[0] * a[1] for a, b in edges(polygon)) / 2


def oriented(points: Polygon) -> Polygon:
    return points if area(points) >= 0 else points[::-1]


def middle(polygon: Sequence[Point]) -> Point:
    """Return the centroid."""
    whole = area(polygon)
    parts = [(a, b, a[0] * b[1] - b[0] * a[1]) for a, b in edges(polygon)]
    return (
        math.fsum((a[0] + b[0]) * part for a, b, part in parts) / (6 * whole),
        math.fsum((a[1] + b[1]) * part for a, b, part in parts) / (6 * whole),
    )


def deepest(polygon: Polygon, steps: int = 12) -> Point:
    """Return the point farthest from the border, accurate enough to place a letter there."""
    x, y, width, height = box_around(polygon)
    grid = [
        (x + width * across / steps, y + height * down / steps)
        for across in range(1, steps)
        for down in range(1, steps)
    ]
    return max(grid, key=lambda point: round(depth_in(polygon, point), 2))


def box_around(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def overlap(one: Polygon, other: Polygon, slack: float = 0.01) -> bool:
    """Return whether two polygons share more than their borders."""
    left, right = box_around(one), box_around(other)
    if any(
        left[i] + left[i + 2] <= right[i] + slack or right[i] + right[i + 2] <= left[i] + slack
        for i in (0, 1)
    ):
        return False
    if any(_cross(e, f, slack) for e in edges(one) for f in edges(other)):
        return True
    return any(
        depth_in(poly, point) > slack
        for poly, rim in ((one, other), (other, one))
        for point in _probes(rim)
    )


def _probes(polygon: Polygon) -> Iterator[Point]:
    yield middle(polygon)
    for a, b in edges(polygon):
        yield a
        yield (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _cross(e: Edge, f: Edge, slack: float) -> bool:
    """Return whether two edges cross away from their ends."""
    (a, b), (c, d) = e, f

    def side(p: Point, q: Point, r: Point) -> float:
        return ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) / math.dist(p, q)

    first, second = (side(a, b, c), side(a, b, d)), (side(c, d, a), side(c, d, b))
    return all(min(pair) < -slack and max(pair) > slack for pair in (first, second))


def depth_in(polygon: Polygon, point: Point) -> float:
    """Return how far a point lies inside a polygon; negative outside."""
    x, y = point
    inside = False
    near = math.inf
    for (x1, y1), (x2, y2) in edges(polygon):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
        dx, dy = x2 - x1, y2 - y1
        part = min(1.0, max(0.0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)))
        near = min(near, math.dist(point, (x1 + part * dx, y1 + part * dy)))
    return near if inside else -near
