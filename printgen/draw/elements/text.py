"""Typeset plain or rich text in a box."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from printgen.catalog.model import TextStyle
from printgen.draw import inks, setting_types
from printgen.draw.context import DrawContext
from printgen.draw.decoration import decorate, spread_gradient, stand_in
from printgen.draw.element_kind import ElementKind, Settings
from printgen.draw.flow import LineMetrics, TextExtent, first_baseline, fit, start_x
from printgen.draw.lines import place_line
from printgen.draw.markup import MarkedParagraph, parse_markup, plain_paragraphs
from printgen.draw.paragraphs import LineBreaker, TextLine, TextSettings
from printgen.draw.setting_types import SettingType
from printgen.frame import MM_PER_PT, AlphaColor, Color, Item
from printgen.gradients import Paint

ALIGNMENTS: Final = ("start", "end", "left", "center", "right", "justify")

TEXT_SETTINGS: Final[Mapping[str, SettingType]] = {
    "box": SettingType(setting_types.numbers("x", "y", "width", "height")),
    "style": SettingType(setting_types.text, "body"),
    "align": SettingType(setting_types.choice(*ALIGNMENTS), "start"),
    "valign": SettingType(setting_types.choice("top", "middle", "bottom"), "top"),
    "colour": SettingType(inks.paint),
    "outline": SettingType(inks.outline),
    "shadow": SettingType(inks.shadow),
    "size": SettingType(setting_types.type_size),
    "smallest": SettingType(setting_types.type_size),
    "leading": SettingType(setting_types.positive),
}


def resolve_text_settings(s: Settings, context: DrawContext) -> TextSettings:
    if s["box"] is None:
        raise ValueError("needs a box: [x, y, width, height]")
    style = context.text_style(s["style"])
    size = s["size"] or style.size_pt
    smallest = min(size, s["smallest"] or style.smallest_pt)
    paint = _paint(style, s, context)
    colour = paint if isinstance(paint, Color | AlphaColor) else stand_in(paint)
    return TextSettings(style, colour, size, smallest, s["leading"] or style.leading)


def _paint(style: TextStyle, s: Settings, context: DrawContext) -> Paint:
    if isinstance(s["colour"], Color):
        return s["colour"]
    return inks.letters(
        context.paint(style.colour) if s["colour"] is None else s["colour"], context
    )


def _typeset(
    marked: Sequence[MarkedParagraph], s: Settings, context: DrawContext, *, gaps: bool
) -> tuple[Item, ...]:
    text_settings = resolve_text_settings(s, context)
    breaker = LineBreaker(text_settings, context, centred=s["align"] == "center")
    paragraphs = [breaker.paragraph(paragraph) for paragraph in marked]

    def attempt(limit: float) -> tuple[list[TextLine], TextExtent]:
        lines = breaker.lines(paragraphs, limit)
        gap = math.fsum(line.gap for line in lines) if gaps else 0.0
        return lines, TextExtent(len(lines), max(line.width for line in lines), gap)

    box = s["box"]
    measure = LineMetrics(breaker.face.cap_height, text_settings.leading)
    lines, result, size_pt = fit(
        box, measure, text_settings.size_pt, text_settings.smallest_pt, attempt
    )
    em = size_pt * MM_PER_PT
    y = first_baseline(box, measure, result, size_pt, s["valign"])
    justified = box[2] / em if s["align"] == "justify" else None
    placed: list[Item] = []
    for number, line in enumerate(lines):
        y += ((line.gap if gaps else 0.0) + (text_settings.leading if number else 0.0)) * em
        x = start_x(box, line.width * em, _side(s["align"], rtl=line.rtl))
        placed.extend(place_line(line, x, y, size_pt, breaker, justified))
    paint = _paint(text_settings.style, s, context)
    if not isinstance(paint, Color | AlphaColor):
        placed = spread_gradient(placed, paint)
    if s["shadow"] is not None or s["outline"] is not None:
        placed = decorate(placed, s["outline"], s["shadow"])
    return tuple(placed)


def _side(align: str, *, rtl: bool) -> str:
    """Return where a line stands: start and end depend on the direction of its paragraph."""
    if align in ("start", "justify"):
        return "right" if rtl else "left"
    if align == "end":
        return "left" if rtl else "right"
    return align


def _text(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    content: str = s["text"].strip()
    return _typeset(plain_paragraphs(content), s, context, gaps=False) if content else ()


def _rich(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    marked = parse_markup(s["rich"])
    return _typeset(marked, s, context, gaps=True) if marked else ()


TEXT: Final = ElementKind("text", {"text": SettingType(setting_types.text), **TEXT_SETTINGS}, _text)
RICH: Final = ElementKind("rich", {"rich": SettingType(setting_types.text), **TEXT_SETTINGS}, _rich)
