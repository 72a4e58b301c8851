"""Letters and icons of a line, measured in ems of the text."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from printgen.draw.flow import Measured
from printgen.frame import Frame
from printgen.gradients import PlainPaint
from printgen.text.fallback import split_by_face
from printgen.text.runs import run_width
from printgen.text.scripts import check_glyphs, check_letters
from printgen.text.typeface import Shaping, Typeface


class FragmentStyle(NamedTuple):
    """How letters are set: `faces` is a chain of typefaces, the first choice first."""

    faces: tuple[Typeface, ...]
    shaping: Shaping
    scale: float
    colour: PlainPaint
    underline: bool
    letter_spacing: float


class Fragment(Struct, frozen=True):
    """Letters in one typeface, style and direction."""

    string: str
    width: float
    face: Typeface
    style: FragmentStyle

    def joins(self, other: Fragment) -> bool:
        """Return whether two neighbours are written as one text."""
        return self.face is other.face and self.style[1:] == other.style[1:]


class InlineIcon(Struct, frozen=True):
    width: float
    height: float
    frame: Frame
    colour: PlainPaint


class PlacedPart(Struct, frozen=True):
    """A part of a line with its level; None is a space."""

    part: Fragment | InlineIcon | None
    level: int


class BrokenPiece(Struct, frozen=True):
    """A part of a paragraph that is not broken, with what is written if a line ends after it."""

    parts: tuple[PlacedPart, ...]
    measured: Measured
    space_level: int = 0
    hyphen: PlacedPart | None = None
    word: Fragment | None = None
    """The piece, if it is a word in one style."""
    is_plain: bool = False
    """Whether it is a word in the first typeface of its style."""


def set_letters(string: str, style: FragmentStyle, level: int) -> list[PlacedPart]:
    """Return letters in the typefaces that have them; raises MissingGlyph or UnsupportedText."""
    check_letters(string, style.letter_spacing)
    parts = split_by_face(string, style.faces, style.shaping)
    check_glyphs(parts, style.shaping, style.faces)
    return [PlacedPart(fragment(part, face, style), level) for part, face in parts]


def fragment(string: str, face: Typeface, style: FragmentStyle) -> Fragment:
    width = run_width(face, string, style.shaping, style.letter_spacing) * style.scale
    return Fragment(string, width, face, style)


class WordCache:
    """The words of one style and level, each measured once: texts repeat most of their words."""

    def __init__(self, style: FragmentStyle, level: int, space: float) -> None:
        self._style = style
        self._level = level
        self._space = space
        self._words: dict[str, BrokenPiece] = {}

    def word(self, string: str) -> BrokenPiece:
        """Return a word with a space of its level after it; raises MissingGlyph."""
        return self._words.get(string) or self._measure(string)

    def words(self, text: str) -> tuple[BrokenPiece, ...]:
        known = self._words
        return tuple([known.get(word) or self._measure(word) for word in text.split(" ") if word])

    def _measure(self, string: str) -> BrokenPiece:
        parts = tuple(set_letters(string, self._style, self._level))
        width = math.fsum([part.part.width for part in parts if part.part is not None])
        first = parts[0].part if len(parts) == 1 else None
        word = first if isinstance(first, Fragment) else None
        made = self._words[string] = BrokenPiece(
            parts,
            Measured(width, self._space),
            self._level,
            word=word,
            is_plain=word is not None and word.face is self._style.faces[0],
        )
        return made


@lru_cache(maxsize=256)
def word_cache(style: FragmentStyle, level: int, space: float) -> WordCache:
    return WordCache(style, level, space)
