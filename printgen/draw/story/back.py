"""Draw the back cover of a booklet: the game at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from printgen.colour import mix
from printgen.draw.context import DrawContext
from printgen.draw.story.balance import stretch
from printgen.draw.story.cover import EDGE, fitted
from printgen.draw.story.pages import Chunk, paginate
from printgen.draw.story.typeset import solid
from printgen.frame import Group, Item, Path, Stroke
from printgen.geometry import rectangle, translate
from printgen.ink import WHITE, Color

FOOT: Final = 14.0  # left free for the imprint
BAND: Final = 15.0
PAD: Final = 6.0
TINT: Final = 0.94
CORNER: Final = 3.0


def back_measure(width: float) -> float:
    """Return the width of the text on a back cover."""
    return width - 2 * (EDGE + PAD)


def back_height(height: float) -> float:
    """Return the height available for the text on a back cover."""
    return height - EDGE - FOOT - BAND - 2 * PAD + 1.0


def draw_back(
    title: str,
    chunks: Sequence[Chunk],
    accent: Color,
    size: tuple[float, float],
    context: DrawContext,
) -> tuple[Item, ...]:
    """Return a pale panel with the title in a band at its top."""
    width, height = size
    room = back_height(height)
    page = next(iter(paginate(chunks, room)), ())
    ground = solid(accent, context)
    inner = width - 2 * EDGE
    panel = rectangle(EDGE, EDGE, inner, height - EDGE - FOOT, CORNER)
    band = Group(
        (Path(rectangle(EDGE, EDGE, inner, BAND), context.ground(ground), Stroke(ground, 0.4)),),
        clip=panel,
    )
    heading = fitted(
        title, (EDGE + PAD, EDGE, inner - 2 * PAD, BAND), ("title", 22.0, 14.0),
        context.readable(ground), context,
    )  # fmt: skip
    text = tuple(
        Group(placed.chunk.items, translate(EDGE + PAD, EDGE + BAND + PAD - 1.0 + placed.y))
        for placed in stretch(page, room)
        if placed.chunk.items
    )
    pale = context.ground(mix(ground, WHITE, TINT))
    return Path(panel, pale, Stroke(ground, 0.5)), band, *heading, *text
