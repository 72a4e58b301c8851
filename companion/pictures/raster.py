"""Convert frames to PDF pages, PNGs and small AVIFs."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from printgen.export.document import Document, DocumentPage, Section
from printgen.export.png import face_pngs, write_png
from printgen.frame import Frame

MM_PER_INCH: Final = 25.4
AT_ONCE: Final = 8
"""How many faces are drawn before other pictures get their turn."""


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


def face_pngs_of(frames: Sequence[Frame], dpi: int, max_pixels: int) -> list[bytes]:
    """Cut-out faces, drawn a few at a time so that other pictures need not wait for all."""
    pngs: list[bytes] = []
    for start in range(0, len(frames), AT_ONCE):
        with _LOCK:
            pngs += face_pngs(frames[start : start + AT_ONCE], dpi, max_pixels)
    return pngs


@contextmanager
def drawing() -> Iterator[None]:
    """Nothing else is drawn meanwhile: for code of printgen that draws while it writes."""
    with _LOCK:
        yield


def frame_png(frame: Frame, pixels: int) -> bytes:
    """About `pixels` wide."""
    pdf = frame_pdf(frame, frame.name)
    stream = io.BytesIO()
    with _LOCK:
        write_png(pdf, 0, max(1, round(pixels / frame.width * MM_PER_INCH)), stream)
    return stream.getvalue()


@lru_cache(maxsize=256)
def frame_small(frame: Frame, preset: ImagePreset = SMALL) -> bytes:
    """An AVIF for lists, where SVGs of whole boards would be too much for a phone. A piece in a
    list is transparent outside its outline: pages are light or dark."""
    stream = io.BytesIO()
    if preset is SMALL and frame.outline is not None:
        dpi = max(1, round(preset.pixels / frame.width * MM_PER_INCH))
        png = face_pngs_of([frame], dpi, 4 * preset.pixels)[0]
    else:
        png = frame_png(frame, preset.pixels)
    with Image.open(io.BytesIO(png)) as picture:
        picture.save(stream, "AVIF", quality=preset.quality, speed=preset.speed)
    return stream.getvalue()
