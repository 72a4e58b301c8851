"""Text that cannot be set correctly is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import uharfbuzz

from printgen.catalog.font_files import system_fonts
from printgen.text.fallback import split_by_face
from printgen.text.scripts import UnsupportedText, check_glyphs, check_letters, joins
from printgen.text.typeface import PLAIN, Shaping, Typeface

# A newcomer without root cannot be made to install fonts; CI can, and fails.
needs_fonts = pytest.mark.skipif(
    "Symbola_hint.ttf" not in system_fonts() and not os.environ.get("CI"),
    reason="the fonts of tests/system-packages are not installed",
)


@pytest.fixture(scope="module")
def symbola() -> Typeface:
    return Typeface("Symbola", system_fonts()["Symbola_hint.ttf"], "Symbola")


@pytest.mark.parametrize("text", ["ᠮᠣᠩᠭᠣᠯ", "ꡏꡡꡃ", "\U00010f70", "\U00018b00"])
def test_vertical_scripts(text: str) -> None:
    """Mongolian, Phags-pa, Old Uyghur and Khitan are read from top to bottom."""
    with pytest.raises(UnsupportedText, match="from top to bottom"):
        check_letters(text, 0.0)


def test_letters_that_join_are_not_spaced() -> None:
    """Letter spacing would tear Arabic apart; Hebrew and Latin letters stand alone."""
    with pytest.raises(UnsupportedText, match="join"):
        check_letters("مرحبا", 0.1)
    check_letters("مرحبا", 0.0)
    for text in ("שלום", "Größe", "12", "١٢"):
        check_letters(text, 0.1)
        assert not joins(text)


@needs_fonts
@pytest.mark.parametrize(
    "emoji",
    ["👍🏽", "🇩🇪", "👨‍👩‍👧", "1\ufe0f\u20e3", "A\u20dd", "🏴\U000e0067\U000e0062\U000e007f"],
)
def test_emoji_in_parts(emoji: str, symbola: Typeface) -> None:
    """An emoji that a font has only in parts is refused; whole ones and pairs are not."""
    with pytest.raises(UnsupportedText, match="as one picture; use an icon"):
        check_glyphs(split_by_face(f"a {emoji}", [symbola]), PLAIN, [symbola])
    check_glyphs(split_by_face("👍👍 ♥\ufe0f 🇩", [symbola]), PLAIN, [symbola])


@needs_fonts
@pytest.mark.parametrize("text", ["葛\U000e0100城", "≨\ufe00"])
def test_variants_of_characters(text: str, symbola: Typeface) -> None:
    """A form of a character that the font lacks is refused; the selectors of text and emoji choose
    between a font in colour and one without."""
    with pytest.raises(UnsupportedText, match=r"but not its variant U\+"):
        check_glyphs([(text, symbola)], PLAIN, [symbola])
    check_glyphs([("❤\ufe0e ❤\ufe0f", symbola)], PLAIN, [symbola])


@needs_fonts
def test_letters_that_a_font_cannot_combine(tmp_path: Path) -> None:
    """A font that has the letters of Devanagari, but not how they are combined, would print wrong
    ones."""
    file = system_fonts()["Lohit-Devanagari.ttf"]
    whole = Typeface("Lohit", file, "Lohit")
    check_glyphs([("क्षत्रिय", whole)], PLAIN, [whole])
    wanted = uharfbuzz.SubsetInput()
    wanted.unicode_set.update(map(ord, "क्षत्रिय"))
    wanted.drop_table_tag_set.update({int.from_bytes(b"GSUB", "big")})
    bare = uharfbuzz.subset(whole.hb_face, wanted)
    (tmp_path / "bare.ttf").write_bytes(bytes(bare.blob.data))
    only_letters = Typeface("Bare", tmp_path / "bare.ttf", "Bare")
    with pytest.raises(UnsupportedText, match="Bare has the letters of 'क्षत्रिय', but not"):
        check_glyphs([("क्षत्रिय", only_letters)], PLAIN, [only_letters])


@needs_fonts
def test_fonts_without_small_capitals(typeface: Typeface) -> None:
    """Lower-case letters would look as usual; capitals and digits do not need small ones."""
    garuda = Typeface("Garuda", system_fonts()["Garuda.ttf"], "Garuda")
    small = Shaping(small_capitals=True)
    with pytest.raises(UnsupportedText, match="Garuda has no small capitals"):
        check_glyphs([("Word", garuda)], small, [garuda])
    check_glyphs([("A1", garuda), ("Word", typeface)], small, [garuda])
