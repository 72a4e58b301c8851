"""Draw arrows: straight, bent, or through several points."""

from __future__ import annotations

import math
from typing import Final

from msgspec import Struct

from printgen.frame import Item, Path, Stroke
from printgen.geometry import Segment, Segments, polygon
from printgen.ink import Color

HEAD_WIDTH: Final = 0.84  # of the head's length
SHAFT_END: Final = 0.7  # of the head's length: how far before the tip the shaft ends
CASING: Final = 0.6  # mm of light border on either side of an arrow

Point = tuple[float, float]


class Arrow(Struct, frozen=True):
    """An arrow through two or more points; one with two points may bend to the left by a part of
    its length. `casing` is the colour of a light border, for busy grounds."""

    points: tuple[Point, ...]
    colour: Color
    width: float = 0.8
    head: float | None = None
    bend: float = 0.0
    dash: tuple[float, ...] = ()
    casing: Color | None = None


def draw_arrow(arrow: Arrow) -> tuple[Item, ...]:
    """Return the arrow; raise ValueError if it ends where it starts."""
    points, width = arrow.points, arrow.width
    length = arrow.head or 2.2 + 2.2 * width
    before, tip = points[-2], points[-1]
    bend = arrow.bend if len(points) == 2 else 0.0
    control = _control(before, tip, bend)
    reach = math.dist(control, tip)
    if reach == 0:
        raise ValueError("must not end where it starts")
    along = ((tip[0] - control[0]) / reach, (tip[1] - control[1]) / reach)
    neck = (tip[0] - along[0] * length * SHAFT_END, tip[1] - along[1] * length * SHAFT_END)
    shaft = _shaft((*points[:-1], neck), control if bend else None)
    head = _head(tip, along, length)
    items: list[Item] = []
    if arrow.casing is not None:
        wide = Stroke(arrow.casing, width + 2 * CASING, (), "round", "round")
        items.append(Path(shaft, stroke=wide))
        edge = Stroke(arrow.casing, 2 * CASING, (), "round", "round")
        items.append(Path(head, arrow.casing, edge))
    items.append(Path(shaft, stroke=Stroke(arrow.colour, width, arrow.dash, "butt", "round")))
    items.append(Path(head, arrow.colour))
    return tuple(items)


def _control(start: Point, end: Point, bend: float) -> Point:
    """Return the control point of a curve that deviates from the straight line by `bend` times its
    length."""
    if not bend:
        return start
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return (
        middle[0] + (end[1] - start[1]) * 2 * bend,
        middle[1] - (end[0] - start[0]) * 2 * bend,
    )


def _shaft(points: tuple[Point, ...], control: Point | None) -> Segments:
    if control is None:
        return polygon(points, closed=False)
    (x1, y1), (x2, y2) = points
    cx, cy = control
    curve: Segment = (
        "C",
        x1 + (cx - x1) * 2 / 3,
        y1 + (cy - y1) * 2 / 3,
        x2 + (cx - x2) * 2 / 3,
        y2 + (cy - y2) * 2 / 3,
        x2,
        y2,
    )
    return (("M", x1, y1), curve)


def _head(tip: Point, along: Point, length: float) -> Segments:
    half = length * HEAD_WIDTH / 2
    foot = (tip[0] - along[0] * length, tip[1] - along[1] * length)
    side = (-along[1] * half, along[0] * half)
    return polygon(
        (tip, (foot[0] + side[0], foot[1] + side[1]), (foot[0] - side[0], foot[1] - side[1]))
    )
