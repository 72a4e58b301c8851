"""Draw the legend that names the lines and fills of a sheet of nets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from printgen.draw.crafts.lettering import line_width
from printgen.frame import Frame, Item, Layer, Path, Stroke, Text
from printgen.geometry import polygon, rectangle
from printgen.ink import Color
from printgen.lengths import MM_PER_PT
from printgen.text.typeface import Typeface

SIZE_PT: Final = 7.5
HEIGHT: Final = 3.6
SAMPLE: Final = 8.0  # long enough to show a dash pattern twice
GAP: Final = 1.2
BETWEEN: Final = 5.0
INK: Final = Color(70, 70, 70)


class Key(Struct, frozen=True):
    """An entry of the legend: a line or fill and its meaning, or just a note."""

    text: str
    stroke: Stroke | None = None
    fill: Color | None = None
    layer: Layer = "marks"


def draw_legend(keys: Iterable[Key], face: Typeface) -> Frame:
    """Draw all keys in one line, each once; a sheet prints the legend once per page."""
    items: list[Item] = []
    x = 0.0
    for key in dict.fromkeys(keys):
        if items:
            x += BETWEEN
        has_sample = key.fill is not None or key.stroke is not None
        left = x + SAMPLE + GAP if has_sample else x
        items += _draw_key(key, x, left, face)
        x = left + line_width(face, key.text, SIZE_PT)
    return Frame("legend", x, HEIGHT, tuple(items))


def _draw_key(key: Key, x: float, left: float, face: Typeface) -> Iterator[Item]:
    cap = face.cap_height * SIZE_PT * MM_PER_PT
    y = HEIGHT / 2
    if key.fill is not None:
        yield Path(rectangle(x, y - cap / 2 - 0.3, SAMPLE, cap + 0.6), key.fill, layer="marks")
    if key.stroke is not None:
        segments = polygon(((x, y), (x + SAMPLE, y)), closed=False)
        yield Path(segments, stroke=key.stroke, layer=key.layer)
    width = line_width(face, key.text, SIZE_PT)
    yield Text(left, y + cap / 2, key.text, face, SIZE_PT, INK, width, "marks")
