"""Break paragraphs of letters and icons into lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.model import TextStyle
from printgen.draw.context import DrawContext
from printgen.draw.flow import LineMetrics, Measured, narrowest, wrap
from printgen.draw.fragments import (
    BrokenPiece,
    Fragment,
    FragmentStyle,
    InlineIcon,
    PlacedPart,
    WordCache,
    fragment,
    set_letters,
    word_cache,
)
from printgen.draw.markup import PLAIN_LETTERS, Letters, LetterStyle, MarkedParagraph, Symbol
from printgen.gradients import PlainPaint, one_color
from printgen.text.bidi import base_level, embedding_levels, has_rtl, visual_order
from printgen.text.breaking import ICON, Piece, is_simple, pieces
from printgen.text.typeface import PLAIN, Shaping

ICON_HEIGHT: Final = 1.45  # of the cap height: looks as large as the text, and fits the leading
ICON_SIDES: Final = 0.06  # space on either side, in ems
PARAGRAPH_GAP: Final = 0.35
_IS_PLAIN: Final = attrgetter("is_plain")
_MEASURED: Final = attrgetter("measured")
ITEM_INDENT: Final = 0.85


class TextSettings(Struct, frozen=True):
    """A text style with an element's overrides."""

    style: TextStyle
    colour: PlainPaint
    size_pt: float
    smallest_pt: float
    leading: float


class Paragraph(Struct, frozen=True):
    pieces: tuple[BrokenPiece, ...]
    is_item: bool
    rtl: bool
    is_plain: bool
    """Whether all words are in the first typeface of one style, so that a line is one text."""


class TextLine(Struct, frozen=True):
    parts: tuple[PlacedPart, ...]
    width: float
    indent: float
    bullet: bool
    gap: float
    rtl: bool
    last: bool


class LineBreaker:
    """Measures paragraphs in one style and breaks them into lines."""

    def __init__(self, text_settings: TextSettings, context: DrawContext, *, centred: bool) -> None:
        self.centred = centred
        self.text_settings = text_settings
        self.context = context
        style = text_settings.style
        self.spacing = style.letter_spacing
        self.face = context.typefaces(style.font, bold=style.bold, italic=style.italic)[0]
        self.space = self.face.space + self.spacing
        self.metrics = LineMetrics(self.face.cap_height, text_settings.leading)
        self._styles: dict[tuple[LetterStyle, int], FragmentStyle] = {}
        self._words: dict[tuple[LetterStyle, int], WordCache] = {}

    def paragraph(self, marked: MarkedParagraph) -> Paragraph:
        capitals = self.text_settings.style.capitals
        strings = [
            (part.string.upper() if capitals else part.string)
            if isinstance(part, Letters)
            else ICON
            for part in marked.parts
        ]
        text = "".join(strings)
        base, levels = 0, None
        if has_rtl(text):
            base = base_level(text)
            levels = embedding_levels(text, base)
        only = marked.parts[0] if len(marked.parts) == 1 else None
        hyphenated = self.text_settings.style.hyphenate is not None
        one_level = not hyphenated and (levels is None or set(levels) == {base})
        if one_level and isinstance(only, Letters) and is_simple(text):
            return self._plain_paragraph(text, only.style, base, marked.is_item)
        edges: list[int] = [0]
        for string in strings:
            edges.append(edges[-1] + len(string))
        broken = tuple(
            self._piece(piece, marked.parts, edges, text, levels, base)
            for piece in pieces(text, self.text_settings.style.hyphenate)
        )
        return Paragraph(broken, marked.is_item, rtl=bool(base), is_plain=False)

    def _plain_paragraph(self, text: str, own: LetterStyle, level: int, is_item: bool) -> Paragraph:
        broken = self._word_cache(own, level).words(text)
        is_plain = own == PLAIN_LETTERS and all(map(_IS_PLAIN, broken))
        return Paragraph(broken, is_item, rtl=level == 1, is_plain=is_plain and bool(broken))

    def _piece(
        self,
        piece: Piece,
        parts: Sequence[Letters | Symbol],
        edges: Sequence[int],
        text: str,
        levels: Sequence[int] | None,
        base: int,
    ) -> BrokenPiece:
        space_level = levels[piece.end] if levels and piece.end < len(levels) else base
        if piece.space and len(parts) == 1 and isinstance(only := parts[0], Letters):
            level = levels[piece.start] if levels else 0
            is_level = levels is None or set(levels[piece.start : piece.end]) == {level}
            if is_level and level == space_level and not piece.hyphen:
                return self._word_cache(only.style, level).word(text[piece.start : piece.end])
        made: list[PlacedPart] = []
        for number, part in enumerate(parts):
            start, end = max(piece.start, edges[number]), min(piece.end, edges[number + 1])
            if start >= end:
                continue
            if isinstance(part, Symbol):
                level = levels[start] if levels else 0
                made.append(PlacedPart(self._icon(part), level))
            elif levels is None:
                made += set_letters(text[start:end], self._style(part.style, 0), 0)
            else:
                while start < end:
                    stop = start
                    while stop < end and levels[stop] == levels[start]:
                        stop += 1
                    style = self._style(part.style, levels[start])
                    made += set_letters(text[start:stop], style, levels[start])
                    start = stop
        hyphen = None
        if piece.hyphen and made and isinstance(made[-1].part, Fragment):
            last = made[-1].part
            whole = fragment(f"{last.string}-", last.face, last.style)
            mark = replace(last, string="-", width=whole.width - last.width)
            hyphen = PlacedPart(mark, made[-1].level)
        tail = 0.0 if hyphen is None or hyphen.part is None else hyphen.part.width
        width = math.fsum(part.part.width for part in made if part.part is not None)
        measured = Measured(width, self.space if piece.space else 0.0, tail)
        return BrokenPiece(tuple(made), measured, space_level, hyphen)

    def _word_cache(self, own: LetterStyle, level: int) -> WordCache:
        known = self._words.get((own, level))
        if known is None:
            known = word_cache(self._style(own, level), level, self.space)
            self._words[(own, level)] = known
        return known

    def _style(self, own: LetterStyle, level: int) -> FragmentStyle:
        key = (own, level % 2)
        if key not in self._styles:
            self._styles[key] = self._make_style(own, level)
        return self._styles[key]

    def _make_style(self, own: LetterStyle, level: int) -> FragmentStyle:
        style = self.text_settings.style
        faces = self.context.typefaces(
            style.font, bold=style.bold or own.bold, italic=style.italic != own.italic
        )
        ligatures = style.ligatures and not self.spacing
        shaping = Shaping(bool(level % 2), ligatures, own.small_capitals)
        colour = self.text_settings.colour
        if own.colour is not None:
            colour = self._colour(own.colour)
        return FragmentStyle(
            faces,
            PLAIN if shaping == PLAIN else shaping,
            own.scale,
            colour,
            own.underline,
            self.spacing,
        )

    def _colour(self, name: str) -> PlainPaint:
        return one_color(self.context.paint(name))

    def _icon(self, part: Symbol) -> InlineIcon:
        frame = self.context.art.symbol(part.name)
        colour = self.text_settings.colour if part.colour is None else self._colour(part.colour)
        height = ICON_HEIGHT * self.face.cap_height * part.style.scale
        width = height * frame.width / frame.height + 2 * ICON_SIDES
        return InlineIcon(width, height, frame, colour)

    def lines(self, paragraphs: Sequence[Paragraph], limit: float) -> list[TextLine]:
        out: list[TextLine] = []
        for paragraph in paragraphs:
            indent = ITEM_INDENT if paragraph.is_item else 0.0
            measured = list(map(_MEASURED, paragraph.pieces))
            room = limit - indent
            if self.centred:
                room = narrowest(measured, room)
            for first, end, width in wrap(measured, room):
                starts = first == 0
                if paragraph.is_plain:
                    parts = _joined(paragraph.pieces[first:end], width)
                else:
                    parts = _ordered(paragraph.pieces[first:end], end == len(measured))
                    if any(not piece.gap for piece in measured[first : end - 1]):
                        width = self._joined_width(parts)
                out.append(
                    TextLine(
                        parts=parts,
                        width=width + indent,
                        indent=indent,
                        bullet=paragraph.is_item and starts,
                        gap=PARAGRAPH_GAP if starts and out else 0.0,
                        rtl=paragraph.rtl,
                        last=end == len(measured),
                    )
                )
        return out

    def _joined_width(self, parts: Sequence[PlacedPart]) -> float:
        """Return the width of a line whose pieces are kerned where they meet."""
        width = 0.0
        word: Fragment | None = None
        for part in (each.part for each in parts):
            width += self.space if part is None else part.width
            if not isinstance(part, Fragment):
                word = None
            elif word is None or not part.joins(word):
                word = part
            else:
                one, other = (part, word) if part.style.shaping.rtl else (word, part)
                whole = fragment(one.string + other.string, part.face, part.style)
                width += whole.width - word.width - part.width
                word = whole
        return width


def _joined(broken: Sequence[BrokenPiece], width: float) -> tuple[PlacedPart, ...]:
    """Return the words of a line in one style as one part."""
    words = [piece.word for piece in broken if piece.word is not None]
    string = " ".join([word.string for word in words])
    return (PlacedPart(Fragment(string, width, words[0].face, words[0].style), 0),)


def _ordered(broken: Sequence[BrokenPiece], is_last: bool) -> tuple[PlacedPart, ...]:
    """Return the parts and spaces of a line from left to right."""
    parts: list[PlacedPart] = []
    for number, piece in enumerate(broken):
        parts += piece.parts
        if number + 1 < len(broken):
            if piece.measured.gap:
                parts.append(PlacedPart(None, piece.space_level))
        elif piece.hyphen is not None and not is_last:
            parts.append(piece.hyphen)
    levels = [part.level for part in parts]
    if not any(levels):
        return tuple(parts)
    return tuple(parts[index] for index in visual_order(levels))
