"""Draw plain shapes as paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from printgen.catalog.svg.paths import parse_path
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.element_kind import ElementKind, Settings
from printgen.draw.grounds import GroundOutline
from printgen.draw.setting_types import SettingType
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

PAINT: Final[Mapping[str, SettingType]] = {
    "fill": SettingType(setting_types.colour),
    "ground": SettingType(setting_types.colour),
    "stroke": SettingType(setting_types.colour),
    "stroke_width": SettingType(setting_types.positive, 0.3),
    "dash": SettingType(setting_types.number_list, ()),
    "round": SettingType(setting_types.flag, False),
    "layer": SettingType(setting_types.choice("art", "cut", "fold"), "art"),
}


def _painted(segments: Segments, s: Settings, context: DrawContext) -> tuple[Item, ...]:
    """A `ground` is a large area: low ink leaves it white and draws its edge instead."""
    fill: Ink | None = s["fill"]
    if s["ground"] is not None:
        fill = context.ground(s["ground"])
        if context.ink == "low" and s["stroke"] is None:
            edge = _stroke(s["ground"], context.theme.outline_width, s)
            ground = Path(segments, fill, layer=s["layer"])
            return ground, GroundOutline(segments, stroke=edge, layer=s["layer"])
    stroke = None if s["stroke"] is None else _stroke(s["stroke"], s["stroke_width"], s)
    if fill is None and stroke is None:
        return ()
    return (Path(segments, fill, stroke, layer=s["layer"]),)


def _stroke(ink: Ink, width: float, s: Settings) -> Stroke:
    if s["round"]:
        return Stroke(ink, width, s["dash"], "round", "round")
    return Stroke(ink, width, s["dash"])


def _rectangle(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    x, y, width, height = s["rectangle"]
    return _painted(rectangle(x, y, width, height, s["radius"]), s, context)


def _circle(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    cx, cy, radius = s["circle"]
    return _painted(ellipse(cx, cy, radius), s, context)


def _polygon(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    return _painted(polygon(s["polygon"]), s, context)


def _hex(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    cx, cy, radius = s["hex"]
    return _painted(hexagon(cx, cy, radius, pointy=s["pointy"]), s, context)


def _line(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    x1, y1, x2, y2 = s["line"]
    return _painted(polygon(((x1, y1), (x2, y2)), closed=False), s, context)


def _path(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    return _painted(parse_path(s["path"]), s, context)


SHAPES: Final[tuple[ElementKind, ...]] = (
    ElementKind(
        "rectangle",
        {
            "rectangle": SettingType(setting_types.numbers("x", "y", "width", "height")),
            "radius": SettingType(setting_types.not_negative, 0.0),
            **PAINT,
        },
        _rectangle,
    ),
    ElementKind(
        "circle",
        {"circle": SettingType(setting_types.numbers("x", "y", "radius")), **PAINT},
        _circle,
    ),
    ElementKind("polygon", {"polygon": SettingType(setting_types.points), **PAINT}, _polygon),
    ElementKind(
        "hex",
        {
            "hex": SettingType(setting_types.numbers("x", "y", "radius")),
            "pointy": SettingType(setting_types.flag, True),
            **PAINT,
        },
        _hex,
    ),
    ElementKind(
        "line", {"line": SettingType(setting_types.numbers("x1", "y1", "x2", "y2")), **PAINT}, _line
    ),
    ElementKind("path", {"path": SettingType(setting_types.text), **PAINT}, _path),
)
