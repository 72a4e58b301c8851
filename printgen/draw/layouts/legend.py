"""List the pieces of a table below it: a sample, a name and a count for each kind."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from printgen.draw.layouts.canvas import set_label
from printgen.draw.layouts.options import LayoutStyle
from printgen.draw.layouts.piece_art import PieceArt
from printgen.draw.layouts.solids import draw_flat
from printgen.frame import Group, Item, Stroke
from printgen.lengths import MM_PER_PT

TYPE_PT: Final = 8.0
SAMPLE: Final = 6.0  # mm: the largest side of a sample
LINE_HEIGHT: Final = 7.5
GAP: Final = 2.0
COLUMN_GAP: Final = 5.0
ABOVE: Final = 3.0  # mm between table and legend


class LegendEntry(Struct, frozen=True):
    art: PieceArt
    words: str


def entries(arts: Sequence[PieceArt]) -> tuple[LegendEntry, ...]:
    """Return an entry for all pieces that look the same, in the order of the table."""
    alike: dict[str, list[PieceArt]] = {}
    for art in arts:
        alike.setdefault(art.name, []).append(art)
    return tuple(LegendEntry(same[0], f"{len(same)} × {name}") for name, same in alike.items())


class Legend(Struct, frozen=True):
    """A legend laid out in columns of one width."""

    entries: tuple[LegendEntry, ...]
    columns: int
    column_width: float

    @property
    def rows(self) -> int:
        return math.ceil(len(self.entries) / self.columns)

    @property
    def width(self) -> float:
        return self.columns * self.column_width - COLUMN_GAP if self.entries else 0.0

    @property
    def height(self) -> float:
        return ABOVE + self.rows * LINE_HEIGHT if self.entries else 0.0


def lay_out(found: Sequence[LegendEntry], width: float, style: LayoutStyle) -> Legend:
    widest = max((_width(entry, style) for entry in found), default=0.0)
    columns = max(1, int((width + COLUMN_GAP) / (widest + COLUMN_GAP)))
    rows = math.ceil(len(found) / columns) or 1
    return Legend(tuple(found), math.ceil(len(found) / rows) or 1, widest + COLUMN_GAP)


def _width(entry: LegendEntry, style: LayoutStyle) -> float:
    return SAMPLE + GAP + style.label.width(entry.words) * TYPE_PT * MM_PER_PT


def draw_legend(legend: Legend, left: float, top: float, style: LayoutStyle) -> tuple[Item, ...]:
    items: list[Item] = []
    for index, entry in enumerate(legend.entries):
        column, row = divmod(index, legend.rows)
        x = left + column * legend.column_width
        y = top + ABOVE + (row + 0.5) * LINE_HEIGHT
        frame = entry.art.top
        size = SAMPLE / max(frame.width, frame.height)
        dx, dy = (SAMPLE - frame.width * size) / 2, -frame.height * size / 2
        line = Stroke(style.ink, 0.2 / size)
        matrix = (size, 0.0, 0.0, size, x + dx, y + dy)
        items.append(Group(tuple(draw_flat(entry.art, line)), matrix))
        at = (x + SAMPLE + GAP, y)
        items.append(set_label(entry.words, at, style.label, TYPE_PT, style.ink, 0.0))
    return tuple(items)
