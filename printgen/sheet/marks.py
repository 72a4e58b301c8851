"""Draw crop marks and ticks, all outside the trims."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from printgen.frame import Item, Path, Stroke
from printgen.geometry import IDENTITY, Box, Segment, Segments
from printgen.ink import WHITE
from printgen.regions import Area, Edges, flatten
from printgen.sheet.model import MARK_INK, Line

MARK: Final = Stroke(MARK_INK, 0.2)
HALO: Final = Stroke(WHITE, 0.7)
MAX_LENGTH: Final = 5.0
GAP: Final = 0.5

_TICK_GAP: Final = 0.5
_TICKS: Final = (1.5, 1.0, 0.6)
_CLEARANCE: Final = 0.3
_SIDE_CLEARANCE: Final = 0.4
MIN_TURN: Final = math.radians(10)
HALF_PI: Final = math.pi / 2
SAME: Final = 1e-6
NEAR_TRIM: Final = 5.0
TICK_REACH: Final = _TICK_GAP + max(_TICKS)

Point = tuple[float, float]
HexSides = tuple[tuple[float, float, float], ...]


def crop_marks(trims: Sequence[Box], art: Box, room: Box) -> tuple[Line, ...]:
    """Return a mark at both ends of every cut line, outside the art.

    `art` is the box around all bleeds.
    """
    xs = sorted({round(v, 4) for x, _, width, _ in trims for v in (x, x + width)})
    ys = sorted({round(v, 4) for _, y, _, height in trims for v in (y, y + height)})
    return edge_marks(xs, ys, art, room)


def edge_marks(xs: Iterable[float], ys: Iterable[float], art: Box, room: Box) -> tuple[Line, ...]:
    left, top, right, bottom = art[0], art[1], art[0] + art[2], art[1] + art[3]
    far_right, far_bottom = room[0] + room[2], room[1] + room[3]
    ends_x = [mark_beside(left, room[0]), mark_beside(right, far_right)]
    ends_y = [mark_beside(top, room[1]), mark_beside(bottom, far_bottom)]
    lines = [(x, start, x, end) for x in xs for start, end in ends_y]
    lines += [(start, y, end, y) for y in ys for start, end in ends_x]
    return tuple(lines)


def mark_beside(art: float, edge: float) -> tuple[float, float]:
    """Return where a mark starts and ends between the art and the edge of the page."""
    room = abs(edge - art)
    gap = min(GAP, room / 4)
    length = min(MAX_LENGTH, room - gap)
    direction = math.copysign(1.0, edge - art)
    return art + direction * gap, art + direction * (gap + length)


def hex_ticks(hexes: Sequence[tuple[Point, ...]], room: Box) -> tuple[Line, ...]:
    """Extend each edge a little beyond its corners, except where another trim is too close."""
    ticks: dict[tuple[int, ...], Line] = {}
    others = [(_middle(corners), hex_sides(corners)) for corners in hexes]
    for corners, (middle, _) in zip(hexes, others, strict=True):
        radius = math.dist(corners[0], middle)
        reach = radius + TICK_REACH + 2 * _CLEARANCE
        around = [other for other in others if math.dist(other[0], middle) < radius + reach]
        near = [[s for m, s in around if math.dist(m, corner) < reach] for corner in corners]
        for i in range(6):
            for start, end in ((i - 1, i), (i, i - 1)):
                line = _tick(corners[start], corners[end], near[end], room)
                if line is not None:
                    ticks[tuple(round(v * 100) for v in line)] = line
    return tuple(ticks.values())


def _tick(start: Point, end: Point, near: Sequence[HexSides], room: Box) -> Line | None:
    edge = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / edge, (end[1] - start[1]) / edge

    def place(at: float) -> Point:
        return end[0] + ux * at, end[1] + uy * at

    def is_free(at: float) -> bool:
        here = place(at)
        return within(here, room) and all(outside(here, other) >= _CLEARANCE for other in near)

    if not is_free(_TICK_GAP):
        return None
    for length in _TICKS:
        if is_free(_TICK_GAP + length / 2) and is_free(_TICK_GAP + length):
            return (*place(_TICK_GAP), *place(_TICK_GAP + length))
    return None


def path_ticks(outlines: Sequence[Segments], room: Box) -> tuple[Line, ...]:
    """Return ticks at every corner of every outline: extensions of both sides, or one tick that
    points at an inward corner. Ticks that would cross a trim are left out."""
    areas = [flatten(outline, IDENTITY) for outline in outlines]
    lines: list[Line] = []
    for outline, own in zip(outlines, areas, strict=True):
        near = [area for area in areas if _are_near(area.edges, own.edges)]
        for corner in path_corners(outline):
            for direction, start in corner.ticks():
                line = _free_tick(corner.point, direction, start, near, room)
                if line is not None:
                    lines.append(line)
    return tuple(lines)


class Corner(Struct, frozen=True):
    """A corner of a path: the directions in which the path arrives and leaves, and the angle of its
    turn in radians, negative at an inward corner."""

    point: Point
    arriving: Point
    leaving: Point
    turn: float

    def ticks(self) -> Iterator[tuple[Point, float]]:
        """Yield the direction of each tick and its distance from the corner."""
        (ux, uy), (vx, vy) = self.arriving, self.leaving
        if self.turn < 0:
            length = math.hypot(vx - ux, vy - uy)
            yield ((vx - ux) / length, (vy - uy) / length), _TICK_GAP
            return
        # At an obtuse corner a tick runs close to the next side, so it starts further away.
        start = (
            max(_TICK_GAP, _SIDE_CLEARANCE / math.sin(self.turn)) if self.turn < HALF_PI else 0.0
        )
        for direction in ((ux, uy), (-vx, -vy)):
            yield direction, max(_TICK_GAP, start)


def path_corners(outline: Segments) -> list[Corner]:
    """Return the corners of a closed path, without smooth joins of curves."""
    sides = list(_tangents(outline))
    whole = math.fsum(a[0] * b[1] - b[0] * a[1] for a, b, _, _ in sides)
    direction = math.copysign(1.0, whole)
    found = []
    for (_, point, _, arriving), (_, _, leaving, _) in zip(
        sides, (*sides[1:], *sides[:1]), strict=True
    ):
        cross = arriving[0] * leaving[1] - arriving[1] * leaving[0]
        turn = direction * math.atan2(cross, arriving[0] * leaving[0] + arriving[1] * leaving[1])
        if abs(turn) >= MIN_TURN:
            found.append(Corner(point, arriving, leaving, turn))
    return found


def _tangents(outline: Segments) -> Iterator[tuple[Point, Point, Point, Point]]:
    """Yield the start and end of each segment, and its direction at both."""
    here = first = (0.0, 0.0)
    for verb, *numbers in outline:
        values = [float(v) for v in numbers]
        points = [here, *zip(values[::2], values[1::2], strict=True)]
        if verb == "M":
            here = first = points[-1]
            continue
        if verb == "Z":
            points = [here, first]
        distinct = [p for i, p in enumerate(points) if i == 0 or math.dist(p, points[i - 1]) > SAME]
        if len(distinct) > 1:
            yield points[0], points[-1], _direction(*distinct[:2]), _direction(*distinct[-2:])
        here = points[-1]


def _direction(one: Point, other: Point) -> Point:
    length = math.dist(one, other)
    return (other[0] - one[0]) / length, (other[1] - one[1]) / length


def _are_near(one: Edges, other: Edges) -> bool:
    """Return whether two shapes are so close that ticks of one may touch the other."""
    return all(
        one[i] < other[i + 2] + NEAR_TRIM and other[i] < one[i + 2] + NEAR_TRIM for i in (0, 1)
    )


def _free_tick(
    corner: Point, direction: Point, start: float, near: Sequence[Area], room: Box
) -> Line | None:
    for length in _TICKS:
        places = [
            (corner[0] + direction[0] * at, corner[1] + direction[1] * at)
            for at in (start, start + length / 2, start + length)
        ]
        if all(
            within(place, room) and all(-area.depth(*place) >= _CLEARANCE for area in near)
            for place in places
        ):
            return (*places[0], *places[2])
    return None


def circle_ticks(
    circles: Sequence[tuple[Point, float]], bleed: float, inner_bleed: float, room: Box
) -> tuple[Line, ...]:
    """Return four ticks at a circle's diagonals, in the free corners of its square cell.

    `inner_bleed` is how far the cell reaches beyond the trim.
    """
    lines = []
    for (cx, cy), radius in circles:
        void = (radius + inner_bleed) * math.sqrt(2) - radius - bleed
        start, length = radius + bleed + _TICK_GAP, min(2.5, void - 2 * _TICK_GAP)
        for way_x in (-1, 1):
            for way_y in (-1, 1):
                ux, uy = way_x / math.sqrt(2), way_y / math.sqrt(2)
                end = start + length
                line = (cx + ux * start, cy + uy * start, cx + ux * end, cy + uy * end)
                if length > _TICK_GAP and within(line[2:], room):
                    lines.append(line)
    return tuple(lines)


def within(place: Sequence[float], box: Box) -> bool:
    x, y = place
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]


def hex_sides(corners: Sequence[Point]) -> HexSides:
    """Return each edge of a regular hexagon as its outward direction and its distance from the
    origin."""
    cx, cy = _middle(corners)
    sides = []
    for one, two in zip(corners, (*corners[1:], corners[0]), strict=True):
        mx, my = (one[0] + two[0]) / 2 - cx, (one[1] + two[1]) / 2 - cy
        flat = math.hypot(mx, my)
        ux, uy = mx / flat, my / flat
        sides.append((ux, uy, cx * ux + cy * uy + flat))
    return tuple(sides)


def outside(place: Point, sides: HexSides) -> float:
    """Return how far a point lies outside a hexagon (negative inside)."""
    x, y = place
    return max([x * ux + y * uy - at for ux, uy, at in sides])


def _middle(corners: Sequence[Point]) -> Point:
    count = len(corners)
    return math.fsum(c[0] for c in corners) / count, math.fsum(c[1] for c in corners) / count


def draw_lines(lines: Sequence[Line], *, halo: bool = False) -> tuple[Item, ...]:
    """Return all lines as one path; a white halo keeps them visible on dark art."""
    if not lines:
        return ()
    segments: list[Segment] = []
    for x1, y1, x2, y2 in lines:
        segments += [("M", x1, y1), ("L", x2, y2)]
    under = (Path(tuple(segments), stroke=HALO, layer="marks"),) if halo else ()
    return (*under, Path(tuple(segments), stroke=MARK, layer="marks"))
