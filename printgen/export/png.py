"""Render a page of a PDF as an opaque PNG that records its resolution."""

from __future__ import annotations

from contextlib import closing
from typing import Any, BinaryIO, Final

from printgen.errors import CallError
from printgen.limits import PNG_PIXELS
from printgen.signals import signals_blocked

POINTS_PER_INCH: Final = 72
"""An A0 poster at 450 dpi; more is a slip of the hand that would fill the memory."""


def page_count(pdf_bytes: bytes) -> int:
    with closing(_open(pdf_bytes)) as document:
        return len(document)


def write_png(pdf_bytes: bytes, page: int, dpi: int, stream: BinaryIO) -> None:
    """Write one page; pages count from zero."""
    if dpi <= 0:
        raise CallError(f"a resolution of {dpi} dpi is not possible; use 300")
    # A signal between opening a page and entering its block would leave the page to the garbage
    # collector, which closes it after its document, with a warning.
    with signals_blocked(), closing(_open(pdf_bytes)) as document:
        if not 0 <= page < len(document):
            raise CallError(f"page {page + 1} does not exist; the file has {len(document)}")
        with closing(document[page]) as sheet:
            scale = dpi / POINTS_PER_INCH
            width, height = sheet.get_size()
            if width * height * scale * scale > PNG_PIXELS:
                raise CallError(f"{dpi} dpi is too high for a page this large; use a lower one")
            with closing(sheet.render(scale=scale, may_draw_forms=False)) as bitmap:
                picture = bitmap.to_pil().convert("RGB")
    picture.save(stream, format="PNG", dpi=(dpi, dpi))


def _open(pdf_bytes: bytes) -> Any:
    import pypdfium2

    return pypdfium2.PdfDocument(pdf_bytes)
