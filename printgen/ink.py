"""What paths and letters are painted with: colours, spot colours and gradients."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from msgspec import Struct

from printgen.geometry import IDENTITY, Matrix, Point, matrix_text, num, point_text


class Color(NamedTuple):
    """sRGB, 0 to 255."""

    red: int
    green: int
    blue: int

    @property
    def hex(self) -> str:
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


class Spot(NamedTuple):
    """A named separation for cutters and print shops, with the colour that screens show."""

    name: str
    shown: Color


class Current(Enum):
    """The colour that a symbol is given where it is used (SVG's currentColor)."""

    INK = "current"


CURRENT: Final = Current.INK


class AlphaColor(Struct, frozen=True):
    """A colour through which the ground shows, from 0 (invisible) to 1 (opaque)."""

    color: Color
    opacity: float


class Stop(NamedTuple):
    """A colour of a gradient and its place, from 0 to 1."""

    offset: float
    color: Color
    opacity: float = 1.0


class Gradient(Struct, frozen=True):
    """Colours that change along a line or away from a centre, and stay the same beyond the first
    and last stop. Its coordinates are those of the item that it paints."""

    stops: tuple[Stop, ...]


class LinearGradient(Gradient, frozen=True):
    start: Point
    end: Point
    matrix: Matrix = IDENTITY


class RadialGradient(Gradient, frozen=True):
    """Starts at a small circle around `focus`, which is inside the circle at which it ends."""

    centre: Point
    radius: float
    focus: Point
    focus_radius: float = 0.0
    matrix: Matrix = IDENTITY


SolidInk = Color | Spot | Current
Ink = SolidInk | AlphaColor | Gradient

BLACK: Final = Color(0, 0, 0)
WHITE: Final = Color(255, 255, 255)
CUT: Final = Spot("CutContour", Color(230, 0, 126))
CREASE: Final = Spot("Crease", Color(0, 158, 224))


def ink_text(ink: Ink | None) -> str:
    if ink is None:
        return "none"
    match ink:
        case Color():
            return ink.hex
        case Spot():
            return ink.name
        case AlphaColor(color, opacity):
            return f"{color.hex}*{num(opacity)}"
        case LinearGradient(stops, start, end, matrix):
            geometry = f"linear {point_text(start)} to {point_text(end)}"
        case RadialGradient(stops, centre, radius, focus, focus_radius, matrix):
            geometry = f"radial {point_text(centre)} radius {num(radius)}"
            if focus != centre or focus_radius:
                geometry += f" from {point_text(focus)} radius {num(focus_radius)}"
        case _:
            return "current"
    colours = " ".join(
        f"{num(offset)} {color.hex}" + ("" if opacity == 1 else f"*{num(opacity)}")
        for offset, color, opacity in stops
    )
    moved = "" if matrix == IDENTITY else f" {matrix_text(matrix)}"
    return f"[{geometry}{moved}: {colours}]"
