"""Read the size and digest of PNG, JPEG and WebP files, after checking that they are intact."""

from __future__ import annotations

import hashlib
import io
import warnings
from pathlib import Path

from printgen.catalog.fault import Fault
from printgen.catalog.files import read_bytes
from printgen.errors import DataError, Finding, Location
from printgen.frame import ImageFile
from printgen.limits import IMAGE_BYTES, IMAGE_PIXELS


def read_image(file: Path, display_name: str) -> ImageFile:
    """Return the checked picture; raise DataError if it is damaged or too large."""
    try:
        data = read_bytes(file, IMAGE_BYTES)
        width, height = _measure(data)
    except Fault as fault:
        raise DataError((Finding(Location(display_name), str(fault), "image"),)) from None
    return ImageFile(file, hashlib.sha256(data).hexdigest(), width, height)


def _measure(data: bytes) -> tuple[int, int]:
    from PIL import Image, UnidentifiedImageError

    if not data:
        raise Fault("the file is empty")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # large pictures are reported below
        try:
            with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP")) as image:
                width, height = image.size
                if width * height > IMAGE_PIXELS:
                    raise Fault(_too_large(width * height))
                if image.format == "PNG":
                    image.verify()
                else:  # verify does nothing for the others; decoding finds missing data
                    # At an eighth of its size, where the format can do that.
                    image.draft("L", (max(1, width // 8), max(1, height // 8)))
                    image.load()
        except Fault:
            raise
        except UnidentifiedImageError:
            raise Fault("the file is not a PNG, JPEG or WebP picture; convert it") from None
        except Image.DecompressionBombError:
            raise Fault(_too_large(None)) from None
        except Exception as error:  # Pillow fails on damaged pictures in many ways
            raise Fault(f"the picture is damaged ({error}); save it again") from None
    return width, height


def _too_large(pixels: int | None) -> str:
    found = "far too many pixels" if pixels is None else f"{pixels / 1e6:.0f} megapixels"
    return f"the picture has {found}; the limit is {IMAGE_PIXELS / 1e6:.0f}; shrink it"
