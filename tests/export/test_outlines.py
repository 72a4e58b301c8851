"""Letters as path data."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.export.outlines import EM, glyph_path, place_glyphs
from printgen.frame import Text
from printgen.ink import BLACK
from printgen.text.typeface import Typeface

ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "q": 4, "c": 6, "z": 0}


def _ends(data: str) -> Iterator[tuple[float, float]]:
    """The end points of all drawn segments, in ems: a small reader of path data."""
    x = y = start_x = start_y = 0
    for command, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", data):
        numbers = [int(n) for n in re.findall(r"-?\d+", rest)]
        assert len(numbers) == ARGUMENTS[command.lower()]
        match command:
            case "z":
                x, y = start_x, start_y
                continue
            case "h":
                x += numbers[0]
            case "v":
                y += numbers[0]
            case _:
                x, y = x + numbers[-2], y + numbers[-1]
        if command == "m":
            start_x, start_y = x, y
        yield x / EM, y / EM


def _drawn(face: Typeface, string: str) -> Iterator[tuple[float, float]]:
    for gid, x, y in place_glyphs(Text(0, 0, string, face, 10, BLACK, 0)):
        for end_x, end_y in _ends(glyph_path(face, gid)):
            yield end_x + x / EM, end_y + y / EM


def _expected(face: Typeface, string: str) -> Iterator[tuple[float, float]]:
    pen = 0.0
    for word in string.split(" "):
        at = pen
        for glyph in face.word(word).glyphs:
            for segment in face.outline(glyph.gid):
                if segment[0] != "Z":
                    yield at + glyph.dx + float(segment[-2]), float(segment[-1]) - glyph.dy
            at += glyph.advance
        pen += face.word(word).width + face.space


@given(st.text("AVTo.,jyfi0%é –", max_size=24))
def test_letters_stand_where_they_should(regular: Typeface, string: str) -> None:
    """Every point of every letter lies where the font and its kerning put it."""
    drawn, expected = [*_drawn(regular, string)], [*_expected(regular, string)]
    assert len(drawn) == len(expected)
    for (x, y), (expected_x, expected_y) in zip(drawn, expected, strict=True):
        assert x == pytest.approx(expected_x, abs=1.1 / EM)
        assert y == pytest.approx(expected_y, abs=1.1 / EM)


def test_kerning_is_used(regular: Typeface) -> None:
    """A pair that the font pulls together stands closer than its letters apart."""
    together = max(x for x, _ in _drawn(regular, "AV"))
    apart = max(x for x, _ in _drawn(regular, "V")) + regular.word("A").width
    assert together < apart - 0.01


def test_curves_stay_quadratic(regular: Typeface) -> None:
    """TrueType curves are written as what they are."""
    path = glyph_path(regular, regular.glyph("B"))
    assert "c" not in path
    assert "q" in path


def test_spaces_draw_nothing(regular: Typeface) -> None:
    """A run of spaces has no outlines."""
    assert not list(_drawn(regular, "   "))
    assert not list(_drawn(regular, ""))


def test_missing_letters_are_boxes(regular: Typeface) -> None:
    """A character the font lacks is drawn as the font's box, as every program shows it."""
    assert list(_drawn(regular, "\u4e00")) == list(_drawn(regular, "\u4e01")) != []
