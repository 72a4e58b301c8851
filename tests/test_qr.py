"""QR codes: read back from the rendered page, as a phone would."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest
import zxingcpp

from printgen.export.document import Document, DocumentPage, Section
from printgen.export.pdf import write_pdf
from tests.support import draw_one


@pytest.mark.parametrize("level", ["L", "M", "Q", "H"])
def test_codes_decode_from_the_printed_page(tmp_path: Path, level: str) -> None:
    """A code at half a millimetre a module is read off a 300 dpi page."""
    template = (
        "size: [63, 88]\nelements:\n"
        "  - rectangle: [0, 0, 63, 88]\n    fill: blue\n"
        f"  - qr: 'http://192.168.1.20:8000/g/{{id}}?x={{word}}'\n"
        f"    box: [15, 20, 33, 33]\n    level: {level}\n"
    )
    frame = draw_one(tmp_path, template)
    stream = io.BytesIO()
    pages = (DocumentPage(frame),)
    write_pdf(Document("t", "a", "s", "en", "none", (Section("s", pages),)), stream)
    image = pypdfium2.PdfDocument(stream.getvalue())[0].render(scale=300 / 72).to_pil()
    (found,) = zxingcpp.read_barcodes(image.convert("L"))
    assert found.text == "http://192.168.1.20:8000/g/a?x=hello"
