"""Finished pictures: what layout produces and exporters translate.

Units are millimetres, the origin is the top left of the trim, and y points down. Everything is
placed, so an exporter decides nothing. All values are immutable: one picture may be used in many
places, and exporters may cache what they made of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath
from typing import Final, Literal

from msgspec import Struct

from printgen.errors import Location
from printgen.geometry import IDENTITY, Matrix, Segments, matrix_text, num, path_text
from printgen.ink import Color, Ink, SolidInk, ink_text
from printgen.text.typeface import PLAIN, Shaping, Typeface

Layer = Literal["art", "cut", "fold", "marks"]
LAYERS: Final[tuple[Layer, ...]] = ("art", "cut", "fold", "marks")
Blend = Literal["normal", "multiply"]


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


def _dump_items(items: Iterable[Item], depth: int) -> Iterator[str]:
    pad = "  " * depth
    for item in items:
        layer = "" if item.layer == "art" else f" [{item.layer}]"
        match item:
            case Path():
                line = f"{pad}path{layer} fill {ink_text(item.fill)}"
                yield f"{line}{_stroke_text(item.stroke)} {path_text(item.segments)}"
            case Text():
                yield (
                    f"{pad}text{layer} {num(item.x)},{num(item.y)} {item.face.name}"
                    f" {num(item.size_pt)}pt {ink_text(item.fill)} w{num(item.width)}"
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
                ink = "" if item.ink is None else f" ink {ink_text(item.ink)}"
                yield f"{pad}use{layer} {item.frame.name} {matrix_text(item.matrix)}{ink}"


def _stroke_text(stroke: Stroke | None) -> str:
    if stroke is None:
        return ""
    dash = f" dash {','.join(map(num, stroke.dash))}" if stroke.dash else ""
    dash += f" from {num(stroke.phase)}" if stroke.phase else ""
    return f" stroke {ink_text(stroke.ink)} {num(stroke.width)}{dash}"


def _shaping_text(item: Text) -> str:
    """Return how a run is shaped, if not as usual."""
    text = " rtl" if item.shaping.rtl else ""
    text += "" if item.shaping.ligatures else " no-ligatures"
    text += " small-capitals" if item.shaping.small_capitals else ""
    text += f" letters+{num(item.letter_spacing)}" if item.letter_spacing else ""
    return text + (f" words+{num(item.word_spacing)}" if item.word_spacing else "")
