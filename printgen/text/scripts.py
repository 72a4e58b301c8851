"""Refuse text that cannot be set correctly, rather than print wrong letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from printgen.text.fallback import fonts_have
from printgen.text.typeface import Shaping, Typeface

COMBINING_SCRIPTS: Final = tuple(
    (chr(first), chr(last), frozenset(tags.split()))
    for first, last, tags in (
        (0x0900, 0x097F, "deva dev2 dev3"),
        (0x0980, 0x09FF, "beng bng2 bng3"),
        (0x0A00, 0x0A7F, "guru gur2 gur3"),
        (0x0A80, 0x0AFF, "gujr gjr2 gjr3"),
        (0x0B00, 0x0B7F, "orya ory2 ory3"),
        (0x0B80, 0x0BFF, "taml tml2 tml3"),
        (0x0C00, 0x0C7F, "telu tel2 tel3"),
        (0x0C80, 0x0CFF, "knda knd2 knd3"),
        (0x0D00, 0x0D7F, "mlym mlm2 mlm3"),
        (0x0D80, 0x0DFF, "sinh"),
        (0x0F40, 0x0FBC, "tibt"),
        (0x1000, 0x109F, "mymr mym2"),
        (0x1780, 0x17D3, "khmr"),
        (0x1B00, 0x1B7F, "bali"),
        (0xA980, 0xA9DF, "java"),
    )
)
"""Blocks of scripts with the names that OpenType has for them."""


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
        _check_emoji(string, face, shaping, faces)
        _check_variants(string, face)
        _check_conjuncts(string, face)


def _check_emoji(string: str, face: Typeface, shaping: Shaping, faces: Sequence[Typeface]) -> None:
    for emoji in _joined_emoji().findall(string):
        glyphs = face.word(emoji, shaping).glyphs
        parts = sum(glyph.advance > 0 for glyph in glyphs)
        if parts > 1 or (len(glyphs) > 1 and _drawn_around().search(emoji)):
            raise UnsupportedText(f"{fonts_have(faces)} no '{emoji}' as one picture; use an icon")


def _check_variants(string: str, face: Typeface) -> None:
    """Raise UnsupportedText for a variant of a character, such as 葛󠄀, that a font does not have."""
    for letter, selector in _variants().findall(string):
        if not face.has_variant(letter, selector):
            raise UnsupportedText(
                f"the font {face.name} has '{letter}', but not its variant U+{ord(selector):04X};"
                " leave the selector out, or use a font that has it"
            )


def _check_conjuncts(string: str, face: Typeface) -> None:
    """Raise UnsupportedText for a script whose letters combine, if a font has only the letters."""
    for first, last, tags in COMBINING_SCRIPTS:
        if any(first <= letter <= last for letter in string) and not tags & face.scripts:
            raise UnsupportedText(
                f"the font {face.name} has the letters of '{string}', but not how they are"
                " combined; use another font"
            )


def joins(string: str) -> bool:
    """Return whether a text has letters that are joined, as in Arabic."""
    return not string.isascii() and _joining().search(string) is not None


@cache
def _vertical() -> re.Pattern[str]:
    mongolian, phags_pa = "\u1820-\u18aa", "\ua840-\ua873"
    old_uyghur, khitan = "\U00010f70-\U00010f89", "\U00018b00-\U00018cd5"
    return re.compile(f"[{mongolian}{phags_pa}{old_uyghur}{khitan}]")


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
    tags, enclosed = "[\U000e0020-\U000e007f]+", "[^ ]\ufe0f?[\u20dd-\u20e0\u20e2-\u20e4]"
    pair = "[\U0001f1e6-\U0001f1ff]{2}"
    return re.compile(
        f"{one}(?:\u200d{one})+|{picture}{tone}|{picture}\ufe0f?{tags}|{enclosed}|{pair}"
    )


@cache
def _drawn_around() -> re.Pattern[str]:
    """Signs that are lost or collide with neighbours where the font has no picture of the whole:
    tags of flags, and keys and circles around a character."""
    return re.compile("[\U000e0020-\U000e007f\u20dd-\u20e0\u20e2-\u20e4]")


@cache
def _variants() -> re.Pattern[str]:
    selectors = "[\ufe00-\ufe0d\U000e0100-\U000e01ef]"  # those for emoji change no letters
    return re.compile(f"(.)({selectors})")
