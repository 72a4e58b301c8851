"""Takes the lines a net is drawn with, gives the small legend that names them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from printgen.draw.crafts.lettering import Items, line_width
from printgen.draw.crafts.net import Point, Polygon, box_around, overlap
from printgen.frame import MM_PER_PT, Color, Item, Layer, Path, Stroke, Text, polygon, rectangle
from printgen.typeface import Typeface

SIZE_PT: Final = 7.5
LINE_HEIGHT: Final = 3.6
SAMPLE: Final = 6.0
GAP: Final = 1.0
BETWEEN: Final = 3.5
CLEAR: Final = 1.5
INK: Final = Color(70, 70, 70)


class Key(Struct, frozen=True):
    """A line or a fill, and what it means; without either, a note."""

    words: str
    stroke: Stroke | None = None
    fill: Color | None = None
    layer: Layer = "marks"


class _Block(Struct, frozen=True):
    lines: tuple[tuple[Key, ...], ...]
    column: float

    @property
    def width(self) -> float:
        return max(len(line) for line in self.lines) * self.column - BETWEEN

    @property
    def height(self) -> float:
        return len(self.lines) * LINE_HEIGHT


def legend(keys: Sequence[Key], face: Typeface, taken: Sequence[Polygon]) -> Items:
    """In a corner that the net leaves free, or else below it."""
    blocks = list(_blocks(keys, face))
    x, y, width, height = box_around(point for shape in taken for point in shape)
    for block in blocks:
        for place in _corners(block, (x, y, width, height)):
            if not any(overlap(_area(block, place), shape) for shape in taken):
                return tuple(_draw(block, place, face))
    below = next((block for block in blocks if block.width <= width), blocks[-1])
    return tuple(_draw(below, (x, y + height + CLEAR), face))


def _blocks(keys: Sequence[Key], face: Typeface) -> Iterator[_Block]:
    """The keys in few long lines first, then in more and shorter ones."""
    widest = max(line_width(face, key.words, SIZE_PT) for key in keys)
    column = SAMPLE + GAP + widest + BETWEEN
    seen: set[int] = set()
    for count in range(len(keys), 0, -1):
        rows = -(-len(keys) // count)
        if rows not in seen:
            seen.add(rows)
            even = -(-len(keys) // rows)
            starts = range(0, len(keys), even)
            yield _Block(tuple(tuple(keys[i : i + even]) for i in starts), column)


def _corners(block: _Block, around: tuple[float, float, float, float]) -> Iterator[Point]:
    x, y, width, height = around
    right, bottom = x + width - block.width, y + height - block.height
    if block.width <= width and block.height <= height:
        yield from ((x, bottom), (right, bottom), (x, y), (right, y))


def _area(block: _Block, place: Point) -> Polygon:
    x, y = place[0] - CLEAR, place[1] - CLEAR
    right, bottom = place[0] + block.width + CLEAR, place[1] + block.height + CLEAR
    return ((x, y), (right, y), (right, bottom), (x, bottom))


def _draw(block: _Block, place: Point, face: Typeface) -> Iterator[Item]:
    cap = face.cap_height * SIZE_PT * MM_PER_PT
    for row, line in enumerate(block.lines):
        y = place[1] + (row + 0.5) * LINE_HEIGHT
        for column, key in enumerate(line):
            x = place[0] + column * block.column
            if key.fill is not None:
                box = rectangle(x, y - cap / 2 - 0.3, SAMPLE, cap + 0.6)
                yield Path(box, key.fill, layer="marks")
            if key.stroke is not None:
                segments = polygon(((x, y), (x + SAMPLE, y)), closed=False)
                yield Path(segments, stroke=key.stroke, layer=key.layer)
            width = line_width(face, key.words, SIZE_PT)
            has_sample = key.fill is not None or key.stroke is not None
            left = x + SAMPLE + GAP if has_sample else x
            yield Text(left, y + cap / 2, key.words, face, SIZE_PT, INK, width, "marks")
