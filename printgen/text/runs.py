"""Lay out the words of a run from left to right."""

from __future__ import annotations

import math
from collections.abc import Iterator

from printgen.text.typeface import PLAIN, ShapedWord, Shaping, Typeface


def visual_words(string: str, shaping: Shaping) -> list[str]:
    """Return the words of a run from left to right; one run has one direction."""
    words = string.split(" ")
    return words[::-1] if shaping.rtl else words


def run_width(
    face: Typeface,
    string: str,
    shaping: Shaping = PLAIN,
    letter_spacing: float = 0.0,
    word_spacing: float = 0.0,
) -> float:
    """Return the width of a run in ems; every letter and space adds its spacing."""
    width = face.width(string, shaping)
    if letter_spacing:
        width += letter_spacing * math.fsum(
            1 if word is None else _letters(face.word(word, shaping))
            for word in _words_and_spaces(string)
        )
    return width + word_spacing * string.count(" ")


def _words_and_spaces(string: str) -> Iterator[str | None]:
    for number, word in enumerate(string.split(" ")):
        if number:
            yield None
        yield word


def _letters(shaped: ShapedWord) -> int:
    return len({glyph.cluster for glyph in shaped.glyphs})
