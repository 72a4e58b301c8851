"""Typeset rich text as lines of a given width."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.model import TextStyle
from printgen.catalog.rules_text.blocks import Align, RichText
from printgen.colour import READABLE, contrast, darken_until_readable, mix
from printgen.draw.context import DrawContext
from printgen.draw.flow import TOLERANCE
from printgen.draw.lines import place_line
from printgen.draw.markup import parse_markup
from printgen.draw.paragraphs import LineBreaker, Paragraph, TextLine, TextSettings
from printgen.draw.setting import compile_setting
from printgen.draw.show import show
from printgen.draw.story.pages import Chunk, without_widows
from printgen.errors import DataError, Findings, Location
from printgen.ink import WHITE, AlphaColor, Color
from printgen.lengths import MM_PER_PT

MIN_PT: Final = 9.6
CAPTION_PT: Final = 9.0
BODY_LEADING: Final = 1.3
CAPTION_LEADING: Final = 1.2
PALE: Final = 0.88  # how close to white a tinted ground is
PARAGRAPH_GAP: Final = 0.5  # of the size
ITEM_GAP: Final = 0.22


class Style(Struct, frozen=True):
    """A style of the theme with the booklet's own size and colour."""

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
    """The styles of all texts in a booklet."""

    title: Style
    heading: Style
    body: Style
    cell: Style
    header: Style
    caption: Style
    accent: Color


def solid(accent: Color, context: DrawContext) -> Color:
    """Return the accent as a ground for text, darkened if no ink is readable on it."""
    legible = contrast(accent, context.readable(accent)) >= READABLE
    return accent if legible or context.ink == "low" else darken_until_readable(accent)


def make_styles(context: DrawContext, wanted: Color, size_pt: float) -> Styles:
    accent = solid(wanted, context)
    pale = mix(accent, WHITE, PALE)
    ink, bright = context.colour("ink"), darken_until_readable(accent, pale)
    cell_pt = max(MIN_PT, size_pt * 0.94)
    head_ink = context.readable(accent)
    return Styles(
        title=Style("title", size_pt * 2.1, 1.08, bright),
        heading=Style("body", size_pt * 1.22, 1.15, ink, bold=True),
        body=Style("body", size_pt, BODY_LEADING, ink, bold=False),
        cell=Style("body", cell_pt, CAPTION_LEADING, ink, bold=False),
        header=Style("body", cell_pt, CAPTION_LEADING, head_ink, bold=True),
        caption=Style("body", CAPTION_PT, CAPTION_LEADING, ink, bold=False),
        accent=accent,
    )


class Typesetter:
    """Typesets rich text with a game's fonts and art, and reports what cannot be typeset."""

    def __init__(self, context: DrawContext, scope: Mapping[str, Any], findings: Findings) -> None:
        self.context = context
        self.findings = findings
        self._scope = dict(scope)
        self._functions = context.functions()
        self._paragraphs: dict[tuple[str, TextStyle, Color | AlphaColor], list[Paragraph]] = {}

    def fill_in(self, text: str, place: Location) -> str:
        """Return the text with its `{expressions}` evaluated."""
        if "{" not in text and "}" not in text:
            return text
        try:
            setting = compile_setting(text, self._functions)
            unknown = sorted(setting.names - self._scope.keys())
            if unknown:
                raise ValueError(f"unknown name '{unknown[0]}'")
            return show(setting.get(self._scope))
        except ValueError as fault:
            self.findings.error(place, str(fault))
            return ""

    def lines(
        self, text: RichText, style: Style, width: float, align: Align = "left"
    ) -> tuple[Chunk, ...]:
        """Return one chunk per line, with space between paragraphs and without widows."""
        breaker = self._breaker(style)
        try:
            made = self._break_lines(text, breaker, width / style.em)
        except DataError as fault:  # an icon that cannot be used
            for finding in fault.findings:
                self.findings.error(text.place, finding.message, finding.code)
            return ()
        except ValueError as fault:
            self.findings.error(text.place, str(fault))
            return ()
        wide = max((line.width for line in made), default=0.0) * style.em
        if wide > width + TOLERANCE:
            self.findings.error(
                text.place, f"a word needs {wide:.1f} mm, but its line has only {width:.1f} mm"
            )
        paragraphs: list[list[Chunk]] = []
        items: list[bool] = []
        for line in made:
            if line.gap or not paragraphs:
                paragraphs.append([])
                items.append(line.indent > 0)
            paragraphs[-1].append(_chunk(line, breaker, style, width, align, text.place))
        return _keep_lists_together([without_widows(paragraph) for paragraph in paragraphs], items)

    def widths(self, text: RichText, style: Style) -> tuple[float, float]:
        """Return the widths of the widest word and of the widest paragraph on one line."""
        breaker = self._breaker(style)
        try:
            whole = self._break_lines(text, breaker, float("inf"))
            parted = self._break_lines(text, breaker, 0.0)
        except (DataError, ValueError):  # reported when the cell is typeset
            return 0.0, 0.0
        return (
            max((line.width for line in parted), default=0.0) * style.em,
            max((line.width for line in whole), default=0.0) * style.em,
        )

    def _breaker(self, style: Style) -> LineBreaker:
        base = self.context.text_style(style.base)
        base = replace(
            base,
            bold=base.bold if style.bold is None else style.bold,
            italic=base.italic if style.italic is None else style.italic,
        )
        size = style.size_pt
        setting = TextSettings(base, style.colour, size, size, style.leading)
        return LineBreaker(setting, self.context, centred=False)

    def _break_lines(self, text: RichText, breaker: LineBreaker, limit: float) -> list[TextLine]:
        filled = self.fill_in(text.text, text.place)
        setting = breaker.text_settings
        # Widths are in ems: a booklet is tried in many sizes, and all share its paragraphs.
        key = (filled, setting.style, setting.colour)
        paragraphs = self._paragraphs.get(key)
        if paragraphs is None:
            parsed = parse_markup(filled)
            paragraphs = self._paragraphs[key] = [breaker.paragraph(each) for each in parsed]
        return breaker.lines(paragraphs, limit)


def _keep_lists_together(
    paragraphs: list[tuple[Chunk, ...]], items: list[bool]
) -> tuple[Chunk, ...]:
    """Keep a list's first item with its introduction, and its last one with the item above."""
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
    line: TextLine, breaker: LineBreaker, style: Style, width: float, align: Align, place: Location
) -> Chunk:
    """Return the line as a chunk, with capitals centred in its height."""
    height = style.leading * style.em
    baseline = (height + breaker.face.cap_height * style.em) / 2
    free = width - line.width * style.em
    x = {"left": free if line.rtl else 0.0, "center": free / 2, "right": free}[align]
    before = 0.0
    if line.gap:
        before = (ITEM_GAP if line.indent else PARAGRAPH_GAP) * style.em
    items = tuple(place_line(line, x, baseline, style.size_pt, breaker))
    return Chunk(height, items, before=before, place=place)


def escape_markup(text: str) -> str:
    """Return text from the data with marks and braces escaped."""
    for mark in "\\*[]":
        text = text.replace(mark, f"\\{mark}")
    return text.replace("{", "{{").replace("}", "}}")
