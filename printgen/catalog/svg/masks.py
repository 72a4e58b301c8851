"""Turn what a <mask> draws into a mask, or into a clip where that is the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from printgen.catalog.fault import Fault
from printgen.catalog.svg.clips import join_shapes
from printgen.catalog.svg.styles import Viewport, length
from printgen.catalog.svg.tree import Element
from printgen.frame import Group, Item, Mask, Path
from printgen.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Segments,
    extent,
    multiply,
    rectangle,
    transform_segments,
)
from printgen.ink import WHITE, AlphaColor, Gradient

_NOTHING: Final[Segments] = (("M", 0.0, 0.0), ("Z",))


def mask_region(mask: Element, box: Box | None, viewport: Viewport) -> Segments | None:
    """Return the area outside which a mask hides everything; None if it has no area of its own."""
    attributes = mask.attributes
    names = ("x", "y", "width", "height")
    if not any(name in attributes for name in names):
        return None
    in_box = attributes.get("maskUnits", "objectBoundingBox") == "objectBoundingBox"
    if in_box and box is None:
        return None
    whole = Viewport(1.0, 1.0) if in_box else viewport
    x, y, width, height = (
        length(attributes.get(name, default), whole=size)
        for name, default, size in zip(
            names,
            ("-10%", "-10%", "120%", "120%"),
            (whole.width, whole.height, whole.width, whole.height),
            strict=True,
        )
    )
    if in_box and box is not None:
        x, width = box[0] + x * box[2], width * box[2]
        y, height = box[1] + y * box[3], height * box[3]
    return rectangle(x, y, max(width, 0.0), max(height, 0.0))


def make_mask(
    items: Sequence[Item], properties: Mapping[str, str], region: Segments | None
) -> Mask | Segments:
    """Return a mask, or an area to clip to if the mask has only plain shapes without shades."""
    by_alpha = properties.get("mask-type", "luminance") == "alpha"
    try:
        area = join_shapes(_plain_shapes(items, IDENTITY, by_alpha=by_alpha)) or _NOTHING
        if region is None or _is_inside(extent(area), extent(region)):
            return area
    except Fault:  # with shades, lines or holes
        pass
    inside = tuple(items) if region is None else (Group(tuple(items), clip=region),)
    return Mask(inside, "alpha" if by_alpha else "luminance")


def _is_inside(box: Box, other: Box) -> bool:
    (x, y, width, height), (left, top, wide, high) = box, other
    return x >= left and y >= top and x + width <= left + wide and y + height <= top + high


def _plain_shapes(
    items: Sequence[Item], moved: Matrix, *, by_alpha: bool
) -> Iterator[tuple[Segments, bool]]:
    for item in items:
        if isinstance(item, Path) and item.stroke is None:
            is_solid = by_alpha and not isinstance(item.fill, AlphaColor | Gradient)
            if item.fill is not None and (is_solid or item.fill == WHITE):
                yield transform_segments(item.segments, moved), item.even_odd
                continue
        elif isinstance(item, Group) and _only_moves(item):
            yield from _plain_shapes(item.items, multiply(moved, item.matrix), by_alpha=by_alpha)
            continue
        raise Fault("this is more than plain shapes")


def _only_moves(group: Group) -> bool:
    return group.opacity == 1 and group.clip is None and group.mask is None
