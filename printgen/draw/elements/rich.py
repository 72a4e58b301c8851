"""Typeset rich text in a box as runs of text and inline icons."""

from __future__ import annotations

import math
from typing import Final

from msgspec import Struct

from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.element_kind import ElementKind, Settings
from printgen.draw.elements.text import (
    TEXT_SETTINGS,
    TextSettings,
    measure_words,
    resolve_text_settings,
)
from printgen.draw.flow import (
    LineMetrics,
    TextExtent,
    first_baseline,
    fit,
    narrowest,
    start_x,
    wrap,
)
from printgen.draw.markup import Letters, Paragraph, Symbol, Word, parse_markup
from printgen.draw.setting_types import SettingType
from printgen.frame import MM_PER_PT, Color, Frame, Item, Text, Use
from printgen.typeface import Typeface

ICON_HEIGHT: Final = 1.45  # of the cap height: looks as large as the text, and fits the leading
ICON_SIDES: Final = 0.06  # space on either side, in ems
PARAGRAPH_GAP: Final = 0.35
ITEM_INDENT: Final = 0.85
BULLET: Final = "•"


class TextRun(Struct, frozen=True):
    """A part of a word, measured in ems."""

    width: float
    string: str
    face: Typeface


class InlineIcon(Struct, frozen=True):
    width: float
    height: float
    frame: Frame
    colour: Color


WordPart = TextRun | InlineIcon


class TextLine(Struct, frozen=True):
    words: tuple[tuple[WordPart, ...], ...]
    width: float
    indent: float
    bullet: bool
    gap: float


class LineBreaker:
    """Measures words of rich text and breaks them into lines."""

    def __init__(self, text_settings: TextSettings, context: DrawContext, *, centred: bool) -> None:
        self.centred = centred
        self.text_settings = text_settings
        self.context = context
        style = text_settings.style
        self.face = context.typeface(style.font, bold=style.bold, italic=style.italic)

    def word(self, word: Word) -> tuple[WordPart, ...]:
        return tuple(
            self._letters(part) if isinstance(part, Letters) else self._symbol(part)
            for part in word
        )

    def _letters(self, part: Letters) -> TextRun:
        style = self.text_settings.style
        face = self.context.typeface(
            style.font, bold=style.bold or part.bold, italic=style.italic != part.italic
        )
        string = part.string.upper() if style.capitals else part.string
        (width,) = measure_words(face, [string])
        return TextRun(width, string, face)

    def _symbol(self, part: Symbol) -> InlineIcon:
        frame = self.context.art.symbol(part.name)
        colour = (
            self.text_settings.colour if part.colour is None else self.context.colour(part.colour)
        )
        height = ICON_HEIGHT * self.face.cap_height
        width = height * frame.width / frame.height + 2 * ICON_SIDES
        return InlineIcon(width, height, frame, colour)

    def lines(
        self, paragraphs: list[tuple[Paragraph, list[tuple[WordPart, ...]]]], limit: float
    ) -> list[TextLine]:
        out: list[TextLine] = []
        for paragraph, words in paragraphs:
            indent = ITEM_INDENT if paragraph.is_item else 0.0
            widths = [math.fsum(part.width for part in word) for word in words]
            room = limit - indent
            if self.centred:
                room = narrowest(widths, self.face.space, room)
            for first, end in wrap(widths, self.face.space, room):
                width = math.fsum(widths[first:end]) + (end - first - 1) * self.face.space
                starts = first == 0
                gap = PARAGRAPH_GAP if starts and out else 0.0
                bullet = paragraph.is_item and starts
                out.append(TextLine(tuple(words[first:end]), width + indent, indent, bullet, gap))
        return out


def _rich(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    text_settings = resolve_text_settings(s, context)
    breaker = LineBreaker(text_settings, context, centred=s["align"] == "center")
    parsed = parse_markup(s["rich"])
    paragraphs = [(p, [breaker.word(word) for word in p.words]) for p in parsed if p.words]
    if not paragraphs:
        return ()

    def attempt(limit: float) -> tuple[list[TextLine], TextExtent]:
        lines = breaker.lines(paragraphs, limit)
        return lines, TextExtent(
            len(lines), max(line.width for line in lines), math.fsum(line.gap for line in lines)
        )

    box = s["box"]
    measure = LineMetrics(breaker.face.cap_height, text_settings.leading)
    lines, result, size_pt = fit(
        box, measure, text_settings.size_pt, text_settings.smallest_pt, attempt
    )
    em = size_pt * MM_PER_PT
    y = first_baseline(box, measure, result, size_pt, s["valign"])
    placed: list[Item] = []
    for number, line in enumerate(lines):
        y += (line.gap + (text_settings.leading if number else 0.0)) * em
        x = start_x(box, line.width * em, s["align"])
        placed.extend(place_line(line, x, y, size_pt, breaker))
    return tuple(placed)


def place_line(
    line: TextLine, x: float, y: float, size_pt: float, breaker: LineBreaker
) -> list[Item]:
    """Return the items of a line. Neighbouring runs in one typeface are joined, so that text can be
    searched and copied."""
    em = size_pt * MM_PER_PT
    colour, space = breaker.text_settings.colour, breaker.face.space * em
    placed: list[Item] = []
    if line.bullet:
        width = breaker.face.width(BULLET) * em
        placed.append(Text(x, y, BULLET, breaker.face, size_pt, colour, width))
    x += line.indent * em
    middle = y - breaker.face.cap_height * em / 2
    open_run: tuple[float, str, Typeface] | None = None

    def close() -> None:
        nonlocal open_run
        if open_run is not None:
            left, string, face = open_run
            width = face.width(string) * em
            placed.append(Text(left, y, string, face, size_pt, colour, width))
            open_run = None

    for index, word in enumerate(line.words):
        if index:
            x += space
            # A run continues over a space only in its own typeface, because spaces differ.
            if open_run is not None and open_run[2] is breaker.face:
                open_run = (open_run[0], open_run[1] + " ", open_run[2])
            else:
                close()
        for part in word:
            if isinstance(part, InlineIcon):
                close()
                placed.append(_icon(part, x, middle, em))
            elif open_run is not None and open_run[2] is part.face and open_run[1].endswith(" "):
                open_run = (open_run[0], open_run[1] + part.string, part.face)
            else:
                close()
                open_run = (x, part.string, part.face)
            x += part.width * em
    close()
    return [_without_trailing_space(item) for item in placed]


def _without_trailing_space(item: Item) -> Item:
    """Drop the space at the end of a run before an icon."""
    if isinstance(item, Text) and item.string.endswith(" "):
        string = item.string.rstrip(" ")
        width = item.face.width(string) * item.size_pt * MM_PER_PT
        return Text(item.x, item.y, string, item.face, item.size_pt, item.fill, width)
    return item


def _icon(part: InlineIcon, x: float, middle: float, em: float) -> Use:
    """Centre an icon between the baseline and the cap height."""
    scale = part.height * em / part.frame.height
    left = x + ICON_SIDES * em
    top = middle - part.height * em / 2
    return Use(part.frame, (scale, 0.0, 0.0, scale, left, top), part.colour)


RICH: Final = ElementKind("rich", {"rich": SettingType(setting_types.text), **TEXT_SETTINGS}, _rich)
