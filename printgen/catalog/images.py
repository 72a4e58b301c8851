"""Takes a PNG or JPEG file, gives its size and digest once it is known to be whole."""

from __future__ import annotations

import hashlib
import io
import warnings
from pathlib import Path
from typing import Final

from printgen.catalog.fault import Fault
from printgen.catalog.files import MEGABYTE, read_bytes
from printgen.errors import DataError, Finding, Place
from printgen.frame import ImageFile

MOST_BYTES: Final = 50 * MEGABYTE
MOST_PIXELS: Final = 80_000_000


def read_image(file: Path, shown: str) -> ImageFile:
    """Raises DataError for anything but a sound picture of bearable size."""
    try:
        data = read_bytes(file, MOST_BYTES)
        width, height = _measure(data)
    except Fault as fault:
        raise DataError((Finding(Place(shown), str(fault), "image"),)) from None
    return ImageFile(file, hashlib.sha256(data).hexdigest(), width, height)


def _measure(data: bytes) -> tuple[int, int]:
    from PIL import Image, UnidentifiedImageError

    if not data:
        raise Fault("the file is empty")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its size warning is our error, in our words
        try:
            with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
                width, height = image.size
                if width * height > MOST_PIXELS:
                    raise Fault(_too_large(width * height))
                if image.format == "PNG":
                    image.verify()
                else:  # verify does nothing for JPEG: decoding at an eighth finds what is missing
                    image.draft("L", (max(1, width // 8), max(1, height // 8)))
                    image.load()
        except Fault:
            raise
        except UnidentifiedImageError:
            raise Fault("the file is neither a PNG nor a JPEG picture") from None
        except Image.DecompressionBombError:
            raise Fault(_too_large(None)) from None
        except Exception as error:  # a damaged picture fails in Pillow in countless ways
            raise Fault(f"the picture is damaged ({error})") from None
    return width, height


def _too_large(pixels: int | None) -> str:
    found = "far too many pixels" if pixels is None else f"{pixels / 1e6:.0f} megapixels"
    return f"the picture has {found}; {MOST_PIXELS / 1e6:.0f} megapixels is the most that is used"
