"""Small runs of pieces, and helpers that return what a page shows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path as FilePath

import font_source_sans_pro
from hypothesis import assume
from hypothesis import strategies as st

from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Margins, Profile
from printgen.errors import CallError, DataError
from printgen.frame import Frame, Group, Item, Path, Text, Use
from printgen.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Segments,
    apply,
    ellipse,
    hexagon,
    multiply,
    rectangle,
    rotate,
    scale,
    transform_segments,
    translate,
)
from printgen.ink import Color
from printgen.lengths import MM_PER_PT
from printgen.sheet.arrange import arrange
from printgen.sheet.model import Label, Piece, Plan, Run
from printgen.text.typeface import Typeface

A4 = Paper("a4", 210, 297)
LETTER = Paper("letter", 215.9, 279.4)
A3 = Paper("a3", 297, 420)
PAPERS = (A4, LETTER, A3)
PLAIN = Profile()
LABEL = Label(
    Typeface(
        "sans",
        FilePath(font_source_sans_pro.__file__).parent / "files" / "SourceSansPro-Regular.ttf",
        "Source Sans Pro",
    )
)
INK = Color(200, 180, 120)
Polygon = list[tuple[float, float]]


def face(
    name: str, width: float, height: float, bleed: float, outline: Segments | None = None
) -> Frame:
    art = Path(
        rectangle(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed),
        fill=INK,
    )
    return Frame(name, width, height, (art,), bleed=bleed, outline=outline)


def cards(
    width: float,
    height: float,
    count: int,
    bleed: float = 3.0,
    outline: Segments | None = None,
    *,
    backs: bool = True,
    layout: str = "grid",
    shared_cuts: bool = False,
    gutter: float | None = None,
    pointy: bool = True,
) -> Run:
    pieces = tuple(
        Piece(
            face(f"front {i}", width, height, bleed, outline),
            face(f"back {i}", width, height, bleed, outline) if backs else None,
        )
        for i in range(count)
    )
    return Run(
        "Saltwind",
        "Goods",
        "1.2",
        pieces,
        layout,  # type: ignore[arg-type]
        shared_cuts,
        gutter,
        pointy,
    )


def hexes(flat: float, count: int, bleed: float, *, pointy: bool = True, **rest: object) -> Run:
    radius = flat / math.sqrt(3)
    width, height = (flat, 2 * radius) if pointy else (2 * radius, flat)
    outline = hexagon(width / 2, height / 2, radius, pointy=pointy)
    return cards(width, height, count, bleed, outline, pointy=pointy, **rest)  # type: ignore[arg-type]


def coins(size: float, count: int, bleed: float, **rest: object) -> Run:
    outline = ellipse(size / 2, size / 2, size / 2)
    return cards(size, size, count, bleed, outline, **rest)  # type: ignore[arg-type]


GRID_RUNS = st.builds(
    cards,
    st.floats(12, 100),
    st.floats(12, 100),
    st.integers(1, 40),
    st.floats(0, 4),
    shared_cuts=st.booleans(),
    gutter=st.none() | st.floats(0, 12),
)
COIN_RUNS = st.builds(
    coins,
    st.floats(12, 60),
    st.integers(1, 40),
    st.floats(0, 4),
    shared_cuts=st.booleans(),
)
HEX_RUNS = st.builds(
    hexes,
    st.floats(18, 80),
    st.integers(1, 40),
    st.floats(0, 4),
    pointy=st.booleans(),
    layout=st.sampled_from(("honeycomb", "strips")),
    shared_cuts=st.booleans(),
)
RUNS = GRID_RUNS | COIN_RUNS | HEX_RUNS
PROFILES = st.builds(
    Profile,
    st.just("wild"),
    st.floats(0.95, 1.05),
    st.floats(0.95, 1.05),
    st.floats(-5, 5),
    st.floats(-5, 5),
    st.floats(-2, 2),
    st.builds(Margins, *[st.floats(1, 12)] * 4),
)


def planned(run: Run, paper: Paper, duplex: Duplex, profile: Profile) -> Plan:
    try:
        return arrange(run, paper, duplex, profile)
    except (CallError, DataError):
        assume(False)
        raise


def walk(items: tuple[Item, ...], matrix: Matrix = IDENTITY) -> Iterator[tuple[Item, Matrix]]:
    """Every item that is not a group, with the matrix that takes it to the page."""
    for item in items:
        if isinstance(item, Group):
            yield from walk(item.items, multiply(matrix, item.matrix))
        else:
            yield item, matrix


def uses(frame: Frame) -> dict[str, Matrix]:
    return {
        item.frame.name: multiply(matrix, item.matrix)
        for item, matrix in walk(frame.items)
        if isinstance(item, Use)
    }


def text_box(text: Text) -> Box:
    em = text.size_pt * MM_PER_PT
    return text.x, text.y - 0.75 * em, text.width, em


def corners(box: Box, matrix: Matrix = IDENTITY) -> Polygon:
    x, y, width, height = box
    return [
        apply(matrix, u, v)
        for u, v in ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    ]


def polygon_of(segments: Segments) -> Polygon:
    return [(float(s[1]), float(s[2])) for s in segments if len(s) == 3]


def mark_shapes(frame: Frame) -> Iterator[tuple[str, Polygon]]:
    """All marks as polygons on the page: ("text", its box) or ("line", its two ends)."""
    for item, matrix in walk(frame.items):
        if item.layer != "marks":
            continue
        if isinstance(item, Text):
            yield "text", corners(text_box(item), matrix)
        elif isinstance(item, Path) and item.stroke is not None:
            points = polygon_of(transform_segments(item.segments, matrix))
            for one, two in zip(points[::2], points[1::2], strict=True):
                yield "line", [one, two]


def overlap(one: Polygon, two: Polygon, slack: float = 1e-6) -> bool:
    """Whether two convex polygons (or lines) share more than their borders."""
    for shape in (one, two):
        for (x1, y1), (x2, y2) in zip(shape, shape[1:] + shape[:1], strict=True):
            length = math.hypot(x2 - x1, y2 - y1)
            if length < 1e-9:
                continue
            nx, ny = (y1 - y2) / length, (x2 - x1) / length
            first = [nx * x + ny * y for x, y in one]
            second = [nx * x + ny * y for x, y in two]
            if max(first) <= min(second) + slack or max(second) <= min(first) + slack:
                return False
    return True


def inside(points: Polygon, box: Box, slack: float = 1e-6) -> bool:
    x, y, width, height = box
    return all(
        x - slack <= u <= x + width + slack and y - slack <= v <= y + height + slack
        for u, v in points
    )


def printer(profile: Profile, paper: Paper, *, back: bool) -> Matrix:
    """The printer's own errors, as a matrix."""
    cx, cy = paper.width / 2, paper.height / 2
    sized = multiply(
        translate(cx, cy),
        multiply(scale(1 / profile.scale_x, 1 / profile.scale_y), translate(-cx, -cy)),
    )
    if not back:
        return sized
    turned = multiply(
        rotate(profile.back_angle, cx, cy), translate(profile.back_dx, profile.back_dy)
    )
    return multiply(sized, turned)
