"""Takes what stands on a page, gives its items: the text, a running head, the page's number."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.colour import mix
from printgen.draw.story.blocks import Align, Words
from printgen.draw.story.pages import Chunk, Leaf
from printgen.draw.story.typeset import Styles, Typesetter, plain
from printgen.errors import Place
from printgen.frame import WHITE, Group, Item, Path, Stroke, translate

SIDE: Final = 13.0
TOP: Final = 16.0
BOTTOM: Final = 16.0
HEAD: Final = 10.6  # the running head's baseline, from above
FOOT: Final = 8.6  # the number's baseline, from below
COLUMN_GAP: Final = 6.0
NOTE_LINES: Final = 8.0
HEAD_PT: Final = 8.5
NUMBER_PT: Final = 11.0
BASELINE: Final = 0.72  # of a line's height


class Format(Struct, frozen=True):
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


def page_items(leaf: Leaf, form: Format) -> tuple[Item, ...]:
    return tuple(
        Group(
            placed.chunk.items,
            translate(SIDE + placed.column * (form.column + COLUMN_GAP), TOP + placed.y),
        )
        for placed in leaf
        if placed.chunk.items
    )


class Furniture(Struct, frozen=True):
    """What every page has: the game's name or the chapter above, the number below, outside."""

    form: Format
    styles: Styles
    setter: Typesetter
    title: str
    place: Place

    def items(self, number: int, chapter: str) -> tuple[Item, ...]:
        left = number % 2 == 0
        head = self.title if left or not chapter else chapter
        align: Align = "left" if left else "right"
        small = replace(self.styles.caption, size_pt=HEAD_PT, italic=False)
        folio = replace(small, size_pt=NUMBER_PT, bold=True, colour=self.styles.title.colour)
        out: list[Item] = []
        for text, style, baseline in (
            (plain(head), small, HEAD),
            (str(number), folio, self.form.height - FOOT),
        ):
            lines = self.setter.lines(Words(text, self.place), style, self.form.measure, align)
            out += [
                Group(line.items, translate(SIDE, baseline - line.height * BASELINE))
                for line in lines
            ]
        return tuple(out)

    def notes(self, title: Chunk) -> tuple[Item, ...]:
        """A page that the fold leaves over: lines to write on."""
        pencil = Stroke(mix(self.setter.studio.colour("ink"), WHITE, 0.65), 0.15)
        out: list[Item] = [Group(title.items, translate(SIDE, TOP))]
        y = TOP + title.height + NOTE_LINES + 2.0
        while y < self.form.height - BOTTOM:
            right = self.form.width - SIDE
            out.append(Path((("M", SIDE, y), ("L", right, y)), stroke=pencil))
            y += NOTE_LINES
        return tuple(out)
