"""Find the straight cuts that separate the blocks of a sheet, in the order of work."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from printgen.geometry import Box
from printgen.sheet.lattice import SLACK
from printgen.sheet.model import Line


def separating_cuts(boxes: Sequence[Box], area: Box) -> tuple[Line, ...]:
    """Return cuts from edge to edge of what earlier cuts left, each in the middle of the free space
    between two blocks. Raises ValueError if straight cuts cannot separate them."""
    if len(boxes) < 2:
        return ()
    rows, columns = _parts(boxes, 1), _parts(boxes, 0)
    axis, parts = (1, rows) if len(rows) >= len(columns) else (0, columns)
    if len(parts) < 2:
        raise ValueError("no straight cut separates these blocks")
    x, y, width, height = area
    lines: list[Line] = []
    inner: list[Line] = []
    start = area[axis]
    ends = [(_end(one, axis) + other[0][axis]) / 2 for one, other in pairwise(parts)]
    for part, end in zip(parts, (*ends, area[axis] + area[axis + 2]), strict=True):
        if axis:
            rest, line = (x, start, width, end - start), (x, end, x + width, end)
        else:
            rest, line = (start, y, end - start, height), (end, y, end, y + height)
        inner += separating_cuts(part, rest)
        lines.append(line)
        start = end
    return (*lines[:-1], *inner)


def _parts(boxes: Sequence[Box], axis: int) -> list[list[Box]]:
    """Return the boxes as parts between which lines across an axis touch no box."""
    ordered = sorted(boxes, key=lambda box: box[axis])
    parts = [[ordered[0]]]
    for box in ordered[1:]:
        if box[axis] >= _end(parts[-1], axis) - SLACK:
            parts.append([box])
        else:
            parts[-1].append(box)
    return parts


def _end(boxes: Sequence[Box], axis: int) -> float:
    return max(box[axis] + box[axis + 2] for box in boxes)
