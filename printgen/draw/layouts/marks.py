"""Mark what a move did: arrows for pieces that moved or turned, outlines for those that came or
went or show another side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from printgen.draw.arrows import Arrow, draw_arrow
from printgen.draw.layouts.canvas import Canvas
from printgen.draw.layouts.changes import Change
from printgen.draw.layouts.convex import Point, Polygon, hull
from printgen.draw.layouts.options import LayoutStyle
from printgen.draw.layouts.solids import silhouette
from printgen.draw.layouts.stacking import PlacedPiece
from printgen.frame import Item, Path, Stroke
from printgen.geometry import polygon
from printgen.ink import Color

LINE: Final = 0.7  # mm
CASING: Final = 0.5
ARROW_WIDTH: Final = 0.9
HEAD: Final = 3.2
MIN_LENGTH: Final = 1.5  # mm: a shorter way is drawn from middle to middle
TURN_FROM: Final = -60.0  # degrees: where the arrow of a turn begins, clockwise from the right
GHOST: Final = (1.2, 0.9)

PlacedById = Mapping[str, PlacedPiece]


def marks(
    found: Sequence[Change],
    before: PlacedById,
    after: PlacedById,
    canvas: Canvas,
    style: LayoutStyle,
) -> Iterator[Item]:
    """Yield the marks of a move; pieces that moved together share one arrow."""
    moved: dict[tuple[Point, Point], None] = {}
    for change in found:
        old = before[change.before.id] if change.before else None
        new = after[change.after.id] if change.after else None
        if new is None:
            if old is not None:
                yield from _removed(old, canvas, style)
            continue
        if old is None:
            yield from _outline(new, canvas, style.added, style)
            continue
        if change.has_moved:
            if _start(old, canvas) not in [start for start, _ in moved]:
                yield from _ghost(old, canvas, style.moved, style)
            moved[_start(old, canvas), _start(new, canvas)] = None
        if change.shows_other:
            yield from _outline(new, canvas, style.moved, style)
        if change.has_turned:
            yield from _turn(new, change.turn, canvas, style)
    for start, end in moved:
        if math.dist(start, end) <= MIN_LENGTH:
            continue
        tail = start
        if (end, start) in moved:  # pieces that change places share a line with two heads
            tail = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        yield from draw_arrow(
            Arrow((tail, end), style.moved, ARROW_WIDTH, HEAD, casing=style.paper)
        )


def _start(placed: PlacedPiece, canvas: Canvas) -> Point:
    return canvas.at(placed.piece, placed.top)


def _around(placed: PlacedPiece, canvas: Canvas) -> Polygon:
    return canvas.shape(silhouette(placed, canvas.view))


def _outside(shape: Polygon) -> Polygon:
    """Return an outline around a shape, so that its line does not cover a small piece."""
    x, y = sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape)
    reach = max(math.dist(point, (x, y)) for point in shape)
    size = 1 + (LINE / 2 + CASING) / reach
    return tuple((x + (px - x) * size, y + (py - y) * size) for px, py in shape)


def _cased(shape: Polygon, colour: Color, style: LayoutStyle) -> Iterator[Item]:
    segments = polygon(shape)
    yield Path(segments, stroke=Stroke(style.paper, LINE + 2 * CASING, join="round"))
    yield Path(segments, stroke=Stroke(colour, LINE, join="round"))


def _outline(
    placed: PlacedPiece, canvas: Canvas, colour: Color, style: LayoutStyle
) -> Iterator[Item]:
    yield from _cased(_outside(_around(placed, canvas)), colour, style)


def _ghost(
    placed: PlacedPiece, canvas: Canvas, colour: Color, style: LayoutStyle
) -> Iterator[Item]:
    segments = polygon(_outside(_around(placed, canvas)))
    yield Path(segments, stroke=Stroke(style.paper, LINE + CASING, join="round"))
    yield Path(segments, stroke=Stroke(colour, LINE, GHOST, join="round"))


def _removed(placed: PlacedPiece, canvas: Canvas, style: LayoutStyle) -> Iterator[Item]:
    yield from _ghost(placed, canvas, style.removed, style)
    shape = _around(placed, canvas)
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    arm = min(max(xs) - min(xs), max(ys) - min(ys)) * 0.3
    cross = (
        *polygon(((x - arm, y - arm), (x + arm, y + arm)), closed=False),
        *polygon(((x + arm, y - arm), (x - arm, y + arm)), closed=False),
    )
    yield Path(cross, stroke=Stroke(style.paper, ARROW_WIDTH + 2 * CASING, cap="round"))
    yield Path(cross, stroke=Stroke(style.removed, ARROW_WIDTH, cap="round"))


def _turn(placed: PlacedPiece, turn: float, canvas: Canvas, style: LayoutStyle) -> Iterator[Item]:
    """Yield an arrow around a piece, as far as the piece turned."""
    x, y = _start(placed, canvas)
    shape = hull(canvas.shape(placed.footprint))
    radius = max(2.5, 0.55 * min(_extent(shape, 0), _extent(shape, 1)))
    first = math.radians(TURN_FROM)
    steps = max(3, math.ceil(abs(turn) / 15))
    angles = [first - math.radians(turn) * step / steps for step in range(steps + 1)]
    points = tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)
    yield from draw_arrow(Arrow(points, style.moved, ARROW_WIDTH, HEAD * 0.9, casing=style.paper))


def _extent(shape: Polygon, axis: int) -> float:
    values = [point[axis] for point in shape]
    return max(values) - min(values)
