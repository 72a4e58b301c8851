"""Takes slots, gives the lines that show where to cut, all of them outside the trims."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from printgen.frame import WHITE, Box, Item, Path, Segment, Stroke
from printgen.sheet.model import MARK_INK, Line

MARK: Final = Stroke(MARK_INK, 0.2)
HALO: Final = Stroke(WHITE, 0.7)
LONGEST: Final = 5.0
GAP: Final = 0.5

_TICK_GAP: Final = 0.5
_TICKS: Final = (1.5, 1.0, 0.6)
_CLEAR: Final = 0.3
TICK_REACH: Final = _TICK_GAP + max(_TICKS)

Point = tuple[float, float]
Sides = tuple[tuple[float, float, float], ...]


def crop_marks(trims: Sequence[Box], art: Box, room: Box) -> tuple[Line, ...]:
    """A mark at both ends of every cut line, from just outside the art towards the room's edge.

    `art` is the box around all bleeds.
    """
    xs = sorted({round(v, 4) for x, _, width, _ in trims for v in (x, x + width)})
    ys = sorted({round(v, 4) for _, y, _, height in trims for v in (y, y + height)})
    return edge_marks(xs, ys, art, room)


def edge_marks(xs: Iterable[float], ys: Iterable[float], art: Box, room: Box) -> tuple[Line, ...]:
    left, top, right, bottom = art[0], art[1], art[0] + art[2], art[1] + art[3]
    far_right, far_bottom = room[0] + room[2], room[1] + room[3]
    ends_x = [_reach(left, room[0]), _reach(right, far_right)]
    ends_y = [_reach(top, room[1]), _reach(bottom, far_bottom)]
    lines = [(x, start, x, end) for x in xs for start, end in ends_y]
    lines += [(start, y, end, y) for y in ys for start, end in ends_x]
    return tuple(lines)


def _reach(art: float, edge: float) -> tuple[float, float]:
    """Where a mark starts and ends between the art and the edge of its room."""
    room = abs(edge - art)
    gap = min(GAP, room / 4)
    length = min(LONGEST, room - gap)
    way = math.copysign(1.0, edge - art)
    return art + way * gap, art + way * (gap + length)


def hex_ticks(hexes: Sequence[tuple[Point, ...]], room: Box) -> tuple[Line, ...]:
    """Every edge's line drawn on a little beyond its corners, where no trim is in the way."""
    ticks: dict[tuple[int, ...], Line] = {}
    sides = [hex_sides(corners) for corners in hexes]
    middles = [_middle(corners) for corners in hexes]
    for corners, middle in zip(hexes, middles, strict=True):
        reach = 2.5 * math.dist(corners[0], middle) + TICK_REACH
        near = [s for s, m in zip(sides, middles, strict=True) if math.dist(m, middle) < reach]
        for i in range(6):
            for start, end in ((corners[i - 1], corners[i]), (corners[i], corners[i - 1])):
                line = _tick(start, end, near, room)
                if line is not None:
                    ticks[tuple(round(v * 100) for v in line)] = line
    return tuple(ticks.values())


def _tick(start: Point, end: Point, near: Sequence[Sides], room: Box) -> Line | None:
    edge = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / edge, (end[1] - start[1]) / edge
    for length in _TICKS:
        places = [
            (end[0] + ux * at, end[1] + uy * at)
            for at in (_TICK_GAP, _TICK_GAP + length / 2, _TICK_GAP + length)
        ]
        if all(
            within(place, room) and all(outside(place, other) >= _CLEAR for other in near)
            for place in places
        ):
            return (*places[0], *places[2])
    return None


def circle_ticks(
    circles: Sequence[tuple[Point, float]], bleed: float, inner_bleed: float, room: Box
) -> tuple[Line, ...]:
    """Four ticks at a circle's diagonals, in the void that a square cell leaves there.

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


def hex_sides(corners: Sequence[Point]) -> Sides:
    """Each edge of a regular hexagon as its outward direction and its distance along it."""
    cx, cy = _middle(corners)
    sides = []
    for one, two in zip(corners, (*corners[1:], corners[0]), strict=True):
        mx, my = (one[0] + two[0]) / 2 - cx, (one[1] + two[1]) / 2 - cy
        flat = math.hypot(mx, my)
        ux, uy = mx / flat, my / flat
        sides.append((ux, uy, cx * ux + cy * uy + flat))
    return tuple(sides)


def outside(place: Point, sides: Sides) -> float:
    """How far a point lies outside a hexagon, by its nearest edge (negative inside)."""
    x, y = place
    return max([x * ux + y * uy - at for ux, uy, at in sides])


def _middle(corners: Sequence[Point]) -> Point:
    count = len(corners)
    return math.fsum(c[0] for c in corners) / count, math.fsum(c[1] for c in corners) / count


def draw_lines(lines: Sequence[Line], *, halo: bool = False) -> tuple[Item, ...]:
    """All lines as one path; a white halo keeps those in a bleed visible on dark art."""
    if not lines:
        return ()
    segments: list[Segment] = []
    for x1, y1, x2, y2 in lines:
        segments += [("M", x1, y1), ("L", x2, y2)]
    under = (Path(tuple(segments), stroke=HALO, layer="marks"),) if halo else ()
    return (*under, Path(tuple(segments), stroke=MARK, layer="marks"))
