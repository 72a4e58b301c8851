"""Write items as PDF content operators, in millimetres with y down.

An item's operators do not depend on its surroundings, so they are made once per item.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol

from printgen.colour import brightness
from printgen.export.pdf_fonts import FontSubset, actual_text, joined_codes
from printgen.export.separation import Separation
from printgen.frame import Frame, Group, Image, Item, Layer, Path, Stroke, Text, Use
from printgen.geometry import IDENTITY, Box, Matrix, Segments, bounds, num, rectangle
from printgen.ink import CURRENT, AlphaColor, Color, Current, Gradient, Ink, SolidInk, Spot
from printgen.lengths import MM_PER_PT
from printgen.text.typeface import Shaping, Typeface

if TYPE_CHECKING:
    from printgen.export.reading_order import ReadingOrder  # most documents need none

CAPS: Final = {"butt": 0, "round": 1, "square": 2}
JOINS: Final = {"miter": 0, "round": 1, "bevel": 2}
LARGE: Final = 5.0
"""mm: black ink alone looks grey in shapes that are at least as wide and as high."""
VERBS: Final = {"M": "m", "L": "l", "C": "c", "Z": "h"}


class Resources(Protocol):
    """The resources that operators refer to. The document names each and stores it once."""

    def font(self, face: Typeface) -> FontSubset: ...

    def form(self, frame: Frame) -> str | None: ...

    def transparent(self, group: Group, content: str) -> str: ...

    def opacity(self, share: float) -> str: ...

    def shaded(self, gradient: Gradient, content: str, *, stroke: bool) -> str: ...

    def image(self, image: Image) -> str: ...

    def spot(self, spot: Spot) -> str: ...

    def overprint(self) -> str: ...

    def layer(self, layer: Layer) -> str: ...


class Painter:
    """Writes items, and caches the operators of each by its id (which keeps the item alive)."""

    def __init__(
        self,
        resources: Resources,
        separation: Separation | None = None,
        *,
        outlines: bool = False,
    ) -> None:
        self._resources = resources
        self._separation = separation
        self._outlines = outlines
        self._seen: dict[int, tuple[Item, str]] = {}
        self._words: dict[tuple[Typeface, Shaping, float], dict[str, str]] = {}
        self._orders: dict[Typeface, ReadingOrder] = {}
        self._colors: dict[tuple[SolidInk, bool], str] = {}

    def paint(self, items: Iterable[Item]) -> str:
        seen = self._seen
        out: list[str] = []
        for item in items:
            known = seen.get(id(item))
            if known is None:
                known = seen[id(item)] = (item, self._item(item))
            out.append(known[1])
        return "".join(out)

    def _item(self, item: Item) -> str:
        match item:
            case Text():
                content = self._text(item)
            case Path():
                content = self._path(item)
            case Use():
                content = self._use(item)
            case Group():
                content = self._group(item)
            case Image():
                name = self._resources.image(item)
                matrix = (item.width, 0.0, 0.0, -item.height, item.x, item.y + item.height)
                content = f"q {matrix_operator(matrix)} {name} Do Q\n"
            case _:
                raise TypeError(f"a PDF cannot hold {type(item).__name__}")
        if item.layer != "art":
            return f"/OC {self._resources.layer(item.layer)} BDC\n{content}EMC\n"
        return content

    def _color(self, ink: SolidInk, *, stroke: bool) -> str:
        known = self._colors.get((ink, stroke))
        if known is None:
            known = self._colors[(ink, stroke)] = self._color_operator(ink, stroke)
        return known

    def _color_operator(self, ink: SolidInk, stroke: bool) -> str:
        if isinstance(ink, Current):
            return ""  # the caller has set it
        if isinstance(ink, Spot):
            space, paint = ("CS", "SCN") if stroke else ("cs", "scn")
            return f"{self._resources.spot(ink)} {space} 1 {paint} "
        if self._separation is not None:
            parts = " ".join(f"{part:g}" for part in self._separation.inks(ink))
            return f"{parts} {'K' if stroke else 'k'} "
        red, green, blue = (num(part / 255) for part in ink)
        if red == green == blue:
            return f"{red} {'G' if stroke else 'g'} "
        return f"{red} {green} {blue} {'RG' if stroke else 'rg'} "

    def _path(self, item: Path, *, is_text: bool = False) -> str:
        fill, line = item.fill, None if item.stroke is None else item.stroke.ink
        if isinstance(fill, AlphaColor | Gradient) or isinstance(line, AlphaColor | Gradient):
            return self._fill(item, fill) + self._stroke(item)
        if fill is None and line is None:
            return ""
        own = any(ink is not None and ink is not CURRENT for ink in (fill, line))
        head = ""
        if isinstance(fill, Color) and self._separation is not None and not is_text:
            head += self._ground(fill, item.segments, self._separation)
        elif fill is not None:
            head += self._color(fill, stroke=False)
        if item.stroke is not None and line is not None:
            if isinstance(line, Spot):  # a cut line must not knock out the art
                head += f"{self._resources.overprint()} gs "
            head += self._color(line, stroke=True) + _pen(item.stroke)
        star = "*" if item.even_odd else ""
        verb = {
            (True, True): f"B{star}",
            (True, False): f"f{star}",
            (False, True): "S",
        }[(item.fill is not None, item.stroke is not None)]
        content = f"{head}{path_operators(item.segments)}{verb}\n"
        return f"q {content}Q\n" if own or item.stroke is not None else content

    def _ground(self, color: Color, segments: Segments, separation: Separation) -> str:
        """Return the operator for the colour of a shape; large ones may have a rich black."""
        _, _, width, height = bounds(segments)
        if min(width, height) < LARGE:
            return self._color(color, stroke=False)
        return f"{' '.join(f'{part:g}' for part in separation.large_inks(color))} k "

    def _fill(self, item: Path, ink: Ink | None) -> str:
        verb = "f*" if item.even_odd else "f"
        if ink is None:
            return ""
        return self._inked(ink, f"{path_operators(item.segments)}{verb}\n", stroke=False)

    def _stroke(self, item: Path) -> str:
        if item.stroke is None:
            return ""
        content = f"{_pen(item.stroke)}{path_operators(item.segments)}S\n"
        return self._inked(item.stroke.ink, content, stroke=True)

    def _inked(self, ink: Ink, content: str, *, stroke: bool) -> str:
        """Return operators that paint in an ink, and leave no trace of it."""
        if isinstance(ink, Gradient):
            return self._resources.shaded(ink, content, stroke=stroke)
        if isinstance(ink, AlphaColor):
            content = self._color(ink.color, stroke=stroke) + content
            return f"q {self._resources.opacity(ink.opacity)}{content}Q\n"
        return f"q {self._color(ink, stroke=stroke)}{content}Q\n"

    def _text(self, item: Text) -> str:
        # Decorative text is not found a second time by programs that search for words.
        if item.decorative or self._outlines:
            from printgen.export.outlines import text_segments

            return self._path(Path(text_segments(item), item.fill, item.stroke), is_text=True)
        if isinstance(item.fill, AlphaColor | Gradient):
            return self._inked(item.fill, self._letters(item, ""), stroke=False)
        return self._letters(item, self._color(item.fill, stroke=False))

    def _letters(self, item: Text, color: str) -> str:
        size = item.size_pt * MM_PER_PT
        font = self._resources.font(item.face)
        if item.shaping.rtl:
            return color + self._reading_order(item.face).write(item)
        words = item.string.split(" ")
        space = font.space(item.word_spacing + item.letter_spacing)
        known = self._words.setdefault((item.face, item.shaping, item.letter_spacing), {})
        try:
            shown = f"[{joined_codes(space.join([known[word] for word in words]))}] TJ "
        except KeyError:
            shown = self._new_words(item, font, words, space, known)
        move = f"1 0 0 -1 {num(item.x)} {num(item.y)} Tm"
        return f"{color}BT {move} {font.name} {num(size)} Tf {shown}ET\n"

    def _reading_order(self, face: Typeface) -> ReadingOrder:
        known = self._orders.get(face)
        if known is None:
            from printgen.export.reading_order import ReadingOrder

            known = self._orders[face] = ReadingOrder(self._resources.font(face))
        return known

    def _new_words(
        self, item: Text, font: FontSubset, words: list[str], space: str, known: dict[str, str]
    ) -> str:
        """Return the operators of words of which some are new. Words that are spelt by their glyphs
        and stay on the baseline are remembered."""
        size = item.size_pt * MM_PER_PT
        shown: list[str] = []
        spelt = True
        for word in words:
            operators = known.get(word)
            if operators is None:
                coded = font.word(word, item.shaping, item.letter_spacing)
                operators = coded.operators(size)
                if not coded.spelt:
                    spelt = False
                elif coded.on_baseline:
                    known[word] = operators
            shown.append(operators)
        joined = f"[{joined_codes(space.join(shown))}] TJ "
        return joined if spelt else f"{actual_text(item.string)}{joined}EMC "

    def _use(self, item: Use) -> str:
        frame = item.frame
        ink = ""
        if item.ink is not None:
            ink = self._color(item.ink, stroke=False) + self._color(item.ink, stroke=True)
        move = "" if item.matrix == IDENTITY else f"{matrix_operator(item.matrix)} "
        name = self._resources.form(frame)
        if name is not None:
            return f"q {ink}{move}{name} Do Q\n"
        clip = _clip(bleed_box(frame)) if frame.clipped else ""
        return f"q {ink}{move}\n{clip}{self.paint(frame.items)}Q\n"

    def _group(self, item: Group) -> str:
        move = "" if item.matrix == IDENTITY else f"{matrix_operator(item.matrix)} "
        clip = "" if item.clip is None else path_operators(item.clip) + "W n\n"
        inside = self.paint(item.items)
        if item.reads:
            inside = f"{actual_text(item.reads)}{inside}EMC\n"
        if item.opacity < 1 or item.mask is not None or item.blend != "normal":
            inside = self._resources.transparent(item, inside)
        return f"q {move}\n{clip}{inside}Q\n"


class MaskPainter(Painter):
    """Writes the items of a mask in greys as light as their colours: programs differ in how they
    turn colours into light."""

    def _color_operator(self, ink: SolidInk, stroke: bool) -> str:
        if not isinstance(ink, Color):
            return super()._color_operator(ink, stroke)
        return f"{num(brightness(ink))} {'G' if stroke else 'g'} "


def bleed_box(frame: Frame) -> Box:
    b = frame.bleed
    return -b, -b, frame.width + 2 * b, frame.height + 2 * b


@lru_cache(maxsize=4096)
def path_operators(segments: Segments) -> str:
    """Return the operators that construct a path. The same art is in many documents of a build."""
    box = _upright_rectangle(segments)
    if box is not None:
        return f"{' '.join(map(num, box))} re\n"
    out: list[str] = []
    for segment in segments:
        for value in segment[1:]:
            out.append(num(float(value)))  # noqa: PERF401
        out.append(VERBS[str(segment[0])])
    return " ".join(out) + "\n"


def _upright_rectangle(segments: Segments) -> Box | None:
    """Return the box of a path that is an upright rectangle, as most clips are: PDF has a short
    operator for it."""
    if len(segments) != 5 or [segment[0] for segment in segments] != ["M", "L", "L", "L", "Z"]:
        return None
    (_, x1, y1), (_, x2, y2), (_, x3, y3), (_, x4, y4) = segments[:4]
    if x1 == x4 and x2 == x3 and y1 == y2 and y3 == y4:
        return float(x1), float(y1), float(x3) - float(x1), float(y3) - float(y1)
    return None


@lru_cache(maxsize=1024)
def _clip(box: Box) -> str:
    return path_operators(rectangle(*box)) + "W n\n"


@lru_cache(maxsize=4096)
def matrix_operator(matrix: Matrix) -> str:
    # Six decimals: a small scale times a large path must not move by a printer's dot.
    return " ".join(f"{v:.6f}".rstrip("0").rstrip(".") or "0" for v in matrix) + " cm"


def _pen(stroke: Stroke) -> str:
    pen = f"{num(stroke.width)} w "
    if stroke.cap != "butt":
        pen += f"{CAPS[stroke.cap]} J "
    if stroke.join != "miter":
        pen += f"{JOINS[stroke.join]} j "
    if stroke.dash:
        pen += f"[{' '.join(map(num, stroke.dash))}] {num(stroke.phase)} d "
    return pen


def rgb_to_cmyk(color: Color) -> tuple[float, float, float, float]:
    """Convert a colour naively, only for the preview of a spot colour.

    Four decimals: Ghostscript 10 drops lines whose tint function has numbers of 16 digits.
    """
    red, green, blue = (part / 255 for part in color)
    black = 1 - max(red, green, blue)
    if black == 1:
        return 0.0, 0.0, 0.0, 1.0
    cyan, magenta, yellow = ((1 - part - black) / (1 - black) for part in (red, green, blue))
    return round(cyan, 4), round(magenta, 4), round(yellow, 4), round(black, 4)
