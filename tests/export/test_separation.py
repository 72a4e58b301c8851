"""Colours in the inks of a press, and what a PDF says about it."""

from __future__ import annotations

import io
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import pypdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Picture

from printgen.errors import CallError
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.output_intent import Press
from printgen.export.pdf import pdf_bytes
from printgen.export.separation import Separation, read_profile
from printgen.frame import Frame
from printgen.frame import Path as Shape
from printgen.geometry import rectangle
from printgen.ink import Color, LinearGradient, Stop

MAX_INK = 2.4
COLOURS = st.tuples(*[st.integers(0, 255)] * 3).map(lambda parts: Color(*parts))


@cache
def separation() -> Separation:
    """Ghostscript, which other tests need as well, brings a profile of a press."""
    folders = (Path("/usr/share/color/icc"), Path("/usr/share/ghostscript"))
    files = [file for folder in folders for file in folder.rglob("default_cmyk.icc")]
    if not files and not os.environ.get("CI"):
        pytest.skip("Ghostscript's profile default_cmyk.icc is not installed")
    return Separation(read_profile(files[0]), MAX_INK)


@given(COLOURS)
@settings(max_examples=50)
def test_no_colour_has_too_much_ink(color: Color) -> None:
    inks = separation().inks(color)
    assert all(0 <= part <= 1 for part in inks)
    assert sum(inks) <= MAX_INK


@given(st.lists(COLOURS, min_size=20, max_size=20))
@settings(max_examples=20)
def test_pictures_have_the_inks_of_their_colours(colours: list[Color]) -> None:
    """The table for pictures is near the conversion of single colours, and keeps the limit."""
    parts = bytes(part for color in colours for part in color)
    image = Picture.frombytes("RGB", (len(colours), 1), parts)
    printed = separation().picture(image)
    for place, color in enumerate(colours):
        pixel = printed.getpixel((place, 0))
        assert sum(pixel) / 255 <= MAX_INK + 0.01
        if max(color) - min(color) > 40:  # near greys, black ink replaces the three others
            wanted = separation().inks(color)
            assert all(abs(a / 255 - b) < 0.12 for a, b in zip(pixel, wanted, strict=True))


def test_greys_are_printed_with_black_ink_alone() -> None:
    """Text in four inks has coloured rims where they are not exactly on top of each other."""
    assert separation().inks(Color(0, 0, 0)) == (0, 0, 0, 1)
    assert separation().inks(Color(255, 255, 255)) == (0, 0, 0, 0)
    assert separation().inks(Color(51, 52, 50))[:3] == (0, 0, 0)


def _root(reader: pypdf.PdfReader) -> Any:
    return reader.trailer["/Root"]


def _document() -> Document:
    stops = Stop(0.0, Color(255, 0, 0)), Stop(1.0, Color(0, 90, 200))
    shapes = (
        Shape(rectangle(0, 0, 69, 94), fill=Color(20, 60, 80)),
        Shape(rectangle(9, 9, 9, 9), fill=LinearGradient(stops, (9, 9), (18, 18))),
    )
    page = DocumentPage(Frame("card", 69, 94, shapes), (3, 3, 63, 88), (0, 0, 69, 94))
    return Document("Cards & more", "A. Designer", "", "en", "none", (Section("Cards", (page,)),))


@pytest.mark.parametrize("standard", ["", "PDF/X-1a:2003", "PDF/X-4"])
def test_a_document_for_a_press(standard: str) -> None:
    """It has no screen colours, the profile of the press and the marks of its standard."""
    press = Press(separation(), "FOGRA39", standard)  # type: ignore[arg-type]
    data = pdf_bytes(_document(), press)
    assert data == pdf_bytes(_document(), press)
    reader = pypdf.PdfReader(io.BytesIO(data), strict=True)
    root = _root(reader)
    (intent,) = root["/OutputIntents"]
    assert intent["/OutputConditionIdentifier"] == "FOGRA39"
    assert intent["/DestOutputProfile"].get_data() == separation().profile
    page = reader.pages[0]
    content = page.get_contents()
    assert content is not None
    operators = set(re.findall(rb"(?<=\s)(rg|RG|g|G|k|K)(?=\s)", content.get_data()))
    assert operators == {b"k"}
    assert b"DeviceRGB" not in data
    assert b"DeviceCMYK" in data
    sides = [round(float(side) / 72 * 25.4, 2) for side in page.trimbox]
    assert sides == [3, 3, 66, 91]
    info: Any = reader.trailer["/Info"]
    assert info["/Trapped"] == "/False"
    if standard == "PDF/X-1a:2003":
        assert reader.pdf_header == "%PDF-1.4"
        assert info["/GTS_PDFXVersion"] == standard
        assert b"/SMask" not in data
        assert b"/OCG" not in data
    if standard == "PDF/X-4":
        assert reader.pdf_header == "%PDF-1.6"
        xmp = root["/Metadata"].get_data().decode()
        assert f"<pdfxid:GTS_PDFXVersion>{standard}<" in xmp
        assert "Cards &amp; more" in xmp


def test_only_a_profile_of_a_press_will_do(tmp_path: Path) -> None:
    screen = tmp_path / "screen.icc"
    screen.write_bytes(b"\0" * 16 + b"RGB " + b"\0" * 16 + b"acsp" + b"\0" * 100)
    with pytest.raises(CallError, match="not an ICC profile of a press with four inks"):
        read_profile(screen)
    with pytest.raises(CallError, match="cannot read the ICC profile"):
        read_profile(tmp_path / "missing.icc")
