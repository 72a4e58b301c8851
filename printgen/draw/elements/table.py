"""Typeset tables: rows of rich text in columns."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.translations.pairs import both
from printgen.draw import inks, setting_types
from printgen.draw.bilingual import second_breaker, second_scale, smaller
from printgen.draw.context import DrawContext
from printgen.draw.element_kind import DoesNotFit, ElementKind, Settings
from printgen.draw.elements.text import (
    ALIGNMENTS,
    MAX_LEADING,
    Block,
    break_block,
    place_block,
    resolve_text_settings,
)
from printgen.draw.flow import STEP_PT, TOLERANCE
from printgen.draw.markup import parse_markup
from printgen.draw.paragraphs import LineBreaker, Paragraph
from printgen.draw.setting_types import SettingType
from printgen.frame import Item, Path, Stroke
from printgen.geometry import Box, polygon, rectangle
from printgen.gradients import PlainPaint
from printgen.ink import Color
from printgen.lengths import MM_PER_PT
from printgen.limits import REPEATS

AUTO: Final = "auto"
ENDLESS: Final = 1e9
CELLS: Final = re.compile(r"(?<!\\)\|")

Row = tuple[str, ...]


class _Cell(Struct, frozen=True):
    """The paragraphs of a cell, and in ems the width that they need at least and at most."""

    paragraphs: tuple[Paragraph, ...]
    breaker: LineBreaker
    least: float
    most: float

    def block(self, width: float, size_pt: float) -> Block | None:
        if not self.paragraphs:
            return None
        limit = (width + TOLERANCE) / (size_pt * MM_PER_PT)
        return break_block(self.breaker, self.paragraphs, limit)


class _Layout(Struct, frozen=True):
    """The widths of columns and heights of rows in mm at one size of type, and what is in them."""

    size_pt: float
    widths: tuple[float, ...]
    heights: tuple[float, ...]
    blocks: tuple[tuple[Block | None, ...], ...]

    @property
    def extent(self) -> tuple[float, float]:
        return math.fsum(self.widths), math.fsum(self.heights)

    def fits(self, box: Box) -> bool:
        wide, high = self.extent
        return wide <= box[2] + TOLERANCE and high <= box[3] + TOLERANCE


def _table(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    rows: tuple[Row, ...] = s["table"]
    if s["header"]:
        rows = (s["header"], *rows)
    if not rows:
        return ()
    if s["box"] is None:
        raise ValueError("needs a box: [x, y, width, height]")
    count = max(map(len, rows))
    for row in rows:
        if len(row) != count:
            raise ValueError(f"must have as many cells in each row: {count}, not {len(row)}")
    cells = _cells(rows, s, context)
    layout = _fitting_layout(cells, s, context)
    return (*_grounds(layout, s, context), *_texts(layout, s), *_lines(layout, s, context))


def _cells(rows: Sequence[Row], s: Settings, context: DrawContext) -> list[list[_Cell]]:
    body = resolve_text_settings(s, context)
    heading = resolve_text_settings({**s, "style": s["header_style"] or s["style"]}, context)
    ink: PlainPaint | None = s["header_colour"]
    if ink is None and s["header_ground"] is not None:
        ink = context.readable(s["header_ground"])
    heading = replace(heading, size_pt=body.size_pt, smallest_pt=body.smallest_pt)
    heading = heading if ink is None else replace(heading, colour=ink)
    plain = LineBreaker(body, context, centred=False)
    head = LineBreaker(heading, context, centred=False)
    made: list[list[_Cell]] = []
    for number, row in enumerate(rows):
        is_header = number == 0 and bool(s["header"])
        bold = is_header and s["header_style"] is None
        breaker = head if is_header else plain
        made.append([_cell(_bold(text) if bold else text, breaker) for text in row])
    return made


def _bold(text: str) -> str:
    return "\n".join(f"<b>{line}</b>" if line.strip() else line for line in text.split("\n"))


def _cell(text: str, breaker: LineBreaker) -> _Cell:
    paragraphs = _paragraphs(text, breaker)
    if not paragraphs:
        return _Cell((), breaker, 0.0, 0.0)
    narrow, wide = (
        max(line.width for line in breaker.lines(paragraphs, limit)) for limit in (0.0, ENDLESS)
    )
    return _Cell(paragraphs, breaker, narrow, wide)


def _paragraphs(text: str, breaker: LineBreaker) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a cell; a second language is below the first."""
    first, second = both(text)
    made = tuple(map(breaker.paragraph, parse_markup(first)))
    if first == second or breaker.context.bilingual == "first":
        return made
    scale, other = second_scale(breaker.text_settings.smallest_pt), second_breaker(breaker)
    return made + tuple(other.paragraph(smaller(one, scale)) for one in parse_markup(second))


def _fitting_layout(cells: list[list[_Cell]], s: Settings, context: DrawContext) -> _Layout:
    """Return the layout at the largest size that fits its box; raises DoesNotFit."""
    settings = resolve_text_settings(s, context)
    layout = _layout(cells, s, settings.size_pt)
    if layout.fits(s["box"]):
        return layout
    layout = _layout(cells, s, settings.smallest_pt)
    if not layout.fits(s["box"]):
        _, _, width, height = s["box"]
        wide, high = layout.extent
        raise DoesNotFit(
            f"needs {wide:.1f} × {high:.1f} mm even at {settings.smallest_pt:g} pt, but its box has"
            f" only {width:g} × {height:g} mm"
        )
    # Not one by one as for a text: a table has many cells.
    fitting, steps = 0, math.ceil((settings.size_pt - settings.smallest_pt) / STEP_PT)
    while steps - fitting > 1:
        middle = (fitting + steps) // 2
        larger = _layout(cells, s, settings.smallest_pt + middle * STEP_PT)
        if larger.fits(s["box"]):
            fitting, layout = middle, larger
        else:
            steps = middle
    return layout


def _layout(cells: list[list[_Cell]], s: Settings, size_pt: float) -> _Layout:
    across, down = s["padding"]
    widths = _column_widths(cells, s, size_pt)
    blocks = tuple(
        tuple(
            cell.block(width - 2 * across, size_pt) for cell, width in zip(row, widths, strict=True)
        )
        for row in cells
    )
    em = size_pt * MM_PER_PT
    heights = tuple(
        max(
            s["row_height"],
            2 * down + max((block.height(em) for block in row if block), default=0.0),
        )
        for row in blocks
    )
    return _Layout(size_pt, widths, heights, blocks)


def _column_widths(cells: list[list[_Cell]], s: Settings, size_pt: float) -> tuple[float, ...]:
    """Return fixed widths as they are; automatic ones share the rest. They get what their longest
    lines need, or if that is too much, a part of it that is at least their longest word."""
    em = size_pt * MM_PER_PT
    sides = 2 * s["padding"][0]
    count = len(cells[0])
    given: tuple[float | None, ...] = s["widths"] or (None,) * count
    if len(given) != count:
        raise ValueError(f"has {count} columns, but {len(given)} widths")
    columns = list(zip(*cells, strict=True))
    least = [sides + em * max(cell.least for cell in column) for column in columns]
    most = [sides + em * max(cell.most for cell in column) for column in columns]
    free = [index for index, width in enumerate(given) if width is None]
    made = [0.0 if width is None else width for width in given]
    room = s["box"][2] - math.fsum(made)
    wanted, needed = (math.fsum(of[index] for index in free) for of in (most, least))
    for index in free:
        if wanted <= room:
            made[index] = most[index] + (room - wanted) / len(free)
        elif wanted > needed:
            part = max(0.0, room - needed) / (wanted - needed)
            made[index] = least[index] + part * (most[index] - least[index])
        else:
            made[index] = least[index]
    for index, width in enumerate(given):
        if width is not None and least[index] > width + TOLERANCE:
            made[index] = least[index]  # a word is too long for its column
    return tuple(made)


def _corners(layout: _Layout, s: Settings) -> tuple[list[float], list[float]]:
    """Return the x of the columns' edges and the y of the rows' edges."""
    x, y, _, _ = s["box"]
    return [*accumulate(layout.widths, initial=x)], [*accumulate(layout.heights, initial=y)]


def _grounds(layout: _Layout, s: Settings, context: DrawContext) -> Iterator[Item]:
    xs, ys = _corners(layout, s)
    start = 1 if s["header"] else 0
    for number, top in enumerate(ys[:-1]):
        is_header = number < start
        is_striped = not is_header and (number - start) % 2 == 1
        ground = s["header_ground"] if is_header else s["stripes"] if is_striped else None
        if ground is not None:
            box = rectangle(xs[0], top, xs[-1] - xs[0], layout.heights[number])
            yield Path(box, context.ground(ground))


def _texts(layout: _Layout, s: Settings) -> Iterator[Item]:
    xs, ys = _corners(layout, s)
    across, down = s["padding"]
    align: tuple[str, ...] = s["align"]
    if len(align) not in (1, len(layout.widths)):
        raise ValueError(f"has {len(layout.widths)} columns, but {len(align)} alignments")
    for row, blocks in enumerate(layout.blocks):
        for column, block in enumerate(blocks):
            if block is None:
                continue
            x, y = xs[column] + across, ys[row] + down
            width, height = layout.widths[column] - 2 * across, layout.heights[row] - 2 * down
            box: Box = (x, y, width, height)
            yield from place_block(
                block, box, layout.size_pt, align[column % len(align)], s["valign"]
            )


def _lines(layout: _Layout, s: Settings, context: DrawContext) -> Iterator[Item]:
    xs, ys = _corners(layout, s)
    colour: Color = context.colour("ink") if s["line_colour"] is None else s["line_colour"]
    stroke = Stroke(colour, s["line_width"])
    if s["lines"] == "grid":
        yield Path(rectangle(xs[0], ys[0], xs[-1] - xs[0], ys[-1] - ys[0]), stroke=stroke)
        for x in xs[1:-1]:
            yield Path(polygon([(x, ys[0]), (x, ys[-1])], closed=False), stroke=stroke)
    inner = {"header": ys[1:2] if s["header"] else [], "none": []}.get(s["lines"], ys[1:-1])
    for y in inner:
        yield Path(polygon([(xs[0], y), (xs[-1], y)], closed=False), stroke=stroke)


def _rows(value: Any, context: DrawContext) -> tuple[Row, ...]:
    """Return rows of cells: from a list, or from text with a row on each line."""
    if not isinstance(value, tuple):
        text = setting_types.text(value, context)
        value = tuple(line for line in text.split("\n") if line.strip())
    rows = tuple(_row(row, context) for row in value)
    count = sum(map(len, rows))
    if count > REPEATS:
        raise ValueError(f"has {count} cells; the limit is {REPEATS}")
    return rows


def _row(value: Any, context: DrawContext) -> Row:
    """Return the cells of a row: a list, or text with a bar between the cells."""
    if isinstance(value, tuple):
        return setting_types.text_list(value, context)
    cells = CELLS.split(setting_types.text(value, context))
    return tuple(cell.strip().replace("\\|", "|") for cell in cells)


def _header(value: Any, context: DrawContext) -> Row:
    return () if value in (None, "") else _row(value, context)


def _widths(value: Any, context: DrawContext) -> tuple[float | None, ...]:
    if not isinstance(value, tuple):
        raise ValueError("must be a list of lengths and 'auto', one for each column")
    return tuple(None if part == AUTO else setting_types.positive(part, context) for part in value)


def _alignments(value: Any, context: DrawContext) -> tuple[str, ...]:
    parts = value if isinstance(value, tuple) else (value,)
    if not parts:
        raise ValueError("must be one alignment, or a list of one for each column")
    return tuple(setting_types.choice(*ALIGNMENTS)(part, context) for part in parts)


TABLE: Final = ElementKind(
    "table",
    {
        "table": SettingType(_rows, ()),
        "over": SettingType(setting_types.text),
        "as": SettingType(setting_types.text),
        "box": SettingType(setting_types.numbers("x", "y", "width", "height")),
        "header": SettingType(_header, ()),
        "widths": SettingType(_widths, ()),
        "align": SettingType(_alignments, ("start",)),
        "valign": SettingType(setting_types.choice("top", "middle", "bottom"), "middle"),
        "style": SettingType(setting_types.text, "body"),
        "header_style": SettingType(setting_types.text),
        "colour": SettingType(inks.plain_paint),
        "header_colour": SettingType(inks.plain_paint),
        "header_ground": SettingType(setting_types.colour),
        "stripes": SettingType(setting_types.colour),
        "size": SettingType(setting_types.type_size),
        "smallest": SettingType(setting_types.type_size),
        "leading": SettingType(setting_types.at_most(MAX_LEADING, " times the size")),
        "padding": SettingType(setting_types.numbers("across", "down", least=0), (1.2, 1.0)),
        "row_height": SettingType(setting_types.not_negative, 0.0),
        "lines": SettingType(setting_types.choice("rows", "header", "grid", "none"), "rows"),
        "line_colour": SettingType(setting_types.colour),
        "line_width": SettingType(setting_types.positive, 0.2),
    },
    _table,
)
