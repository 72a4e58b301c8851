"""Find the straight cuts that separate the blocks of a sheet, in the order of work."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.frame import Box
from printgen.sheet.lattice import SLACK
from printgen.sheet.model import Line


def separating_cuts(boxes: Sequence[Box], area: Box) -> tuple[Line, ...]:
    """Return cuts from edge to edge of what earlier cuts left, each in the middle of the free space
    between two blocks. Raises ValueError if straight cuts cannot separate them."""
    if len(boxes) < 2:
        return ()
    rows, columns = _gaps(boxes, 1), _gaps(boxes, 0)
    if not rows and not columns:
        raise ValueError("no straight cut separates these blocks")
    axis = 1 if len(rows) >= len(columns) else 0
    gaps = rows if axis else columns
    x, y, width, height = area
    lines: list[Line] = []
    inner: list[Line] = []
    start = area[axis]
    for gap in (*gaps, area[axis] + area[axis + 2]):
        if axis:
            part, line = (x, start, width, gap - start), (x, gap, x + width, gap)
        else:
            part, line = (start, y, gap - start, height), (gap, y, gap, y + height)
        within = [box for box in boxes if start - SLACK < box[axis] < gap]
        inner += separating_cuts(within, part)
        lines.append(line)
        start = gap
    return (*lines[:-1], *inner)


def _gaps(boxes: Sequence[Box], axis: int) -> list[float]:
    """Return where lines across an axis touch no box."""
    ordered = sorted(boxes, key=lambda box: box[axis])
    gaps: list[float] = []
    reach = ordered[0][axis] + ordered[0][axis + 2]
    for box in ordered[1:]:
        if box[axis] >= reach - SLACK:
            gaps.append((reach + box[axis]) / 2)
        reach = max(reach, box[axis] + box[axis + 2])
    return gaps
