"""Embed pictures in a PDF."""

from __future__ import annotations

from typing import Any, Final

from PIL import Image as Pictures
from pydyf import PDF, Stream

from printgen.export.pdf_objects import add_object, compressed
from printgen.export.separation import Separation
from printgen.frame import ImageFile
from printgen.tones import has_alpha, open_toned

SPACES: Final = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}


def add_image(pdf: PDF, image: ImageFile, separation: Separation | None) -> bytes:
    """Add a picture, in the inks of a press if there is one; return the reference to it."""
    if image.dark is None and separation is None:
        with Pictures.open(image.file) as picture:
            if picture.format == "JPEG":
                return add_object(pdf, _jpeg(image, picture))
    picture = open_toned(image)
    mask = {}
    if has_alpha(picture):
        picture = picture.convert("RGBA")
        alpha = picture.getchannel("A")
        mask["SMask"] = add_object(pdf, compressed(alpha.tobytes(), _entries(alpha)))
    if separation is not None:
        picture = separation.picture(picture)
    elif picture.mode not in SPACES:
        picture = picture.convert("RGB")
    return add_object(pdf, compressed(picture.tobytes(), _entries(picture) | mask))


def _jpeg(image: ImageFile, picture: Pictures.Image) -> Any:
    """Return a stream with the bytes of the file."""
    entries = _entries(picture) | {"Filter": "/DCTDecode"}
    if picture.mode == "CMYK":  # such files have their inks inverted
        entries["Decode"] = "[1 0 1 0 1 0 1 0]"
    return Stream([image.file.read_bytes()], entries)


def _entries(picture: Pictures.Image) -> dict[str, Any]:
    return {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": picture.width,
        "Height": picture.height,
        "BitsPerComponent": 8,
        "ColorSpace": SPACES[picture.mode],
    }
