"""Parse SVG attribute values: inks, numbers, transforms and styles."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, cast

from printgen.catalog.fault import Fault
from printgen.colour import parse_hex
from printgen.errors import did_you_mean
from printgen.frame import (
    BLACK,
    CURRENT,
    IDENTITY,
    WHITE,
    Ink,
    Matrix,
    Stroke,
    multiply,
    rotate,
    scale,
    translate,
)

_NUMBER: Final = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_LENGTH: Final = re.compile(rf"({_NUMBER})(?:px)?")
_NUMBERS: Final = re.compile(rf"\s*{_NUMBER}(?:[\s,]*{_NUMBER})*\s*")
_TRANSFORM: Final = re.compile(r"\s*,?\s*([a-zA-Z]+)\s*\(([^()]*)\)")
_LARGEST: Final = 1e7
_NAMED_INKS: Final[Mapping[str, Ink | None]] = {
    "none": None,
    "black": BLACK,
    "white": WHITE,
    "currentColor": CURRENT,
}

# A Frame cannot express these, so only the value without an effect is accepted.
_PLAIN_VALUES: Final = {
    "display": "inline",
    "stroke-dashoffset": "0",
    "stroke-miterlimit": "4",
    "stroke-opacity": "1",
    "visibility": "visible",
}
PROPERTIES: Final = (
    "fill",
    "fill-opacity",
    "fill-rule",
    "opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-width",
    *_PLAIN_VALUES,
)


class Paint(NamedTuple):
    """The presentation attributes that an element passes on to its children."""

    fill: Ink | None = CURRENT
    stroke: Ink | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    even_odd: bool = False
    fill_opacity: float = 1.0

    @property
    def line_style(self) -> Stroke | None:
        if self.stroke is None or self.width <= 0:
            return None
        return Stroke(self.stroke, self.width, self.dash, self.cap, self.join)


def declarations(style: str) -> dict[str, str]:
    """Return the properties of a style attribute."""
    found: dict[str, str] = {}
    for declaration in filter(None, map(str.strip, style.split(";"))):
        name, colon, value = declaration.partition(":")
        if not colon:
            raise Fault(f"the style '{declaration}' is not of the form 'name: value'")
        found[name.strip()] = value.strip()
    return found


def apply_property(paint: Paint, name: str, value: str) -> Paint:
    """Return the paint with one property changed. Opacity is not inherited, so it is not here."""
    match name:
        case "fill":
            return paint._replace(fill=ink(value))
        case "stroke":
            return paint._replace(stroke=ink(value))
        case "stroke-width":
            return paint._replace(width=length(value, least=0))
        case "stroke-dasharray":
            return paint._replace(dash=_dash(value))
        case "stroke-linecap":
            cap = _keyword(value, ("butt", "round", "square"))
            return paint._replace(cap=cast(Literal["butt", "round", "square"], cap))
        case "stroke-linejoin":
            join = _keyword(value, ("miter", "round", "bevel"))
            return paint._replace(join=cast(Literal["miter", "round", "bevel"], join))
        case "fill-rule":
            return paint._replace(even_odd=_keyword(value, ("nonzero", "evenodd")) == "evenodd")
        case "fill-opacity":
            return paint._replace(fill_opacity=opacity(value))
    if value != _PLAIN_VALUES[name]:
        raise Fault(f"only {name} '{_PLAIN_VALUES[name]}' can be printed; remove it")
    return paint


def _keyword(value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise Fault(f"unknown value '{value}'{did_you_mean(value, known)}")
    return value


def ink(value: str) -> Ink | None:
    if value in _NAMED_INKS:
        return _NAMED_INKS[value]
    made = parse_hex(value)
    if made is None:
        raise Fault(f"unknown colour '{value}'; write it as #rrggbb, none or currentColor")
    return made


def length(value: str, *, least: float = -_LARGEST) -> float:
    match = _LENGTH.fullmatch(value.strip())
    if not match:
        raise Fault(f"'{value}' is not a plain number (units and percentages are not supported)")
    number = float(match.group(1))
    if not abs(number) <= _LARGEST:
        raise Fault(f"'{value}' is too large")
    if number < least:
        raise Fault(f"'{value}' must not be less than {least:g}")
    return number


def opacity(value: str) -> float:
    number = length(value)
    if not 0 <= number <= 1:
        raise Fault(f"'{value}' must be from 0 to 1")
    return number


def numbers(value: str) -> tuple[float, ...]:
    if not value.strip():
        return ()
    if not _NUMBERS.fullmatch(value):
        raise Fault(f"'{value[:40]}' is not a list of plain numbers")
    found = tuple(float(text) for text in re.findall(_NUMBER, value))
    if not all(abs(number) <= _LARGEST for number in found):
        raise Fault("a number is too large")
    return found


def _dash(value: str) -> tuple[float, ...]:
    if value == "none":
        return ()
    dash = numbers(value.replace("px", ""))
    if any(part < 0 for part in dash):
        raise Fault("a dash must not be negative")
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
    if not all(abs(part) <= _LARGEST for part in result):
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
