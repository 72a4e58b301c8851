"""Draw the list of pieces to take out of a printed game, and to put in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.translations.own import Words, own_words
from printgen.frame import Frame, Group, Item, Path, Stroke, Use
from printgen.geometry import multiply, rectangle, scale, translate
from printgen.sheet.model import MARK_INK, Label

SIZE: Final = (180.0, 250.0)
EDGE: Final = 5.0
TITLE_PT: Final = 18.0
NAME_PT: Final = 10.0
COLUMNS: Final = 2
ROW: Final = 30.0
PICTURE: Final = 26.0
GAP: Final = 1.5
WORDS: Final = 37.0
"""The room that is left beside the pictures."""
TOP: Final = 20.0
BOX: Final = 4.0
TICK: Final = Stroke(MARK_INK, 0.3)


class Exchange(Struct, frozen=True):
    """A piece that changes: how many are taken out and put in, and what both look like. A piece
    that nobody can draw any more has no picture."""

    component: str
    name: str
    out: int
    into: int
    before: Frame | None
    after: Frame | None


def exchange_pages(
    title: str, exchanges: Sequence[Exchange], label: Label, language: str
) -> tuple[Frame, ...]:
    """Return pages with a box to tick for each piece."""
    per_page = COLUMNS * int((SIZE[1] - TOP - EDGE) // ROW)
    return tuple(
        _page(title, exchanges[start : start + per_page], label, own_words(language))
        for start in range(0, len(exchanges), per_page)
    )


def _page(title: str, exchanges: Sequence[Exchange], label: Label, words: Words) -> Frame:
    heading = replace(label, size_pt=TITLE_PT)
    items: list[Item] = [heading.name(EDGE, EDGE + 6, title, SIZE[0] - 2 * EDGE)]
    width = (SIZE[0] - 2 * EDGE) / COLUMNS
    for number, exchange in enumerate(exchanges):
        row, column = divmod(number, COLUMNS)
        entry = _entry(exchange, width, replace(label, size_pt=NAME_PT), words)
        items.append(Group(entry, translate(EDGE + column * width, TOP + row * ROW)))
    return Frame("changes", *SIZE, tuple(items))


def _entry(exchange: Exchange, width: float, label: Label, words: Words) -> tuple[Item, ...]:
    pictures = [frame for frame in (exchange.before, exchange.after) if frame is not None]
    items: list[Item] = [Path(rectangle(0.0, 1.0, BOX, BOX), stroke=TICK, layer="marks")]
    x = BOX + 2.0
    widest = min(PICTURE, (width - x - WORDS) / max(1, len(pictures)) - GAP)
    for frame in pictures:
        size = min(PICTURE / frame.height, widest / frame.width)
        shown = multiply(translate(x, 0.0), scale(size))
        clip = frame.outline or rectangle(0.0, 0.0, frame.width, frame.height)
        items.append(Group((Use(frame),), shown, clip=clip))
        x += frame.width * size + GAP
    lines = [exchange.name, exchange.component]
    if exchange.out:
        lines.append(words("take out {count}", count=exchange.out))
    if exchange.into:
        lines.append(words("put in {count}", count=exchange.into))
    room = width - x - 3.0
    items += [
        label.name(x + 1.0, 4.0 + 5.0 * number, line, room) for number, line in enumerate(lines)
    ]
    return tuple(items)
