"""Paths and matrices, in millimetres with y pointing down."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, Literal

Segment = tuple[str | float, ...]
"""('M', x, y), ('L', x, y), ('C', x1, y1, x2, y2, x, y) or ('Z',), all absolute."""
Segments = tuple[Segment, ...]
Matrix = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f): x' = a·x + c·y + e, y' = b·x + d·y + f, as in PDF and SVG."""
Box = tuple[float, float, float, float]
"""(x, y, width, height)"""
Point = tuple[float, float]

IDENTITY: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@lru_cache(maxsize=1 << 16)
def num(value: float) -> str:
    """Format a number with at most three decimals (a micrometre) and no trailing zeros."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def path_text(segments: Segments) -> str:
    """Return the segments as SVG path data."""
    return " ".join(
        str(segment[0]) + ",".join(num(float(v)) for v in segment[1:]) for segment in segments
    )


def point_text(point: Point) -> str:
    return ",".join(map(num, point))


def matrix_text(matrix: Matrix) -> str:
    return "(" + " ".join(num(v) for v in matrix) + ")"


def translate(dx: float, dy: float) -> Matrix:
    return (1.0, 0.0, 0.0, 1.0, dx, dy)


def scale(sx: float, sy: float | None = None) -> Matrix:
    return (sx, 0.0, 0.0, sx if sy is None else sy, 0.0, 0.0)


def rotate(degrees: float, cx: float = 0.0, cy: float = 0.0) -> Matrix:
    """Return a rotation about a point, clockwise on the page (y points down)."""
    quarter, rest = divmod(degrees, 90)
    if rest == 0:  # exact quarter turns keep coordinates free of 1e-17 noise
        cos, sin = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter) % 4]
    else:
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy)


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * m + e,
        b * k + d * m + f,
    )


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def map_segments(
    segments: Segments, move: Callable[[float, float], tuple[float, float]]
) -> Segments:
    """Return the path with `move` applied to every point."""
    out: list[Segment] = []
    for segment in segments:
        points: list[float] = []
        for i in range(1, len(segment), 2):
            points.extend(move(float(segment[i]), float(segment[i + 1])))
        out.append((segment[0], *points))
    return tuple(out)


@lru_cache(maxsize=4096)  # sheets place the same shapes in the same places
def transform_segments(segments: Segments, matrix: Matrix) -> Segments:
    return map_segments(segments, lambda x, y: apply(matrix, x, y))


@lru_cache(maxsize=4096)
def bounds(segments: Segments) -> Box:
    """Return the box around all points of a path. It includes control points, so it may be a little
    too large."""
    xs = [float(v) for s in segments for v in s[1::2]]
    ys = [float(v) for s in segments for v in s[2::2]]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


@lru_cache(maxsize=4096)
def extent(segments: Segments) -> Box:
    """Return the box around what a path covers, without control points that lie outside it."""
    xs: list[float] = []
    ys: list[float] = []
    at = (0.0, 0.0)
    for segment in segments:
        values = [float(v) for v in segment[1:]]
        if not values:
            continue
        if segment[0] == "C":
            xs += _turns(at[0], values[0], values[2], values[4])
            ys += _turns(at[1], values[1], values[3], values[5])
        at = (values[-2], values[-1])
        xs.append(at[0])
        ys.append(at[1])
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _turns(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """Return the values at which one coordinate of a cubic turns round."""
    a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
    if abs(a) < 1e-12:
        roots = [] if abs(b) < 1e-12 else [-c / b]
    else:
        root = b * b - 4 * a * c
        roots = [] if root < 0 else [(-b + sign * math.sqrt(root)) / (2 * a) for sign in (1, -1)]
    return [
        p0 * (1 - t) ** 3 + 3 * p1 * t * (1 - t) ** 2 + 3 * p2 * t * t * (1 - t) + p3 * t**3
        for t in roots
        if 0 < t < 1
    ]


CIRCLE_PULL: Final = 0.5522847498  # the control distance at which a cubic is a quarter circle


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Segments:
    if radius <= 0:
        return (
            ("M", x, y),
            ("L", x + width, y),
            ("L", x + width, y + height),
            ("L", x, y + height),
            ("Z",),
        )
    r = min(radius, width / 2, height / 2)
    k = r * (1 - CIRCLE_PULL)
    right, bottom = x + width, y + height
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - k, y, right, y + k, right, y + r),
        ("L", right, bottom - r),
        ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", x + r, bottom),
        ("C", x + k, bottom, x, bottom - k, x, bottom - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None) -> Segments:
    ry = rx if ry is None else ry
    kx, ky = rx * CIRCLE_PULL, ry * CIRCLE_PULL
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def arc(
    cx: float,
    cy: float,
    radius: float,
    start: float,
    end: float,
    close: Literal["none", "chord", "pie"] = "none",
) -> Segments:
    """Return the part of a circle between two angles: 0 points right, and 90 down. It is a line, or
    closed by a straight line between its ends or by two lines to the centre."""
    count = max(1, math.ceil(abs(end - start) / 90 - 1e-9))
    step = (end - start) / count
    pull = 4 / 3 * math.tan(math.radians(step) / 4)
    out: list[Segment] = [("M", *apply(rotate(start, cx, cy), cx + radius, cy))]
    for index in range(count):
        first = rotate(start + index * step, cx, cy)
        last = rotate(start + (index + 1) * step, cx, cy)
        one = apply(first, cx + radius, cy + pull * radius)
        two = apply(last, cx + radius, cy - pull * radius)
        out.append(("C", *one, *two, *apply(last, cx + radius, cy)))
    if close == "pie":
        out.append(("L", cx, cy))
    return (*out, ("Z",)) if close != "none" else tuple(out)


def polygon(points: Iterable[tuple[float, float]], *, closed: bool = True) -> Segments:
    out: list[Segment] = [("L", x, y) for x, y in points]
    if out:
        out[0] = ("M", *out[0][1:])
    if closed:
        out.append(("Z",))
    return tuple(out)


def hexagon(cx: float, cy: float, radius: float, *, pointy: bool = True) -> Segments:
    """Return a regular hexagon by its corner radius; `pointy` has a corner at the top."""
    start = -90.0 if pointy else 0.0
    return polygon(
        (
            cx + radius * math.cos(math.radians(start + 60 * i)),
            cy + radius * math.sin(math.radians(start + 60 * i)),
        )
        for i in range(6)
    )
