"""Typeset a game's parts list: what to print, tick off and put together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from printgen.catalog.model import Component, Game, Node, Record
from printgen.catalog.rules_text.blocks import (
    Align,
    Block,
    Heading,
    Picture,
    Prose,
    RichText,
    Steps,
    Title,
)
from printgen.catalog.schema_types import Fields, SchemaType, checked
from printgen.catalog.translations.own import Words
from printgen.colour import mix
from printgen.draw.context import DrawContext
from printgen.draw.elements.faces import trimmed
from printgen.draw.face import Face
from printgen.draw.story.colophon import icon_credits
from printgen.draw.story.composer import Composer
from printgen.draw.story.context import TextContext
from printgen.draw.story.inventory import Part, inventory
from printgen.draw.story.pages import Chunk, paginate, stack
from printgen.draw.story.typeset import Style, Styles, escape_markup, make_styles
from printgen.errors import Findings, Location
from printgen.frame import Frame, Group, Item, Path, Stroke
from printgen.geometry import multiply, rectangle, scale, translate
from printgen.ink import WHITE

WIDTH: Final = 180.0  # fits A4 and Letter with their labels
HEIGHT: Final = 250.0
EDGE: Final = 5.0
SAFE: Final = 3.0
BODY_PT: Final = 10.0
BOX: Final = 4.0
ROW_PAD: Final = 1.7
THUMB: Final = (18.0, 12.0)
TOOLS_PER_ROW: Final = 3

COLUMNS: Final[tuple[tuple[str, float, Align], ...]] = (
    ("", 7.0, "left"),
    ("", 21.0, "left"),
    ("Part", 52.0, "left"),
    ("Pieces", 15.0, "center"),
    ("Size", 27.0, "left"),
    ("To print", 23.0, "left"),
    ("Paper", 25.0, "left"),
)
SETTINGS: Final = SchemaType(
    "record",
    keys={
        "intro": SchemaType("text", "an introduction"),
        "tools": SchemaType("list", "the tools you need", of=SchemaType("text")),
        "steps": SchemaType("list", "the order of work", of=SchemaType("text")),
        "accent": SchemaType("text", "the colour of titles and the table's head"),
    },
)


def make_parts(
    game: Game, component: Component, context: DrawContext, findings: Findings
) -> tuple[Face, ...]:
    """Return one face per page of the list."""
    craft = component.craft
    if craft is None:
        return ()
    node = checked(Node(craft.settings, craft.place), SETTINGS, findings)
    if node is None:
        return ()
    return _PartsListMaker(game, component, context, findings, Fields(node)).faces()


class _PartsListMaker(TextContext):
    """Typesets one parts list."""

    @cached_property
    def composer(self) -> Composer:
        return Composer(self.styles, self.typesetter, self.picture_loader, HEIGHT)

    @cached_property
    def styles(self) -> Styles:
        return make_styles(self.context, self.accent, BODY_PT)

    @property
    def _words(self) -> Words:
        return self.context.words

    @property
    def _place(self) -> Location:
        return self.component.place

    @property
    def _measure(self) -> float:
        return WIDTH - 2 * EDGE

    def faces(self) -> tuple[Face, ...]:
        header = self._header()
        chunks = [
            *self.composer.chunks(self._before(), self._measure),
            *self._tools(),
            header,
            *(
                replace(self._row(part), header=header)
                for part in inventory(self.game, self.context, self.findings)
            ),
            *self.composer.chunks(self._after(), self._measure),
        ]
        pages = paginate(chunks, HEIGHT - 2 * EDGE)
        return tuple(
            self._face(
                [
                    Group(placed.chunk.items, translate(EDGE, EDGE + placed.y))
                    for placed in page
                    if placed.chunk.items
                ],
                number,
            )
            for number, page in enumerate(pages, 1)
        )

    def _rich_text(self, text: str) -> RichText:
        return RichText(text, self._place)

    def _before(self) -> list[Block]:
        blocks: list[Block] = [
            Title(
                self._rich_text(self._words("{game}: parts", game=escape_markup(self.game.title)))
            )
        ]
        intro = self.fields.text("intro")
        if intro:
            blocks.append(Prose(RichText(intro, self.fields.place_of("intro"))))
        return blocks

    def _after(self) -> list[Block]:
        steps = tuple(RichText(str(node.value), node.place) for node in self.fields.items("steps"))
        blocks: list[Block] = []
        if steps:
            blocks += [Heading(self._rich_text(self._words("Order of work"))), Steps(steps, 1)]
        credited = icon_credits(self.game, self._place)
        if credited:
            blocks += [Heading(self._rich_text(self._words("Credits"))), *map(Prose, credited)]
        return blocks

    def _tools(self) -> list[Chunk]:
        """Return the tools, each with a box to tick, three in a row."""
        nodes = self.fields.items("tools")
        if not nodes:
            return []
        wide = self._measure / TOOLS_PER_ROW
        out = self.composer.chunks(
            (Heading(self._rich_text(self._words("You need"))),), self._measure
        )
        for start in range(0, len(nodes), TOOLS_PER_ROW):
            items: list[Item] = []
            tall = 0.0
            for column, node in enumerate(nodes[start : start + TOOLS_PER_ROW]):
                text = RichText(str(node.value), node.place)
                lines = self.typesetter.lines(text, self.styles.body, wide - BOX - 4.0)
                height, inside = stack(lines)
                x = column * wide
                items.append(self._box(x, lines[0].height / 2 if lines else 0.0))
                items.append(Group(inside, translate(x + BOX + 2.0, 0.0)))
                tall = max(tall, height)
            out.append(Chunk(tall, tuple(items), before=1.0, after=1.0))
        return out

    def _box(self, x: float, middle: float) -> Path:
        edge = Stroke(self.context.colour("ink"), 0.3)
        return Path(rectangle(x + 0.3, middle - BOX / 2, BOX, BOX, 0.6), stroke=edge)

    def _header(self) -> Chunk:
        style = self.styles.header
        cells = [self._rich_text(self._words(name)) for name, _, _ in COLUMNS]
        tall, inside = self._cells(cells, [style] * len(cells))
        ground = self.context.ground(self.styles.accent)
        edge = Stroke(self.styles.accent, 0.3)
        head = Path(rectangle(0.0, 0.0, self._measure, tall), ground, edge)
        return Chunk(tall, (head, *inside), before=5.0, keep=True)

    def _cells(
        self, cells: Sequence[RichText], styles: Sequence[Style]
    ) -> tuple[float, list[Item]]:
        tall, x = 0.0, 0.0
        items: list[Item] = []
        for cell, style, (_, width, align) in zip(cells, styles, COLUMNS, strict=True):
            if cell.text:
                lines = self.typesetter.lines(cell, style, width - 2.5, align)
                height, inside = stack(lines)
                items.append(Group(inside, translate(x + 1.25, ROW_PAD)))
                tall = max(tall, height)
            x += width
        return tall + 2 * ROW_PAD, items

    def _row(self, part: Part) -> Chunk:
        """Return a row: a box to tick, a thumbnail, and the details of the part."""
        component, cell = part.component, self.styles.cell
        title = f"**{escape_markup(component.title)}**"
        if component.how:
            title += f"\n{component.how}"
        cells = [
            self._rich_text(text)
            for text in (
                "",
                "",
                title,
                str(part.count),
                _unbroken(part.size(self._words)),
                part.sheets,
                _unbroken(escape_markup(component.stock)),
            )
        ]
        bold = replace(cell, bold=True)
        styles = [bold if name == "Pieces" else cell for name, _, _ in COLUMNS]
        tall, items = self._cells(cells, styles)
        thumbnail = self._frame_of(part)
        factor = _fit(thumbnail)
        tall = max(tall, 2 * ROW_PAD + (thumbnail.height * factor if thumbnail else 0.0))
        hair = Stroke(mix(self.context.colour("ink"), WHITE, 0.6), 0.15)
        below = Path((("M", 0.0, tall), ("L", self._measure, tall)), stroke=hair)
        box = self._box(0.8, ROW_PAD + cell.em * cell.leading / 2)
        picture = self._thumbnail(thumbnail, factor, tall)
        return Chunk(tall, (*picture, *items, box, below), place=self._place)

    def _frame_of(self, part: Part) -> Frame | None:
        """Return the part's first face."""
        if part.thumbnail is not None or not part.component.table.records:
            return part.thumbnail
        first = part.component.table.records[0].values.get("id")
        return self.picture_loader.frame(
            Picture("face", f"{part.component.id}/{first}", self._place)
        )

    def _thumbnail(self, frame: Frame | None, factor: float, tall: float) -> tuple[Item, ...]:
        if frame is None:
            return ()
        x = COLUMNS[0][1] + (COLUMNS[1][1] - frame.width * factor) / 2
        y = (tall - frame.height * factor) / 2
        small = replace(frame, items=_without_folds(frame.items))
        return trimmed(small, multiply(translate(x, y), scale(factor)), self.context)

    def _face(self, items: Sequence[Item], number: int) -> Face:
        name = f"page-{number}"
        frame = Frame(
            f"{self.component.id}/{name}",
            WIDTH,
            HEIGHT,
            tuple(items),
            safe=SAFE,
            origin=self._place,
            clipped=True,
        )
        return Face(Record({"id": name}, self._place), frame, None, 1)


def _unbroken(text: str) -> str:
    """Return the text with its numbers and their units kept on one line."""
    return re.sub(r"(?<=\d) (?=(?:g|mm)\b)", "\u00a0", text)


def _without_folds(items: Sequence[Item]) -> tuple[Item, ...]:
    """Return what a small picture of a net shows: fold lines would cover its colours."""
    return tuple(
        replace(item, items=_without_folds(item.items)) if isinstance(item, Group) else item
        for item in items
        if item.layer != "fold"
    )


def _fit(frame: Frame | None) -> float:
    if frame is None:
        return 1.0
    return min(1.0, THUMB[0] / frame.width, THUMB[1] / frame.height)
