"""Typeset a table of rich text, with columns as wide as their text needs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from printgen.catalog.rules_text.blocks import Align, Grid, RichText
from printgen.colour import mix
from printgen.draw.story.pages import Chunk, stack
from printgen.draw.story.typeset import Style, Styles, Typesetter
from printgen.frame import Group, Item, Path, Stroke
from printgen.geometry import rectangle, translate
from printgen.ink import WHITE

PAD_X: Final = 1.8
LEFT: Final[Align] = "left"
PAD_Y: Final = 1.1
STRIPE: Final = 0.92
CAPTION_GAP: Final = 1.4


def set_grid(grid: Grid, width: float, styles: Styles, typesetter: Typesetter) -> Chunk:
    """Return a table: header in the accent colour, every other row tinted, a line below each."""
    context = typesetter.context
    sizes = _shares(grid.widths, width) or natural_widths(grid, width, styles, typesetter)
    align: Sequence[Align] = grid.align or tuple(LEFT for _ in sizes)
    items: list[Item] = []
    y = 0.0
    pale = mix(styles.accent, WHITE, STRIPE)
    hair = Stroke(mix(context.colour("ink"), WHITE, 0.6), 0.15)
    for number, row in enumerate(grid.rows):
        style = styles.cell if number else styles.header
        tall, cells = _row(row, sizes, align, style, typesetter)
        if number == 0:
            edge = Stroke(styles.accent, 0.3)
            box = rectangle(0.0, 0.0, width, tall)
            items.append(Path(box, context.ground(styles.accent), edge))
        elif number % 2 == 0 and context.ink == "full":
            items.append(Path(rectangle(0.0, y, width, tall), pale))
        items.append(Group(cells, translate(0.0, y)))
        y += tall
        # A line below the header would lie on its edge and look like a second one.
        if number:
            items.append(Path((("M", 0.0, y), ("L", width, y)), stroke=hair))
    if grid.caption is not None:
        tall, caption = stack(typesetter.lines(grid.caption, styles.caption, width))
        items.append(Group(caption, translate(0.0, y + CAPTION_GAP)))
        y += CAPTION_GAP + tall
    return Chunk(y, tuple(items), before=2.6, after=3.4, place=grid.place)


def _row(
    row: Sequence[RichText],
    sizes: Sequence[float],
    align: Sequence[Align],
    style: Style,
    typesetter: Typesetter,
) -> tuple[float, tuple[Item, ...]]:
    set_cells = [
        stack(typesetter.lines(cell, style, size - 2 * PAD_X, side))
        for cell, size, side in zip(row, sizes, align, strict=True)
    ]
    tall = max(height for height, _ in set_cells) + 2 * PAD_Y
    x = 0.0
    items: list[Item] = []
    for (_, inside), size in zip(set_cells, sizes, strict=True):
        items.append(Group(inside, translate(x + PAD_X, PAD_Y)))
        x += size
    return tall, tuple(items)


def _shares(widths: Sequence[float], width: float) -> list[float]:
    return [width * share / math.fsum(widths) for share in widths]


def natural_widths(grid: Grid, width: float, styles: Styles, typesetter: Typesetter) -> list[float]:
    """Return column widths that hold the longest word of each; the rest goes to columns whose lines
    would break."""
    columns = list(zip(*grid.rows, strict=True))
    least: list[float] = []
    whole: list[float] = []
    for column in columns:
        measured = [
            typesetter.widths(cell, styles.cell if number else styles.header)
            for number, cell in enumerate(column)
        ]
        least.append(max(word for word, _ in measured) + 2 * PAD_X + 0.1)
        whole.append(max(line for _, line in measured) + 2 * PAD_X + 0.1)
    spare = width - math.fsum(least)
    if math.fsum(whole) <= width:
        extra = (width - math.fsum(whole)) / len(whole)
        return [size + extra for size in whole]
    missing = [full - small for full, small in zip(whole, least, strict=True)]
    total = math.fsum(missing) or 1.0
    return [
        small + max(0.0, spare) * part / total for small, part in zip(least, missing, strict=True)
    ]
