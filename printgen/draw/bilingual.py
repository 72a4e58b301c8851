"""Set a text and its translation together, the second language smaller than the first."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

from msgspec.structs import replace

from printgen.catalog.translations.codes import languages_of
from printgen.draw.markup import Letters, LetterStyle, MarkedParagraph, Symbol
from printgen.draw.paragraphs import LineBreaker, Paragraph
from printgen.text.breaking import is_hyphenated_language

SECOND: Final = 0.8
"""The size of the second language, of that of the first."""
LEAST_PT: Final = 7.5
"""No type is made smaller than this, because it would not print well."""
BEHIND: Final = " \u00b7 "

Setter = Callable[[float], Sequence[Paragraph]]
"""Returns the paragraphs of both languages for a size of the first one's type."""
Marked = Sequence[MarkedParagraph]


def setters(marked: tuple[Marked, Marked], breaker: LineBreaker, how: str) -> Iterator[Setter]:
    """Yield the ways to set two texts, the preferred one first."""
    first, second = marked
    if how == "first" or not second:
        alone = tuple(map(breaker.paragraph, first))
        yield lambda _: alone
        return
    are_lines = len(first) == len(second) == 1 and not (first[0].is_item or second[0].is_item)
    if how == "behind" and are_lines:
        yield _behind(first[0], second[0], breaker)
        return
    yield _below(first, second, breaker)
    if how == "auto" and are_lines:
        yield _behind(first[0], second[0], breaker)


def _below(first: Marked, second: Marked, breaker: LineBreaker) -> Setter:
    above = tuple(map(breaker.paragraph, first))
    other = second_breaker(breaker)

    @cache
    def below(scale: float) -> tuple[Paragraph, ...]:
        return (*above, *(other.paragraph(smaller(one, scale)) for one in second))

    return lambda size_pt: below(second_scale(size_pt))


def _behind(first: MarkedParagraph, second: MarkedParagraph, breaker: LineBreaker) -> Setter:
    @cache
    def behind(scale: float) -> tuple[Paragraph, ...]:
        parts = (*first.parts, Letters(BEHIND), *smaller(second, scale).parts)
        return (breaker.paragraph(MarkedParagraph(parts, is_item=False)),)

    return lambda size_pt: behind(second_scale(size_pt))


def second_scale(size_pt: float) -> float:
    return min(1.0, max(SECOND, math.ceil(1000 * LEAST_PT / size_pt) / 1000))


def second_breaker(breaker: LineBreaker) -> LineBreaker:
    """Return a breaker that hyphenates the second language."""
    settings = breaker.text_settings
    codes = languages_of(breaker.context.language)
    if settings.style.hyphenate is None or len(codes) == 1:
        return breaker
    hyphenate = codes[1] if is_hyphenated_language(codes[1]) else None
    style = replace(settings.style, hyphenate=hyphenate)
    return LineBreaker(replace(settings, style=style), breaker.context, centred=breaker.centred)


def smaller(paragraph: MarkedParagraph, scale: float) -> MarkedParagraph:
    parts = tuple(_smaller(part, scale) for part in paragraph.parts)
    return replace(paragraph, parts=parts)


def _smaller(part: Letters | Symbol, scale: float) -> Letters | Symbol:
    style: LetterStyle = replace(part.style, scale=part.style.scale * scale)
    return replace(part, style=style)
