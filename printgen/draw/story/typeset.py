"""Takes rich text and a width, gives its lines as chunks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.colour import READABLE, contrast, darken_until_readable, mix
from printgen.draw.elements.rich import Line, Setter, place_line
from printgen.draw.elements.text import Setting
from printgen.draw.flow import TOLERANCE
from printgen.draw.markup import parse_markup
from printgen.draw.setting import compile_setting, show
from printgen.draw.story.blocks import Align, Words
from printgen.draw.story.pages import Chunk, tied
from printgen.draw.studio import Studio
from printgen.errors import DataError, Findings, Place
from printgen.frame import MM_PER_PT, WHITE, Color

LEAST_PT: Final = 9.6  # rules keep 9 pt even where an A5 page is shrunk for half a Letter sheet
CAPTION_PT: Final = 9.0
BODY_LEADING: Final = 1.3
CAPTION_LEADING: Final = 1.2
PALE: Final = 0.88  # how near to white a tinted ground is
PARAGRAPH_GAP: Final = 0.5  # of the size
ITEM_GAP: Final = 0.22


class Style(Struct, frozen=True):
    """How a kind of text is set: a theme's style, with the booklet's own sizes."""

    base: str
    size_pt: float
    leading: float
    colour: Color
    bold: bool | None = None
    italic: bool | None = None

    @property
    def em(self) -> float:
        return self.size_pt * MM_PER_PT


class Styles(Struct, frozen=True):
    """Every kind of text in a booklet, by the size of its body."""

    title: Style
    heading: Style
    body: Style
    cell: Style
    header: Style
    caption: Style
    accent: Color


def solid(accent: Color, studio: Studio) -> Color:
    """The accent as a ground that words can stand on: darker, if neither ink reads on it."""
    legible = contrast(accent, studio.readable(accent)) >= READABLE
    return accent if legible or studio.ink == "low" else darken_until_readable(accent)


def make_styles(studio: Studio, wanted: Color, size_pt: float) -> Styles:
    accent = solid(wanted, studio)
    pale = mix(accent, WHITE, PALE)
    ink, bright = studio.colour("ink"), darken_until_readable(accent, pale)
    cell_pt = max(LEAST_PT, size_pt * 0.94)
    head_ink = studio.readable(accent)
    return Styles(
        title=Style("title", size_pt * 2.1, 1.08, bright),
        heading=Style("body", size_pt * 1.22, 1.15, ink, bold=True),
        body=Style("body", size_pt, BODY_LEADING, ink, bold=False),
        cell=Style("body", cell_pt, CAPTION_LEADING, ink, bold=False),
        header=Style("body", cell_pt, CAPTION_LEADING, head_ink, bold=True),
        caption=Style("body", CAPTION_PT, CAPTION_LEADING, ink, bold=False, italic=True),
        accent=accent,
    )


class Typesetter:
    """Sets rich text with a game's type and art; says at its place what cannot be set."""

    def __init__(self, studio: Studio, scope: Mapping[str, Any], findings: Findings) -> None:
        self.studio = studio
        self.findings = findings
        self._scope = dict(scope)
        self._functions = studio.functions()

    def filled(self, text: str, place: Place) -> str:
        """The text with its `{expressions}` worked out."""
        if "{" not in text and "}" not in text:
            return text
        try:
            setting = compile_setting(text, self._functions)
            unknown = sorted(setting.names - self._scope.keys())
            if unknown:
                raise ValueError(f"there is no '{unknown[0]}' here")
            return show(setting.get(self._scope))
        except ValueError as fault:
            self.findings.error(place, str(fault))
            return ""

    def lines(
        self, words: Words, style: Style, width: float, align: Align = "left"
    ) -> tuple[Chunk, ...]:
        """One chunk a line; paragraphs stand apart, and no line of one is left alone."""
        setter = self._setter(style)
        try:
            made = self._broken(words, setter, width / style.em)
        except DataError as fault:  # an icon that cannot be used
            for finding in fault.findings:
                self.findings.error(words.place, finding.message, finding.code)
            return ()
        except ValueError as fault:
            self.findings.error(words.place, str(fault))
            return ()
        wide = max((line.width for line in made), default=0.0) * style.em
        if wide > width + TOLERANCE:
            self.findings.error(
                words.place, f"a word needs {wide:.1f} mm, but its line has only {width:.1f} mm"
            )
        paragraphs: list[list[Chunk]] = []
        items: list[bool] = []
        for line in made:
            if line.gap or not paragraphs:
                paragraphs.append([])
                items.append(line.indent > 0)
            paragraphs[-1].append(_chunk(line, setter, style, width, align, words.place))
        return _list_tied([tied(paragraph) for paragraph in paragraphs], items)

    def widths(self, words: Words, style: Style) -> tuple[float, float]:
        """(the widest word, the widest paragraph on one line)"""
        setter = self._setter(style)
        try:
            whole = self._broken(words, setter, float("inf"))
            parted = self._broken(words, setter, 0.0)
        except (DataError, ValueError):  # told when the cell is set
            return 0.0, 0.0
        return (
            max((line.width for line in parted), default=0.0) * style.em,
            max((line.width for line in whole), default=0.0) * style.em,
        )

    def _setter(self, style: Style) -> Setter:
        base = self.studio.text_style(style.base)
        base = replace(
            base,
            bold=base.bold if style.bold is None else style.bold,
            italic=base.italic if style.italic is None else style.italic,
        )
        size = style.size_pt
        setting = Setting(base, style.colour, size, size, style.leading)
        return Setter(setting, self.studio, centred=False)

    def _broken(self, words: Words, setter: Setter, limit: float) -> list[Line]:
        parsed = parse_markup(self.filled(words.text, words.place))
        paragraphs = [(p, [setter.word(word) for word in p.words]) for p in parsed if p.words]
        return setter.lines(paragraphs, limit)


def _list_tied(paragraphs: list[tuple[Chunk, ...]], items: list[bool]) -> tuple[Chunk, ...]:
    """A list's first item stays with what announces it, and its last one with the item above."""
    out: list[Chunk] = []
    for index, paragraph in enumerate(paragraphs):
        following = items[index + 1 : index + 3]
        opens = following[:1] == [True] and not items[index]
        closes = items[index] and (following == [True] or following == [True, False])
        if opens or closes:
            paragraph = (*paragraph[:-1], replace(paragraph[-1], keep=True))
        out += paragraph
    return tuple(out)


def _chunk(
    line: Line, setter: Setter, style: Style, width: float, align: Align, place: Place
) -> Chunk:
    """Capitals stand in the middle of the line's height."""
    height = style.leading * style.em
    baseline = (height + setter.face.cap_height * style.em) / 2
    free = width - line.width * style.em
    x = {"left": 0.0, "center": free / 2, "right": free}[align]
    before = 0.0
    if line.gap:
        before = (ITEM_GAP if line.indent else PARAGRAPH_GAP) * style.em
    items = tuple(place_line(line, x, baseline, style.size_pt, setter))
    return Chunk(height, items, before=before, place=place)


def plain(text: str) -> str:
    """Text of the data, safe where marks and expressions are read."""
    for mark in "\\*[]":
        text = text.replace(mark, f"\\{mark}")
    return text.replace("{", "{{").replace("}", "}}")
