"""Draw one SVG shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from printgen.catalog.fault import Fault
from printgen.catalog.svg.paths import parse_path
from printgen.catalog.svg.styles import Paint, Server, Viewport, length, numbers
from printgen.frame import Group, Item, Path
from printgen.geometry import Segments, ellipse, map_segments, polygon, rectangle

SHAPES: Final = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")


def draw_shape(tag: str, segments: Segments, paint: Paint) -> list[Item]:
    """Return a shape in plain inks; gradients and patterns are placed before."""
    if not segments or not paint.visible:
        return []
    if tag == "line":  # a line has no inside; if filled, printers would draw a hairline
        paint = paint._replace(fill=None)
    stroke = paint.line_style
    fill_share = paint.fill_opacity * paint.fill_alpha
    stroke_share = paint.stroke_opacity * paint.stroke_alpha
    fill = paint.fill if fill_share > 0 and not isinstance(paint.fill, Server) else None
    stroke = stroke if stroke_share > 0 else None
    if fill is None and stroke is None:
        return []
    if fill_share == stroke_share == 1 and not (paint.stroke_first and stroke is not None):
        return [Path(segments, fill, stroke, paint.even_odd)]
    parts: list[Item] = []
    if fill is not None:
        parts.append(_faint(Path(segments, fill, even_odd=paint.even_odd), fill_share))
    if stroke is not None:
        parts.append(_faint(Path(segments, None, stroke), stroke_share))
    return parts[::-1] if paint.stroke_first else parts


def _faint(path: Path, share: float) -> Item:
    return path if share == 1 else Group((path,), opacity=share)


def shape_segments(tag: str, geometry: Mapping[str, str], viewport: Viewport) -> Segments:
    """Return the outline of a shape; nothing if it has no size."""

    def across(name: str, *, least: float = -1e7) -> float:
        return length(geometry.get(name, "0"), least=least, whole=viewport.width)

    def down(name: str, *, least: float = -1e7) -> float:
        return length(geometry.get(name, "0"), least=least, whole=viewport.height)

    match tag:
        case "path":
            return parse_path(geometry.get("d", ""))
        case "rect":
            size = across("width", least=0), down("height", least=0)
            corner = across("x"), down("y")
            return _rectangle(corner, size, geometry, viewport) if all(size) else ()
        case "circle":
            radius = length(geometry.get("r", "0"), least=0, whole=viewport.diagonal)
            return ellipse(across("cx"), down("cy"), radius) if radius else ()
        case "ellipse":
            rx, ry = _radii(geometry, viewport)
            return ellipse(across("cx"), down("cy"), rx, ry) if rx and ry else ()
        case "line":
            return polygon(((across("x1"), down("y1")), (across("x2"), down("y2"))), closed=False)
        case _:
            return _points(geometry.get("points", ""), closed=tag == "polygon")


def _points(text: str, *, closed: bool) -> Segments:
    values = numbers(text)
    if len(values) % 2:
        raise Fault("the points need an even number of coordinates")
    return polygon(zip(values[::2], values[1::2], strict=True), closed=closed) if values else ()


def _radii(geometry: Mapping[str, str], viewport: Viewport) -> tuple[float, float]:
    """Return rx and ry; one that is missing is as long as the other."""
    rx, ry = (
        None if text == "auto" else length(text, least=0, whole=whole)
        for text, whole in (
            (geometry.get("rx", "auto"), viewport.width),
            (geometry.get("ry", "auto"), viewport.height),
        )
    )
    first = rx if rx is not None else ry
    second = ry if ry is not None else rx
    return first or 0.0, second or 0.0


def _rectangle(
    corner: tuple[float, float],
    size: tuple[float, float],
    geometry: Mapping[str, str],
    viewport: Viewport,
) -> Segments:
    rx, ry = _radii(geometry, viewport)
    (x, y), (width, height) = corner, size
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx <= 0 or ry <= 0:
        return rectangle(x, y, width, height)
    return map_segments(
        rectangle(0, 0, width / rx, height / ry, 1), lambda u, v: (x + u * rx, y + v * ry)
    )
