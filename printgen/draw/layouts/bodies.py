"""The bodies of pieces: the surfaces that a printed piece has when it is cut, folded and glued.

A body is in the millimetres of its top face: x to the right and y down the face, heights up from
what the piece lies on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct

from printgen.draw.layouts.convex import Point, Polygon, hull
from printgen.draw.layouts.piece_art import PieceArt
from printgen.frame import Frame
from printgen.geometry import Segments, polygon, rectangle, translate
from printgen.regions import flatten

Vector = tuple[float, float, float]

MAX_CORNERS: Final = 8
"""A footprint with more corners is round: its side is one surface, not many narrow ones."""


class Facet(Struct, frozen=True, eq=False):
    """One flat surface: its outline in its own millimetres, and where these run on the body. Seen
    from outside, `right` points to the right and `down` down."""

    outline: Segments
    origin: Vector
    right: Vector
    down: Vector
    picture: Frame | None


class Body(Struct, frozen=True, eq=False):
    """`facets` are all surfaces that may be seen from above; a round side is none of them, because
    the outline of the whole body shows it."""

    corners: tuple[Vector, ...]
    facets: tuple[Facet, ...]


def trim(art: PieceArt) -> Segments:
    frame = art.top
    return frame.outline or rectangle(0.0, 0.0, frame.width, frame.height)


@lru_cache(maxsize=4096)
def body_of(art: PieceArt) -> Body:
    match art.solid:
        case "slab":
            return _slab(art)
        case "pyramid":
            return _pyramid(art)
        case "wedge":
            return _wedge(art)


def _corners(art: PieceArt) -> Polygon:
    """Return the corners of the trim, its curves as chords, clockwise."""
    (contour, *_) = flatten(trim(art), translate(0.0, 0.0)).contours
    return hull(contour)


def _sides(corners: Polygon) -> Iterator[tuple[Point, Point]]:
    """Yield the sides as seen from outside, from left to right: front, right, back, left."""
    points = corners[::-1]
    count = len(points)
    front = max(range(count), key=lambda i: points[i][1] + points[(i + 1) % count][1])
    for step in range(count):
        at = (front + step) % count
        yield points[at], points[(at + 1) % count]


def _slab(art: PieceArt) -> Body:
    corners = _corners(art)
    facets: list[Facet] = []
    if len(corners) <= MAX_CORNERS:
        for index, (start, end) in enumerate(_sides(corners)):
            picture = art.walls[index] if len(art.walls) == len(corners) else None
            facets.append(_upright(start, end, art.height, picture))
    facets.append(
        Facet(trim(art), (0.0, 0.0, art.height), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), art.top)
    )
    heights = (0.0, art.height)
    return Body(tuple((x, y, z) for x, y in corners for z in heights), tuple(facets))


def _upright(start: Point, end: Point, height: float, picture: Frame | None) -> Facet:
    """Return the wall above one side of a footprint."""
    width = picture.width if picture else math.dist(start, end)
    tall = picture.height if picture else height
    right = ((end[0] - start[0]) / width, (end[1] - start[1]) / width, 0.0)
    outline = rectangle(0.0, 0.0, width, tall)
    return Facet(outline, (*start, height), right, (0.0, 0.0, -height / tall), picture)


def _pyramid(art: PieceArt) -> Body:
    corners = _corners(art)
    tip = (art.top.width / 2, art.top.height / 2, art.height)
    facets = []
    for index, (start, end) in enumerate(_sides(corners)):
        picture = art.walls[index] if len(art.walls) == len(corners) else None
        facets.append(_triangle(tip, (*start, 0.0), (*end, 0.0), picture))
    return Body((*((x, y, 0.0) for x, y in corners), tip), tuple(facets))


def _triangle(tip: Vector, left: Vector, right: Vector, picture: Frame | None) -> Facet:
    """Return a wall that is as wide and high as its picture and ends in a tip in the middle."""
    middle = _scaled(_sum(left, right), 0.5)
    width = picture.width if picture else math.dist(left, right)
    height = picture.height if picture else math.dist(middle, tip)
    across = _scaled(_minus(right, left), 1 / width)
    origin = _minus(tip, _scaled(across, width / 2))
    outline = polygon(((width / 2, 0.0), (width, height), (0.0, height)))
    return Facet(outline, origin, across, _scaled(_minus(middle, tip), 1 / height), picture)


def _wedge(art: PieceArt) -> Body:
    """Return a pyramid on its side: its square foot leans towards the tip."""
    side, length = art.top.width, art.top.height
    lean = side * side / 2 / length
    high = math.sqrt(side * side - lean * lean)
    left, right = (0.0, length, 0.0), (side, length, 0.0)
    top_left, top_right = (0.0, length - lean, high), (side, length - lean, high)
    tip = (side / 2, 0.0, 0.0)
    foot, starboard, _, port = art.walls if len(art.walls) == 4 else (None,) * 4
    facets = (
        _square(top_left, top_right, left, foot),
        _triangle(tip, top_right, right, starboard),
        _triangle(tip, left, top_left, port),
        _triangle(tip, top_left, top_right, art.top),
    )
    return Body((left, right, top_left, top_right, tip), facets)


def _square(origin: Vector, right: Vector, down: Vector, picture: Frame | None) -> Facet:
    width = picture.width if picture else math.dist(origin, right)
    height = picture.height if picture else math.dist(origin, down)
    across = _scaled(_minus(right, origin), 1 / width)
    along = _scaled(_minus(down, origin), 1 / height)
    return Facet(rectangle(0.0, 0.0, width, height), origin, across, along, picture)


def _sum(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _scaled(a: Vector, factor: float) -> Vector:
    return a[0] * factor, a[1] * factor, a[2] * factor
