"""Where lines may break."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.text.breaking import clusters, is_hyphenated_language, pieces


def _parts(text: str, language: str | None = None) -> list[str]:
    """The pieces of a text; '_' marks a space after one, '-' a hyphen if the line ends there."""
    return [
        text[p.start : p.end] + ("_" if p.space else "") + ("-" if p.hyphen else "")
        for p in pieces(text, language)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("two words", ["two_", "words"]),
        ("a card-back of 3-4", ["a_", "card-", "back_", "of_", "3-4"]),
        ("3–4 or 1/2", ["3–4_", "or_", "1/2"]),
        ("no\u00a0break", ["no\u00a0break"]),
        ("zero\u200bwidth", ["zero", "width"]),
        ("soft\u00adly", ["soft-", "ly"]),
        ("+2\ufffc each", ["+2\ufffc_", "each"]),
        ("🎲 dice 🏝 isle", ["🎲_", "dice_", "🏝_", "isle"]),
        ("カードを「引く」。", ["カー", "ド", "を", "「引", "く」。"]),
        ("ไพ่สามใบ", ["ไพ่", "สาม", "ใบ"]),
    ],
)
def test_lines_break_as_unicode_says(text: str, expected: list[str]) -> None:
    """Lines break at spaces, after dashes, between ideographs and between Thai words, and not
    inside numbers or before closing brackets."""
    assert _parts(text) == expected


def test_words_are_hyphenated_in_their_language() -> None:
    """Long words break where the language's dictionary allows it; short ones stay whole."""
    assert _parts("Wertungsbogen im Spiel", "de") == [
        *("Wer-", "tungs-", "bo-", "gen_", "im_", "Spiel"),
    ]
    assert is_hyphenated_language("en_GB")
    assert not is_hyphenated_language("tlh")


WORD = st.text("אבגְ بتم٠َ", min_size=1).map(lambda word: word.replace(" ", ""))
LATIN_WORD = st.text("acZ019", min_size=1, max_size=4)


@given(st.lists(st.tuples(WORD | LATIN_WORD, st.sampled_from(["", ".", "،", "؟"])), min_size=1))
def test_simple_texts_break_as_icu_says(words: list[tuple[str, str]]) -> None:
    """Hebrew and Arabic words, also among Latin ones, are not given to ICU, which would break them
    at the same places: it is asked where words may be hyphenated, as long German ones are."""
    text = " ".join(f"{word}{end}" for word, end in words if word)
    assert pieces(text) == pieces(text, "de")


@given(st.text("ab -/\u00ad\u200bé漢。「」1２🎲", max_size=30))
def test_pieces_lose_only_spaces_and_marks(text: str) -> None:
    """All visible characters are in exactly one piece, in order."""
    found = "".join(text[piece.start : piece.end] for piece in pieces(text))
    hidden = str.maketrans("", "", " \u00ad\u200b")
    assert found.translate(hidden) == text.translate(hidden)


def test_clusters_keep_marks_and_joined_emoji_together() -> None:
    """What readers see as one character is one cluster, also beyond the basic plane."""
    family = "👩\u200d👩\u200d👧"
    text = f"e\u0301{family}x"
    assert [text[start:end] for start, end in clusters(text)] == ["e\u0301", family, "x"]
