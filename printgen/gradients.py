"""Spread gradients over what they paint, and find their colours."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct

from printgen.colour import flat, luminance, mix
from printgen.geometry import IDENTITY, Box, Matrix, Point, Segments, apply, extent
from printgen.ink import AlphaColor, Color, Gradient, Ink, LinearGradient, RadialGradient, Stop
from printgen.limits import GRADIENT_STOPS

DOWNWARDS: Final = 90.0


class LinearStyle(Struct, frozen=True):
    """A linear gradient before it is placed: from one point to another, or across what it paints at
    an angle, where 0 points right and 90 down."""

    stops: tuple[Stop, ...]
    angle: float = DOWNWARDS
    ends: tuple[Point, Point] | None = None


class RadialStyle(Struct, frozen=True):
    """A radial gradient before it is placed: around the centre of what it paints, as far as its
    farthest point, unless it has a centre or radius of its own."""

    stops: tuple[Stop, ...]
    centre: Point | None = None
    radius: float | None = None
    focus: Point | None = None


GradientStyle = LinearStyle | RadialStyle
PlainPaint = Color | AlphaColor
Paint = PlainPaint | GradientStyle


def place_paint(paint: Paint, segments: Segments) -> Ink:
    """Return the ink that paints a path."""
    if isinstance(paint, Color | AlphaColor):
        return paint
    box = extent(segments)
    if isinstance(paint, LinearStyle):
        return place_gradient(paint, box)
    ends = [(float(s[-2]), float(s[-1])) for s in segments if len(s) > 1]
    centre = paint.centre or _middle(box)
    return _radial(paint, centre, max(math.dist(centre, end) for end in ends))


def place_gradient(style: GradientStyle, box: Box) -> Gradient:
    """Return a gradient that is spread over a box."""
    x, y, width, height = box
    if isinstance(style, RadialStyle):
        centre = style.centre or _middle(box)
        corners = [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]
        return _radial(style, centre, max(math.dist(centre, corner) for corner in corners))
    if style.ends is not None:
        return LinearGradient(style.stops, *style.ends)
    cos, sin = math.cos(math.radians(style.angle)), math.sin(math.radians(style.angle))
    half = (abs(width * cos) + abs(height * sin)) / 2  # the first and last colour reach a corner
    (cx, cy) = _middle(box)
    dx, dy = round(half * cos, 6), round(half * sin, 6)
    return LinearGradient(style.stops, (cx - dx, cy - dy), (cx + dx, cy + dy))


def _radial(style: RadialStyle, centre: Point, reach: float) -> RadialGradient:
    radius = style.radius or reach or 1.0
    focus = style.focus or centre
    if math.dist(focus, centre) >= radius:
        raise ValueError("the focus of the gradient must be inside its circle")
    return RadialGradient(style.stops, centre, radius, focus)


def _middle(box: Box) -> Point:
    x, y, width, height = box
    return x + width / 2, y + height / 2


def read_stops(values: Any, read: Callable[[Any], PlainPaint]) -> tuple[Stop, ...]:
    """Return the stops of a list of colours, or of [place, colour] pairs with places from 0 to 1.

    Colours without a place are spread evenly between those with one, from 0 to 1.
    """
    if not isinstance(values, tuple) or not 2 <= len(values) <= GRADIENT_STOPS:
        raise ValueError(f"needs a list of 2 to {GRADIENT_STOPS} colours")
    places: list[float | None] = []
    colours: list[PlainPaint] = []
    for value in values:
        place, colour = None, value
        if isinstance(value, tuple) and not isinstance(value, Color):
            if len(value) != 2 or not _is_share(value[0]):
                raise ValueError("needs colours, or [place, colour] with a place from 0 to 1")
            place, colour = value
        places.append(place)
        colours.append(read(colour))
    given = [place for place in places if place is not None]
    if given != sorted(given):
        raise ValueError("needs places that do not go back")
    stops: list[Stop] = []
    for offset, colour in zip(_filled(places), colours, strict=True):
        if isinstance(colour, AlphaColor):
            stops.append(Stop(offset, colour.color, colour.opacity))
        else:
            stops.append(Stop(offset, colour))
    return tuple(stops)


def _is_share(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _filled(places: list[float | None]) -> list[float]:
    """Return rising places; those that are missing are spread evenly between their neighbours."""
    first, last = places[0], places[-1]
    known: list[float | None] = [
        0.0 if first is None else first,
        *places[1:-1],
        1.0 if last is None else last,
    ]
    made: list[float] = []
    for index, place in enumerate(known):
        if place is None:
            after = next(i for i in range(index, len(known)) if known[i] is not None)
            end = max(made[-1], known[after] or 0.0)
            place = made[-1] + (end - made[-1]) / (after - index + 1)
        made.append(max(float(place), made[-1] if made else 0.0))
    return made


def one_color(paint: Paint) -> PlainPaint:
    """Return the paint, or the main colour of a gradient."""
    return paint if isinstance(paint, Color | AlphaColor) else main_color(paint.stops)


def plain_color(paint: Paint) -> Color:
    """Return one opaque colour for a paint, as on white paper."""
    return flat(one_color(paint))


def stop_colors(paint: Paint) -> tuple[Color, ...]:
    """Return the colours of a paint, as on white paper."""
    if isinstance(paint, Color | AlphaColor):
        return (flat(paint),)
    return tuple(flat(AlphaColor(stop.color, stop.opacity)) for stop in paint.stops)


def main_color(stops: tuple[Stop, ...]) -> Color:
    """Return the colour that stands for a gradient: the strongest one that is not invisible, and of
    equally strong ones the darkest."""
    shown = [stop.color for stop in stops if stop.opacity > 0] or [stop.color for stop in stops]
    return max(shown, key=lambda color: (max(color) - min(color), -luminance(color)))


def color_at(gradient: Gradient, x: float, y: float) -> tuple[Color, float]:
    """Return the colour and opacity of a gradient at a point of what it paints."""
    return _between(gradient.stops, gradient_part(gradient, x, y))


def _between(stops: tuple[Stop, ...], part: float) -> tuple[Color, float]:
    if part <= stops[0].offset:
        return stops[0].color, stops[0].opacity
    for one, other in pairwise(stops):
        if one.offset <= part < other.offset:
            share = (part - one.offset) / (other.offset - one.offset)
            opacity = one.opacity + share * (other.opacity - one.opacity)
            return mix(one.color, other.color, share), opacity
    return stops[-1].color, stops[-1].opacity


def gradient_part(gradient: Gradient, x: float, y: float) -> float:
    """Return how far along a gradient a point is: 0 at its start, 1 at its end."""
    match gradient:
        case LinearGradient(_, (x1, y1), (x2, y2), matrix):
            x, y = apply(inverse(matrix), x, y)
            dx, dy = x2 - x1, y2 - y1
            return ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)
        case RadialGradient(_, centre, radius, focus, focus_radius, matrix):
            x, y = apply(inverse(matrix), x, y)
            return _radial_part((x, y), centre, radius, focus, focus_radius)
    raise TypeError(f"{type(gradient).__name__} is not a gradient that can be placed")


def _radial_part(
    point: Point, centre: Point, radius: float, focus: Point, focus_radius: float
) -> float:
    """Return the largest t at which the circle between focus and end passes through the point."""
    px, py = point[0] - focus[0], point[1] - focus[1]
    cx, cy, dr = centre[0] - focus[0], centre[1] - focus[1], radius - focus_radius
    a = cx * cx + cy * cy - dr * dr
    b = px * cx + py * cy + focus_radius * dr
    c = px * px + py * py - focus_radius * focus_radius
    if abs(a) < 1e-12:
        return c / (2 * b) if b else 1.0
    root = b * b - a * c
    if root < 0:
        return 1.0
    return max((b + sign * math.sqrt(root)) / a for sign in (1, -1))


def inverse(matrix: Matrix) -> Matrix:
    """Return the matrix that undoes another one; a flat one has none, and is left as it is."""
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    if matrix == IDENTITY or not size:
        return matrix
    return (
        d / size,
        -b / size,
        -c / size,
        a / size,
        (c * f - d * e) / size,
        (b * e - a * f) / size,
    )
