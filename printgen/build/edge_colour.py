"""Find the colour that goes around a face that is smaller than its product."""

from __future__ import annotations

import io
from typing import Any, Final

from printgen.export.document import Document, DocumentPage, Section
from printgen.export.pdf import pdf_bytes
from printgen.export.png import write_png
from printgen.frame import Frame, Use
from printgen.ink import Color

DPI: Final = 25
COLOURS: Final = 12


def edge_colour(frame: Frame) -> Color:
    """Return the most common colour at the edge of a face."""
    from PIL import Image

    page = Frame(frame.name, frame.width, frame.height, (Use(frame),))
    stream = io.BytesIO()
    sections = (Section("", (DocumentPage(page),)),)
    write_png(pdf_bytes(Document("", "", "", "en", "none", sections)), 0, DPI, stream)
    with Image.open(stream) as opened:
        picture = opened.convert("RGB")
    width, height = picture.size
    line = Image.new("RGB", (2 * width + 2 * height, 1))
    for number, y in enumerate((0, height - 1)):
        line.paste(picture.crop((0, y, width, y + 1)), (number * width, 0))
    for number, x in enumerate((0, width - 1)):
        side = picture.crop((x, 0, x + 1, height)).transpose(Image.Transpose.ROTATE_90)
        line.paste(side, (2 * width + number * height, 0))
    counted: Any = line.quantize(COLOURS).convert("RGB").getcolors()
    _, (red, green, blue) = max(counted)
    return Color(red, green, blue)
