"""Refuse text that cannot be set correctly, rather than print wrong letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from printgen.text.fallback import fonts_have
from printgen.text.typeface import Shaping, Typeface


class UnsupportedText(ValueError):
    """A text that would not look as its readers expect."""


def check_letters(string: str, letter_spacing: float) -> None:
    """Raise UnsupportedText for vertical scripts, and for spaces between letters that join."""
    if string.isascii():
        return
    if _vertical().search(string):
        raise UnsupportedText(
            f"'{string}' is read from top to bottom, which is not supported; use a picture of it"
        )
    if letter_spacing and joins(string):
        raise UnsupportedText(
            f"the letters of '{string}' join, so they cannot be spaced; use a style without"
            " letter_spacing"
        )


def check_glyphs(
    parts: Sequence[tuple[str, Typeface]], shaping: Shaping, faces: Sequence[Typeface]
) -> None:
    """Raise UnsupportedText for an emoji that would be drawn as its parts, such as a hand beside a
    skin colour, and for small capitals that a font does not have."""
    for string, face in parts:
        if shaping.small_capitals and string != string.upper():
            plain = shaping._replace(small_capitals=False)
            if face.word(string, shaping).glyphs == face.word(string, plain).glyphs:
                raise UnsupportedText(f"the font {face.name} has no small capitals")
        if string.isascii():
            continue
        for emoji in _joined_emoji().findall(string):
            if sum(glyph.advance > 0 for glyph in face.word(emoji, shaping).glyphs) > 1:
                raise UnsupportedText(
                    f"{fonts_have(faces)} no '{emoji}' as one picture; use an icon"
                )


def joins(string: str) -> bool:
    """Return whether a text has letters that are joined, as in Arabic."""
    return not string.isascii() and _joining().search(string) is not None


@cache
def _vertical() -> re.Pattern[str]:
    mongolian, phags_pa = "\u1820-\u18aa", "\ua840-\ua873"
    return re.compile(f"[{mongolian}{phags_pa}]")


@cache
def _joining() -> re.Pattern[str]:
    arabic = "\u0620-\u065f\u066e-\u06ef\u06fa-\u06ff\u0750-\u077f\u0870-\u08ff"
    arabic += "\ufb50-\ufdff\ufe70-\ufefc"
    others = "\u0710-\u074f\u07ca-\u07fa\u0840-\u085f\u0860-\u086a"  # Syriac, N’Ko, Mandaic
    beyond = "\U00010ac0-\U00010aff\U00010d00-\U00010d3f\U0001e900-\U0001e95f"  # Adlam and others
    return re.compile(f"[{arabic}{others}{beyond}]")


@cache
def _joined_emoji() -> re.Pattern[str]:
    picture, tone = "[\u2600-\u27bf\U0001f300-\U0001faff]", "[\U0001f3fb-\U0001f3ff]"
    one = f"{picture}\ufe0f?{tone}?"
    return re.compile(f"{one}(?:\u200d{one})+|{picture}{tone}|[\U0001f1e6-\U0001f1ff]{{2}}")
