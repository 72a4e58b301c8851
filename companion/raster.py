"""Takes a finished picture, gives it as a PDF page, a PNG or a small AVIF."""

from __future__ import annotations

import io
import threading
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from printgen.build.produce import pdf_bytes
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.png import write_png
from printgen.frame import Frame

MM_PER_INCH: Final = 25.4


class Fineness(Struct, frozen=True):
    """How a picture is made small: what takes longer to pack is smaller, or looks better."""

    pixels: int
    quality: int
    speed: int


SMALL: Final = Fineness(256, 32, 10)
"""One of many pieces in a list."""
COVER: Final = Fineness(320, 22, 6)
"""A game among others: the first that phones load, and all of them at once."""
WIDE: Final = Fineness(800, 34, 8)
"""One game on a page of its own."""

_DRAWING: Final = threading.Lock()  # fonts are collected, and pages drawn, one at a time


def frame_pdf(frame: Frame, title: str, author: str = "", subject: str = "") -> bytes:
    section = Section(title, (DocumentPage(frame),))
    with _DRAWING:
        return pdf_bytes(Document(title, author, subject, "en", "none", (section,)))


def frame_png(frame: Frame, pixels: int) -> bytes:
    """As wide as so many pixels, or nearly."""
    pdf = frame_pdf(frame, frame.name)
    stream = io.BytesIO()
    with _DRAWING:
        write_png(pdf, 0, max(1, round(pixels / frame.width * MM_PER_INCH)), stream)
    return stream.getvalue()


@lru_cache(maxsize=256)
def frame_small(frame: Frame, fineness: Fineness = SMALL) -> bytes:
    """For lists, where the SVG of a whole board would be too much for a phone."""
    stream = io.BytesIO()
    with Image.open(io.BytesIO(frame_png(frame, fineness.pixels))) as picture:
        picture.save(stream, "AVIF", quality=fineness.quality, speed=fineness.speed)
    return stream.getvalue()
