"""Right-to-left text, copied out of the PDF by three independent programs."""

from __future__ import annotations

import io
import os
import subprocess
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pypdf
import pypdfium2
import pytest

from printgen.catalog.font_files import system_fonts
from tests.drawing import drawn_pdf, drawn_svg, pdf_of, worst_difference
from tests.support import draw_one

# A newcomer without root cannot be made to install fonts; CI can, and fails.
pytestmark = pytest.mark.skipif(
    "Amiri-Regular.ttf" not in system_fonts() and not os.environ.get("CI"),
    reason="the fonts of tests/system-packages are not installed",
)
OLDER_PDFIUM: Final = 7999
"""The last build known to move brackets between right-to-left words, whoever wrote the file."""
KNOWS_BRACKETS: Final = pypdfium2.PDFIUM_INFO.build > OLDER_PDFIUM
PROGRAMS: Final = ("poppler", "pdfium", "pypdf") if KNOWS_BRACKETS else ("poppler", "pypdf")
# What a program cannot read, whoever wrote the file: pypdf takes square brackets and quotes for
# letters, and turns Arabic digits around, as well as punctuation in a font of its own; Poppler
# loses the space between two directions.
CASES: Final[Mapping[str, tuple[str, ...]]] = {
    "مرحبا بكم في قارب الورق": (),
    "خذ بطاقة (واحدة) الآن": (),
    "خذ 12 بطاقة": (),
    "خذ ١٢ بطاقة الآن": ("pypdf",),
    "خذ 12 بطاقة (3 أو 4)، ثم 1,000": (),
    "السعر 3.50 دولار": (),
    "نعم، لا؛ ربما؟": (),
    "ضع «القارب» [هنا]!": ("pypdf",),
    "بِسْمِ الوَلَدِ الرَّحْمٰنِ": (),
    "كَتَبَ الوَلَدُ رَسائِلَ": (),
    "لعبة Paperboat جديدة": (),
    "שלום עולם! הניחו קלף": (),
    "שלום עולם, הניחו קלף!": (),
    "קחו קלף (אחד) עכשיו": (),
    "קחו 12 קלפים (3 או 4), ואז 1,000": ("pypdf latin",),
    "המחיר 3.50 שקל": (),
    "5–7 קלפים": (),
    "50% מהקלפים": (),
    "שָׁלוֹם עוֹלָם": (),
    "בְּרֵאשִׁית בָּרָא": (),
    'שחקו "עכשיו" [או] אחר-כך?': ("pypdf",),
    "משחק Paperboat חדש": (),
    "Play משחק now": ("poppler",),
}
THEME: Final = """extends: plain
fonts: {body: [Frank Ruehl, Amiri, Source Sans Pro], latin: [Source Sans Pro, Frank Ruehl, Amiri]}
text:
  body: {font: body, size: 9, smallest: 9}
  latin: {font: latin, size: 9, smallest: 9}
"""
FONTS: Final = """families:
  Frank Ruehl: {system: true, regular: FrankRuehlCLM-Medium.ttf}
  Amiri: {system: true, regular: Amiri-Regular.ttf}
"""


FILES: Final = {"theme.yaml": THEME, "fonts.yaml": FONTS}


def _read(pdf: bytes, program: str) -> str:
    if program == "poppler":
        command = ["pdftotext", "-", "-"]
        return subprocess.run(command, input=pdf, capture_output=True, check=True).stdout.decode()
    if program == "pdfium":
        return str(pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded())
    return pypdf.PdfReader(io.BytesIO(pdf)).pages[0].extract_text()


def _lines(found: str) -> list[str]:
    """The lines without the invisible marks that say how to order them."""
    seen = "".join(c for c in found if c in "\n" or unicodedata.category(c) != "Cf")
    return [" ".join(unicodedata.normalize("NFC", line).split()) for line in seen.splitlines()]


@pytest.mark.parametrize("style", ["body", "latin"])
def test_text_is_copied_in_the_order_of_reading(tmp_path: Path, style: str) -> None:
    """Brackets, numbers, vowel marks and other scripts come out where they are read, in programs
    that each guess in another way, and in fonts that have all of a line or only its letters."""
    for text, fails in CASES.items():
        quoted = text.replace('"', '\\"')
        elements = [
            f'  - {{text: "{quoted}", style: {style}, box: [4, {y}, 120, 6]}}' for y in (4, 12)
        ]
        # Programs look at the whole page to see its direction.
        elements.append(
            f'  - {{text: "קלף בטאقة שלום عالم", style: {style}, box: [4, 20, 120, 6]}}'
        )
        template = "size: [128, 32]\nbleed: 0\nelements:\n" + "\n".join(elements)
        pdf = pdf_of(draw_one(tmp_path, template, files=FILES))
        wanted = unicodedata.normalize("NFC", text)
        for program in PROGRAMS:
            lines = _lines(_read(pdf, program))
            fails_here = program in fails or f"{program} {style}" in fails
            assert (wanted in lines) != fails_here, (text, program, lines)


@pytest.mark.parametrize("text", ["בְּרֵאשִׁית (12), בָּרָא!", "بِسْمِ اللّٰهِ (٣)، «رَسائِلَ»"])
def test_letters_stay_where_they_were(tmp_path: Path, text: str) -> None:
    """What is shown in another order, or in parts, is drawn as in SVG."""
    template = f'size: [60, 20]\nbleed: 0\nelements:\n  - {{text: "{text}", box: [4, 6, 52, 9]}}\n'
    frame = draw_one(tmp_path, template, files=FILES)
    assert worst_difference(drawn_pdf(frame), drawn_svg(frame)) < 45
