"""Draw plain shapes as paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from printgen.catalog.svg.paths import parse_path
from printgen.draw import inks, setting_types
from printgen.draw.context import DrawContext
from printgen.draw.element_kind import ElementKind, Settings
from printgen.draw.grounds import GroundOutline
from printgen.draw.setting_types import SettingType
from printgen.frame import Group, Item, Path, Stroke
from printgen.geometry import (
    Segments,
    apply,
    arc,
    ellipse,
    hexagon,
    multiply,
    polygon,
    rectangle,
    rotate,
    translate,
)
from printgen.gradients import plain_color
from printgen.ink import WHITE, Ink

FULL_TURN: Final = 360
HEXAGON: Final = 6  # sides
MAX_CORNERS: Final = 360

PAINT: Final[Mapping[str, SettingType]] = {
    "fill": SettingType(inks.paint),
    "ground": SettingType(inks.paint),
    "stroke": SettingType(inks.paint),
    "stroke_width": SettingType(setting_types.positive, 0.3),
    "dash": SettingType(setting_types.dashes, ()),
    "round": SettingType(setting_types.flag, False),
    "layer": SettingType(setting_types.choice("art", "cut", "fold"), "art"),
    "shadow": SettingType(inks.shadow),
    "blend": SettingType(setting_types.choice("normal", "multiply"), "normal"),
}


def _painted(segments: Segments, s: Settings, context: DrawContext) -> tuple[Item, ...]:
    """A `ground` is a large area: low ink leaves it white and draws its edge instead."""
    fill: Ink | None = None
    if s["ground"] is not None:
        if context.ink == "low" and s["stroke"] is None:
            edge = _stroke(plain_color(s["ground"]), context.theme.outline_width, s)
            ground = Path(segments, context.ground(WHITE), layer=s["layer"])
            return ground, GroundOutline(segments, stroke=edge, layer=s["layer"])
        fill = context.ground(WHITE)
        if context.ink == "full":
            fill = inks.fill(s["ground"], segments, context)
    elif s["fill"] is not None:
        fill = inks.fill(s["fill"], segments, context)
    stroke = None
    if s["stroke"] is not None:
        stroke = _stroke(inks.line(s["stroke"], segments, context), s["stroke_width"], s)
    if fill is None and stroke is None:
        return ()
    path = Path(segments, fill, stroke, layer=s["layer"])
    items = () if s["shadow"] is None else inks.draw_shadow(path, s["shadow"])
    if s["blend"] == "normal":
        return (*items, path)
    return (*items, Group((path,), blend=s["blend"]))


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


def _ellipse(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    return _painted(ellipse(*s["ellipse"]), s, context)


def _arc(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    cx, cy, radius = s["arc"]
    start, end = s["from"], s["to"]
    if not 0 < abs(end - start) <= FULL_TURN:
        raise ValueError(f"must run from one angle to another, by 360 at most, not {end - start:g}")
    return _painted(arc(cx, cy, radius, start, end, s["close"]), s, context)


def _polygon(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    if isinstance(s["polygon"][0], tuple):
        if s["sides"] or s["turn"]:
            raise ValueError("has its corners; sides and turn are for a regular [x, y, radius]")
        return _painted(polygon(s["polygon"]), s, context)
    cx, cy, radius = s["polygon"]
    return _painted(_corners(cx, cy, (radius,), s["sides"] or HEXAGON, s["turn"]), s, context)


def _star(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    cx, cy, radius = s["star"]
    radii = radius, radius * s["inner"]
    return _painted(_corners(cx, cy, radii, 2 * s["points"], s["turn"]), s, context)


def _corners(cx: float, cy: float, radii: tuple[float, ...], count: int, turn: float) -> Segments:
    """Return a closed outline from corners at equal angles, the first at the top, whose distances
    from the centre take turns."""
    return polygon(
        apply(
            multiply(translate(cx, cy), rotate(FULL_TURN * index / count + turn)),
            0.0,
            -radii[index % len(radii)],
        )
        for index in range(count)
    )


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
    ElementKind(
        "ellipse",
        {"ellipse": SettingType(setting_types.numbers("x", "y", "rx", "ry")), **PAINT},
        _ellipse,
    ),
    ElementKind(
        "arc",
        {
            "arc": SettingType(setting_types.numbers("x", "y", "radius")),
            "from": SettingType(setting_types.number, 0.0),
            "to": SettingType(setting_types.number, 90.0),
            "close": SettingType(setting_types.choice("none", "chord", "pie"), "none"),
            **PAINT,
        },
        _arc,
    ),
    ElementKind(
        "polygon",
        {
            "polygon": SettingType(setting_types.points_or_circle),
            "sides": SettingType(setting_types.whole_number(3, MAX_CORNERS)),
            "turn": SettingType(setting_types.number, 0.0),
            **PAINT,
        },
        _polygon,
    ),
    ElementKind(
        "star",
        {
            "star": SettingType(setting_types.numbers("x", "y", "radius")),
            "points": SettingType(setting_types.whole_number(2, MAX_CORNERS), 5),
            "inner": SettingType(setting_types.at_most(1, " of the radius"), 0.4),
            "turn": SettingType(setting_types.number, 0.0),
            **PAINT,
        },
        _star,
    ),
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
