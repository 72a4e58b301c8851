"""Draw the marks of packed pages: numbered cuts between blocks, and marks around each block."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from printgen.frame import Item, Path, Stroke
from printgen.geometry import Box, rectangle
from printgen.ink import WHITE
from printgen.lengths import MM_PER_PT
from printgen.sheet.marks import GAP, draw_lines
from printgen.sheet.model import MARK_INK, MIN_PT, Label, Line

CUT_LINE: Final = Stroke(MARK_INK, 0.2, dash=(2.5, 1.2))
CUT_HALO: Final = Stroke(WHITE, 0.6)
LENGTH: Final = 5.0

_PLATE: Final = 2.6  # less than the space between the trims on both sides of a cut
_PLATE_PAD: Final = 0.8
_PLATE_INSET: Final = 1.5


def block_marks(trims: Sequence[Box], box: Box, spare: tuple[float, float]) -> tuple[Line, ...]:
    """Return the ends of every cut line within a block: on its border, up to
    `spare` beyond it across and down, and between its rows and columns where there is room."""
    xs = _intervals([(x, x + width) for x, _, width, _ in trims])
    ys = _intervals([(y, y + height) for _, y, _, height in trims])
    down = list(_free_parts(ys, box[1] - spare[1], box[1] + box[3] + spare[1]))
    across = list(_free_parts(xs, box[0] - spare[0], box[0] + box[2] + spare[0]))
    return (
        *((x, start, x, end) for pair in xs for x in pair for start, end in down),
        *((start, y, end, y) for pair in ys for y in pair for start, end in across),
    )


def _intervals(pairs: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    return sorted({(round(start, 4), round(end, 4)) for start, end in pairs})


def _free_parts(
    taken: Sequence[tuple[float, float]], start: float, end: float
) -> Iterator[tuple[float, float]]:
    """Yield where marks can be: before and after all trims, and in the gaps between them."""
    first, last = taken[0][0] - GAP, taken[-1][1] + GAP
    yield max(start, first - LENGTH), first
    for (_, one), (other, _) in pairwise(taken):
        if other - one > 3 * GAP:
            yield one + GAP, other - GAP
    yield last, min(end, last + LENGTH)


def draw_cuts(cuts: Sequence[Line], label: Label) -> tuple[Item, ...]:
    """Draw the cuts between blocks, each with its number at its start."""
    small = replace(label, size_pt=MIN_PT)
    lines: list[Item] = []
    plates: list[Item] = []
    for number, (x1, y1, x2, y2) in enumerate(cuts, 1):
        segments = (("M", x1, y1), ("L", x2, y2))
        lines += [
            Path(segments, stroke=CUT_HALO, layer="marks"),
            Path(segments, stroke=CUT_LINE, layer="marks"),
        ]
        text = small.text(0.0, 0.0, str(number))
        wide = text.width + 2 * _PLATE_PAD
        left, top = (x1 + _PLATE_INSET, y1 - _PLATE / 2)
        if x1 == x2:
            left, top = x1 - wide / 2, y1 + _PLATE_INSET
        cap = label.face.cap_height * MIN_PT * MM_PER_PT
        plates += [
            Path(rectangle(left, top, wide, _PLATE, 0.6), fill=MARK_INK, layer="marks"),
            replace(text, x=left + _PLATE_PAD, y=top + (_PLATE + cap) / 2, fill=WHITE),
        ]
    return (*lines, *plates)


def draw_block_marks(
    trims: Sequence[Box], box: Box, spare: tuple[float, float]
) -> tuple[Item, ...]:
    return draw_lines(block_marks(trims, box, spare), halo=True)
