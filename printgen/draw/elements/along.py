"""Set a line of text along a curve, letter by letter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.draw.context import DrawContext
from printgen.draw.element_kind import DoesNotFit, Settings
from printgen.draw.flow import STEP_PT, TOLERANCE
from printgen.draw.fragments import Fragment
from printgen.draw.line_path import LinePath
from printgen.draw.markup import plain_paragraphs
from printgen.draw.paragraphs import LineBreaker, TextLine, TextSettings
from printgen.frame import Group, Item, Text
from printgen.geometry import multiply, rotate, translate
from printgen.lengths import MM_PER_PT
from printgen.text.runs import visual_words
from printgen.text.scripts import joins
from printgen.text.typeface import ShapedWord

ENDLESS: Final = 1e9


class _Letter(Struct, frozen=True):
    """A letter with its marks, and its place on a straight line in ems."""

    string: str
    start: float
    width: float
    fragment: Fragment


def draw_along(
    content: str, s: Settings, text_settings: TextSettings, context: DrawContext
) -> tuple[Item, ...]:
    """Return the letters, each turned with the line; raises DoesNotFit if the line is too short."""
    line: LinePath = s["along"]
    # Each letter is turned by itself, so letters are not joined to ligatures.
    settings = replace(text_settings, style=replace(text_settings.style, ligatures=False))
    breaker = LineBreaker(settings, context, centred=False)
    content = " ".join(content.split())
    paragraph = breaker.paragraph(plain_paragraphs(content)[0])
    (straight,) = breaker.lines([paragraph], ENDLESS)
    letters, width = _letters(straight, breaker)
    size_pt = _fitting_size(width, line.length, settings)
    em = size_pt * MM_PER_PT
    start = _start(s["align"], line.length - width * em, rtl=straight.rtl)
    placed = tuple(_placed(letter, start, line, size_pt, s["lift"]) for letter in letters)
    return (Group(placed, reads=content),)


def _letters(straight: TextLine, breaker: LineBreaker) -> tuple[list[_Letter], float]:
    """Return the letters from left to right, and the width of them all."""
    letters: list[_Letter] = []
    pen = 0.0
    for part in (placed.part for placed in straight.parts):
        if not isinstance(part, Fragment):
            pen += breaker.space
            continue
        for number, word in enumerate(visual_words(part.string, part.style.shaping)):
            if number:
                pen += breaker.space
            if joins(word):
                raise ValueError(
                    f"cannot stand along a line: the letters of '{word}' join; put it in a box"
                )
            shaped = part.face.word(word, part.style.shaping)
            for string, advance in _clusters(word, shaped):
                advance += breaker.spacing
                letters.append(_Letter(string, pen, advance, part))
                pen += advance
    return letters, pen - (breaker.spacing if letters else 0.0)


def _clusters(word: str, shaped: ShapedWord) -> Iterator[tuple[str, float]]:
    """Yield the letters of a word from left to right, with their widths."""
    starts = sorted({glyph.cluster for glyph in shaped.glyphs})
    ends = dict(zip(starts, [*starts[1:], len(word)], strict=True))
    for start in dict.fromkeys(glyph.cluster for glyph in shaped.glyphs):
        glyphs = [glyph for glyph in shaped.glyphs if glyph.cluster == start]
        string = word[start : ends[start]]
        yield string, sum(glyph.advance for glyph in glyphs)


def _fitting_size(width: float, length: float, settings: TextSettings) -> float:
    size_pt = settings.size_pt
    while width * size_pt * MM_PER_PT > length + TOLERANCE:
        if size_pt <= settings.smallest_pt:
            raise DoesNotFit(
                f"needs {width * size_pt * MM_PER_PT:.1f} mm even at {size_pt:g} pt, but its line"
                f" is only {length:.1f} mm long"
            )
        size_pt = max(settings.smallest_pt, size_pt - STEP_PT)
    return size_pt


def _start(align: str, room: float, *, rtl: bool) -> float:
    if align == "center":
        return room / 2
    ends = {"right": True, "left": False, "end": not rtl}
    return room if ends.get(align, rtl) else 0.0


def _placed(letter: _Letter, start: float, line: LinePath, size_pt: float, lift: float) -> Group:
    """Return a letter whose middle stands on the line."""
    em = size_pt * MM_PER_PT
    width = letter.width * em
    x, y, angle = line.at(start + letter.start * em + width / 2)
    style = letter.fragment.style
    text = Text(
        -width / 2,
        -lift,
        letter.string,
        letter.fragment.face,
        size_pt,
        style.colour,
        width,
        shaping=style.shaping,
    )
    return Group((text,), multiply(translate(x, y), rotate(angle)))
