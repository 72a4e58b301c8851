"""Scripts, fonts and line breaks of the sample, read back from PDF and SVG."""

from __future__ import annotations

import io
import os
import subprocess
import unicodedata
from pathlib import Path

import pypdf
import pypdfium2
import pytest
import resvg_py
from PIL import Image, ImageChops

from printgen.catalog.builtin import builtin_templates
from printgen.catalog.fault import Fault
from printgen.catalog.font_files import check_axes, system_fonts
from printgen.catalog.load import load_game
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.face import Face
from printgen.errors import Findings
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.pdf import pdf_bytes
from printgen.export.svg import write_svg
from printgen.frame import Frame, Text
from printgen.ink import BLACK
from printgen.lengths import MM_PER_PT
from printgen.text.bidi import base_level
from printgen.text.typeface import Shaping, Typeface

# A newcomer without root cannot be made to install fonts; CI can, and fails.
pytestmark = pytest.mark.skipif(
    "Amiri-Regular.ttf" not in system_fonts() and not os.environ.get("CI"),
    reason="the fonts of tests/system-packages are not installed",
)
SAMPLE = Path(__file__).parent.parent / "sample" / "gallery"


@pytest.fixture(scope="module")
def faces() -> dict[str, Face]:
    findings = Findings()
    game = load_game("scripts", SAMPLE, builtin_templates(), findings)
    assert game is not None
    assert not list(findings)
    (component,) = game.components
    made = draw_component(game, component, make_draw_context(game, "full", None), findings)
    assert not list(findings)
    return {face.front.name.rpartition("/")[2]: face for face in made}


def _pdf(frame: Frame) -> bytes:
    page = DocumentPage(frame)
    return pdf_bytes(Document("t", "a", "s", "en", "none", (Section("s", (page,)),)))


def _extracted(frame: Frame) -> str:
    """What pdftotext reads, without the marks that show the order of reading."""
    found = subprocess.run(
        ["pdftotext", "-", "-"], input=_pdf(frame), capture_output=True, check=True
    ).stdout.decode()
    return " ".join("".join(c for c in found if unicodedata.category(c) != "Cf").split())


@pytest.mark.parametrize(
    ("text", "font"),
    [
        ("مرحبا بكم في قارب الورق", "Amiri-Regular.ttf"),
        ("السلام عليكم", "Amiri-Regular.ttf"),
        ("שלום עולם! הניחו קלף", "FrankRuehlCLM-Medium.ttf"),
        ("हर खिलाड़ी तीन मछलियाँ लेता है। क्षत्रिय, श्री, प्रिंट", "Lohit-Devanagari.ttf"),
        ("น้ำใจไมตรี ผู้เล่น", "Garuda.ttf"),
        ("船は「港」まで進みます。", "ipagp.ttf"),
        ("office, fjord: waffle", "EBGaramond12-Regular.otf"),
    ],
)
def test_extracted_text_is_the_source(text: str, font: str) -> None:
    """Text copied from the PDF is the source in the order of reading, ligatures, reordered vowels
    and joined letters included."""
    face = Typeface(font, system_fonts()[font], font)
    shaping = Shaping(rtl=bool(base_level(text)))
    width = face.width(text, shaping) * 20 * MM_PER_PT
    run = Text(5, 20, text, face, 20, BLACK, width, shaping=shaping)
    found = _extracted(Frame("page", 210, 40, (run,)))
    assert unicodedata.normalize("NFC", found) == unicodedata.normalize("NFC", text)


def test_pdfium_reads_hebrew_too() -> None:
    """The library inside Chromium reads a Hebrew line with its comma as it was written. (Pdftotext
    moves such a comma behind the space.)"""
    face = Typeface("hebrew", system_fonts()["FrankRuehlCLM-Medium.ttf"], "hebrew")
    run = Text(5, 20, "שלום עולם, הניחו קלף!", face, 20, BLACK, 90, shaping=Shaping(rtl=True))
    page = pypdfium2.PdfDocument(_pdf(Frame("page", 210, 40, (run,))))[0]
    assert page.get_textpage().get_text_bounded() == "שלום עולם, הניחו קלף!"


def test_lines_of_one_card_are_extracted(faces: dict[str, Face]) -> None:
    """A card in Japanese or Hindi is read back whole, across its lines."""
    found = _extracted(faces["japanese"].front)
    assert "プレイヤーは「カード」を３枚引き、" in found.replace(" ", "")
    found = _extracted(faces["hindi"].front)
    assert "नमस्ते दुनिया! हर खिलाड़ी तीन मछलियाँ लेता है" in found


@pytest.mark.parametrize(
    "name", ["arabic", "hebrew", "hindi", "thai", "japanese", "garamond", "spans"]
)
def test_pdf_and_svg_agree(faces: dict[str, Face], name: str) -> None:
    """The same glyphs stand in the same places in both formats."""
    frame = faces[name].front
    dpi = 150
    page = pypdfium2.PdfDocument(_pdf(frame))[0].render(scale=dpi / 72).to_pil().convert("L")
    stream = io.StringIO()
    write_svg(frame, stream, show_bleed=False)
    data = bytes(resvg_py.svg_to_bytes(svg_string=stream.getvalue(), background="white", dpi=dpi))
    drawn = Image.open(io.BytesIO(data)).convert("L").resize(page.size)
    small = (page.width // 8, page.height // 8)  # antialiasing differs by a pixel
    difference = ImageChops.difference(
        page.resize(small, Image.Resampling.BOX), drawn.resize(small, Image.Resampling.BOX)
    )
    assert max(difference.tobytes()) < 40
    assert min(page.tobytes()) < 100  # something is drawn


@pytest.mark.parametrize(
    ("text", "font"),
    [
        ("السلام", "Amiri-Regular.ttf"),
        ("क्षत्रिय", "Lohit-Devanagari.ttf"),
        ("ภาพ", "Garuda.ttf"),
        ("AVATAR office", "EBGaramond12-Regular.otf"),
    ],
)
def test_lines_look_like_harfbuzz_draws_them(tmp_path: Path, text: str, font: str) -> None:
    """The picture of a line agrees with the one that HarfBuzz's own hb-view makes."""
    file = system_fonts()[font]
    size = 100
    out = tmp_path / "line.png"
    subprocess.run(
        [
            *(
                "hb-view",
                str(file),
                text,
                f"--font-size={size}",
                "--margin=20",
            ),
            *(f"--output-file={out}", "--output-format=png"),
        ],
        check=True,
    )
    reference = _ink(Image.open(out).convert("L"))
    face = Typeface(font, file, font)
    shaping = Shaping(rtl=bool(base_level(text)))
    run = Text(20, 60, text, face, size, BLACK, 0, shaping=shaping)
    page = pypdfium2.PdfDocument(_pdf(Frame("page", 300, 100, (run,))))[0]
    ours = _ink(page.render(scale=1).to_pil().convert("L"))
    assert abs(ours.width - reference.width) <= 2
    assert abs(ours.height - reference.height) <= 2
    small = (reference.width // 6, reference.height // 6)
    difference = ImageChops.difference(
        ours.resize(small, Image.Resampling.BOX), reference.resize(small, Image.Resampling.BOX)
    )
    assert max(difference.tobytes()) < 90


def _ink(picture: Image.Image) -> Image.Image:
    box = picture.point(lambda v: 255 if v < 128 else 0).getbbox()
    assert box is not None
    return picture.crop(box)


def test_fonts_of_every_kind_are_embedded(faces: dict[str, Face]) -> None:
    """TrueType, PostScript and variable fonts are embedded as subsets."""
    kinds = {}
    for name in ("german", "garamond", "inter"):
        fonts = pypdf.PdfReader(io.BytesIO(_pdf(faces[name].front))).pages[0]["/Resources"]["/Font"]  # type: ignore[index]
        for font in fonts.values():
            made = font.get_object()
            (glyphs,) = made["/DescendantFonts"]
            files = {key for key in glyphs.get_object()["/FontDescriptor"] if "FontFile" in key}
            kinds[made["/BaseFont"][8:]] = files
    assert kinds == {
        "SourceSansPro-Regular": {"/FontFile2"},
        "SourceSansPro-Bold": {"/FontFile2"},
        "EBGaramond12-Regular": {"/FontFile3"},
        "Intervar-wght350": {"/FontFile2"},
        "Intervar-wght800": {"/FontFile2"},
    }


@pytest.mark.parametrize(
    ("axes", "message"),
    [({"wgth": 350}, "did you mean 'wght'"), ({"wght": 2000}, "goes from 100 to 900")],
)
def test_impossible_instances_are_refused(axes: dict[str, float], message: str) -> None:
    """An axis that a variable font lacks, or a value beyond its ends, is a mistake."""
    with pytest.raises(Fault, match=message):
        check_axes(system_fonts()["Inter.var.ttf"], 0, tuple(axes.items()))


def test_justified_lines_fill_their_box(faces: dict[str, Face]) -> None:
    """All lines but the last end at the right edge of the box, with hyphens where they help."""
    lines = [i for i in faces["german"].front.items if isinstance(i, Text) and i.size_pt == 11]
    assert len(lines) > 3
    for line in lines[1:-1]:  # the first one is a single word
        assert line.x + line.width == pytest.approx(59, abs=0.05)
    assert lines[-1].x + lines[-1].width < 58
    assert any(line.string.endswith("-") for line in lines[:-1])
