"""Text that runs in two directions, compared with python-bidi."""

import unicodedata

import pytest
from bidi import get_display
from hypothesis import given
from hypothesis import strategies as st

from printgen.text.bidi import REMOVED, base_level, embedding_levels, has_rtl, visual_order

LETTERS = "aB \u05d0\u05d1\u05d2\u0639\u0631\u0628 123 \u0664\u0665 "
LETTERS += ".,:+-/%$()[]{}\u00ab\u00bb!\u0301\u05b0"
CONTROLS = "\u200e\u200f\u2066\u2067\u2068\u2069\u202a\u202b\u202c\u202d\u202e"


def _visual(text: str, base: int) -> str:
    levels = embedding_levels(text, base)
    visible = [i for i, c in enumerate(text) if unicodedata.bidirectional(c) not in REMOVED]
    order = visual_order([levels[i] for i in visible])
    return "".join(text[visible[i]] for i in order)


def _reference(text: str, base: int) -> str:
    shown = get_display(text, base_dir="LR"[base])
    return "".join(c for c in shown if unicodedata.bidirectional(c) not in REMOVED)


@given(st.text(LETTERS, max_size=20), st.sampled_from([0, 1]))
def test_the_order_is_that_of_python_bidi(text: str, base: int) -> None:
    """Letters, numbers, marks, signs and brackets stand in the reference's order."""
    text = f"{text.strip()}."  # spaces at a line's end are not part of our lines
    assert _visual(text, base) == _reference(text, base)


@given(st.text("\u05d0\u05d1 \u0639\u0631 .,:+/%$()!\u0301\u05b0", max_size=20))
def test_right_to_left_letters_alone(text: str) -> None:
    """Without numbers and letters of the other direction, the order is the reference's as well."""
    text = f"\u05d0{text.strip()}."
    assert _visual(text, 1) == _reference(text, 1)


@given(st.text(LETTERS + CONTROLS, max_size=16), st.sampled_from([0, 1]))
def test_embeddings_and_isolates_follow_python_bidi(text: str, base: int) -> None:
    """Explicit embeddings, overrides and isolates nest as in the reference."""
    text = f"{text}\u2029"[:-1] + "\u2069" * 16 + "\u202c" * 16 + "x"
    assert _visual(text, base) == _reference(text, base)


@pytest.mark.parametrize(
    ("text", "base", "rtl"),
    [
        ("plain", 0, False),
        ("1 \u05d0", 1, True),
        ("a \u05d0", 0, True),
        ("\u2067\u05d0\u2069 a", 0, True),
        ("123", 0, False),
    ],
)
def test_the_first_letter_gives_the_direction(text: str, base: int, rtl: bool) -> None:
    """A paragraph runs as its first letter does; letters inside an isolate do not count."""
    assert base_level(text) == base
    assert has_rtl(text) == rtl
