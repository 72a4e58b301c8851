"""Measure how different colours look, also to colour-blind people and in greyscale.

Contrast follows WCAG 2.2; colour difference is CIEDE2000 (D65). Colour blindness is simulated at
full severity in linear sRGB: protan and deutan by Machado, Oliveira and Fernandes (2009), tritan by
Brettel, Viénot and Mollon (1997) with libDaltonLens' sRGB coefficients.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final, Literal, NamedTuple

from printgen.colour import linear
from printgen.ink import Color

Vision = Literal["normal", "protan", "deutan", "tritan"]
VISIONS: Final[tuple[Vision, ...]] = ("normal", "protan", "deutan", "tritan")

Triple = tuple[float, float, float]
ColourMatrix = tuple[Triple, Triple, Triple]

PROTAN: Final[ColourMatrix] = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTAN: Final[ColourMatrix] = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
# Blue-yellow blindness needs two half planes; the normal determines the side of a colour.
TRITAN_NORMAL: Final[Triple] = (0.03901, -0.02788, -0.01113)
TRITAN_ABOVE: Final[ColourMatrix] = (
    (1.01277, 0.13548, -0.14826),
    (-0.01243, 0.86812, 0.14431),
    (0.07589, 0.80500, 0.11911),
)
TRITAN_BELOW: Final[ColourMatrix] = (
    (0.93678, 0.18979, -0.12657),
    (0.06154, 0.81526, 0.12320),
    (-0.37562, 1.12767, 0.24796),
)
XYZ: Final[ColourMatrix] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE_POINT: Final[Triple] = (0.95047, 1.0, 1.08883)


class SimilarPair(NamedTuple):
    """The two colours that are hardest to distinguish, and for which kind of vision."""

    first: str
    second: str
    vision: Vision
    distance: float


def nearest_pair(colours: Mapping[str, Color]) -> SimilarPair | None:
    """Return the most similar pair of colours for any kind of vision; None if there is no pair."""
    return min(
        (
            SimilarPair(first, second, vision, distance(colours[first], colours[second], vision))
            for first, second in combinations(colours, 2)
            for vision in VISIONS
        ),
        key=lambda pair: pair.distance,
        default=None,
    )


def lightness(colour: Color) -> float:
    """Return L*, the brightness of a colour in a grey print: 0 is black, 100 white."""
    return _lab(linear(colour))[0]


@lru_cache(maxsize=65536)
def distance(one: Color, other: Color, vision: Vision = "normal") -> float:
    """Return the CIEDE2000 difference for one kind of vision; about 2 is just visible side by
    side."""
    return ciede2000(_seen(one, vision), _seen(other, vision))


@lru_cache(maxsize=4096)
def _seen(colour: Color, vision: Vision) -> Triple:
    light = linear(colour)
    if vision == "protan":
        light = _multiply(PROTAN, light)
    elif vision == "deutan":
        light = _multiply(DEUTAN, light)
    elif vision == "tritan":
        side = sum(n * v for n, v in zip(TRITAN_NORMAL, light, strict=True))
        light = _multiply(TRITAN_ABOVE if side >= 0 else TRITAN_BELOW, light)
    return _lab(light)


def _multiply(rows: ColourMatrix, vector: Triple) -> Triple:
    x, y, z = vector
    one, two, three = (a * x + b * y + c * z for a, b, c in rows)
    return one, two, three


def _lab(light: Triple) -> Triple:
    red, green, blue = (min(1.0, max(0.0, v)) for v in light)
    x, y, z = (
        math.cbrt(v / white) if v / white > 216 / 24389 else (24389 / 27 * v / white + 16) / 116
        for v, white in zip(_multiply(XYZ, (red, green, blue)), WHITE_POINT, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Triple, other: Triple) -> float:
    """Return the CIEDE2000 colour difference of two L*a*b* values, as in Sharma et al. (2005)."""
    l1, a1, b1 = one
    l2, a2, b2 = other
    mean_chroma7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * math.sqrt(mean_chroma7 / (mean_chroma7 + 25.0**7))
    c1, c2 = math.hypot(a1 * stretch, b1), math.hypot(a2 * stretch, b2)
    h1 = math.degrees(math.atan2(b1, a1 * stretch)) % 360
    h2 = math.degrees(math.atan2(b2, a2 * stretch)) % 360
    turn, mean_hue = _hues(h1, h2, grey=c1 * c2 == 0)

    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    weight = (
        1
        - 0.17 * _cos(mean_hue - 30)
        + 0.24 * _cos(2 * mean_hue)
        + 0.32 * _cos(3 * mean_hue + 6)
        - 0.20 * _cos(4 * mean_hue - 63)
    )
    off_middle = (mean_l - 50) ** 2
    d_light = (l2 - l1) / (1 + 0.015 * off_middle / math.sqrt(20 + off_middle))
    d_chroma = (c2 - c1) / (1 + 0.045 * mean_c)
    d_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    d_hue /= 1 + 0.015 * mean_c * weight
    blue_turn = 60 * math.exp(-(((mean_hue - 275) / 25) ** 2))
    blue = -2 * math.sqrt(mean_c**7 / (mean_c**7 + 25.0**7)) * math.sin(math.radians(blue_turn))
    return math.sqrt(d_light**2 + d_chroma**2 + d_hue**2 + blue * d_chroma * d_hue)


def _hues(h1: float, h2: float, *, grey: bool) -> tuple[float, float]:
    """Return the angle from one hue to another and the hue between them, the short way round."""
    if grey:
        return 0.0, h1 + h2
    turn = h2 - h1
    if abs(turn) <= 180:
        return turn, (h1 + h2) / 2
    turn += -360 if turn > 0 else 360
    return turn, (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
