"""Convert frames to PDF pages, PNGs and small AVIFs."""

from __future__ import annotations

import io
import threading
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from printgen.export.document import Document, DocumentPage, Section
from printgen.export.png import write_png
from printgen.frame import Frame

MM_PER_INCH: Final = 25.4


class ImagePreset(Struct, frozen=True):
    """How to compress a picture: slower compression is smaller or looks better."""

    pixels: int
    quality: int
    speed: int


SMALL: Final = ImagePreset(256, 32, 10)
"""A piece in a list of many."""
COVER: Final = ImagePreset(320, 22, 6)
"""A game in the list of games, all of which phones load at once."""
WIDE: Final = ImagePreset(800, 34, 8)
"""The game on its own page."""
STEP: Final = ImagePreset(640, 40, 8)
"""A picture of how to play, sharp on a phone."""
SHARP_COVERS: Final = {2: ImagePreset(640, 24, 8), 3: ImagePreset(960, 24, 8)}
"""The same as COVER for screens with more pixels."""
SHARP_WIDE: Final = ImagePreset(1280, 30, 8)
"""The same as WIDE for screens with more pixels."""

_LOCK: Final = threading.Lock()  # reportlab's fonts and pdfium are not thread-safe


def frame_pdf(frame: Frame, title: str, author: str = "", subject: str = "") -> bytes:
    from printgen.export.pdf import pdf_bytes  # takes long to import

    section = Section(title, (DocumentPage(frame),))
    with _LOCK:
        return pdf_bytes(Document(title, author, subject, "en", "none", (section,)))


def frame_png(frame: Frame, pixels: int) -> bytes:
    """About `pixels` wide."""
    pdf = frame_pdf(frame, frame.name)
    stream = io.BytesIO()
    with _LOCK:
        write_png(pdf, 0, max(1, round(pixels / frame.width * MM_PER_INCH)), stream)
    return stream.getvalue()


@lru_cache(maxsize=256)
def frame_small(frame: Frame, preset: ImagePreset = SMALL) -> bytes:
    """An AVIF for lists, where SVGs of whole boards would be too much for a phone."""
    stream = io.BytesIO()
    with Image.open(io.BytesIO(frame_png(frame, preset.pixels))) as picture:
        picture.save(stream, "AVIF", quality=preset.quality, speed=preset.speed)
    return stream.getvalue()
