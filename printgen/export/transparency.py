"""Tell whether anything shines through anything in a picture."""

from __future__ import annotations

from functools import lru_cache

from printgen.frame import Frame, Group, Image, ImageFile, Item, Path, Text, Use
from printgen.ink import AlphaColor, Gradient, Ink


@lru_cache(maxsize=4096)
def is_transparent(frame: Frame) -> bool:
    return any(map(_shines_through, frame.items))


def _shines_through(item: Item) -> bool:
    match item:
        case Path():
            return _has_alpha(item.fill) or (
                item.stroke is not None and _has_alpha(item.stroke.ink)
            )
        case Text():
            return _has_alpha(item.fill) or (
                item.stroke is not None and _has_alpha(item.stroke.ink)
            )
        case Image():
            return _has_alpha_channel(item.image)
        case Group():
            apart = item.opacity < 1 or item.blend != "normal" or item.mask is not None
            return apart or any(map(_shines_through, item.items))
        case Use():
            return is_transparent(item.frame)


def _has_alpha(ink: Ink | None) -> bool:
    if isinstance(ink, Gradient):
        return any(stop.opacity < 1 for stop in ink.stops)
    return isinstance(ink, AlphaColor)


@lru_cache(maxsize=512)
def _has_alpha_channel(image: ImageFile) -> bool:
    from PIL import Image as Picture

    with Picture.open(image.file) as opened:
        return "A" in opened.getbands() or "transparency" in opened.info
