"""Takes a text and its box, gives placed runs of one typeface."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from printgen.catalog.model import TextStyle
from printgen.draw import kind
from printgen.draw.flow import Attempt, Measure, first_baseline, fit, narrowest, start_x, wrap
from printgen.draw.kind import Kind, MissingGlyph, Settings, Wants
from printgen.draw.studio import Studio
from printgen.frame import MM_PER_PT, Color, Item, Text
from printgen.typeface import Typeface

TEXT_SETTINGS: Final[Mapping[str, Wants]] = {
    "box": Wants(kind.numbers("x", "y", "width", "height")),
    "style": Wants(kind.text, "body"),
    "align": Wants(kind.choice("left", "center", "right"), "left"),
    "valign": Wants(kind.choice("top", "middle", "bottom"), "top"),
    "colour": Wants(kind.colour),
    "size": Wants(kind.positive),
    "smallest": Wants(kind.positive),
    "leading": Wants(kind.positive),
}


class Setting(Struct, frozen=True):
    """A text style with an element's own wishes on top."""

    style: TextStyle
    colour: Color
    size_pt: float
    smallest_pt: float
    leading: float


def resolve(s: Settings, studio: Studio) -> Setting:
    if s["box"] is None:
        raise ValueError("needs a box: [x, y, width, height]")
    style = studio.text_style(s["style"])
    size = s["size"] or style.size_pt
    smallest = min(size, s["smallest"] or style.smallest_pt)
    colour = studio.colour(style.colour) if s["colour"] is None else s["colour"]
    return Setting(style, colour, size, smallest, s["leading"] or style.leading)


def measure_words(face: Typeface, words: list[str]) -> list[float]:
    """Each word's width in ems; raises MissingGlyph with every character the font lacks."""
    shaped = [face.word(word) for word in words]
    missing = "".join([word.missing for word in shaped])
    if missing:
        shown = ", ".join(f"'{c}' (U+{ord(c):04X})" for c in dict.fromkeys(missing))
        raise MissingGlyph(f"the font {face.name} has no {shown}")
    return [word.width for word in shaped]


def _text(s: Settings, studio: Studio) -> tuple[Item, ...]:
    content: str = s["text"].strip()
    if not content:
        return ()
    setting = resolve(s, studio)
    style = setting.style
    face = studio.typeface(style.font, bold=style.bold, italic=style.italic)
    if style.capitals:
        content = content.upper()
    paragraphs = [line.split() for line in content.split("\n")]
    space = face.space
    widths = [measure_words(face, words) for words in paragraphs]

    centred = s["align"] == "center"

    def attempt(limit: float) -> tuple[list[tuple[str, float]], Attempt]:
        lines: list[tuple[str, float]] = []
        for words, wide in zip(paragraphs, widths, strict=True):
            room = narrowest(wide, space, limit) if centred and wide else limit
            for first, end in wrap(wide, space, room):
                line = math.fsum(wide[first:end]) + max(0, end - first - 1) * space
                lines.append((" ".join(words[first:end]), line))
        return lines, Attempt(len(lines), max(width for _, width in lines))

    box = s["box"]
    measure = Measure(face.cap_height, setting.leading)
    lines, result, size_pt = fit(box, measure, setting.size_pt, setting.smallest_pt, attempt)
    em = size_pt * MM_PER_PT
    y = first_baseline(box, measure, result, size_pt, s["valign"])
    align, colour = s["align"], setting.colour
    placed: list[Item] = []
    for string, width in lines:
        if string:
            x = start_x(box, width * em, align)
            placed.append(Text(x, y, string, face, size_pt, colour, width * em))
        y += setting.leading * em
    return tuple(placed)


TEXT: Final = Kind("text", {"text": Wants(kind.text), **TEXT_SETTINGS}, _text)
