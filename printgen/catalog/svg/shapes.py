"""Draw one SVG shape."""

from __future__ import annotations

from collections.abc import Mapping

from printgen.catalog.fault import Fault
from printgen.catalog.svg.paths import parse_path
from printgen.catalog.svg.styles import Paint, length, numbers
from printgen.frame import Group, Item, Path, Segments, ellipse, map_segments, polygon, rectangle


def draw_shape(tag: str, geometry: Mapping[str, str], paint: Paint) -> list[Item]:
    segments = _segments(tag, geometry)
    stroke = paint.line_style
    if not segments:
        return []
    if tag == "line":  # a line has no inside; if filled, printers would draw a hairline
        paint = paint._replace(fill=None)
    if paint.fill is not None and paint.fill_opacity < 1:
        filled = Path(segments, paint.fill, even_odd=paint.even_odd)
        items: list[Item] = [Group((filled,), opacity=paint.fill_opacity)]
        return items if stroke is None else [*items, Path(segments, None, stroke)]
    if paint.fill is None and stroke is None:
        return []
    return [Path(segments, paint.fill, stroke, paint.even_odd)]


def _segments(tag: str, geometry: Mapping[str, str]) -> Segments:
    def value(name: str, *, least: float = -1e7) -> float:
        return length(geometry.get(name, "0"), least=least)

    match tag:
        case "path":
            return parse_path(geometry.get("d", ""))
        case "rect":
            size = value("width", least=0), value("height", least=0)
            return _rectangle((value("x"), value("y")), size, geometry) if all(size) else ()
        case "circle":
            radius = value("r", least=0)
            return ellipse(value("cx"), value("cy"), radius) if radius else ()
        case "ellipse":
            rx, ry = value("rx", least=0), value("ry", least=0)
            return ellipse(value("cx"), value("cy"), rx, ry) if rx and ry else ()
        case "line":
            return polygon(((value("x1"), value("y1")), (value("x2"), value("y2"))), closed=False)
        case _:
            return _points(geometry.get("points", ""), closed=tag == "polygon")


def _points(text: str, *, closed: bool) -> Segments:
    values = numbers(text)
    if len(values) % 2:
        raise Fault("the points need an even number of coordinates")
    return polygon(zip(values[::2], values[1::2], strict=True), closed=closed) if values else ()


def _rectangle(
    corner: tuple[float, float], size: tuple[float, float], geometry: Mapping[str, str]
) -> Segments:
    one, other = geometry.get("rx", "auto"), geometry.get("ry", "auto")
    texts = (other if one == "auto" else one, one if other == "auto" else other)
    rx, ry = (0.0 if text == "auto" else length(text, least=0) for text in texts)
    (x, y), (width, height) = corner, size
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx <= 0 or ry <= 0:
        return rectangle(x, y, width, height)
    return map_segments(
        rectangle(0, 0, width / rx, height / ry, 1), lambda u, v: (x + u * rx, y + v * ry)
    )
