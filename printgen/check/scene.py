"""Takes a frame, gives its items where they stand, and the colour seen at any point."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Final

from printgen.check.regions import Area, Box, Point, flatten
from printgen.colour import mix
from printgen.errors import Place
from printgen.frame import (
    BLACK,
    IDENTITY,
    WHITE,
    Color,
    Frame,
    Group,
    Image,
    ImageFile,
    Ink,
    Item,
    Matrix,
    Path,
    Segments,
    Spot,
    Text,
    Use,
    apply,
    multiply,
    rectangle,
)

SAMPLE_SIDE: Final = 256
"""Pixels a picture is shrunk to before its colours are looked at: a card's half millimetre."""


TRUE_SIZE: Final = 0.001
"""How much smaller than in life a piece may be and still count as printed there."""


@dataclass(frozen=True)
class Placed:
    """An item with all that its surroundings do to it. Not slotted: its area is remembered."""

    item: Path | Text | Image | Use
    matrix: Matrix
    current: Color
    opacity: float
    clips: tuple[Area, ...]
    uses: int
    """How many uses stand around it."""
    pictured: bool = False
    """Part of a piece shown smaller than it is, as booklets show cards: it is read, and checked,
    on the piece itself."""

    def colour(self, ink: Ink) -> Color:
        if isinstance(ink, Color):
            return ink
        return ink.shown if isinstance(ink, Spot) else self.current

    @property
    def scale(self) -> float:
        """By how much the item is enlarged where it is enlarged least."""
        a, b, c, d, _, _ = self.matrix
        along = math.hypot(a, b)
        return min(along, abs(a * d - b * c) / along) if along else 0.0

    @cached_property
    def area(self) -> Area:
        """What a path or picture covers; other items cover nothing."""
        match self.item:
            case Path(segments, even_odd=even_odd):
                return flatten(segments, self.matrix, even_odd=even_odd)
            case Image(x, y, width, height):
                return flatten(rectangle(x, y, width, height), self.matrix)
        return flatten((), self.matrix)

    def covers(self, x: float, y: float) -> bool:
        return self.area.holds(x, y) and all(clip.holds(x, y) for clip in self.clips)


class Scene:
    """A frame laid out flat, in paint order."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.place = frame.origin or Place(frame.name)
        self.placed = tuple(_walk(frame.items, _OUTSIDE))
        self.trim = flatten(
            frame.outline or rectangle(0, 0, frame.width, frame.height),
            IDENTITY,
        )
        self._painted = tuple(
            (index, placed)
            for index, placed in enumerate(self.placed)
            if isinstance(placed.item, Image)
            or (isinstance(placed.item, Path) and placed.item.fill is not None)
        )

    @property
    def painted(self) -> Iterator[Placed]:
        """What fills an area: filled paths and pictures."""
        return (placed for _, placed in self._painted)

    def texts(self) -> Iterator[tuple[int, Placed, Text]]:
        """Every run that is to be read here."""
        for index, placed in enumerate(self.placed):
            if isinstance(placed.item, Text) and not placed.pictured:
                yield index, placed, placed.item

    def ground(self, points: Sequence[Point], below: int | None = None) -> list[Color]:
        """The colours seen at points near each other: on top of all, or under one placed item.

        Points come together because most of a large board lies far from all of them.
        """
        xs, ys = [x for x, _ in points], [y for _, y in points]
        box = (min(xs), min(ys), max(xs), max(ys))
        near = [
            placed
            for index, placed in self._painted
            if (below is None or index < below) and _overlap(placed.area.box, box)
        ]
        near.reverse()
        return [_colour_at(near, x, y) for x, y in points]


def _overlap(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _colour_at(downwards: list[Placed], x: float, y: float) -> Color:
    covering: list[tuple[Color, float]] = []
    for placed in downwards:
        if placed.covers(x, y):
            covering.append(_paint(placed, x, y))
            if covering[-1][1] == 1:
                break
    seen = WHITE
    for colour, opacity in reversed(covering):
        seen = mix(seen, colour, opacity)
    return seen


_OUTSIDE: Final = Placed(Path(()), IDENTITY, BLACK, 1.0, (), 0)
"""What stands around a whole face: nothing that changes it."""


def _walk(items: tuple[Item, ...], around: Placed) -> Iterator[Placed]:
    for item in items:
        match item:
            case Path() | Text() | Image():
                yield replace(around, item=item)
            case Group(inner, matrix, clip, opacity):
                matrix = multiply(around.matrix, matrix)
                clips = around.clips if clip is None else (*around.clips, flatten(clip, matrix))
                yield from _walk(
                    inner,
                    replace(around, matrix=matrix, opacity=around.opacity * opacity, clips=clips),
                )
            case Use(frame, matrix, ink):
                used = replace(
                    around,
                    item=item,
                    matrix=multiply(around.matrix, matrix),
                    current=around.current if ink is None else around.colour(ink),
                )
                yield used
                is_piece = frame.clipped or frame.origin is not None
                pictured = used.pictured or (is_piece and used.scale < 1 - TRUE_SIZE)
                clips = used.clips
                if frame.clipped:
                    clips = (*clips, flatten(_bleed_box(frame), used.matrix))
                inside = replace(used, uses=used.uses + 1, clips=clips, pictured=pictured)
                yield from _walk(frame.items, inside)
            case _:
                raise TypeError(f"a {type(item).__name__} cannot be checked")


def _bleed_box(frame: Frame) -> Segments:
    edge = frame.bleed
    return rectangle(-edge, -edge, frame.width + 2 * edge, frame.height + 2 * edge)


def _paint(placed: Placed, x: float, y: float) -> tuple[Color, float]:
    if isinstance(placed.item, Path) and placed.item.fill is not None:
        return placed.colour(placed.item.fill), placed.opacity
    if isinstance(placed.item, Image):
        colour, opacity = _pixel(placed.item, *apply(_inverse(placed.matrix), x, y))
        return colour, opacity * placed.opacity
    raise TypeError(f"a {type(placed.item).__name__} paints no area")


def _pixel(item: Image, x: float, y: float) -> tuple[Color, float]:
    sample = _sample(item.image)
    column = int((x - item.x) / item.width * sample.width)
    row = int((y - item.y) / item.height * sample.height)
    red, green, blue, alpha = sample.getpixel(
        (min(max(column, 0), sample.width - 1), min(max(row, 0), sample.height - 1))
    )
    return Color(red, green, blue), alpha / 255


@lru_cache(maxsize=64)
def _sample(image: ImageFile) -> Any:
    from PIL import Image as Pictures

    with Pictures.open(image.file) as picture:
        small = picture.convert("RGBA")
        small.thumbnail((SAMPLE_SIDE, SAMPLE_SIDE))
        return small


def _inverse(matrix: Matrix) -> Matrix:
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    return (
        d / size,
        -b / size,
        -c / size,
        a / size,
        (c * f - d * e) / size,
        (b * e - a * f) / size,
    )
