"""Takes a PDF's bytes, gives one of its pages as an opaque PNG that knows its resolution."""

from __future__ import annotations

from contextlib import closing
from typing import Any, BinaryIO, Final

from printgen.errors import CallError

POINTS_PER_INCH: Final = 72
MOST_PIXELS: Final = 400_000_000
"""An A0 poster at 450 dpi; more is a slip of the hand that would fill the memory."""


def page_count(pdf_bytes: bytes) -> int:
    with closing(_open(pdf_bytes)) as document:
        return len(document)


def write_png(pdf_bytes: bytes, page: int, dpi: int, stream: BinaryIO) -> None:
    """Writes one page; pages count from zero."""
    if dpi <= 0:
        raise CallError(f"a resolution of {dpi} dpi is not possible; use 300")
    with closing(_open(pdf_bytes)) as document:
        if not 0 <= page < len(document):
            raise CallError(f"page {page + 1} does not exist; the file has {len(document)}")
        with closing(document[page]) as sheet:
            scale = dpi / POINTS_PER_INCH
            width, height = sheet.get_size()
            if width * height * scale * scale > MOST_PIXELS:
                raise CallError(f"{dpi} dpi is too fine for a page this large; use fewer")
            with closing(sheet.render(scale=scale, may_draw_forms=False)) as bitmap:
                picture = bitmap.to_pil().convert("RGB")
    picture.save(stream, format="PNG", dpi=(dpi, dpi))


def _open(pdf_bytes: bytes) -> Any:
    import pypdfium2

    return pypdfium2.PdfDocument(pdf_bytes)
