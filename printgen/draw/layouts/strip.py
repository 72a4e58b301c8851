"""Draw a game as strips of small diagrams, one for each move, as columns on pages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.ppn.games import PpnGame
from printgen.catalog.ppn.specs import ASCII_PIECES
from printgen.catalog.ppn.table import Pieces
from printgen.draw.flow import Measured, wrap
from printgen.draw.layouts.canvas import set_label
from printgen.draw.layouts.diagram import draw_layout, fitting_scale, layout_area
from printgen.draw.layouts.options import LayoutOptions, LayoutStyle
from printgen.draw.layouts.piece_art import PieceSets
from printgen.errors import did_you_mean
from printgen.frame import Frame, Item, Use
from printgen.geometry import translate
from printgen.lengths import MM_PER_PT
from printgen.text.typeface import Typeface

CAPTION_PT: Final = 8.5
CAPTION_LEADING: Final = 1.25
CAPTION_LINES: Final = 2
ALL: Final = "all"
GAP: Final = 6.0  # mm between diagrams
MAX_COLUMNS: Final = 3
MIN_SCALE: Final = 0.2  # of true size: a coin is then 4 mm wide, and its value can be read


class Step(Struct, frozen=True):
    """The table at the start of a game, or after a move, with the table before it."""

    caption: str
    pieces: Pieces
    before: Pieces | None = None


def steps_of(game: PpnGame) -> tuple[Step, ...]:
    """Return the start of a game and every move; a start without pieces is left out."""
    steps = [Step("Start", game.start)] if game.start or not game.moves else []
    before = game.start
    for move in game.moves:
        words = " – ".join(part for part in (move.text, move.comment) if part)
        steps.append(Step(f"{move.number} {words}".strip(), move.pieces, before))
        before = move.pieces
    return tuple(steps)


def chosen_steps(game: PpnGame, move: str) -> tuple[Step, ...]:
    """Return the last table if no move is named, every step if it is `all`, else the table after
    one move, named by its own number or counted from one. Raises ValueError if there is none."""
    steps = steps_of(game)
    if move == ALL:
        return steps
    if not move:
        return (Step("", steps[-1].pieces),)
    by_number = {
        each.number: index for index, each in enumerate(game.moves, start=1) if each.number
    }
    named = by_number.get(move, by_number.get(f"{move}.", int(move) if move.isdecimal() else -1))
    if not 0 <= named <= len(game.moves):
        hint = did_you_mean(move, by_number) if by_number else ""
        named_too = ", the number of a move," if by_number else ""
        raise ValueError(
            f"has no move '{move}'{hint}; choose 0 to {len(game.moves)}{named_too} or all"
        )
    before = game.tables[named - 1] if named else None
    return (Step("", game.tables[named], before),)


def draw_strip(
    steps: Sequence[Step],
    sets: PieceSets,
    style: LayoutStyle,
    options: LayoutOptions,
    page: tuple[float, float],
) -> tuple[Frame, ...]:
    """Return as many pages of a size as the steps need, all at one scale."""
    width, height = page
    tables = [table for step in steps for table in (step.pieces, step.before or ())]
    options = replace(options, area=layout_area(tables, sets, options.view), legend=False)
    columns = _columns(width, height, len(steps), options)
    cell = (width - (columns - 1) * GAP) / columns
    caption = CAPTION_LINES * CAPTION_LEADING * CAPTION_PT * MM_PER_PT + 2.0
    options = replace(options, scale=_scale(cell, height - caption, options))
    pictures = [
        draw_layout(step.pieces, sets, style, options, step.before, f"move {number}")
        for number, step in enumerate(steps)
    ]
    tall = pictures[0].height + caption + GAP
    rows = max(1, int((height + GAP) / tall))
    pages: list[Frame] = []
    for first in range(0, len(steps), rows * columns):
        items: list[Item] = []
        for place, picture in enumerate(pictures[first : first + rows * columns]):
            row, column = divmod(place, columns)
            x, y = column * (cell + GAP), row * tall
            items += _caption(steps[first + place].caption, x, y, cell, style)
            items.append(Use(picture, translate(x, y + caption)))
        used = math.ceil(min(rows * columns, len(steps) - first) / columns)
        pages.append(Frame(f"strip {len(pages) + 1}", width, used * tall - GAP, tuple(items)))
    return tuple(pages)


def _columns(width: float, height: float, count: int, options: LayoutOptions) -> int:
    """Return the largest number of columns whose diagrams can be read."""
    most = min(MAX_COLUMNS, count)
    cells = {n: (width - (n - 1) * GAP) / n for n in range(1, most + 1)}
    readable = [n for n, cell in cells.items() if _scale(cell, height, options) >= MIN_SCALE]
    return max(readable, default=1)


def _scale(width: float, height: float, options: LayoutOptions) -> float:
    return min(1.0, fitting_scale(options, width, height))


def _caption(text: str, x: float, y: float, width: float, style: LayoutStyle) -> list[Item]:
    """Return the first words of a caption on its lines, its number in bold."""
    em = CAPTION_PT * MM_PER_PT
    words = [drawable(word, style.label) for word in text.split()]
    pieces = [Measured(style.bold.width(word), style.label.space) for word in words]
    lines = wrap(pieces, width / em)
    items: list[Item] = []
    for index, (first, end, _) in enumerate(lines[:CAPTION_LINES]):
        line = " ".join(words[first:end])
        if index == CAPTION_LINES - 1 and end < len(words):
            line += " …"
        line = shortened(line, style.label, width / em)
        at = (x, y + (index + 0.5) * CAPTION_LEADING * em)
        face = style.bold if index == 0 and end == 1 else style.label
        items.append(set_label(line, at, face, CAPTION_PT, style.ink, 0.0))
    return items


def drawable(text: str, face: Typeface) -> str:
    """Return a text with PPN's pieces written in ASCII where the typeface lacks their characters,
    and every other missing character as a question mark."""
    missing = face.word(text).missing
    ascii_of = {character: written for written, character in ASCII_PIECES.items()}
    for character in missing:
        text = text.replace(character, ascii_of.get(character, "?"))
    return text


def shortened(text: str, face: Typeface, width: float) -> str:
    """Return a text that is at most so many ems wide, cut off with an ellipsis if necessary."""
    if face.width(text) <= width:
        return text
    while text and face.width(text + "…") > width:
        text = text[:-1]
    return text.rstrip() + "…"
