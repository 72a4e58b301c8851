"""Takes settings of plain shapes, gives paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from printgen.catalog.svgpath import parse_path
from printgen.draw import kind
from printgen.draw.kind import Kind, Settings, Wants
from printgen.draw.studio import Studio
from printgen.frame import (
    Ink,
    Item,
    Path,
    Segments,
    Stroke,
    ellipse,
    hexagon,
    polygon,
    rectangle,
)

PAINT: Final[Mapping[str, Wants]] = {
    "fill": Wants(kind.colour),
    "ground": Wants(kind.colour),
    "stroke": Wants(kind.colour),
    "stroke_width": Wants(kind.positive, 0.3),
    "dash": Wants(kind.number_list, ()),
    "round": Wants(kind.flag, False),
    "layer": Wants(kind.choice("art", "cut", "fold"), "art"),
}


def _painted(segments: Segments, s: Settings, studio: Studio) -> tuple[Item, ...]:
    """A `ground` is a large area: low ink leaves it white and draws its edge instead."""
    fill: Ink | None = s["fill"]
    stroke_ink: Ink | None = s["stroke"]
    width: float = s["stroke_width"]
    if s["ground"] is not None:
        fill = studio.ground(s["ground"])
        if studio.ink == "low" and stroke_ink is None:
            stroke_ink, width = s["ground"], studio.theme.outline_width
    stroke = None
    if stroke_ink is not None:
        cap, join = ("round", "round") if s["round"] else ("butt", "miter")
        stroke = Stroke(stroke_ink, width, s["dash"], cap, join)  # type: ignore[arg-type]
    if fill is None and stroke is None:
        return ()
    return (Path(segments, fill, stroke, layer=s["layer"]),)


def _rectangle(s: Settings, studio: Studio) -> tuple[Item, ...]:
    x, y, width, height = s["rectangle"]
    return _painted(rectangle(x, y, width, height, s["radius"]), s, studio)


def _circle(s: Settings, studio: Studio) -> tuple[Item, ...]:
    cx, cy, radius = s["circle"]
    return _painted(ellipse(cx, cy, radius), s, studio)


def _polygon(s: Settings, studio: Studio) -> tuple[Item, ...]:
    return _painted(polygon(s["polygon"]), s, studio)


def _hex(s: Settings, studio: Studio) -> tuple[Item, ...]:
    cx, cy, radius = s["hex"]
    return _painted(hexagon(cx, cy, radius, pointy=s["pointy"]), s, studio)


def _line(s: Settings, studio: Studio) -> tuple[Item, ...]:
    x1, y1, x2, y2 = s["line"]
    return _painted(polygon(((x1, y1), (x2, y2)), closed=False), s, studio)


def _path(s: Settings, studio: Studio) -> tuple[Item, ...]:
    return _painted(parse_path(s["path"]), s, studio)


SHAPES: Final[tuple[Kind, ...]] = (
    Kind(
        "rectangle",
        {
            "rectangle": Wants(kind.numbers("x", "y", "width", "height")),
            "radius": Wants(kind.not_negative, 0.0),
            **PAINT,
        },
        _rectangle,
    ),
    Kind("circle", {"circle": Wants(kind.numbers("x", "y", "radius")), **PAINT}, _circle),
    Kind("polygon", {"polygon": Wants(kind.points), **PAINT}, _polygon),
    Kind(
        "hex",
        {
            "hex": Wants(kind.numbers("x", "y", "radius")),
            "pointy": Wants(kind.flag, True),
            **PAINT,
        },
        _hex,
    ),
    Kind("line", {"line": Wants(kind.numbers("x1", "y1", "x2", "y2")), **PAINT}, _line),
    Kind("path", {"path": Wants(kind.text), **PAINT}, _path),
)
