"""Typeset blocks as chunks of a given width: one method for each kind of block."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from printgen.catalog.rules_text.blocks import (
    Block,
    Break,
    Columns,
    Credits,
    Example,
    Figure,
    Grid,
    Heading,
    Note,
    Prose,
    Provenance,
    RichText,
    Steps,
    Summary,
    Title,
)
from printgen.colour import mix
from printgen.draw.context import DrawContext
from printgen.draw.story.figures import MAX_HEIGHT, PictureRow, set_figure, set_pictures
from printgen.draw.story.grids import set_grid
from printgen.draw.story.pages import Chunk, stack, without_widows
from printgen.draw.story.picture_loader import PictureLoader
from printgen.draw.story.typeset import PALE, Styles, Typesetter
from printgen.errors import Location
from printgen.frame import Group, Item, Path, Stroke
from printgen.geometry import Segments, ellipse, rectangle, translate
from printgen.ink import WHITE, Color

BETWEEN_COLUMNS: Final = 6.0
NOTE_PAD: Final = 3.2
NOTE_BAR: Final = 1.3
STEP_INDENT: Final = 7.0
STEP_RADIUS: Final = 2.35
TITLE_RULE: Final = 0.7
EXAMPLE_PAD: Final = 3.6
EXAMPLE_GAP: Final = 2.2
EXAMPLE_RADIUS: Final = 2.0
PALE_PANEL: Final = 0.92  # how close to white an example's panel is
PANEL_EDGE: Final = 0.55
TAB_HEIGHT: Final = 5.6
TAB_PAD: Final = 2.6
TAB_PT: Final = 9.0


class Composer:
    """Typesets the blocks of one text with one set of styles."""

    def __init__(
        self,
        styles: Styles,
        typesetter: Typesetter,
        picture_loader: PictureLoader,
        page_height: float,
    ) -> None:
        self.styles = styles
        self.typesetter = typesetter
        self.picture_loader = picture_loader
        self._tallest = page_height * MAX_HEIGHT
        self._em = styles.body.em

    @property
    def _context(self) -> DrawContext:
        return self.typesetter.context

    def chunks(self, blocks: Sequence[Block], width: float) -> list[Chunk]:
        out: list[Chunk] = []
        breaks = ""
        for block in blocks:
            if isinstance(block, Break):
                breaks = block.kind
                continue
            made = self._set(block, width)
            if made and breaks:
                made[0] = replace(made[0], breaks=breaks)
                breaks = ""
            out += made
        return out

    def _set(self, block: Block, width: float) -> list[Chunk]:
        match block:
            case Title(text):
                return self._title(text, width)
            case Heading(text):
                return self._heading(text, width)
            case Prose(text):
                return self._prose(text, width)
            case Steps(items, start):
                return self._steps(items, start, width)
            case Example():
                return self._example(block, width)
            case Note():
                return self._note(block, width)
            case Columns():
                return self._columns(block, width)
            case Grid():
                return [set_grid(block, width, self.styles, self.typesetter)]
            case Figure():
                style = self.styles.caption
                figure = set_figure(
                    block, width, self._tallest, style, self.picture_loader, self.typesetter
                )
                return [] if figure is None else [figure]
            case Provenance() | Credits() | Summary() | Break():
                return []

    def _title(self, text: RichText, width: float) -> list[Chunk]:
        """Return a chapter title above a rule, never at the end of a page."""
        style = self.styles.title
        height, items = stack(self.typesetter.lines(text, style, width))
        below = height + 1.0
        rule = Path(
            (("M", 0.0, below), ("L", width, below)), stroke=Stroke(style.colour, TITLE_RULE)
        )
        chapter = self.typesetter.fill_in(text.text, text.place)
        return [
            Chunk(
                below + TITLE_RULE / 2,
                (*items, rule),
                before=7.0,
                after=3.2,
                keep=True,
                place=text.place,
                chapter=chapter,
                tight=True,
            )
        ]

    def _heading(self, text: RichText, width: float) -> list[Chunk]:
        height, items = stack(self.typesetter.lines(text, self.styles.heading, width))
        gap = 4.2
        return [
            Chunk(height, items, before=gap, after=0.8, keep=True, place=text.place, tight=True)
        ]

    def _prose(self, text: RichText, width: float) -> list[Chunk]:
        lines = list(self.typesetter.lines(text, self.styles.body, width))
        if not lines:
            return []
        gap = 0.6 * self._em
        lines[0] = replace(lines[0], before=gap)
        announces = text.text.rstrip().endswith(":")
        lines[-1] = replace(lines[-1], after=gap, keep=announces)
        return lines

    def _steps(self, items: Sequence[RichText], start: int, width: float) -> list[Chunk]:
        out: list[Chunk] = []
        for number, text in enumerate(items, start):
            lines = list(self.typesetter.lines(text, self.styles.body, width - STEP_INDENT))
            moved = [
                replace(line, items=(Group(line.items, translate(STEP_INDENT, 0.0)),))
                for line in lines
            ]
            if not moved:
                continue
            disc = self._disc(str(number), moved[0].height / 2, text.place)
            first = replace(moved[0], items=(*disc, *moved[0].items), before=0.45 * self._em)
            if out and text is items[-1]:  # the last step is never alone on a page
                out[-1] = replace(out[-1], keep=True)
            out += without_widows([first, *moved[1:]])
        if out:
            out[0] = replace(out[0], before=0.7 * self._em)
            out[-1] = replace(out[-1], after=0.7 * self._em)
        return out

    def _disc(self, number: str, middle: float, place: Location) -> tuple[Item, ...]:
        """Return a step's number on a disc in the accent colour."""
        ground = self._ground(self.styles.accent)
        ink = self._context.readable(self.styles.accent)
        ring = Stroke(self.styles.accent, 0.3)
        disc = Path(ellipse(STEP_RADIUS, middle, STEP_RADIUS), ground, ring)
        style = replace(self.styles.cell, size_pt=9.0, colour=ink, bold=True)
        lines = self.typesetter.lines(RichText(number, place), style, 2 * STEP_RADIUS, "center")
        height, items = stack(lines)
        return disc, Group(items, translate(0.0, middle - height / 2))

    def _ground(self, colour: Color) -> Color:
        return self._context.ground(colour)

    def _note(self, note: Note, width: float) -> list[Chunk]:
        """Return a tinted box with a bar at its left."""
        inner = width - 2 * NOTE_PAD - NOTE_BAR
        lines: list[Chunk] = []
        if note.title is not None:
            style = replace(self.styles.body, bold=True, colour=self.styles.title.colour)
            lines += self.typesetter.lines(note.title, style, inner)
        body = self.typesetter.lines(note.text, self.styles.body, inner)
        height, items = stack((*lines, *body))
        tall = height + 2 * NOTE_PAD
        accent = self.styles.accent
        box = Path(
            rectangle(0.0, 0.0, width, tall, 1.0),
            self._ground(mix(accent, WHITE, PALE)),
            Stroke(accent, 0.2) if self._context.ink == "low" else None,
        )
        bar = Path(rectangle(0.0, 0.0, NOTE_BAR, tall), accent)
        inside = Group(items, translate(NOTE_PAD + NOTE_BAR, NOTE_PAD))
        gap = 0.9 * self._em
        return [Chunk(tall, (box, bar, inside), before=gap, after=gap, place=note.text.place)]

    def _example(self, example: Example, width: float) -> list[Chunk]:
        """Return a tinted panel with a tab for the title, the pictures and the text."""
        inner = width - 2 * EXAMPLE_PAD
        tab_height, tab = self._tab(example.title, inner)
        pictures = set_pictures(
            example.pictures,
            inner,
            self._tallest,
            self.styles.caption,
            self.picture_loader,
            self.typesetter,
        )
        top = tab_height + EXAMPLE_GAP
        height, items = self._example_body(example, pictures, inner)
        tall = top + height + EXAMPLE_PAD
        accent = self.styles.accent
        panel = Path(
            rectangle(0.0, 0.0, width, tall, EXAMPLE_RADIUS),
            self._ground(mix(accent, WHITE, PALE_PANEL)),
            Stroke(mix(accent, WHITE, PANEL_EDGE), 0.3),
        )
        body = Group(items, translate(EXAMPLE_PAD, top))
        gap = 1.1 * self._em
        return [Chunk(tall, (panel, *tab, body), before=gap, after=gap, place=example.place)]

    def _tab(self, title: RichText, width: float) -> tuple[float, tuple[Item, ...]]:
        """Return the word 'Example' in the accent colour in the panel's corner, and the title."""
        small = replace(self.styles.header, size_pt=TAB_PT)
        label = self.typesetter.context.words("Example")
        lead = self.typesetter.lines(RichText(label, title.place), small, width)
        wide = self.typesetter.widths(RichText(label, title.place), small)[1] + 2 * TAB_PAD
        style = replace(self.styles.body, bold=True, colour=self.styles.title.colour)
        height, title_items = stack(self.typesetter.lines(title, style, width - wide))
        lead_height, lead_items = stack(lead)
        tall = max(TAB_HEIGHT, height + 1.6)
        accent = self.styles.accent
        flag = Path(
            _corner_tab(wide, TAB_HEIGHT, EXAMPLE_RADIUS), self._ground(accent), Stroke(accent, 0.3)
        )
        return tall, (
            flag,
            Group(lead_items, translate(TAB_PAD, (TAB_HEIGHT - lead_height) / 2)),
            Group(
                title_items, translate(wide + TAB_PAD, (TAB_HEIGHT - style.em * style.leading) / 2)
            ),
        )

    def _example_body(
        self, example: Example, pictures: PictureRow | None, width: float
    ) -> tuple[float, tuple[Item, ...]]:
        beside = pictures is not None and example.beside
        room = width - (pictures.width + BETWEEN_COLUMNS if pictures and beside else 0.0)
        height = 0.0
        items: tuple[Item, ...] = ()
        if example.text is not None:
            height, items = stack(self.typesetter.lines(example.text, self.styles.cell, room))
        if pictures is None:
            return height, items
        if not beside:
            across = translate((width - pictures.width) / 2, 0.0)
            gap = EXAMPLE_GAP if items else 0.0
            text = Group(items, translate(0.0, pictures.height + gap))
            return pictures.height + gap + height, (Group(pictures.items, across), text)
        whole = max(height, pictures.height)
        left = 0.0 if example.beside == "left" else room + BETWEEN_COLUMNS
        right = pictures.width + BETWEEN_COLUMNS if example.beside == "left" else 0.0
        return whole, (
            Group(pictures.items, translate(left, (whole - pictures.height) / 2)),
            Group(items, translate(right, (whole - height) / 2)),
        )

    def _columns(self, block: Columns, width: float) -> list[Chunk]:
        room = width - BETWEEN_COLUMNS * (len(block.columns) - 1)
        whole = math.fsum(block.widths)
        x, height = 0.0, 0.0
        items: list[Item] = []
        for blocks, share in zip(block.columns, block.widths, strict=True):
            wide = room * share / whole
            tall, inside = stack(self.chunks(blocks, wide))
            items.append(Group(inside, translate(x, 0.0)))
            height = max(height, tall)
            x += wide + BETWEEN_COLUMNS
        gap = 0.9 * self._em
        return [Chunk(height, tuple(items), before=gap, after=gap, place=block.place)]


def _corner_tab(width: float, height: float, radius: float) -> Segments:
    """Return a tab in a panel's top left corner, rounded there and at its bottom right."""
    arc = radius * 0.4477
    return (
        ("M", 0.0, height),
        ("L", 0.0, radius),
        ("C", 0.0, arc, arc, 0.0, radius, 0.0),
        ("L", width, 0.0),
        ("L", width, height - radius),
        ("C", width, height - arc, width - arc, height, width - radius, height),
        ("Z",),
    )
