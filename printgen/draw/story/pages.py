"""Takes chunks with their heights, gives the pages and columns they stand in: arithmetic only."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from printgen.errors import Place
from printgen.frame import Group, Item, translate

SLACK: Final = 0.01
LEAST: Final = 0.3  # a last page less full than this looks forgotten


class Chunk(Struct, frozen=True):
    """What is never broken: a line of text, a picture, a table. Drawn from its own top left.

    Of the room two neighbours want between them, the larger wish counts; at a column's top
    none does. `keep` ties a chunk to the next one.
    """

    height: float
    items: tuple[Item, ...]
    before: float = 0.0
    after: float = 0.0
    keep: bool = False
    place: Place | None = None
    breaks: Literal["", "page", "column"] = ""
    chapter: str = ""


class Placed(Struct, frozen=True):
    chunk: Chunk
    column: int
    y: float


Leaf = tuple[Placed, ...]
"""All that stands on one page."""


class _Cursor:
    """Where the next chunk goes."""

    def __init__(self, height: float, columns: int) -> None:
        self.height = height
        self.columns = columns
        self.pages: list[list[Placed]] = [[]]
        self.column = 0
        self.y = 0.0
        self.after = 0.0

    @property
    def filled(self) -> float:
        """How much of the page is taken."""
        return (self.column + self.y / self.height) / self.columns

    def gap(self, chunk: Chunk) -> float:
        return max(self.after, chunk.before) if self.y else 0.0

    def fits(self, chunks: Sequence[Chunk]) -> bool:
        y, after = self.y, self.after
        for chunk in chunks:
            y += (max(after, chunk.before) if y else 0.0) + chunk.height
            after = chunk.after
        return y <= self.height + SLACK

    def put(self, chunk: Chunk) -> None:
        y = self.y + self.gap(chunk)
        self.pages[-1].append(Placed(chunk, self.column, y))
        self.y, self.after = y + chunk.height, chunk.after

    def next_column(self) -> None:
        self.y = self.after = 0.0
        self.column += 1
        if self.column == self.columns:
            self.next_page()

    def next_page(self) -> None:
        self.y = self.after = 0.0
        self.column = 0
        if self.pages[-1]:
            self.pages.append([])


def paginate(
    chunks: Sequence[Chunk], height: float, columns: int = 1, fresh: float = 1.0
) -> tuple[Leaf, ...]:
    """Fills column after column, page after page; what is kept together moves on together.

    A chain that is taller than a whole column is broken where the column ends. A chapter starts
    a page of its own where more than the part `fresh` of the old one is filled.
    """
    cursor = _Cursor(height, columns)
    for chain in chains(chunks):
        late = chain[0].chapter and cursor.filled > fresh
        if chain[0].breaks == "page" or late:
            cursor.next_page()
        elif chain[0].breaks == "column" and cursor.y:
            cursor.next_column()
        if cursor.y and not cursor.fits(chain):
            cursor.next_column()
        for chunk in chain:
            if cursor.y and not cursor.fits((chunk,)):
                cursor.next_column()
            cursor.put(chunk)
    return tuple(tuple(page) for page in cursor.pages if page)


def emptiness(pages: Sequence[Leaf], height: float) -> float:
    """How broken off the pages look: large gaps at their feet count most, and a last page with
    next to nothing on it."""
    filled = [max(placed.y + placed.chunk.height for placed in page) / height for page in pages]
    lonely = sum(part < LEAST for part in filled[-1:])
    return math.fsum((1 - part) ** 2 for part in filled[:-1]) + lonely / 2


def chains(chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk, ...]]:
    """Chunks that must stay together; a forced break starts a new chain."""
    chain: list[Chunk] = []
    for chunk in chunks:
        if chain and (not chain[-1].keep or chunk.breaks):
            yield tuple(chain)
            chain = []
        chain.append(chunk)
    if chain:
        yield tuple(chain)


def stack(chunks: Sequence[Chunk]) -> tuple[float, tuple[Item, ...]]:
    """The height and the items of chunks that stand in one box."""
    y, after = 0.0, 0.0
    items: list[Item] = []
    for chunk in chunks:
        y += max(after, chunk.before) if y else 0.0
        if chunk.items:
            items.append(Group(chunk.items, translate(0.0, y)))
        y, after = y + chunk.height, chunk.after
    return y, tuple(items)


def tied(chunks: Sequence[Chunk]) -> tuple[Chunk, ...]:
    """Lines of one paragraph, so that none stands alone above or below a break."""
    last = len(chunks) - 1
    return tuple(
        replace(chunk, keep=True) if index in (0, last - 1) and index < last else chunk
        for index, chunk in enumerate(chunks)
    )
