"""Typeset plain text in a box, in one typeface."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from printgen.catalog.model import TextStyle
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.element_kind import ElementKind, MissingGlyph, Settings
from printgen.draw.flow import (
    LineMetrics,
    TextExtent,
    first_baseline,
    fit,
    narrowest,
    start_x,
    wrap,
)
from printgen.draw.setting_types import SettingType
from printgen.frame import MM_PER_PT, Color, Item, Text
from printgen.typeface import Typeface

TEXT_SETTINGS: Final[Mapping[str, SettingType]] = {
    "box": SettingType(setting_types.numbers("x", "y", "width", "height")),
    "style": SettingType(setting_types.text, "body"),
    "align": SettingType(setting_types.choice("left", "center", "right"), "left"),
    "valign": SettingType(setting_types.choice("top", "middle", "bottom"), "top"),
    "colour": SettingType(setting_types.colour),
    "size": SettingType(setting_types.type_size),
    "smallest": SettingType(setting_types.type_size),
    "leading": SettingType(setting_types.positive),
}


class TextSettings(Struct, frozen=True):
    """A text style with an element's overrides."""

    style: TextStyle
    colour: Color
    size_pt: float
    smallest_pt: float
    leading: float


def resolve_text_settings(s: Settings, context: DrawContext) -> TextSettings:
    if s["box"] is None:
        raise ValueError("needs a box: [x, y, width, height]")
    style = context.text_style(s["style"])
    size = s["size"] or style.size_pt
    smallest = min(size, s["smallest"] or style.smallest_pt)
    colour = context.colour(style.colour) if s["colour"] is None else s["colour"]
    return TextSettings(style, colour, size, smallest, s["leading"] or style.leading)


def measure_words(face: Typeface, words: list[str]) -> list[float]:
    """Return each word's width in ems; raise MissingGlyph if the font lacks characters."""
    shaped = [face.word(word) for word in words]
    missing = "".join([word.missing for word in shaped])
    if missing:
        shown = ", ".join(f"'{c}' (U+{ord(c):04X})" for c in dict.fromkeys(missing))
        raise MissingGlyph(f"the font {face.name} has no {shown}")
    return [word.width for word in shaped]


def _text(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    content: str = s["text"].strip()
    if not content:
        return ()
    text_settings = resolve_text_settings(s, context)
    style = text_settings.style
    face = context.typeface(style.font, bold=style.bold, italic=style.italic)
    if style.capitals:
        content = content.upper()
    paragraphs = [line.split() for line in content.split("\n")]
    space = face.space
    widths = [measure_words(face, words) for words in paragraphs]

    centred = s["align"] == "center"

    def attempt(limit: float) -> tuple[list[tuple[str, float]], TextExtent]:
        lines: list[tuple[str, float]] = []
        for words, wide in zip(paragraphs, widths, strict=True):
            room = narrowest(wide, space, limit) if centred and wide else limit
            for first, end in wrap(wide, space, room):
                line = math.fsum(wide[first:end]) + max(0, end - first - 1) * space
                lines.append((" ".join(words[first:end]), line))
        return lines, TextExtent(len(lines), max(width for _, width in lines))

    box = s["box"]
    measure = LineMetrics(face.cap_height, text_settings.leading)
    lines, result, size_pt = fit(
        box, measure, text_settings.size_pt, text_settings.smallest_pt, attempt
    )
    em = size_pt * MM_PER_PT
    y = first_baseline(box, measure, result, size_pt, s["valign"])
    align, colour = s["align"], text_settings.colour
    placed: list[Item] = []
    for string, width in lines:
        if string:
            x = start_x(box, width * em, align)
            placed.append(Text(x, y, string, face, size_pt, colour, width * em))
        y += text_settings.leading * em
    return tuple(placed)


TEXT: Final = ElementKind("text", {"text": SettingType(setting_types.text), **TEXT_SETTINGS}, _text)
