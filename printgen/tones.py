"""Print pictures in the tones of one colour: greyscale and tints."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any, TypeVar

from msgspec.structs import replace

from printgen.colour import mix
from printgen.frame import Frame, Group, ImageFile, Item, Path, Use
from printgen.ink import BLACK, WHITE, AlphaColor, Color, Gradient, Ink

AnyInk = TypeVar("AnyInk", Ink, Ink | None)


@lru_cache(maxsize=4096)
def toned_file(image: ImageFile, dark: Color) -> ImageFile:
    """Return a picture file that is printed from `dark` to white; its bytes stay as they are."""
    digest = hashlib.sha256(f"{image.digest} {dark.hex}".encode()).hexdigest()
    return replace(image, digest=digest, dark=dark)


def open_toned(image: ImageFile) -> Any:
    """Return the Pillow image of a picture file, in its tones."""
    from PIL import Image, ImageOps

    with Image.open(image.file) as picture:
        if image.dark is None:
            picture.load()
            return picture
        alpha = picture.convert("RGBA").getchannel("A") if _has_alpha(picture) else None
        grey = picture.convert("RGB").convert("L")
    toned = grey if image.dark == BLACK else ImageOps.colorize(grey, image.dark, WHITE)
    if alpha is not None:
        toned.putalpha(alpha)
    return toned


def _has_alpha(picture: Any) -> bool:
    return "A" in picture.getbands() or "transparency" in picture.info


def tone(colour: Color, dark: Color) -> Color:
    """Return a colour's tone: black becomes `dark`, and white stays white."""
    lightness = round(0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue)
    return mix(dark, WHITE, lightness / 255)


@lru_cache(maxsize=256)
def toned_frame(frame: Frame, dark: Color) -> Frame:
    """Return a drawing in tones from `dark` to white."""
    name = f"{frame.name}:{dark.hex[1:]}"
    return replace(frame, name=name, items=tuple(_toned_item(item, dark) for item in frame.items))


def _toned_item(item: Item, dark: Color) -> Item:
    match item:
        case Path(stroke=stroke):
            line = None if stroke is None else replace(stroke, ink=_toned_ink(stroke.ink, dark))
            return replace(item, fill=_toned_ink(item.fill, dark), stroke=line)
        case Group():
            return replace(item, items=tuple(_toned_item(inner, dark) for inner in item.items))
        case Use():
            return replace(
                item, frame=toned_frame(item.frame, dark), ink=_toned_ink(item.ink, dark)
            )
    return item


def _toned_ink(ink: AnyInk, dark: Color) -> AnyInk:
    if isinstance(ink, Color):
        return tone(ink, dark)
    if isinstance(ink, AlphaColor):
        return replace(ink, color=tone(ink.color, dark))
    if isinstance(ink, Gradient):
        stops = tuple(stop._replace(color=tone(stop.color, dark)) for stop in ink.stops)
        return replace(ink, stops=stops)
    return ink
