"""Text that follows a curve."""

from __future__ import annotations

import math
import os
import subprocess
from pathlib import Path

import pytest

from printgen.catalog.font_files import system_fonts
from printgen.check.overlap import check_overlap
from printgen.check.scene import Scene
from printgen.draw.line_path import LinePath
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.pdf import pdf_bytes
from printgen.frame import Frame, Group, Text
from printgen.geometry import apply, arc, ellipse, multiply, polygon, translate
from printgen.ink import LinearGradient
from tests.support import draw_one, draw_sampler, write_game

# A newcomer without root cannot be made to install fonts; CI can, and fails.
needs_fonts = pytest.mark.skipif(
    "Amiri-Regular.ttf" not in system_fonts() and not os.environ.get("CI"),
    reason="the fonts of tests/system-packages are not installed",
)
FONTS = """
families:
  Frank Ruehl: {system: true, regular: FrankRuehlCLM-Medium.ttf}
  Amiri: {system: true, regular: Amiri-Regular.ttf}
"""
THEME = "extends: plain\nfonts: {title: [Source Serif Pro, Frank Ruehl, Amiri]}\n"
CURVED = """
size: [60, 60]
elements:
  - text: "{text}"
    along: M18,30 A12,12 0 0 {side} 42,30
    style: title
    size: 10
    align: {align}
"""


def curved(
    folder: Path, text: str, side: int = 1, align: str = "center", **files: dict[str, str]
) -> Frame:
    template = CURVED.replace("{text}", text).replace("{side}", str(side))
    return draw_one(folder, template.replace("{align}", align), **files)  # type: ignore[arg-type]


def letters(frame: Frame) -> list[tuple[str, float, float]]:
    """Each letter with the middle of its baseline."""
    found = []
    (whole,) = frame.items
    assert isinstance(whole, Group)
    for group in whole.items:
        assert isinstance(group, Group)
        (text,) = group.items
        assert isinstance(text, Text)
        found.append((text.string, *apply(group.matrix, text.x + text.width / 2, text.y)))
    return found


def test_letters_stand_on_the_curve(tmp_path: Path) -> None:
    """Every letter stands on the circle, and centred text has as much room at both ends."""
    placed = letters(curved(tmp_path, "Seven seas"))
    assert "".join(string for string, _, _ in placed) == "Sevenseas"
    for _, x, y in placed:
        assert math.hypot(x - 30, y - 30) == pytest.approx(12, abs=0.01)
    assert placed[0][1] - 18 == pytest.approx(42 - placed[-1][1], abs=0.3)


@needs_fonts
def test_other_scripts_along_a_curve(tmp_path: Path) -> None:
    """Hebrew starts at the right end of the line; Arabic, whose letters join, is an error."""
    files = {"fonts.yaml": FONTS, "theme.yaml": THEME}
    placed = letters(curved(tmp_path, "אבג", align="start", files=files))
    assert [string for string, _, _ in placed] == ["ג", "ב", "א"]
    assert placed[-1][1] > 40
    template = CURVED.replace("{text}", "بحر").replace("{side}", "1").replace("{align}", "start")
    cards = write_game(tmp_path / "arabic", template, files=files)
    assert "the letters of 'بحر' join" in " ".join(map(str, draw_sampler(cards)[1]))


def test_curved_text_is_found_in_the_pdf(tmp_path: Path) -> None:
    """Its letters are placed one by one, but read as one text."""
    page = DocumentPage(curved(tmp_path, "Seven seas of old"))
    pdf = pdf_bytes(Document("t", "a", "s", "en", "none", (Section("s", (page,)),)))
    found = subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True)
    assert "Seven seas of old" in found.stdout.decode()


def test_shadows_along_a_curve(tmp_path: Path) -> None:
    """The shadow of all letters is below them; a gradient runs over the whole text."""
    shadow = (
        "    shadow: {colour: blue, dx: 1, dy: 2}\n    colour: {linear: [blue, ink], angle: 0}\n"
    )
    frame = draw_one(tmp_path, CURVED.format(text="sea", side=1, align="start") + shadow)
    below, whole = frame.items
    assert isinstance(below, Group)
    assert isinstance(whole, Group)
    assert below.matrix[4:] == (1, 2)
    (copy,) = below.items
    assert isinstance(copy, Group)
    assert (whole.reads, copy.reads) == ("sea", "")
    ends = []
    for under, letter in zip(copy.items, whole.items, strict=True):
        assert isinstance(under, Group)
        assert isinstance(letter, Group)
        assert under.matrix == letter.matrix
        (text,) = letter.items
        assert isinstance(text, Text)
        assert isinstance(text.fill, LinearGradient)
        ends.append(apply(multiply(letter.matrix, text.fill.matrix), *text.fill.start))
    assert ends[0] == pytest.approx(ends[1])


def test_neighbours_inside_a_curve_do_not_overlap(tmp_path: Path) -> None:
    """The boxes of letters inside a small circle overlap; only other text is reported."""
    frame = curved(tmp_path, "inside a small curve", side=0)
    assert not list(check_overlap(Scene(frame)))
    (whole,) = frame.items
    assert isinstance(whole, Group)
    moved = Group(whole.items[:1], translate(0.8, 0))
    assert list(check_overlap(Scene(Frame("over", 60, 60, (whole, moved)))))


def test_measured_lines() -> None:
    """Lengths, closed lines, and the places beyond the ends of open ones."""
    circle = LinePath(ellipse(0, 0, 10))
    assert circle.length == pytest.approx(20 * math.pi, rel=1e-4)
    assert circle.at(circle.length * 1.25)[:2] == pytest.approx((0, 10), abs=0.01)
    quarter = LinePath(arc(0, 0, 10, -90, 0))
    assert quarter.at(0)[:2] == pytest.approx((0, -10))
    straight = LinePath(polygon([(0, 0), (0, 0), (3, 4)], closed=False))
    assert straight.at(10) == pytest.approx((6, 8, math.degrees(math.atan2(4, 3))))
    assert straight.at(-5)[:2] == pytest.approx((-3, -4))
