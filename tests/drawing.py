"""Draw frames with independent renderers, and compare what they show."""

from __future__ import annotations

import io
from typing import Any

import pypdfium2
import resvg_py
from PIL import Image, ImageChops

from printgen.export.document import Document, DocumentPage, Section
from printgen.export.pdf import pdf_bytes
from printgen.export.svg import write_svg
from printgen.frame import Frame

DPI = 127
"""5 pixels to the millimetre: edges at whole millimetres are sharp in all renderers."""
BLOCK = 8
"""Pixels that are compared as one: renderers smooth edges differently."""


def pdf_of(frame: Frame) -> bytes:
    section = Section("page", (DocumentPage(frame),))
    return pdf_bytes(Document("page", "", "", "en", "none", (section,)))


def drawn_pdf(frame: Frame, dpi: float = DPI) -> Any:
    page = pypdfium2.PdfDocument(pdf_of(frame))[0]
    exact = dpi / 72 * (1 - 1e-6)  # the size is rounded up, which would stretch the picture
    return page.render(scale=exact).to_pil().convert("RGB")


def drawn_svg(frame: Frame, dpi: int = DPI) -> Any:
    stream = io.StringIO()
    write_svg(frame, stream, show_bleed=False)
    return drawn_by_resvg(stream.getvalue(), dpi=dpi)


def drawn_by_resvg(svg: str, **options: Any) -> Any:
    data = bytes(resvg_py.svg_to_bytes(svg_string=svg, background="white", **options))
    return Image.open(io.BytesIO(data)).convert("RGB")


def worst_difference(one: Any, other: Any) -> int:
    """Return the largest difference between blocks of two pictures, from 0 to 255."""
    assert one.size == other.size
    size = one.width // BLOCK, one.height // BLOCK
    whole = (0, 0, size[0] * BLOCK, size[1] * BLOCK)
    small = [p.crop(whole).resize(size, Image.Resampling.BOX) for p in (one, other)]
    return max(ImageChops.difference(*small).tobytes())
