"""Parse SVG attribute values: inks, numbers, transforms and styles."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, cast

from printgen.catalog.fault import Fault
from printgen.catalog.svg.tree import Element
from printgen.colour import parse_hex
from printgen.errors import did_you_mean
from printgen.frame import Stroke
from printgen.geometry import IDENTITY, Matrix, multiply, rotate, scale, translate
from printgen.ink import BLACK, CURRENT, WHITE, Color, Ink, SolidInk, Stop

_NUMBER: Final = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_LENGTH: Final = re.compile(rf"({_NUMBER})(px|pt|pc|mm|cm|in|%)?")
_UNITS: Final = {
    "px": 1.0,
    "pt": 4 / 3,
    "pc": 16.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96.0,
}
_NUMBERS: Final = re.compile(rf"\s*{_NUMBER}(?:[\s,]*{_NUMBER})*\s*")
_TRANSFORM: Final = re.compile(r"\s*,?\s*([a-zA-Z]+)\s*\(([^()]*)\)")
_MAX_NUMBER: Final = 1e7
_PART: Final = rf"{_NUMBER}%?"
_RGB: Final = re.compile(
    rf"rgba?\(\s*(?P<red>{_PART})\s*[,\s]\s*(?P<green>{_PART})\s*[,\s]\s*(?P<blue>{_PART})"
    rf"(?:\s*[,/]\s*(?P<alpha>{_PART}))?\s*\)",
    re.IGNORECASE,
)
_LINK: Final = re.compile(r"""url\(\s*["']?#([^"')]*)["']?\s*\)(?:\s.*)?""")
_NAMED_INKS: Final[Mapping[str, SolidInk | None]] = {
    "none": None,
    "transparent": None,
    "black": BLACK,
    "white": WHITE,
    "currentcolor": CURRENT,
    "context-fill": CURRENT,
}

# A Frame cannot express these, so only the value without an effect is accepted.
_REMEDIES: Final = {
    **dict.fromkeys(
        ("marker", "marker-start", "marker-mid", "marker-end"), "convert the stroke to a path"
    ),
    "filter": "remove the effect",
    "mix-blend-mode": "use 'normal' or 'multiply'",
    "vector-effect": "remove it",
}
_WITHOUT_EFFECT: Final = ("none", "normal", "auto", "", "multiply")
_INHERITED: Final = (
    "fill",
    "fill-opacity",
    "fill-rule",
    "clip-rule",
    "paint-order",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "stroke-width",
    "visibility",
)
PROPERTIES: Final = (
    *_INHERITED,
    *_REMEDIES,
    "clip-path",
    "display",
    "mask",
    "mask-type",
    "opacity",
    "overflow",
    "stop-color",
    "stop-opacity",
)
# Properties of text, of web pages and of screens, which change nothing about a printed shape.
HARMLESS_PROPERTIES: Final = re.compile(
    r"-.*|font.*|text-.*|letter-.*|word-.*|line-height|white-space|writing-mode|direction"
    r"|color.*|solid-.*|flood-.*|lighting-color|enable-background|isolation|mask-.*"
    r"|(?:image|shape)-.*|stroke-miterlimit|pointer-events|cursor|width|height|inline-size"
)


class Viewport(NamedTuple):
    """The size that percentages refer to."""

    width: float
    height: float

    @property
    def diagonal(self) -> float:
        return math.hypot(self.width, self.height) / math.sqrt(2)


class Server(NamedTuple):
    """A gradient or pattern, with those from which it takes what it does not say itself."""

    chain: tuple[Element, ...]
    stops: tuple[Stop, ...] = ()
    is_current: bool = False
    """Whether all stops are in currentColor, so that only their opacities matter."""

    @property
    def tag(self) -> str:
        return self.chain[0].tag

    def text(self, name: str, default: str = "") -> str:
        return self.attributes(name).get(name, default)

    def attributes(self, name: str) -> Mapping[str, str]:
        """Return the attributes of the first element of the chain that has this one."""
        found = (element.attributes for element in self.chain if name in element.attributes)
        return next(found, {})


class Paint(NamedTuple):
    """The presentation attributes that an element passes on to its children."""

    fill: Ink | Server | None = CURRENT
    stroke: Ink | Server | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    phase: float = 0.0
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    even_odd: bool = False
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    stroke_first: bool = False
    visible: bool = True
    clip_even_odd: bool = False

    @property
    def line_style(self) -> Stroke | None:
        if self.stroke is None or isinstance(self.stroke, Server) or self.width <= 0:
            return None
        length = math.fsum(self.dash)
        phase = self.phase % length if length else 0.0
        return Stroke(self.stroke, self.width, self.dash, self.cap, self.join, phase)


def apply_property(paint: Paint, name: str, value: str, viewport: Viewport) -> Paint:
    """Return the paint with one property changed; other properties have no effect on it."""
    if name.startswith("stroke"):
        return _apply_to_stroke(paint, name, value, viewport)
    match name:
        case "fill":
            fill, alpha = ink(value)
            return paint._replace(fill=fill, fill_alpha=alpha)
        case "fill-rule":
            return paint._replace(even_odd=_is_even_odd(value))
        case "clip-rule":
            return paint._replace(clip_even_odd=_is_even_odd(value))
        case "fill-opacity":
            return paint._replace(fill_opacity=opacity(value))
        case "paint-order":
            order = value.split()
            first = "stroke" in order and "fill" not in order[: order.index("stroke")]
            return paint._replace(stroke_first=first)
        case "visibility":
            return paint._replace(visible=value == "visible")
        case _ if name in _REMEDIES and value not in _WITHOUT_EFFECT:
            raise Fault(f"'{value[:30]}' cannot be printed; {_REMEDIES[name]}")
    return paint


def _apply_to_stroke(paint: Paint, name: str, value: str, viewport: Viewport) -> Paint:
    match name:
        case "stroke":
            stroke, alpha = ink(value)
            return paint._replace(stroke=stroke, stroke_alpha=alpha)
        case "stroke-width":
            return paint._replace(width=length(value, least=0, whole=viewport.diagonal))
        case "stroke-dasharray":
            return paint._replace(dash=_dash(value, viewport))
        case "stroke-dashoffset":
            return paint._replace(phase=length(value, whole=viewport.diagonal))
        case "stroke-linecap":
            cap = _keyword(value, ("butt", "round", "square"))
            return paint._replace(cap=cast(Literal["butt", "round", "square"], cap))
        case "stroke-linejoin":
            join = _keyword(value, ("miter", "round", "bevel", "miter-clip", "arcs"))
            join = "miter" if join in ("miter-clip", "arcs") else join
            return paint._replace(join=cast(Literal["miter", "round", "bevel"], join))
        case "stroke-opacity":
            return paint._replace(stroke_opacity=opacity(value))
    return paint


def _is_even_odd(value: str) -> bool:
    return _keyword(value, ("nonzero", "evenodd")) == "evenodd"


def _keyword(value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise Fault(f"unknown value '{value}'{did_you_mean(value, known)}")
    return value


def ink(value: str) -> tuple[SolidInk | None, float]:
    """Return a colour and its alpha."""
    name = value.lower()
    if name in _NAMED_INKS:
        return _NAMED_INKS[name], 1.0
    made = parse_hex(value)
    if made is not None:
        return made, 1.0
    found = _RGB.fullmatch(value.strip())
    if found is not None:
        return _rgb(found)
    from PIL import ImageColor  # knows the names and other notations of CSS

    try:
        red, green, blue, *_ = ImageColor.getrgb(value)
    except ValueError:
        raise Fault(
            f"unknown colour '{value[:40]}'; write it as #rrggbb, none or currentColor"
        ) from None
    return Color(red, green, blue), 1.0


def _rgb(found: re.Match[str]) -> tuple[Color, float]:
    """Return the colour of rgb() or rgba(): numbers to 255 or percentages, with decimals as Cairo
    writes them, and an alpha from 0 to 1."""
    parts = []
    for text in found.group("red", "green", "blue"):
        value = float(text.rstrip("%")) * (255 if text.endswith("%") else 100) / 100
        parts.append(min(255, max(0, round(value))))
    alpha = found["alpha"]
    return Color(*parts), 1.0 if alpha is None else opacity(alpha)


def link_target(value: str) -> str | None:
    """Return the id that `url(#id)` names; None for anything else."""
    found = _LINK.fullmatch(value)
    return found.group(1) if found else None


def length(value: str, *, least: float = -_MAX_NUMBER, whole: float | None = None) -> float:
    """Return a length in user units; percentages are parts of `whole`."""
    match = _LENGTH.fullmatch(value.strip())
    if not match:
        raise Fault(f"'{value}' is not a number (with px, pt, pc, mm, cm, in or %)")
    number, unit = float(match.group(1)), match.group(2)
    if unit == "%":
        if whole is None:
            raise Fault(f"'{value}' is a percentage, but a number is needed here")
        number *= whole / 100
    else:
        number *= _UNITS[unit or "px"]
    if not abs(number) <= _MAX_NUMBER:
        raise Fault(f"'{value}' is too large")
    if number < least:
        raise Fault(f"'{value}' must not be less than {least:g}")
    return number


def opacity(value: str) -> float:
    number = length(value, whole=1)
    if not 0 <= number <= 1:
        raise Fault(f"'{value}' must be from 0 to 1")
    return number


def numbers(value: str) -> tuple[float, ...]:
    if not value.strip():
        return ()
    if not _NUMBERS.fullmatch(value):
        raise Fault(f"'{value[:40]}' is not a list of plain numbers")
    found = tuple(float(text) for text in re.findall(_NUMBER, value))
    if not all(abs(number) <= _MAX_NUMBER for number in found):
        raise Fault("a number is too large")
    return found


def _dash(value: str, viewport: Viewport) -> tuple[float, ...]:
    if value == "none":
        return ()
    parts = value.replace(",", " ").split()
    dash = tuple(length(part, least=0, whole=viewport.diagonal) for part in parts)
    if not any(dash):  # SVG draws such a line unbroken
        return ()
    return dash if len(dash) % 2 == 0 else dash * 2


def matrix(value: str) -> Matrix:
    """Return the product of the steps of a transform attribute."""
    result = IDENTITY
    at = 0
    while at < len(value.rstrip()):
        step = _TRANSFORM.match(value, at)
        if not step:
            raise Fault(
                f"the transform '{value[at : at + 20]}' cannot be read; write it as name(numbers)"
            )
        result = multiply(result, _step(step.group(1), numbers(step.group(2))))
        at = step.end()
    if not all(abs(part) <= _MAX_NUMBER for part in result):
        raise Fault("the transform is too large")
    return result


def _step(name: str, values: tuple[float, ...]) -> Matrix:
    match name, values:
        case "matrix", (a, b, c, d, e, f):
            return (a, b, c, d, e, f)
        case "translate", (dx,):
            return translate(dx, 0.0)
        case "translate", (dx, dy):
            return translate(dx, dy)
        case "scale", (sx,):
            return scale(sx)
        case "scale", (sx, sy):
            return scale(sx, sy)
        case "rotate", (degrees,):
            return rotate(degrees)
        case "rotate", (degrees, cx, cy):
            return rotate(degrees, cx, cy)
        case "skewX", (degrees,):
            return (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0)
        case "skewY", (degrees,):
            return (1.0, math.tan(math.radians(degrees)), 0.0, 1.0, 0.0, 0.0)
    known = ("matrix", "translate", "scale", "rotate", "skewX", "skewY")
    if name in known:
        raise Fault(f"the transform '{name}' has the wrong number of values ({len(values)})")
    raise Fault(f"unknown transform '{name}'{did_you_mean(name, known)}")
