"""Takes text with marks and its box, gives placed runs and inline icons."""

from __future__ import annotations

import math
from typing import Final

from msgspec import Struct

from printgen.draw import kind
from printgen.draw.elements.text import TEXT_SETTINGS, Setting, measure_words, resolve
from printgen.draw.flow import Attempt, Measure, first_baseline, fit, narrowest, start_x, wrap
from printgen.draw.kind import Kind, Settings, Wants
from printgen.draw.markup import Letters, Paragraph, Symbol, Word, parse_markup
from printgen.draw.studio import Studio
from printgen.frame import MM_PER_PT, Color, Frame, Item, Text, Use
from printgen.typeface import Typeface

ICON_HEIGHT: Final = 1.45  # of the capitals' height: as heavy as the words, within the leading
ICON_SIDES: Final = 0.06  # air on either side, in ems
PARAGRAPH_GAP: Final = 0.35
ITEM_INDENT: Final = 0.85
BULLET: Final = "•"


class Run(Struct, frozen=True):
    """A part of a word, measured in ems."""

    width: float
    string: str
    face: Typeface


class Picture(Struct, frozen=True):
    width: float
    height: float
    frame: Frame
    colour: Color


Piece = Run | Picture


class Line(Struct, frozen=True):
    words: tuple[tuple[Piece, ...], ...]
    width: float
    indent: float
    bullet: bool
    gap: float


class Setter:
    """Measures marked words with one setting's typefaces and art."""

    def __init__(self, setting: Setting, studio: Studio, *, centred: bool) -> None:
        self.centred = centred
        self.setting = setting
        self.studio = studio
        style = setting.style
        self.face = studio.typeface(style.font, bold=style.bold, italic=style.italic)

    def word(self, word: Word) -> tuple[Piece, ...]:
        return tuple(
            self._letters(part) if isinstance(part, Letters) else self._symbol(part)
            for part in word
        )

    def _letters(self, part: Letters) -> Run:
        style = self.setting.style
        face = self.studio.typeface(
            style.font, bold=style.bold or part.bold, italic=style.italic != part.italic
        )
        string = part.string.upper() if style.capitals else part.string
        (width,) = measure_words(face, [string])
        return Run(width, string, face)

    def _symbol(self, part: Symbol) -> Picture:
        frame = self.studio.art.symbol(part.name)
        colour = self.setting.colour if part.colour is None else self.studio.colour(part.colour)
        height = ICON_HEIGHT * self.face.cap_height
        width = height * frame.width / frame.height + 2 * ICON_SIDES
        return Picture(width, height, frame, colour)

    def lines(
        self, paragraphs: list[tuple[Paragraph, list[tuple[Piece, ...]]]], limit: float
    ) -> list[Line]:
        out: list[Line] = []
        for paragraph, words in paragraphs:
            indent = ITEM_INDENT if paragraph.is_item else 0.0
            widths = [math.fsum(piece.width for piece in word) for word in words]
            room = limit - indent
            if self.centred:
                room = narrowest(widths, self.face.space, room)
            for first, end in wrap(widths, self.face.space, room):
                width = math.fsum(widths[first:end]) + (end - first - 1) * self.face.space
                starts = first == 0
                gap = PARAGRAPH_GAP if starts and out else 0.0
                bullet = paragraph.is_item and starts
                out.append(Line(tuple(words[first:end]), width + indent, indent, bullet, gap))
        return out


def _rich(s: Settings, studio: Studio) -> tuple[Item, ...]:
    setting = resolve(s, studio)
    setter = Setter(setting, studio, centred=s["align"] == "center")
    parsed = parse_markup(s["rich"])
    paragraphs = [(p, [setter.word(word) for word in p.words]) for p in parsed if p.words]
    if not paragraphs:
        return ()

    def attempt(limit: float) -> tuple[list[Line], Attempt]:
        lines = setter.lines(paragraphs, limit)
        return lines, Attempt(
            len(lines), max(line.width for line in lines), math.fsum(line.gap for line in lines)
        )

    box = s["box"]
    measure = Measure(setter.face.cap_height, setting.leading)
    lines, result, size_pt = fit(box, measure, setting.size_pt, setting.smallest_pt, attempt)
    em = size_pt * MM_PER_PT
    y = first_baseline(box, measure, result, size_pt, s["valign"])
    placed: list[Item] = []
    for number, line in enumerate(lines):
        y += (line.gap + (setting.leading if number else 0.0)) * em
        x = start_x(box, line.width * em, s["align"])
        placed.extend(place_line(line, x, y, size_pt, setter))
    return tuple(placed)


def place_line(line: Line, x: float, y: float, size_pt: float, setter: Setter) -> list[Item]:
    """Neighbouring runs of one face become one placed run, so that text stays text."""
    em = size_pt * MM_PER_PT
    colour, space = setter.setting.colour, setter.face.space * em
    placed: list[Item] = []
    if line.bullet:
        width = setter.face.width(BULLET) * em
        placed.append(Text(x, y, BULLET, setter.face, size_pt, colour, width))
    x += line.indent * em
    middle = y - setter.face.cap_height * em / 2
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
            # A run goes on over a space of its own face only: other faces' spaces differ.
            if open_run is not None and open_run[2] is setter.face:
                open_run = (open_run[0], open_run[1] + " ", open_run[2])
            else:
                close()
        for piece in word:
            if isinstance(piece, Picture):
                close()
                placed.append(_icon(piece, x, middle, em))
            elif open_run is not None and open_run[2] is piece.face and open_run[1].endswith(" "):
                open_run = (open_run[0], open_run[1] + piece.string, piece.face)
            else:
                close()
                open_run = (x, piece.string, piece.face)
            x += piece.width * em
    close()
    return [_without_tail(item) for item in placed]


def _without_tail(item: Item) -> Item:
    """A run that was kept open over a space before an icon ends with that space: drop it."""
    if isinstance(item, Text) and item.string.endswith(" "):
        string = item.string.rstrip(" ")
        width = item.face.width(string) * item.size_pt * MM_PER_PT
        return Text(item.x, item.y, string, item.face, item.size_pt, item.fill, width)
    return item


def _icon(piece: Picture, x: float, middle: float, em: float) -> Use:
    """The icon's middle on the line's middle, whatever the size."""
    scale = piece.height * em / piece.frame.height
    left = x + ICON_SIDES * em
    top = middle - piece.height * em / 2
    return Use(piece.frame, (scale, 0.0, 0.0, scale, left, top), piece.colour)


RICH: Final = Kind("rich", {"rich": Wants(kind.text), **TEXT_SETTINGS}, _rich)
