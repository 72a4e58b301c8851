"""Read colours, gradients, shadows and outlines from settings, and thin them for low ink.

In low ink, a ground is left white, a gradient becomes one colour and a shadow is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from msgspec import Struct

from printgen.colour import darken_until_readable, mix
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.errors import did_you_mean
from printgen.frame import Group, Item, Mask, Path, Stroke
from printgen.geometry import Segments, extent, rectangle, transform_segments, translate
from printgen.gradients import (
    DOWNWARDS,
    LinearStyle,
    Paint,
    PlainPaint,
    RadialStyle,
    one_color,
    place_paint,
    plain_color,
    read_stops,
)
from printgen.ink import BLACK, WHITE, AlphaColor, Color, Gradient, Ink

Value = TypeVar("Value")
LOW_TINT: Final = 0.6  # of white in what a gradient leaves of a fill
SHADOW: Final = "#00000066"
SHADOW_OFFSET: Final = 0.5
OUTLINE_WIDTH: Final = 0.3
BLUR_STEPS: Final = 6
"""Outlines of growing width that make the soft edge of a shadow."""

LINEAR: Final = ("linear", "angle", "from", "to")
RADIAL: Final = ("radial", "at", "radius", "focus")


class Shadow(Struct, frozen=True):
    paint: PlainPaint
    dx: float
    dy: float
    blur: float


class Outline(Struct, frozen=True):
    """A line around letters, `width` beyond their edge."""

    paint: PlainPaint
    width: float


def paint(value: Any, context: DrawContext) -> Paint | None:
    """Return a colour or a gradient; None for no colour."""
    if value is None or value == "none":
        return None
    if isinstance(value, dict):
        return _gradient(value, context)
    return context.paint(value)


def plain_paint(value: Any, context: DrawContext) -> PlainPaint | None:
    """Return a colour, perhaps transparent; None for no colour. A gradient of the palette gives its
    main colour."""
    if value is None or value == "none":
        return None
    if isinstance(value, dict):
        raise ValueError("must be one colour; gradients are for fill, ground, stroke and text")
    return one_color(context.paint(value))


def shadow(value: Any, context: DrawContext) -> Shadow | None:
    """Return a shadow; None in low ink."""
    if value is None or value == "none":
        return None
    given = value if isinstance(value, dict) else {"colour": value}
    _check_keys(given, ("colour", "dx", "dy", "blur"), "shadow")
    number, not_negative = setting_types.number, setting_types.not_negative
    made = Shadow(
        _part("shadow", "colour", _one_colour, given.get("colour", SHADOW), context),
        _part("shadow", "dx", number, given.get("dx", SHADOW_OFFSET), context),
        _part("shadow", "dy", number, given.get("dy", SHADOW_OFFSET), context),
        _part("shadow", "blur", not_negative, given.get("blur", 0.0), context),
    )
    return made if context.ink == "full" else None


def outline(value: Any, context: DrawContext) -> Outline | None:
    if value is None or value == "none":
        return None
    given = value if isinstance(value, dict) else {"colour": value}
    _check_keys(given, ("colour", "width"), "outline")
    width = given.get("width", OUTLINE_WIDTH)
    return Outline(
        _part("outline", "colour", _one_colour, given.get("colour"), context),
        _part("outline", "width", setting_types.positive, width, context),
    )


def fill(paint: Paint, segments: Segments, context: DrawContext) -> Ink:
    """Return the ink of a filled path."""
    if isinstance(paint, Color):
        return paint
    if context.ink == "low" and not isinstance(paint, AlphaColor):
        return mix(plain_color(paint), WHITE, LOW_TINT)
    return place_paint(paint, segments)


def line(paint: Paint, segments: Segments, context: DrawContext) -> Ink:
    """Return the ink of a stroke."""
    if isinstance(paint, Color):
        return paint
    if context.ink == "low" and not isinstance(paint, AlphaColor):
        return plain_color(paint)
    return place_paint(paint, segments)


def letters(paint: Paint, context: DrawContext) -> Paint:
    """Return the colour or gradient of a text."""
    if context.ink == "low" and not isinstance(paint, Color | AlphaColor):
        return darken_until_readable(plain_color(paint))
    return paint


def draw_shadow(path: Path, shadow: Shadow) -> tuple[Item, ...]:
    """Return the shadow of a path: of its area, or of its line if it has no fill."""
    color, opacity = color_and_opacity(shadow.paint)
    width = 0.0 if path.stroke is None else path.stroke.width
    filled = None if path.fill is None else color
    items: list[Item] = []
    for extra, share in soft_layers(shadow.blur, opacity):
        line = None
        if width + extra:
            line = Stroke(color, width + extra, cap="round", join="round")
            if path.stroke is not None and not extra:
                line = Stroke(color, width, path.stroke.dash, path.stroke.cap, path.stroke.join)
        layer = Path(path.segments, filled, line, path.even_odd, path.layer)
        items.append(layer if share == 1 else Group((layer,), opacity=share))
    mask = _outside(path, shadow) if _is_transparent(path.fill) else None
    return (Group(tuple(items), translate(shadow.dx, shadow.dy), mask=mask),)


def _is_transparent(ink: Ink | None) -> bool:
    stops = ink.stops if isinstance(ink, Gradient) else ()
    return isinstance(ink, AlphaColor) or any(stop.opacity < 1 for stop in stops)


def _outside(path: Path, shadow: Shadow) -> Mask:
    """Return a mask that leaves a shadow out where it would darken the path itself."""
    x, y, width, height = extent(path.segments)
    line = 0.0 if path.stroke is None else path.stroke.width
    reach = shadow.blur + line + max(abs(shadow.dx), abs(shadow.dy))
    around = rectangle(x - reach, y - reach, width + 2 * reach, height + 2 * reach)
    shape = transform_segments(path.segments, translate(-shadow.dx, -shadow.dy))
    return Mask((Path(around, WHITE), Path(shape, BLACK, even_odd=path.even_odd)))


def soft_layers(blur: float, opacity: float) -> list[tuple[float, float]]:
    """Return the width that each layer of a shadow is wider, and its opacity, the widest first."""
    if not blur:
        return [(0.0, opacity)]
    layers: list[tuple[float, float]] = []
    for step in range(1, BLUR_STEPS + 1):  # each step inwards is darker by the same amount
        before, after = opacity * (step - 1) / BLUR_STEPS, opacity * step / BLUR_STEPS
        width = 2 * blur * (BLUR_STEPS + 1 - step) / BLUR_STEPS
        layers.append((width, 1 - (1 - after) / (1 - before)))
    return layers


def color_and_opacity(paint: PlainPaint) -> tuple[Color, float]:
    return (paint.color, paint.opacity) if isinstance(paint, AlphaColor) else (paint, 1.0)


def _one_colour(value: Any, context: DrawContext) -> PlainPaint:
    made = plain_paint(value, context)
    if made is None:
        raise ValueError("needs a colour")
    return made


def _gradient(given: dict[str, Any], context: DrawContext) -> Paint:
    kind = "radial" if "radial" in given else "linear"
    _check_keys(given, RADIAL if kind == "radial" else LINEAR, "gradient")
    if kind not in given:
        raise ValueError("must be a colour, or a gradient such as {linear: [red, white]}")
    try:
        stops = read_stops(given[kind], lambda value: _one_colour(value, context))
    except ValueError as fault:
        that = ":" if str(fault).startswith("the") else " that"
        raise ValueError(f"has a gradient{that} {fault}") from None
    if kind == "radial":
        radius = given.get("radius")
        return RadialStyle(
            stops,
            _place(given, "at", context),
            None
            if radius is None
            else _part("gradient", "radius", setting_types.positive, radius, context),
            _place(given, "focus", context),
        )
    start, end = _place(given, "from", context), _place(given, "to", context)
    if (start is None) != (end is None) or (start is not None and start == end):
        raise ValueError("needs two different points, from: [x, y] and to: [x, y]")
    ends = None if start is None or end is None else (start, end)
    if start is not None and "angle" in given:
        raise ValueError("needs either an angle or two points, from and to")
    angle = given.get("angle", DOWNWARDS)
    return LinearStyle(
        stops, _part("gradient", "angle", setting_types.number, angle, context), ends
    )


def _place(given: dict[str, Any], key: str, context: DrawContext) -> tuple[float, float] | None:
    if key not in given:
        return None
    x, y = _part("gradient", key, setting_types.numbers("x", "y"), given[key], context)
    return x, y


def _part(
    what: str,
    key: str,
    convert: Callable[[Any, DrawContext], Value],
    value: Any,
    context: DrawContext,
) -> Value:
    """Return the value of a key; raise ValueError with its name."""
    try:
        return convert(value, context)
    except ValueError as fault:
        article = "an" if what == "outline" else "a"
        whose = ":" if str(fault).startswith("the") else f" whose '{key}'"
        raise ValueError(f"has {article} {what}{whose} {fault}") from None


def _check_keys(given: dict[str, Any], known: tuple[str, ...], what: str) -> None:
    for key in given:
        if key not in known:
            raise ValueError(f"has a {what} with the unknown key '{key}'{did_you_mean(key, known)}")
