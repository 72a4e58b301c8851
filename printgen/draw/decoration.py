"""Paint placed text with gradients, shadows and outlines."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from printgen.draw.inks import Outline, Shadow, color_and_opacity, draw_shadow, soft_layers
from printgen.frame import (
    MM_PER_PT,
    AlphaColor,
    Box,
    Group,
    Ink,
    Item,
    Path,
    Stroke,
    Text,
    translate,
)
from printgen.gradients import GradientStyle, main_color, place_gradient


def stand_in(style: GradientStyle) -> AlphaColor:
    """Return the colour in which text is set until its size is known: an opaque alpha colour, which
    nothing else has."""
    return AlphaColor(main_color(style.stops), 1.0)


def spread_gradient(placed: Sequence[Item], style: GradientStyle) -> list[Item]:
    """Return the items with a gradient over all letters in the stand-in of its style."""
    old = stand_in(style)
    texts = [item for item in placed if isinstance(item, Text) and item.fill == old]
    if not texts:
        return list(placed)
    gradient = place_gradient(style, _extent(texts))
    return [
        replace(item, fill=gradient) if isinstance(item, Text | Path) and item.fill == old else item
        for item in placed
    ]


def _extent(texts: Sequence[Text]) -> Box:
    """Return the box from the tops of the capitals of the first line to the last baseline."""
    left, right = min(text.x for text in texts), max(text.x + text.width for text in texts)
    bottom = max(text.y for text in texts)
    top = min(text.y - text.face.cap_height * text.size_pt * MM_PER_PT for text in texts)
    return left, top, right - left, bottom - top


def decorate(placed: Sequence[Item], outline: Outline | None, shadow: Shadow | None) -> list[Item]:
    """Return the items on top of the shadow and the outline of their letters."""
    texts = [item for item in placed if isinstance(item, Text)]
    lines = [item for item in placed if isinstance(item, Path)]
    width = 0.0 if outline is None else outline.width
    below: list[Item] = []
    if shadow is not None:
        color, opacity = color_and_opacity(shadow.paint)
        for extra, share in soft_layers(shadow.blur, opacity):
            copies = [_wider(text, color, 2 * width + extra) for text in texts]
            below.append(Group(tuple(copies), translate(shadow.dx, shadow.dy), opacity=share))
        for path in lines:
            below += draw_shadow(path, shadow)
    if outline is not None:
        color, opacity = color_and_opacity(outline.paint)
        copies = [_wider(text, color, 2 * width) for text in texts]
        stroke = Stroke(color, 2 * width, join="round")
        around: list[Item] = [*copies]
        around += [Path(path.segments, color, stroke) for path in lines]
        below += around if opacity == 1 else [Group(tuple(around), opacity=opacity)]
    return [*below, *placed]


def _wider(text: Text, ink: Ink, width: float) -> Text:
    stroke = Stroke(ink, width, cap="round", join="round") if width else None
    return replace(text, fill=ink, stroke=stroke, decorative=True)
