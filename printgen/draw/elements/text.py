"""Typeset plain or rich text in a box."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from printgen.catalog.model import TextStyle
from printgen.catalog.translations.pairs import OPEN, both, first_of
from printgen.draw import inks, setting_types
from printgen.draw.bilingual import BEHIND, Setter, setters
from printgen.draw.context import DrawContext
from printgen.draw.decoration import decorate, spread_gradient, stand_in
from printgen.draw.element_kind import DoesNotFit, ElementKind, Settings
from printgen.draw.flow import TOLERANCE, TextExtent, first_baseline, fit, start_x
from printgen.draw.line_path import line_path
from printgen.draw.lines import place_line
from printgen.draw.markup import MarkedParagraph, parse_markup, plain_paragraphs
from printgen.draw.paragraphs import LineBreaker, Paragraph, TextLine, TextSettings
from printgen.draw.setting_types import SettingType
from printgen.frame import Item
from printgen.geometry import Box
from printgen.gradients import Paint
from printgen.ink import AlphaColor, Color
from printgen.lengths import MM_PER_PT

BILINGUAL: Final = ("auto", "below", "behind", "first")
ALIGNMENTS: Final = ("start", "end", "left", "center", "right", "justify")

MAX_LEADING: Final = 10
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
    "leading": SettingType(setting_types.at_most(MAX_LEADING, " times the size")),
    "bilingual": SettingType(setting_types.choice(*BILINGUAL)),
}


def resolve_text_settings(s: Settings, context: DrawContext) -> TextSettings:
    style = context.text_style(s["style"])
    size = s["size"] or style.size_pt
    if s["size"] and s["smallest"] and s["smallest"] > size:
        raise ValueError(f"cannot be {size:g} points large and {s['smallest']:g} at its smallest")
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


def line_breaker(s: Settings, context: DrawContext) -> LineBreaker:
    centred = s["align"] == "center"
    key = (s["style"], s["colour"], s["size"], s["smallest"], s["leading"], centred)
    known: LineBreaker | None = context.line_breakers.get(key)
    if known is None:
        known = LineBreaker(resolve_text_settings(s, context), context, centred=centred)
        context.line_breakers[key] = known
    return known


class Block(Struct, frozen=True):
    """The lines of a text, broken for one width. `gaps` is whether paragraphs are apart."""

    breaker: LineBreaker
    lines: tuple[TextLine, ...]
    extent: TextExtent
    gaps: bool

    def height(self, em: float) -> float:
        return self.breaker.metrics.height(len(self.lines), self.extent.gaps) * em


def break_block(
    breaker: LineBreaker, paragraphs: Sequence[Paragraph], limit: float, *, gaps: bool = True
) -> Block:
    lines = tuple(breaker.lines(paragraphs, limit))
    gap = math.fsum([line.gap for line in lines]) if gaps else 0.0
    extent = TextExtent(len(lines), max([line.width for line in lines]), gap)
    return Block(breaker, lines, extent, gaps)


def place_block(block: Block, box: Box, size_pt: float, align: str, valign: str) -> list[Item]:
    """Return the letters and icons of a text in a box that is large enough."""
    em = size_pt * MM_PER_PT
    leading = block.breaker.text_settings.leading
    y = first_baseline(box, block.breaker.metrics, block.extent, size_pt, valign)
    justified = box[2] / em if align == "justify" else None
    placed: list[Item] = []
    for number, line in enumerate(block.lines):
        y += ((line.gap if block.gaps else 0.0) + (leading if number else 0.0)) * em
        x = start_x(box, line.width * em, _side(align, rtl=line.rtl))
        placed.extend(place_line(line, x, y, size_pt, block.breaker, justified))
    return placed


def _typeset(
    marked: Sequence[MarkedParagraph], s: Settings, context: DrawContext, *, gaps: bool
) -> tuple[Item, ...]:
    if s["box"] is None:
        raise ValueError("needs a box: [x, y, width, height]")
    breaker = line_breaker(s, context)
    text_settings = breaker.text_settings
    paragraphs = [breaker.paragraph(paragraph) for paragraph in marked]

    def attempt(limit: float) -> tuple[Block, TextExtent]:
        block = break_block(breaker, paragraphs, limit, gaps=gaps)
        return block, block.extent

    box, sizes = s["box"], (text_settings.size_pt, text_settings.smallest_pt)
    block, _, size_pt = fit(box, breaker.metrics, *sizes, attempt)
    placed = place_block(block, box, size_pt, s["align"], s["valign"])
    return _painted(placed, text_settings.style, s, context)


def _painted(
    placed: Sequence[Item], style: TextStyle, s: Settings, context: DrawContext
) -> tuple[Item, ...]:
    """Return placed text with its gradient, outline and shadow."""
    paint = _paint(style, s, context)
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


def _typeset_both(
    marked: tuple[Sequence[MarkedParagraph], Sequence[MarkedParagraph]],
    s: Settings,
    context: DrawContext,
    *,
    gaps: bool,
) -> tuple[Item, ...]:
    """Return a text in two languages: the second below the first; or behind it, if both fit on one
    line in larger type, or only so."""
    if s["box"] is None:
        raise ValueError("needs a box: [x, y, width, height]")
    breaker = line_breaker(s, context)
    text_settings = breaker.text_settings
    width = s["box"][2] + TOLERANCE
    found: tuple[Block, float] | None = None
    fault: DoesNotFit | None = None
    for setter in setters(marked, breaker, s["bilingual"] or context.bilingual):

        def attempt(limit: float, setter: Setter = setter) -> tuple[Block, TextExtent]:
            size_pt = width / limit / MM_PER_PT
            block = break_block(breaker, setter(size_pt), limit, gaps=gaps)
            return block, block.extent

        try:
            block, _, size_pt = fit(
                s["box"], breaker.metrics, text_settings.size_pt, text_settings.smallest_pt, attempt
            )
        except DoesNotFit as too_long:
            fault = fault or too_long
            continue
        if found is None or (size_pt > found[1] and len(block.lines) == 1):
            found = block, size_pt
    if found is None:
        raise fault or DoesNotFit("does not fit its box")
    placed = place_block(found[0], s["box"], found[1], s["align"], s["valign"])
    return _painted(placed, text_settings.style, s, context)


def _text(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    content: str = s["text"].strip()
    if OPEN in content:
        if s["along"] is None:
            marked = tuple(plain_paragraphs(text.strip()) for text in both(content))
            return _typeset_both((marked[0], marked[1]), s, context, gaps=False)
        is_alone = (s["bilingual"] or context.bilingual) == "first"
        content = first_of(content) if is_alone else BEHIND.join(both(content))
    if content and s["along"] is not None:
        from printgen.draw.elements.along import draw_along

        text_settings = resolve_text_settings(s, context)
        placed = draw_along(content, s, text_settings, context)
        return _painted(placed, text_settings.style, s, context)
    return _typeset(plain_paragraphs(content), s, context, gaps=False) if content else ()


def _rich(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    if OPEN in s["rich"]:
        first, second = map(parse_markup, both(s["rich"]))
        if first or second:
            return _typeset_both((first, second), s, context, gaps=True)
    marked = parse_markup(s["rich"])
    return _typeset(marked, s, context, gaps=True) if marked else ()


TEXT: Final = ElementKind(
    "text",
    {
        "text": SettingType(setting_types.text),
        "along": SettingType(line_path),
        "lift": SettingType(setting_types.number, 0.0),
        **TEXT_SETTINGS,
    },
    _text,
)
RICH: Final = ElementKind("rich", {"rich": SettingType(setting_types.text), **TEXT_SETTINGS}, _rich)
