"""Measure what elements of an SVG file draw."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.frame import Group, Item, Path, Use
from printgen.geometry import IDENTITY, Box, Matrix, extent, multiply, transform_segments


def box_of(items: Sequence[Item], moved: Matrix = IDENTITY) -> Box | None:
    """Return the box around what items fill, without the widths of their lines."""
    boxes = [box for item in items if (box := _box_of_item(item, moved)) is not None]
    if not boxes:
        return None
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, bottom - top


def _box_of_item(item: Item, moved: Matrix) -> Box | None:
    match item:
        case Path():
            return extent(transform_segments(item.segments, moved))
        case Group():
            return box_of(item.items, multiply(moved, item.matrix))
        case Use():
            return box_of(item.frame.items, multiply(moved, item.matrix))
    return None


def count_parts(items: Sequence[Item]) -> int:
    """Return how many items are drawn, those of repeated frames included."""
    counts: dict[int, int] = {}

    def count(items: Sequence[Item]) -> int:
        return sum(map(parts, items))

    def parts(item: Item) -> int:
        if isinstance(item, Group):
            return count(item.items) + (0 if item.mask is None else count(item.mask.items))
        if not isinstance(item, Use):
            return 1
        key = id(item.frame)
        if key not in counts:
            counts[key] = 1 + count(item.frame.items)
        return counts[key]

    return count(items)
