"""Break pieces of text into lines that fit a box at the largest size allowed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from msgspec import Struct

from printgen.draw.element_kind import DoesNotFit
from printgen.geometry import Box
from printgen.lengths import MM_PER_PT

STEP_PT: Final = 0.25
DESCENDER: Final = 0.21  # of the size: room below the last baseline that letters like g need
TOLERANCE: Final = 0.01

Lines = TypeVar("Lines")


class Measured(Struct, frozen=True):
    """A piece of a line in ems: its width, the space after it, and what a line that ends after it
    adds (a hyphen)."""

    width: float
    gap: float = 0.0
    tail: float = 0.0


def wrap(pieces: Sequence[Measured], limit: float) -> list[tuple[int, int, float]]:
    """Return each line as (first piece, end, width). A piece longer than the limit has a line of
    its own."""
    lines: list[tuple[int, int, float]] = []
    first, count = 0, len(pieces)
    while first < count:
        used = 0.0
        end, width = first, 0.0
        for index in range(first, count):
            piece = pieces[index]
            used += piece.width
            total = used + (piece.tail if index + 1 < count else 0.0)
            if index == first or total <= limit:
                end, width = index + 1, total
            if used > limit:
                break
            used += piece.gap
        lines.append((first, end, width))
        first = end
    return lines or [(0, 0, 0.0)]


def narrowest(pieces: Sequence[Measured], limit: float) -> float:
    """Return the smallest limit that needs no more lines, so that centred lines have similar
    lengths."""
    lines = len(wrap(pieces, limit))
    if lines == 1:
        return limit
    low, high = max(max(piece.width for piece in pieces), limit / 3), limit
    for _ in range(10):
        middle = (low + high) / 2
        if len(wrap(pieces, middle)) <= lines:
            high = middle
        else:
            low = middle
    return high


class LineMetrics(Struct, frozen=True):
    """The heights of lines in ems. `gaps` is the extra space between paragraphs."""

    cap: float
    leading: float

    def height(self, lines: int, gaps: float = 0.0) -> float:
        return self.cap + (lines - 1) * self.leading + gaps + DESCENDER


class TextExtent(Struct, frozen=True):
    """The size of a text in ems: its number of lines, the widest of them, and the gaps between
    paragraphs."""

    count: int
    widest: float
    gaps: float = 0.0


def fit(
    box: Box,
    measure: LineMetrics,
    wanted_pt: float,
    smallest_pt: float,
    attempt: Callable[[float], tuple[Lines, TextExtent]],
) -> tuple[Lines, TextExtent, float]:
    """Try sizes from the wanted one down to the smallest. `attempt` takes a line's limit in ems.

    Raises DoesNotFit with what the smallest size would need.
    """
    _, _, width, height = box
    size_pt = wanted_pt
    while True:
        em = size_pt * MM_PER_PT
        lines, result = attempt((width + TOLERANCE) / em)
        tall = measure.height(result.count, result.gaps) * em
        wide = result.widest * em
        if tall <= height + TOLERANCE and wide <= width + TOLERANCE:
            return lines, result, size_pt
        if size_pt <= smallest_pt:
            raise DoesNotFit(
                f"needs {wide:.1f} × {tall:.1f} mm even at {size_pt:g} pt, but its box has only"
                f" {width:g} × {height:g} mm"
            )
        size_pt = max(smallest_pt, size_pt - STEP_PT)


def first_baseline(
    box: Box, measure: LineMetrics, result: TextExtent, size_pt: float, valign: str
) -> float:
    """Return the y of the first baseline. At the top, capitals touch the edge of the box; at the
    bottom, descenders do; in the middle, the block from capitals to last baseline is centred."""
    _, y, _, height = box
    em = size_pt * MM_PER_PT
    run = ((result.count - 1) * measure.leading + result.gaps) * em
    if valign == "top":
        return y + measure.cap * em
    if valign == "bottom":
        return y + height - DESCENDER * em - run
    return y + (height + measure.cap * em - run) / 2


def start_x(box: Box, width: float, align: str) -> float:
    x, _, room, _ = box
    if align == "left":
        return x
    return x + room - width if align == "right" else x + (room - width) / 2
