"""Find where a line may break: UAX #14 by ICU, soft hyphens, and hyphenation by language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any, Final

from msgspec import Struct

SOFT_HYPHEN: Final = "\u00ad"
ZERO_WIDTH_SPACE: Final = "\u200b"
ICON: Final = "\ufffc"
"""Stands for an inline icon, which keeps to the letters beside it."""

_DASHED_NUMBER: Final = r"(?<=\d)[-‐‑–—/](?=\d)"
# Kinsoku: small kana and prolonged sound marks do not begin a line.
_RULES: Final = "ja@lb=strict"
_WORDS: Final = r"[^\W\d_]{5,}"


class Piece(Struct, frozen=True):
    """A part of a paragraph that is not broken: its characters, whether a space follows, and
    whether a hyphen is written if the line breaks after it."""

    start: int
    end: int
    space: bool
    hyphen: bool


def is_simple(text: str) -> bool:
    """Return whether a text breaks at its spaces, and nowhere else. ICU, which takes a while, is
    needed only for other texts."""
    if text.isascii():
        return "-" not in text and "/" not in text and "|" not in text
    return _simple_text().fullmatch(text) is not None


@cache
def _simple_text() -> re.Pattern[str]:
    european = "[ !-,.0-{}~\u00a1-\u00ac\u00ae-\u00b3\u00b5-\u02ff‘’“”•…−×½\ufffc]*"
    hebrew, arabic = "\u05b0-\u05bd\u05d0-\u05ea", "\u0621-\u063a\u0640-\u0669\u0670"
    word = f"(?:[{hebrew}{arabic}]+|[A-Za-z0-9]+)[.,:!?،؛؟]?"
    return re.compile(f"{european}|(?:{word}(?: |$))*")


def pieces(text: str, language: str | None = None) -> tuple[Piece, ...]:
    """Return the pieces of a paragraph; with a language, its long words may be hyphenated."""
    if language is None and is_simple(text):
        return tuple(_words(text))
    return tuple(_broken(text, language))


def _words(text: str) -> Iterator[Piece]:
    at = 0
    for word in text.split(" "):
        if word:
            end = at + len(word)
            yield Piece(at, end, space=end < len(text), hyphen=False)
        at += len(word) + 1


def _broken(text: str, language: str | None) -> Iterator[Piece]:
    ends = dict.fromkeys(_line_ends(text), False)
    if language is not None:
        ends |= {end: True for end in _hyphens(text, language) if end not in ends}
    start = 0
    for end in sorted(ends):
        stripped = text[start:end].rstrip(f" {ZERO_WIDTH_SPACE}")
        body = stripped.rstrip(SOFT_HYPHEN)
        if body:
            space = " " in text[start + len(stripped) : end] and end <= len(text)
            yield Piece(start, start + len(body), space, ends[end] or body != stripped)
        start = end


def _line_ends(text: str) -> Iterator[int]:
    from icu4py.breakers import LineBreaker

    inside_numbers = {match.end() for match in re.finditer(_DASHED_NUMBER, text)}
    # The breaker's own offsets count UTF-16 units, not characters.
    for end in accumulate(map(len, LineBreaker(text.replace(ICON, "x"), _RULES))):
        if end not in inside_numbers:
            yield end


def _hyphens(text: str, language: str) -> Iterator[int]:
    dictionary = _dictionary(language)
    for match in re.finditer(_WORDS, text):
        for position in dictionary.positions(match[0]):
            yield match.start() + position


@lru_cache(maxsize=16)
def _dictionary(language: str) -> Any:
    import pyphen

    return pyphen.Pyphen(lang=pyphen.language_fallback(language))


def is_hyphenated_language(language: str) -> bool:
    """Return whether there is a hyphenation dictionary for a language."""
    import pyphen

    return pyphen.language_fallback(language) is not None


def clusters(text: str) -> list[tuple[int, int]]:
    """Return what readers see as single characters, as (start, end)."""
    from icu4py.breakers import CharacterBreaker

    ends = list(accumulate(map(len, CharacterBreaker(text, "en"))))
    return list(zip([0, *ends], ends, strict=False))
