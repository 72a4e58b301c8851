"""Find lines in the bleed that look like lines to cut along."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from printgen.check.bleed import MIN_IN_BLEED, PARALLEL, PROBE_DISTANCE, SAME_COLOUR, edge_name
from printgen.check.colours import distance
from printgen.check.scene import PlacedItem, Scene
from printgen.errors import Finding
from printgen.frame import Frame, Path, Stroke
from printgen.geometry import num
from printgen.regions import (
    NEAR,
    Area,
    Contour,
    Point,
    contours_near_trim,
    is_well_inside,
    sides,
)

STEP: Final = 2.0
"""Lines are checked in pieces of at most this length."""
MIN_PART: Final = 0.2
"""Of an edge: a line along less of it belongs to a pattern, which may be cut anywhere."""


def check_frames(scene: Scene) -> Iterator[Finding]:
    """Look for strokes that run along the cut, on it or beyond it, and are visible there.

    Strokes that cross the cut are harmless.
    """
    if scene.frame.bleed <= 0:  # the cut line of a net is part of its art
        return
    found: dict[str, float] = {}
    for index, placed in enumerate(scene.placed):
        item = placed.item
        if (
            isinstance(item, Path)
            and item.stroke is not None
            and item.layer == "art"
            and not is_well_inside(placed.box, scene.trim)
        ):
            for edge, beyond in _false_edges(scene, index, placed, item.stroke):
                found[edge] = max(beyond, found.get(edge, beyond))
    if found:
        names = list(found)
        edges = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
        yield Finding(
            scene.place,
            f"at the {edges} edge{'s' if len(found) > 1 else ''} a line runs along the cut"
            f" {num(max(found.values()))} mm outside it and looks like a line to cut along;"
            " move it well inside, or remove it",
            "false-cut",
        )


def _false_edges(
    scene: Scene, index: int, placed: PlacedItem, stroke: Stroke
) -> Iterator[tuple[str, float]]:
    """Yield the edges that a stroke follows outside the trim, and its distance from the trim."""
    closed = isinstance(placed.item, Path) and any(s[0] == "Z" for s in placed.item.segments)
    for contour, depths in contours_near_trim(placed.area, scene.trim):
        lengths: dict[str, float] = {}
        beyond: dict[str, float] = {}
        for one, other, ends in _outer_pieces(scene.trim, contour, depths, closed=closed):
            length = math.dist(one, other)
            middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
            if (
                max(ends) <= NEAR
                and min(ends) >= -scene.frame.bleed - NEAR
                and abs(ends[0] - ends[1]) <= PARALLEL * length
                and _is_seen(scene, index, placed, stroke, middle, (one, other))
            ):
                edge = edge_name(scene.frame, *middle)
                lengths[edge] = lengths.get(edge, 0.0) + length
                beyond[edge] = max(0.0, -min(ends), beyond.get(edge, 0.0))
        for edge, length in lengths.items():
            if length >= max(MIN_IN_BLEED, MIN_PART * _edge_length(scene.frame, edge)):
                yield edge, beyond[edge]


def _edge_length(frame: Frame, edge: str) -> float:
    lengths = {"top": frame.width, "bottom": frame.width, "left": frame.height}
    lengths["right"] = frame.height
    return lengths.get(edge, min(frame.width, frame.height) / 2)


def _outer_pieces(
    trim: Area, contour: Contour, depths: tuple[float, ...], *, closed: bool
) -> Iterator[tuple[Point, Point, tuple[float, float]]]:
    """Yield the sides of a contour that reach or cross the cut, in short pieces: their ends, and
    how deep inside the trim these are."""
    for number, (one, other) in enumerate(sides(contour)):
        first, last = depths[number], depths[(number + 1) % len(depths)]
        is_inside = first > NEAR and last > NEAR
        is_closing = number == len(contour) - 1 and not closed
        if is_inside or is_closing or one == other:
            continue
        length = math.dist(one, other)
        steps = math.ceil(length / STEP)
        points = [
            (one[0] + at / steps * (other[0] - one[0]), one[1] + at / steps * (other[1] - one[1]))
            for at in range(steps + 1)
        ]
        inner = (trim.depth(x, y) for x, y in points[1:-1])
        ends = pairwise((first, *inner, last))
        yield from ((*piece, depth) for piece, depth in zip(pairwise(points), ends, strict=True))


def _is_seen(
    scene: Scene,
    index: int,
    placed: PlacedItem,
    stroke: Stroke,
    middle: Point,
    piece: tuple[Point, Point],
) -> bool:
    """Return whether a piece of a line is visible: not clipped, covered, or in the colour of its
    ground."""
    if not all(clip.contains(*middle) for clip in placed.clips):
        return False
    if any(later.covers(*middle) for later in scene.painted_after(index)):
        return False
    (x1, y1), (x2, y2) = piece
    out = (stroke.width * placed.scale / 2 + PROBE_DISTANCE) / math.dist(*piece)
    nx, ny = (y2 - y1) * out, (x1 - x2) * out
    beside = [(middle[0] + nx, middle[1] + ny), (middle[0] - nx, middle[1] - ny)]
    ink, opacity = placed.seen(stroke.ink, *middle)
    return all(
        distance(placed.over(ground, ink, opacity), ground) > SAME_COLOUR
        for ground in scene.ground(beside)
    )
