"""Paint placed text with gradients, shadows and outlines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from printgen.draw.inks import Outline, Shadow, color_and_opacity, soft_layers
from printgen.frame import Group, Item, Path, Stroke, Text
from printgen.geometry import IDENTITY, Box, Matrix, apply, multiply, translate
from printgen.gradients import GradientStyle, inverse, main_color, place_gradient
from printgen.ink import AlphaColor, Color, Gradient, LinearGradient, RadialGradient
from printgen.lengths import MM_PER_PT


def stand_in(style: GradientStyle) -> AlphaColor:
    """Return the colour in which text is set until its size is known: an opaque alpha colour, which
    nothing else has."""
    return AlphaColor(main_color(style.stops), 1.0)


def spread_gradient(placed: Sequence[Item], style: GradientStyle) -> tuple[Item, ...]:
    """Return the items with a gradient over all letters in the stand-in of its style."""
    old = stand_in(style)
    corners = [*_corners(placed, old, IDENTITY)]
    if not corners:
        return tuple(placed)
    return _shaded(placed, old, place_gradient(style, _box(corners)), IDENTITY)


def _corners(
    placed: Sequence[Item], ink: AlphaColor, moved: Matrix
) -> Iterator[tuple[float, float]]:
    """Yield the corners of all runs in an ink, from their baselines to the tops of capitals."""
    for item in placed:
        if isinstance(item, Group):
            yield from _corners(item.items, ink, multiply(moved, item.matrix))
        elif isinstance(item, Text) and item.fill == ink:
            top = item.y - item.face.cap_height * item.size_pt * MM_PER_PT
            for x in (item.x, item.x + item.width):
                yield apply(moved, x, item.y)
                yield apply(moved, x, top)


def _box(points: Sequence[tuple[float, float]]) -> Box:
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top


def _shaded(
    placed: Sequence[Item], old: AlphaColor, gradient: Gradient, moved: Matrix
) -> tuple[Item, ...]:
    """Return the items with a gradient, in the coordinates around all groups, for the old ink."""
    made: list[Item] = []
    for item in placed:
        if isinstance(item, Group):
            inner = _shaded(item.items, old, gradient, multiply(moved, item.matrix))
            made.append(replace(item, items=inner))
        elif isinstance(item, Text | Path) and item.fill == old:
            own = gradient
            if moved != IDENTITY and isinstance(gradient, LinearGradient | RadialGradient):
                own = replace(gradient, matrix=inverse(moved))
            made.append(replace(item, fill=own))
        else:
            made.append(item)
    return tuple(made)


def decorate(
    placed: Sequence[Item], outline: Outline | None, shadow: Shadow | None
) -> tuple[Item, ...]:
    """Return the items on top of the shadow and the outline of their letters."""
    width = 0.0 if outline is None else outline.width
    below: list[Item] = []
    if shadow is not None:
        color, opacity = color_and_opacity(shadow.paint)
        for extra, share in soft_layers(shadow.blur, opacity):
            copies = _copies(placed, color, 2 * width + extra)
            below.append(Group(copies, translate(shadow.dx, shadow.dy), opacity=share))
    if outline is not None:
        color, opacity = color_and_opacity(outline.paint)
        around = _copies(placed, color, 2 * width)
        below += around if opacity == 1 else [Group(around, opacity=opacity)]
    return (*below, *placed)


def _copies(placed: Sequence[Item], color: Color, width: float) -> tuple[Item, ...]:
    """Return the letters and their underlines in one colour, half of `width` wider all around."""
    stroke = Stroke(color, width, cap="round", join="round") if width else None
    made: list[Item] = []
    for item in placed:
        if isinstance(item, Text):
            made.append(replace(item, fill=color, stroke=stroke, decorative=True))
        elif isinstance(item, Path):
            made.append(Path(item.segments, color, stroke))
        elif isinstance(item, Group) and (inner := _copies(item.items, color, width)):
            made.append(replace(item, items=inner, reads=""))
    return tuple(made)
