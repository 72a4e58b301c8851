"""Finished pictures: what layout produces and exporters translate.

Units are millimetres, the origin is the top left of the trim, and y points down. Everything is
placed, so an exporter decides nothing. All values are immutable: one picture may be used in many
places, and exporters may cache what they made of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from printgen.errors import Location
from printgen.text.typeface import PLAIN, Shaping, Typeface

MM_PER_PT: Final = 25.4 / 72

Layer = Literal["art", "cut", "fold", "marks"]
LAYERS: Final[tuple[Layer, ...]] = ("art", "cut", "fold", "marks")

Segment = tuple[str | float, ...]
"""('M', x, y), ('L', x, y), ('C', x1, y1, x2, y2, x, y) or ('Z',), all absolute."""
Segments = tuple[Segment, ...]
Matrix = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f): x' = a·x + c·y + e, y' = b·x + d·y + f, as in PDF and SVG."""
Box = tuple[float, float, float, float]
"""(x, y, width, height)"""
Point = tuple[float, float]

IDENTITY: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


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
Blend = Literal["normal", "multiply"]

BLACK: Final = Color(0, 0, 0)
WHITE: Final = Color(255, 255, 255)
CUT: Final = Spot("CutContour", Color(230, 0, 126))
CREASE: Final = Spot("Crease", Color(0, 158, 224))


class Stroke(Struct, frozen=True):
    ink: Ink
    width: float
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    phase: float = 0.0
    """Where in the dashes the line begins."""


class Path(Struct, frozen=True):
    segments: Segments
    fill: Ink | None = None
    stroke: Stroke | None = None
    even_odd: bool = False
    layer: Layer = "art"


class Text(Struct, frozen=True):
    """One placed run in one typeface and direction: x is its left end, y its baseline.

    `string` is in the order in which it is read. `width` includes kerning and spacing; letters and
    spaces are wider by so many ems. A `decorative` run is the shadow or outline of another one: it
    is not read, searched or checked, and it alone may have a stroke.
    """

    x: float
    y: float
    string: str
    face: Typeface
    size_pt: float
    fill: Ink
    width: float
    layer: Layer = "art"
    shaping: Shaping = PLAIN
    letter_spacing: float = 0.0
    word_spacing: float = 0.0
    stroke: Stroke | None = None
    decorative: bool = False


class ImageFile(Struct, frozen=True):
    """A checked picture file; only exporters read its bytes. With a `dark`, it is printed in the
    tones from that colour to white, and has a digest of its own."""

    file: FilePath
    digest: str
    pixel_width: int
    pixel_height: int
    dark: Color | None = None


class Image(Struct, frozen=True):
    x: float
    y: float
    width: float
    height: float
    image: ImageFile
    layer: Layer = "art"


class Mask(Struct, frozen=True):
    """A picture that lets a group show where it is bright, or where it is opaque."""

    items: tuple[Item, ...]
    by: Literal["luminance", "alpha"] = "luminance"


class Group(Struct, frozen=True):
    """Items that are moved, clipped, masked and blended with the ground as one."""

    items: tuple[Item, ...]
    matrix: Matrix = IDENTITY
    clip: Segments | None = None
    opacity: float = 1.0
    layer: Layer = "art"
    label: bool = False  # left out with its contents where a picture is shown without text
    blend: Blend = "normal"
    mask: Mask | None = None
    reads: str = ""  # the text that its letters form, for those who search or copy it


class Use(Struct, frozen=True):
    """A frame drawn elsewhere and placed here; `ink` replaces CURRENT inside it."""

    frame: Frame
    matrix: Matrix = IDENTITY
    ink: SolidInk | None = None
    layer: Layer = "art"


Item = Path | Text | Image | Group | Use


class Frame(Struct, frozen=True, eq=False):
    """A finished picture. Frames are compared by identity: each is drawn once and used often.

    `outline` is the trim if it is not the plain rectangle (hex, circle, topper).
    A `clipped` frame shows nothing beyond its bleed; a symbol may reach beyond its box.
    `legend` explains the frame's lines; a sheet prints it once for all its frames.
    """

    name: str
    width: float
    height: float
    items: tuple[Item, ...]
    bleed: float = 0.0
    safe: float = 0.0
    outline: Segments | None = None
    origin: Location | None = None
    clipped: bool = False
    legend: Frame | None = None

    def dump(self) -> str:
        """Return the picture as text, for people and tests to compare."""
        head = f"frame {self.name} {num(self.width)} x {num(self.height)}"
        if self.bleed:
            head += f" bleed {num(self.bleed)}"
        if self.safe:
            head += f" safe {num(self.safe)}"
        lines = [head]
        if self.outline is not None:
            lines.append(f"  outline {path_text(self.outline)}")
        lines.extend(_dump_items(self.items, 1))
        return "\n".join(lines) + "\n"


@lru_cache(maxsize=1 << 16)
def num(value: float) -> str:
    """Format a number with at most three decimals (a micrometre) and no trailing zeros."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def path_text(segments: Segments) -> str:
    """Return the segments as SVG path data."""
    return " ".join(
        str(segment[0]) + ",".join(num(float(v)) for v in segment[1:]) for segment in segments
    )


def _ink_text(ink: Ink | None) -> str:
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
            geometry = f"linear {_point(start)} to {_point(end)}"
        case RadialGradient(stops, centre, radius, focus, focus_radius, matrix):
            geometry = f"radial {_point(centre)} radius {num(radius)}"
            if focus != centre or focus_radius:
                geometry += f" from {_point(focus)} radius {num(focus_radius)}"
        case _:
            return "current"
    colours = " ".join(
        f"{num(offset)} {color.hex}" + ("" if opacity == 1 else f"*{num(opacity)}")
        for offset, color, opacity in stops
    )
    moved = "" if matrix == IDENTITY else f" {matrix_text(matrix)}"
    return f"[{geometry}{moved}: {colours}]"


def _point(point: Point) -> str:
    return ",".join(map(num, point))


def _dump_items(items: Iterable[Item], depth: int) -> Iterator[str]:
    pad = "  " * depth
    for item in items:
        layer = "" if item.layer == "art" else f" [{item.layer}]"
        match item:
            case Path():
                line = f"{pad}path{layer} fill {_ink_text(item.fill)}"
                yield f"{line}{_stroke_text(item.stroke)} {path_text(item.segments)}"
            case Text():
                yield (
                    f"{pad}text{layer} {num(item.x)},{num(item.y)} {item.face.name}"
                    f" {num(item.size_pt)}pt {_ink_text(item.fill)} w{num(item.width)}"
                    f" {item.string!r}{_shaping_text(item)}{_stroke_text(item.stroke)}"
                    f"{' decorative' if item.decorative else ''}"
                )
            case Image():
                dark = "" if item.image.dark is None else f" tones {item.image.dark.hex}"
                yield (
                    f"{pad}image{layer} {num(item.x)},{num(item.y)} {num(item.width)} x"
                    f" {num(item.height)} {item.image.file.name} {item.image.digest[:8]}{dark}"
                )
            case Group():
                line = f"{pad}group{layer} {matrix_text(item.matrix)}"
                if item.opacity != 1:
                    line += f" opacity {num(item.opacity)}"
                if item.blend != "normal":
                    line += f" blend {item.blend}"
                if item.clip is not None:
                    line += f" clip {path_text(item.clip)}"
                if item.reads:
                    line += f" reads {item.reads!r}"
                yield line
                if item.mask is not None:
                    yield f"{pad}  mask by {item.mask.by}"
                    yield from _dump_items(item.mask.items, depth + 2)
                yield from _dump_items(item.items, depth + 1)
            case Use():
                ink = "" if item.ink is None else f" ink {_ink_text(item.ink)}"
                yield f"{pad}use{layer} {item.frame.name} {matrix_text(item.matrix)}{ink}"


def _stroke_text(stroke: Stroke | None) -> str:
    if stroke is None:
        return ""
    dash = f" dash {','.join(map(num, stroke.dash))}" if stroke.dash else ""
    dash += f" from {num(stroke.phase)}" if stroke.phase else ""
    return f" stroke {_ink_text(stroke.ink)} {num(stroke.width)}{dash}"


def _shaping_text(item: Text) -> str:
    """Return how a run is shaped, if not as usual."""
    text = " rtl" if item.shaping.rtl else ""
    text += "" if item.shaping.ligatures else " no-ligatures"
    text += " small-capitals" if item.shaping.small_capitals else ""
    text += f" letters+{num(item.letter_spacing)}" if item.letter_spacing else ""
    return text + (f" words+{num(item.word_spacing)}" if item.word_spacing else "")


def matrix_text(matrix: Matrix) -> str:
    return "(" + " ".join(num(v) for v in matrix) + ")"


def translate(dx: float, dy: float) -> Matrix:
    return (1.0, 0.0, 0.0, 1.0, dx, dy)


def scale(sx: float, sy: float | None = None) -> Matrix:
    return (sx, 0.0, 0.0, sx if sy is None else sy, 0.0, 0.0)


def rotate(degrees: float, cx: float = 0.0, cy: float = 0.0) -> Matrix:
    """Return a rotation about a point, clockwise on the page (y points down)."""
    quarter, rest = divmod(degrees, 90)
    if rest == 0:  # exact quarter turns keep coordinates free of 1e-17 noise
        cos, sin = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter) % 4]
    else:
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy)


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * m + e,
        b * k + d * m + f,
    )


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def map_segments(
    segments: Segments, move: Callable[[float, float], tuple[float, float]]
) -> Segments:
    """Return the path with `move` applied to every point."""
    out: list[Segment] = []
    for segment in segments:
        points: list[float] = []
        for i in range(1, len(segment), 2):
            points.extend(move(float(segment[i]), float(segment[i + 1])))
        out.append((segment[0], *points))
    return tuple(out)


@lru_cache(maxsize=4096)  # sheets place the same shapes in the same places
def transform_segments(segments: Segments, matrix: Matrix) -> Segments:
    return map_segments(segments, lambda x, y: apply(matrix, x, y))


@lru_cache(maxsize=4096)
def bounds(segments: Segments) -> Box:
    """Return the box around all points of a path. It includes control points, so it may be a little
    too large."""
    xs = [float(v) for s in segments for v in s[1::2]]
    ys = [float(v) for s in segments for v in s[2::2]]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


@lru_cache(maxsize=4096)
def extent(segments: Segments) -> Box:
    """Return the box around what a path covers, without control points that lie outside it."""
    xs: list[float] = []
    ys: list[float] = []
    at = (0.0, 0.0)
    for segment in segments:
        values = [float(v) for v in segment[1:]]
        if not values:
            continue
        if segment[0] == "C":
            xs += _turns(at[0], values[0], values[2], values[4])
            ys += _turns(at[1], values[1], values[3], values[5])
        at = (values[-2], values[-1])
        xs.append(at[0])
        ys.append(at[1])
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _turns(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """Return the values at which one coordinate of a cubic turns round."""
    a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
    if abs(a) < 1e-12:
        roots = [] if abs(b) < 1e-12 else [-c / b]
    else:
        root = b * b - 4 * a * c
        roots = [] if root < 0 else [(-b + sign * math.sqrt(root)) / (2 * a) for sign in (1, -1)]
    return [
        p0 * (1 - t) ** 3 + 3 * p1 * t * (1 - t) ** 2 + 3 * p2 * t * t * (1 - t) + p3 * t**3
        for t in roots
        if 0 < t < 1
    ]


CIRCLE_PULL: Final = 0.5522847498  # the control distance at which a cubic is a quarter circle


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Segments:
    if radius <= 0:
        return (
            ("M", x, y),
            ("L", x + width, y),
            ("L", x + width, y + height),
            ("L", x, y + height),
            ("Z",),
        )
    r = min(radius, width / 2, height / 2)
    k = r * (1 - CIRCLE_PULL)
    right, bottom = x + width, y + height
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - k, y, right, y + k, right, y + r),
        ("L", right, bottom - r),
        ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", x + r, bottom),
        ("C", x + k, bottom, x, bottom - k, x, bottom - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None) -> Segments:
    ry = rx if ry is None else ry
    kx, ky = rx * CIRCLE_PULL, ry * CIRCLE_PULL
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def arc(
    cx: float,
    cy: float,
    radius: float,
    start: float,
    end: float,
    close: Literal["none", "chord", "pie"] = "none",
) -> Segments:
    """Return the part of a circle between two angles: 0 points right, and 90 down. It is a line, or
    closed by a straight line between its ends or by two lines to the centre."""
    count = max(1, math.ceil(abs(end - start) / 90 - 1e-9))
    step = (end - start) / count
    pull = 4 / 3 * math.tan(math.radians(step) / 4)
    out: list[Segment] = [("M", *apply(rotate(start, cx, cy), cx + radius, cy))]
    for index in range(count):
        first = rotate(start + index * step, cx, cy)
        last = rotate(start + (index + 1) * step, cx, cy)
        one = apply(first, cx + radius, cy + pull * radius)
        two = apply(last, cx + radius, cy - pull * radius)
        out.append(("C", *one, *two, *apply(last, cx + radius, cy)))
    if close == "pie":
        out.append(("L", cx, cy))
    return (*out, ("Z",)) if close != "none" else tuple(out)


def polygon(points: Iterable[tuple[float, float]], *, closed: bool = True) -> Segments:
    out: list[Segment] = [("L", x, y) for x, y in points]
    if out:
        out[0] = ("M", *out[0][1:])
    if closed:
        out.append(("Z",))
    return tuple(out)


def hexagon(cx: float, cy: float, radius: float, *, pointy: bool = True) -> Segments:
    """Return a regular hexagon by its corner radius; `pointy` has a corner at the top."""
    start = -90.0 if pointy else 0.0
    return polygon(
        (
            cx + radius * math.cos(math.radians(start + 60 * i)),
            cy + radius * math.sin(math.radians(start + 60 * i)),
        )
        for i in range(6)
    )
