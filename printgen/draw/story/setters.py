"""Takes blocks and a width, gives chunks: each kind of block has one way to be set."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from printgen.colour import mix
from printgen.draw.story.blocks import (
    Block,
    Break,
    Columns,
    Credits,
    Figure,
    Grid,
    Heading,
    Note,
    Prose,
    Provenance,
    Steps,
    Title,
    Words,
)
from printgen.draw.story.figures import TALLEST, set_figure
from printgen.draw.story.gallery import Gallery
from printgen.draw.story.grids import set_grid
from printgen.draw.story.pages import Chunk, stack, tied
from printgen.draw.story.typeset import PALE, Styles, Typesetter
from printgen.draw.studio import Studio
from printgen.errors import Place
from printgen.frame import (
    WHITE,
    Color,
    Group,
    Item,
    Path,
    Stroke,
    ellipse,
    rectangle,
    translate,
)

BETWEEN_COLUMNS: Final = 6.0
NOTE_PAD: Final = 3.2
NOTE_BAR: Final = 1.3
STEP_INDENT: Final = 7.0
STEP_RADIUS: Final = 2.35
TITLE_RULE: Final = 0.7


class Composer:
    """Sets the blocks of one text with one set of styles."""

    def __init__(
        self, styles: Styles, setter: Typesetter, gallery: Gallery, page_height: float
    ) -> None:
        self.styles = styles
        self.setter = setter
        self.gallery = gallery
        self._tallest = page_height * TALLEST
        self._em = styles.body.em

    @property
    def _studio(self) -> Studio:
        return self.setter.studio

    def chunks(self, blocks: Sequence[Block], width: float) -> list[Chunk]:
        out: list[Chunk] = []
        breaks = ""
        for block in blocks:
            if isinstance(block, Break):
                breaks = block.what
                continue
            made = self._set(block, width)
            if made and breaks:
                made[0] = replace(made[0], breaks=breaks)
                breaks = ""
            out += made
        return out

    def _set(self, block: Block, width: float) -> list[Chunk]:
        match block:
            case Title(words):
                return self._title(words, width)
            case Heading(words):
                return self._heading(words, width)
            case Prose(words):
                return self._prose(words, width)
            case Steps(items, start):
                return self._steps(items, start, width)
            case Note():
                return self._note(block, width)
            case Columns():
                return self._columns(block, width)
            case Grid():
                return [set_grid(block, width, self.styles, self.setter)]
            case Figure():
                style = self.styles.caption
                figure = set_figure(block, width, self._tallest, style, self.gallery, self.setter)
                return [] if figure is None else [figure]
            case Provenance() | Credits() | Break():
                return []

    def _title(self, words: Words, width: float) -> list[Chunk]:
        """A chapter: large, over a rule of its colour, never at the foot of a page."""
        style = self.styles.title
        height, items = stack(self.setter.lines(words, style, width))
        below = height + 1.0
        rule = Path(
            (("M", 0.0, below), ("L", width, below)), stroke=Stroke(style.colour, TITLE_RULE)
        )
        chapter = self.setter.filled(words.text, words.place)
        return [
            Chunk(
                below + TITLE_RULE / 2,
                (*items, rule),
                before=7.0,
                after=3.2,
                keep=True,
                place=words.place,
                chapter=chapter,
            )
        ]

    def _heading(self, words: Words, width: float) -> list[Chunk]:
        height, items = stack(self.setter.lines(words, self.styles.heading, width))
        gap = 4.2
        return [Chunk(height, items, before=gap, after=0.8, keep=True, place=words.place)]

    def _prose(self, words: Words, width: float) -> list[Chunk]:
        lines = list(self.setter.lines(words, self.styles.body, width))
        if not lines:
            return []
        gap = 0.6 * self._em
        lines[0] = replace(lines[0], before=gap)
        announces = words.text.rstrip().endswith(":")
        lines[-1] = replace(lines[-1], after=gap, keep=announces)
        return lines

    def _steps(self, items: Sequence[Words], start: int, width: float) -> list[Chunk]:
        out: list[Chunk] = []
        for number, words in enumerate(items, start):
            lines = list(self.setter.lines(words, self.styles.body, width - STEP_INDENT))
            moved = [
                replace(line, items=(Group(line.items, translate(STEP_INDENT, 0.0)),))
                for line in lines
            ]
            if not moved:
                continue
            disc = self._disc(str(number), moved[0].height / 2, words.place)
            first = replace(moved[0], items=(*disc, *moved[0].items), before=0.45 * self._em)
            out += tied([first, *moved[1:]])
        if out:
            out[0] = replace(out[0], before=0.7 * self._em)
            out[-1] = replace(out[-1], after=0.7 * self._em)
        return out

    def _disc(self, number: str, middle: float, place: Place) -> tuple[Item, ...]:
        """A step's number on a disc of the accent colour."""
        ground = self._ground(self.styles.accent)
        ink = self._studio.readable(self.styles.accent)
        ring = Stroke(self.styles.accent, 0.3)
        disc = Path(ellipse(STEP_RADIUS, middle, STEP_RADIUS), ground, ring)
        style = replace(self.styles.cell, size_pt=9.0, colour=ink, bold=True)
        lines = self.setter.lines(Words(number, place), style, 2 * STEP_RADIUS, "center")
        height, items = stack(lines)
        return disc, Group(items, translate(0.0, middle - height / 2))

    def _ground(self, colour: Color) -> Color:
        return self._studio.ground(colour)

    def _note(self, note: Note, width: float) -> list[Chunk]:
        """A tinted box with a bar at its left."""
        inner = width - 2 * NOTE_PAD - NOTE_BAR
        lines: list[Chunk] = []
        if note.title is not None:
            style = replace(self.styles.body, bold=True, colour=self.styles.title.colour)
            lines += self.setter.lines(note.title, style, inner)
        body = self.setter.lines(note.words, self.styles.body, inner)
        height, items = stack((*lines, *body))
        tall = height + 2 * NOTE_PAD
        accent = self.styles.accent
        box = Path(
            rectangle(0.0, 0.0, width, tall, 1.0),
            self._ground(mix(accent, WHITE, PALE)),
            Stroke(accent, 0.2) if self._studio.ink == "low" else None,
        )
        bar = Path(rectangle(0.0, 0.0, NOTE_BAR, tall), accent)
        inside = Group(items, translate(NOTE_PAD + NOTE_BAR, NOTE_PAD))
        gap = 0.9 * self._em
        return [Chunk(tall, (box, bar, inside), before=gap, after=gap, place=note.words.place)]

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
