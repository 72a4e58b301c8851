"""Place gradients and patterns, which SVG calls paint servers, on the shapes that they fill."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from printgen.catalog.fault import Fault
from printgen.catalog.svg.styles import Server, Viewport, length, matrix
from printgen.catalog.svg.viewports import fit_box, view_box
from printgen.frame import Frame, Group, Item, Mask, Path, Use
from printgen.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Point,
    Segment,
    Segments,
    apply,
    extent,
    multiply,
    rectangle,
    scale,
    transform_segments,
    translate,
)
from printgen.gradients import gradient_part, inverse
from printgen.ink import WHITE, AlphaColor, Color, Gradient, LinearGradient, RadialGradient, Stop
from printgen.limits import SVG_TILES

GRADIENTS: Final = ("linearGradient", "radialGradient")
_UNIT: Final = Viewport(1.0, 1.0)
_FOCUS_INSIDE: Final = 0.999  # of the radius: a focus on the circle itself has no direction


def place_gradient(
    server: Server, segments: Segments, viewport: Viewport, reach: float
) -> Gradient | AlphaColor | Color | None:
    """Return the ink of a gradient on a shape, whose line is as wide as `reach`; None if it paints
    nothing."""
    box = extent(segments)
    moved = matrix(server.text("gradientTransform"))
    if server.text("gradientUnits", "objectBoundingBox") == "objectBoundingBox":
        if not box[2] or not box[3]:
            return None
        viewport, moved = _UNIT, multiply(_box_matrix(box), moved)
    if inverse(moved) == moved and moved != IDENTITY and not _determinant(moved):
        return None
    placed = _gradient(server, viewport, moved)
    if not isinstance(placed, Gradient):
        return placed
    spread = server.text("spreadMethod", "pad")
    if spread in ("reflect", "repeat"):
        x, y, width, height = box
        around = (x - reach, y - reach, width + 2 * reach, height + 2 * reach)
        return _repeated(placed, around, mirrored=spread == "reflect")
    return placed


def _gradient(
    server: Server, viewport: Viewport, moved: Matrix
) -> Gradient | AlphaColor | Color | None:
    stops, last = server.stops, server.stops[-1]
    flat = last.color if last.opacity == 1 else AlphaColor(last.color, last.opacity)

    def across(name: str, default: str) -> float:
        return length(server.text(name, default), whole=viewport.width)

    def down(name: str, default: str) -> float:
        return length(server.text(name, default), whole=viewport.height)

    if server.tag == "linearGradient":
        start = across("x1", "0%"), down("y1", "0%")
        end = across("x2", "100%"), down("y2", "0%")
        return LinearGradient(stops, start, end, moved) if math.dist(start, end) > 1e-9 else flat
    centre = across("cx", "50%"), down("cy", "50%")
    radius = length(server.text("r", "50%"), whole=viewport.diagonal, least=0)
    inner = length(server.text("fr", "0%"), whole=viewport.diagonal, least=0)
    focus = across("fx", str(centre[0])), down("fy", str(centre[1]))
    if radius <= 1e-9 or inner >= radius:
        return flat
    away = math.dist(focus, centre)
    if away + inner > _FOCUS_INSIDE * radius:
        share = max(0.0, _FOCUS_INSIDE * radius - inner) / away if away else 0.0
        focus = _along(centre, focus, share)
    return RadialGradient(stops, centre, radius, focus, inner, moved)


def _repeated(gradient: Gradient, box: Box, *, mirrored: bool) -> Gradient:
    """Return a gradient whose stops are repeated as often as a box needs."""
    x, y, width, height = box
    corners = [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]
    parts = [gradient_part(gradient, *corner) for corner in corners]
    first, last = math.floor(min(parts) + 1e-6), math.ceil(max(parts) - 1e-6)
    if isinstance(gradient, RadialGradient):
        first = 0
    last = max(last, first + 1)
    count = last - first
    if count * len(gradient.stops) > SVG_TILES:
        raise Fault(f"the gradient repeats {count} times on one shape; make it larger")
    stops: list[Stop] = []
    for number in range(first, last):
        part = _turned(gradient.stops) if mirrored and number % 2 else gradient.stops
        stops += [s._replace(offset=(number - first + s.offset) / count) for s in part]
    match gradient:
        case LinearGradient(_, start, end, moved):
            ends = _along(start, end, first), _along(start, end, last)
            return LinearGradient(tuple(stops), *ends, moved)
        case RadialGradient(_, centre, radius, focus, inner, moved):
            radius = inner + last * (radius - inner)
            return RadialGradient(
                tuple(stops), _along(focus, centre, last), radius, focus, inner, moved
            )
    raise TypeError(type(gradient).__name__)


def _turned(stops: Sequence[Stop]) -> list[Stop]:
    return [stop._replace(offset=1 - stop.offset) for stop in reversed(stops)]


def _along(start: Point, end: Point, part: float) -> Point:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def _box_matrix(box: Box) -> Matrix:
    x, y, width, height = box
    return (width, 0.0, 0.0, height, x, y)


def _determinant(moved: Matrix) -> float:
    return moved[0] * moved[3] - moved[1] * moved[2]


class Tile(NamedTuple):
    """The part of a pattern that is repeated, and how its contents and the tiles are placed: the
    contents begin at the corner of a tile, as in all browsers."""

    box: Box
    contents: Matrix
    moved: Matrix
    viewport: Viewport


def read_tile(server: Server, segments: Segments, viewport: Viewport) -> Tile | None:
    """Return the tile of a pattern on a shape; None if it paints nothing."""
    box = extent(segments)
    in_box = server.text("patternUnits", "objectBoundingBox") == "objectBoundingBox"
    whole = _UNIT if in_box else viewport
    x, width = (length(server.text(name, "0"), whole=whole.width) for name in ("x", "width"))
    y, height = (length(server.text(name, "0"), whole=whole.height) for name in ("y", "height"))
    if in_box:
        x, width = box[0] + x * box[2], width * box[2]
        y, height = box[1] + y * box[3], height * box[3]
    moved = matrix(server.text("patternTransform"))
    if width <= 0 or height <= 0 or not _determinant(moved):
        return None
    contents, inner = IDENTITY, viewport
    seen = view_box(server.attributes("viewBox"))
    if seen is not None:
        align = server.text("preserveAspectRatio", "xMidYMid")
        contents = fit_box(seen, (0.0, 0.0, width, height), align).matrix
        inner = Viewport(seen[2], seen[3])
    elif server.text("patternContentUnits") == "objectBoundingBox":
        contents = scale(box[2], box[3])
    return Tile((x, y, width, height), contents, moved, inner)


def lay_tiles(
    tile: Tile, items: Sequence[Item], segments: Segments, *, even_odd: bool
) -> list[Item]:
    """Return a shape that is filled with tiles."""
    x, y, width, height = tile.box
    inside = Group(tuple(items), tile.contents)
    frame = Frame(
        "pattern", width, height, (Group((inside,), clip=rectangle(0, 0, width, height)),)
    )
    left, top, wide, high = extent(segments)
    back = inverse(tile.moved)
    corners = [
        apply(back, across, down) for across in (left, left + wide) for down in (top, top + high)
    ]
    columns = _range([corner[0] for corner in corners], x, width)
    rows = _range([corner[1] for corner in corners], y, height)
    if len(columns) * len(rows) > SVG_TILES:
        raise Fault(
            f"the pattern needs {len(columns) * len(rows)} tiles on one shape; make them larger"
        )
    tiles: tuple[Item, ...] = tuple(
        Use(frame, translate(x + column * width, y + row * height))
        for row in rows
        for column in columns
    )
    if tile.moved != IDENTITY:
        tiles = (Group(tiles, tile.moved),)
    ground = _ground(items, tile.contents, width, height)
    if ground is not None:  # without it, thin lines would show between the tiles
        tiles = (Path(segments, ground, even_odd=even_odd), *tiles)
    if even_odd:  # which a clip cannot express
        return [Group(tiles, mask=Mask((Path(segments, WHITE, even_odd=True),)))]
    return [Group(tiles, clip=segments)]


def _ground(items: Sequence[Item], moved: Matrix, width: float, height: float) -> Color | None:
    """Return the colour that fills the whole tile, below everything else."""
    first = items[0] if items else None
    if isinstance(first, Group):
        if first.opacity < 1 or first.clip is not None or first.mask is not None:
            return None
        return _ground(first.items, multiply(moved, first.matrix), width, height)
    if not isinstance(first, Path) or not isinstance(first.fill, Color):
        return None
    shape = transform_segments(first.segments, moved)
    x, y, wide, high = extent(shape)
    slack = 1e-3 * max(width, height)
    covers = x < slack and y < slack and x + wide > width - slack and y + high > height - slack
    is_box = len(shape) == 5 and all(
        s[0] in ("M", "L", "Z") and _is_corner(s, x, y, wide, high) for s in shape
    )
    return first.fill if covers and is_box else None


def _is_corner(segment: Segment, x: float, y: float, width: float, height: float) -> bool:
    if segment[0] == "Z":
        return True
    across, down = float(segment[1]) - x, float(segment[2]) - y
    near = 1e-6 * max(width, height)
    return min(across, width - across) < near and min(down, height - down) < near


def _range(values: Sequence[float], start: float, step: float) -> range:
    low, high = (min(values) - start) / step, (max(values) - start) / step
    if max(abs(low), abs(high)) > 1e6:
        raise Fault("the tiles of the pattern are too small; make them larger")
    return range(math.floor(low + 1e-6), math.ceil(high - 1e-6))
