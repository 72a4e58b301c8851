"""Find colours that take more ink than a press can print."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from printgen.errors import Finding, Location
from printgen.frame import Frame, Group, Image, ImageFile, Item, Path, Text, Use
from printgen.ink import AlphaColor, Color, Gradient, Ink
from printgen.tones import open_toned

SAMPLE: Final = 48
"""Pixels to which a picture is scaled down: its colours, without single spots."""


def check_ink(
    frame: Frame, limit: float, title: str, wanted_ink: Callable[[Color], float]
) -> Iterator[Finding]:
    """Yield a warning if the colour of a face that takes most ink takes more than the limit of the
    service with that title."""
    most, color = max(
        ((wanted_ink(color), color) for color in _colors(frame.items)), default=(0.0, None)
    )
    if color is not None and most > limit:
        message = (
            f"the colour {color.hex} takes {most:.0%} of ink, but {title} prints at most"
            f" {limit:.0%}; it gets lighter there, so choose a lighter one if that matters"
        )
        yield Finding(frame.origin or Location(frame.name), message, "ink", is_error=False)


def _colors(items: Iterable[Item]) -> set[Color]:
    found: set[Color] = set()
    for item in items:
        match item:
            case Path() | Text():
                stroke = None if item.stroke is None else item.stroke.ink
                found.update(color for ink in (item.fill, stroke) for color in _of_ink(ink))
            case Image():
                found |= _of_picture(item.image)
            case Group():
                found |= _colors(item.items)
            case Use():
                found.update(_of_ink(item.ink))
                found |= _of_frame(item.frame)
    return found


@lru_cache(maxsize=4096)
def _of_frame(frame: Frame) -> frozenset[Color]:
    return frozenset(_colors(frame.items))


def _of_ink(ink: Ink | None) -> Iterator[Color]:
    match ink:
        case Color():
            yield ink
        case AlphaColor(color):
            yield color
        case Gradient():
            yield from (stop.color for stop in ink.stops)


@lru_cache(maxsize=512)
def _of_picture(file: ImageFile) -> frozenset[Color]:
    small: Any = open_toned(file).convert("RGB")
    small.thumbnail((SAMPLE, SAMPLE))
    return frozenset(Color(*color) for _, color in small.getcolors(SAMPLE * SAMPLE))
