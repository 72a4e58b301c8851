"""Lay out a booklet's page: the text, a running head and the page number."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.rules_text.blocks import Align, RichText
from printgen.colour import mix
from printgen.draw.story.pages import Chunk, PageChunks
from printgen.draw.story.typeset import Styles, Typesetter, escape_markup
from printgen.errors import Location
from printgen.frame import Group, Item, Path, Stroke
from printgen.geometry import translate
from printgen.ink import WHITE

SIDE: Final = 13.0
TOP: Final = 16.0
BOTTOM: Final = 16.0
HEAD: Final = 10.6  # from the top edge to the running head's baseline
FOOT: Final = 8.6  # from the bottom edge to the page number's baseline
COLUMN_GAP: Final = 6.0
NOTE_LINES: Final = 8.0
HEAD_PT: Final = 8.5
NUMBER_PT: Final = 11.0
BASELINE: Final = 0.72  # of a line's height


class PageFormat(Struct, frozen=True):
    """A booklet's page and the columns on it."""

    width: float
    height: float
    columns: int

    @property
    def measure(self) -> float:
        return self.width - 2 * SIDE

    @property
    def column(self) -> float:
        return (self.measure - COLUMN_GAP * (self.columns - 1)) / self.columns

    @property
    def tall(self) -> float:
        return self.height - TOP - BOTTOM


def page_items(page: PageChunks, page_format: PageFormat) -> tuple[Item, ...]:
    return tuple(
        Group(
            placed.chunk.items,
            translate(SIDE + placed.column * (page_format.column + COLUMN_GAP), TOP + placed.y),
        )
        for placed in page
        if placed.chunk.items
    )


class Furniture(Struct, frozen=True):
    """The running head and page number of every page, at its outer edge."""

    page_format: PageFormat
    styles: Styles
    typesetter: Typesetter
    title: str
    place: Location

    def items(self, number: int, chapter: str) -> tuple[Item, ...]:
        left = number % 2 == 0
        head = self.title if left or not chapter else chapter
        align: Align = "left" if left else "right"
        small = replace(self.styles.caption, size_pt=HEAD_PT, italic=False)
        folio = replace(small, size_pt=NUMBER_PT, bold=True, colour=self.styles.title.colour)
        out: list[Item] = []
        for text, style, baseline in (
            (escape_markup(head), small, HEAD),
            (str(number), folio, self.page_format.height - FOOT),
        ):
            lines = self.typesetter.lines(
                RichText(text, self.place), style, self.page_format.measure, align
            )
            out += [
                Group(line.items, translate(SIDE, baseline - line.height * BASELINE))
                for line in lines
            ]
        return tuple(out)

    def notes(self, title: Chunk) -> tuple[Item, ...]:
        """Return ruled lines for notes, for a page without text."""
        pencil = Stroke(mix(self.typesetter.context.colour("ink"), WHITE, 0.65), 0.15)
        out: list[Item] = [Group(title.items, translate(SIDE, TOP))]
        y = TOP + title.height + NOTE_LINES + 2.0
        while y < self.page_format.height - BOTTOM:
            right = self.page_format.width - SIDE
            out.append(Path((("M", SIDE, y), ("L", right, y)), stroke=pencil))
            y += NOTE_LINES
        return tuple(out)
