"""Render pages of a PDF as PNGs that record their resolution: pages opaque, faces cut out."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import closing
from typing import Any, BinaryIO, Final

from printgen.errors import CallError
from printgen.export.document import Document, DocumentPage, Section
from printgen.frame import Frame, Group, Path, Use
from printgen.geometry import rectangle, scale
from printgen.ink import WHITE
from printgen.limits import PNG_PIXELS
from printgen.signals import signals_blocked

POINTS_PER_INCH: Final = 72
MM_PER_INCH: Final = 25.4
COVERED: Final = 80
"""Of 255: art that leaves less than this of a pixel bare covers its paper, up to its edge, where
pixels that are half inside have a quarter of it."""
ROUND_UP: Final = 0.02
"""The share of a pixel that a page lacks, so that rounding up gives the number meant."""


def page_count(pdf_bytes: bytes) -> int:
    with closing(_open(pdf_bytes)) as document:
        return len(document)


def write_png(pdf_bytes: bytes, page: int, dpi: int, stream: BinaryIO) -> None:
    """Write one page; pages count from zero."""
    _check_dpi(dpi)
    # A signal between opening a page and entering its block would leave the page to the garbage
    # collector, which closes it after its document, with a warning.
    with signals_blocked(), closing(_open(pdf_bytes)) as document:
        if not 0 <= page < len(document):
            raise CallError(f"page {page + 1} does not exist; the file has {len(document)}")
        with closing(document[page]) as sheet:
            picture = _render(sheet, dpi).convert("RGB")
    picture.save(stream, format="PNG", dpi=(dpi, dpi))


def face_pngs(frames: Sequence[Frame], dpi: int, max_pixels: int | None = None) -> list[bytes]:
    """Return a picture of each face as it is cut out of paper: without its bleed, and transparent
    outside its outline. One that would be wider or higher than `max_pixels` gets a lower
    resolution."""
    from printgen.export.pdf import pdf_bytes  # takes long to import

    _check_dpi(dpi)
    if not frames:
        return []
    resolutions = [fitting_dpi(frame, dpi, max_pixels) for frame in frames]
    pages = tuple(
        DocumentPage(_on_whole_pixels(page, own))
        for frame, own in zip(frames, resolutions, strict=True)
        for page in (cut_out(frame), _paper(frame))
    )
    data = pdf_bytes(Document("", "", "", "en", "none", (Section("", pages),)))
    pictures = []
    with signals_blocked(), closing(_open(data)) as document:
        for number, own in enumerate(resolutions):
            art, paper = (
                _rendered(document, 2 * number + page, own, fill_color=(255, 255, 255, 0))
                for page in (0, 1)
            )
            stream = io.BytesIO()
            _on_paper(art, paper).save(stream, format="PNG", dpi=(own, own))
            pictures.append(stream.getvalue())
    return pictures


def cut_out(frame: Frame) -> Frame:
    """Return what is left of a face when it is cut along its outline."""
    cut = frame.outline or rectangle(0, 0, frame.width, frame.height)
    return Frame(frame.name, frame.width, frame.height, (Group((Use(frame),), clip=cut),))


def _paper(frame: Frame) -> Frame:
    """Return the paper of a face that is cut along its outline."""
    cut = frame.outline or rectangle(0, 0, frame.width, frame.height)
    return Frame(frame.name, frame.width, frame.height, (Path(cut, fill=WHITE),))


def _on_paper(art: Any, paper: Any) -> Any:
    """Return a picture on its paper, if that shows between its art. Under art that covers it, paper
    would only be a light rim."""
    from PIL import Image, ImageChops

    bare: Any = ImageChops.subtract(paper.getchannel("A"), art.getchannel("A"))
    return Image.alpha_composite(paper, art) if bare.getextrema()[1] > COVERED else art


def _on_whole_pixels(frame: Frame, dpi: int) -> Frame:
    """Return the frame as wide and high as the nearest numbers of pixels, of which a renderer that
    rounds up draws no more."""
    width, height = (
        (max(1, round(side * dpi / MM_PER_INCH)) - ROUND_UP) * MM_PER_INCH / dpi
        for side in (frame.width, frame.height)
    )
    fitted = Use(frame, scale(width / frame.width, height / frame.height))
    return Frame(frame.name, width, height, (fitted,))


def fitting_dpi(frame: Frame, dpi: int, max_pixels: int | None) -> int:
    """Return the resolution at which neither side of a face has more than `max_pixels`."""
    if max_pixels is None:
        return dpi
    longest = max(frame.width, frame.height) / MM_PER_INCH
    return max(1, min(dpi, int((max_pixels - 1) / longest)))


def _check_dpi(dpi: int) -> None:
    if dpi <= 0:
        raise CallError(f"a resolution of {dpi} dpi is not possible; use 300")


def _rendered(document: Any, page: int, dpi: int, **options: Any) -> Any:
    with closing(document[page]) as sheet:
        return _render(sheet, dpi, **options)


def _render(sheet: Any, dpi: int, **options: Any) -> Any:
    """Return a page as a picture of Pillow."""
    factor = dpi / POINTS_PER_INCH
    width, height = sheet.get_size()
    if width * height * factor * factor > PNG_PIXELS:
        raise CallError(f"{dpi} dpi is too high for a page this large; use a lower one")
    with closing(sheet.render(scale=factor, may_draw_forms=False, **options)) as bitmap:
        return bitmap.to_pil().copy()


def _open(pdf_bytes: bytes) -> Any:
    import pypdfium2

    return pypdfium2.PdfDocument(pdf_bytes)
