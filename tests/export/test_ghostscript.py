"""Every kind of sheet, printed by Ghostscript as many printer drivers do."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import zlib
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageFilter, ImageStat

from printgen.build.game_build import label_for, make_run
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import load_game
from printgen.catalog.printers import Duplex, Profile
from printgen.catalog.svg.symbols import parse_symbol
from printgen.catalog.translations.own import own_words
from printgen.draw.component import draw_component, make_draw_context
from printgen.errors import Findings
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.layers import LayerSplitter
from printgen.export.pdf import pdf_bytes
from printgen.frame import Frame
from printgen.sheet.arrange import arrange
from printgen.sheet.calibrate import draw_calibration
from printgen.sheet.compose import compose
from tests.sheet.samples import A4, LABEL, cards

DPI = 152.4  # A4 has a whole number of pixels: both programs put them in the same places
REDUCED = 3
"""Pictures are compared at a third of that, where it no longer shows how edges are smoothed."""
MEAN_DIFFERENCE = 3.0
"""Measured: at most 1.6 with a current PDFium, 2.4 with the oldest that pyproject.toml allows."""
MAX_DIFFERENCE = 75

SHEETS = {
    "cards": ("river-dragons", "action-cards", "long", "full"),
    "card backs": ("river-dragons", "action-cards", "long", "full", "back"),
    "honeycomb": ("dragon-boats", "farm-hexes", "long", "full"),
    "tokens": ("mines", "mine-tokens", "none", "full"),
    "paths": ("dragon-boats", "boat-toppers", "long", "full"),
    "poster": ("mines", "score-board", "none", "full"),
    "booklet": ("dragon-river", "rules", "long", "full"),
    "net": ("dragon-boats", "boats", "none", "full"),
    "fold duplex": ("dragon-boats", "food-cards", "fold", "full"),
    "low ink": ("dragon-boats", "bonus-cards", "long", "low"),
    "low ink net": ("dragon-river", "dice", "none", "low"),
}
DRAWINGS = ("shaded", "masked")
"""Gradients, some of them transparent, and masks."""
FOLDED = ("net", "fold duplex", "low ink net")

# A newcomer without root cannot be made to install it; CI can, and fails.
pytestmark = pytest.mark.skipif(
    shutil.which("gs") is None and not os.environ.get("CI"), reason="Ghostscript is not installed"
)


@cache
def page(kind: str) -> Frame:
    """One page of a kind of sheet."""
    if kind in DRAWINGS:
        file = Path(__file__).parent.parent / "catalog" / "inkscape" / f"{kind}.svg"
        return parse_symbol(file.read_text(encoding="utf-8"), file.name, kind)
    if kind == "calibration":
        return draw_calibration(A4, Duplex.LONG, LABEL, own_words("en"))[0].frame
    if kind == "strips":
        run = cards(40, 60, 6, layout="strips")
        return compose(arrange(run, A4, Duplex.NONE, Profile()), LABEL)[0].frame
    slug, name, duplex, ink, *side = SHEETS[kind]
    game = load_game(slug, builtin_cards(), builtin_templates(), Findings())
    assert game is not None
    component = next(one for one in game.components if one.id == name)
    context = make_draw_context(game, ink, None)  # type: ignore[arg-type]
    run = make_run(game, component, draw_component(game, component, context, Findings()))
    pages = compose(arrange(run, A4, Duplex(duplex), Profile()), label_for(game))
    wanted = side[0] if side else {"poster": "front"}.get(kind)
    return next(one for one in pages if wanted in (None, one.side)).frame


def pdf(frame: Frame) -> bytes:
    section = Section("Sheet", (DocumentPage(frame),))
    return pdf_bytes(Document("Sheet", "Paperboat", "", "en", "none", (section,)))


@cache
def by_ghostscript(data: bytes) -> Image.Image:
    """The page as Ghostscript draws it; it must not complain about anything."""
    smooth = ("-dTextAlphaBits=4", "-dGraphicsAlphaBits=4")
    quiet = ("-dSAFER", "-dBATCH", "-dNOPAUSE", "-dPDFSTOPONWARNING", "-sstdout=%stderr")
    with TemporaryDirectory() as folder:
        file, out = Path(folder, "sheet.pdf"), Path(folder, "sheet.ppm")
        file.write_bytes(data)
        device = ("-sDEVICE=ppmraw", f"-r{DPI}", f"-sOutputFile={out}")
        call = ["gs", *quiet, *smooth, *device, str(file)]
        done = subprocess.run(call, capture_output=True, text=True, timeout=120, check=False)
        output = done.stdout + done.stderr
        assert done.returncode == 0, output
        assert not re.search("warning|error|repair|ignored", output, re.IGNORECASE), output
        return Image.open(out).convert("RGB")


@cache
def by_pdfium(data: bytes) -> Image.Image:
    document = pypdfium2.PdfDocument(data)
    try:
        picture = document[0].render(scale=DPI / 72, may_draw_forms=False).to_pil()
        converted: Image.Image = picture.convert("RGB")
        return converted
    finally:
        document.close()


def differences(one: Image.Image, other: Image.Image) -> Image.Image:
    """How much the two pictures differ at each place, from 0 to 255."""
    size = (min(one.width, other.width), min(one.height, other.height))  # one may round up
    small = [
        picture.crop((0, 0, *size)).reduce(REDUCED).filter(ImageFilter.GaussianBlur(0.7))
        for picture in (one, other)
    ]
    return ImageChops.difference(*small).convert("L")


@pytest.mark.parametrize("kind", [*SHEETS, *DRAWINGS, "strips", "calibration"])
def test_ghostscript_draws_what_pdfium_draws(kind: str) -> None:
    """Ghostscript has nothing to repair, and its picture is PDFium's."""
    data = pdf(page(kind))
    difference = differences(by_ghostscript(data), by_pdfium(data))
    assert ImageStat.Stat(difference).mean[0] < MEAN_DIFFERENCE
    assert max(difference.tobytes()) < MAX_DIFFERENCE


@pytest.mark.parametrize("kind", FOLDED)
def test_ghostscript_draws_fold_lines(kind: str) -> None:
    """Taking the fold lines away changes Ghostscript's picture as much as PDFium's."""
    whole = page(kind)
    layers = LayerSplitter().split(whole.items)
    flat = replace(
        whole, items=tuple(i for name, items in layers.items() if name != "fold" for i in items)
    )
    with_folds, without = pdf(whole), pdf(flat)
    seen = [
        _amount(by_pdfium(with_folds), by_pdfium(without)),
        _amount(by_ghostscript(with_folds), by_ghostscript(without)),
    ]
    assert seen[0] > 0
    assert 0.6 < seen[1] / seen[0] < 1.6


def _amount(one: Image.Image, other: Image.Image) -> float:
    return ImageStat.Stat(ImageChops.difference(one, other).convert("L")).sum[0]


@pytest.mark.parametrize("kind", ["net", "low ink"])
def test_numbers_are_short(kind: str) -> None:
    """No number in the file has more decimals than it needs: six in matrices, four elsewhere."""
    text = _plain_text(pdf(page(kind)))
    matrices = re.compile(rb"(?:\S+ ){6}cm")
    assert not re.findall(rb"\d*\.\d{7,}", text)
    assert not re.findall(rb"\d*\.\d{5,}", matrices.sub(b"", text))


def _plain_text(data: bytes) -> bytes:
    """The file with its page contents and forms unpacked, without fonts and pictures."""
    streams = re.compile(rb"(<<(?:(?!endobj).)*?)stream\r?\n(.*?)endstream", re.DOTALL)
    texts = [streams.sub(b"", data)]
    for about, body in streams.findall(data):
        if b"/Length1" not in about and b"/Image" not in about:
            packed = body if b"/FlateDecode" in about else zlib.compress(body)
            texts.append(io.BytesIO(zlib.decompressobj().decompress(packed)).read())
    return b"\n".join(texts)
