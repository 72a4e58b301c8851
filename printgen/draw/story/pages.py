"""Place chunks in columns and pages. Arithmetic only: nothing is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from printgen.errors import Location
from printgen.frame import Group, Item
from printgen.geometry import translate

SLACK: Final = 0.01


class Chunk(Struct, frozen=True):
    """A line of text, a picture or a table, which is never split. Items are relative to its top
    left.

    Between two chunks the larger of `after` and `before` counts; at the top of a column, neither.
    `keep` keeps a chunk with the next one.
    """

    height: float
    items: tuple[Item, ...]
    before: float = 0.0
    after: float = 0.0
    keep: bool = False
    place: Location | None = None
    breaks: Literal["", "page", "column"] = ""
    chapter: str = ""
    tight: bool = False
    """Whether the space below it never grows, as under a heading."""
    header: Chunk | None = None
    """What is repeated above it at the top of a column, such as the header of its table."""


class PlacedChunk(Struct, frozen=True):
    chunk: Chunk
    column: int
    y: float


PageChunks = tuple[PlacedChunk, ...]
"""All chunks of one page."""


class _Cursor:
    """The position of the next chunk."""

    def __init__(self, height: float, columns: int) -> None:
        self.height = height
        self.columns = columns
        self.pages: list[list[PlacedChunk]] = [[]]
        self.column = 0
        self.y = 0.0
        self.after = 0.0

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
        self.pages[-1].append(PlacedChunk(chunk, self.column, y))
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


def paginate(chunks: Sequence[Chunk], height: float, columns: int = 1) -> tuple[PageChunks, ...]:
    """Fill column after column, page after page, and keep chains together.

    A chain that is taller than a column is split where the column ends.
    """
    cursor = _Cursor(height, columns)
    for chain in chains(chunks):
        if chain[0].breaks == "page":
            cursor.next_page()
        elif chain[0].breaks == "column" and cursor.y:
            cursor.next_column()
        if cursor.y and not cursor.fits(chain):
            cursor.next_column()
        for chunk in chain:
            if cursor.y and not cursor.fits((chunk,)):
                cursor.next_column()
            if not cursor.y and chunk.header is not None:
                cursor.put(chunk.header)
            cursor.put(chunk)
    return tuple(tuple(page) for page in cursor.pages if page)


def chains(chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk, ...]]:
    """Yield the chunks that must stay together; a forced break starts a new chain."""
    chain: list[Chunk] = []
    for chunk in chunks:
        if chain and (not chain[-1].keep or chunk.breaks):
            yield tuple(chain)
            chain = []
        chain.append(chunk)
    if chain:
        yield tuple(chain)


def stack(chunks: Sequence[Chunk]) -> tuple[float, tuple[Item, ...]]:
    """Return the height and items of chunks placed below one another."""
    y, after = 0.0, 0.0
    items: list[Item] = []
    for chunk in chunks:
        y += max(after, chunk.before) if y else 0.0
        if chunk.items:
            items.append(Group(chunk.items, translate(0.0, y)))
        y, after = y + chunk.height, chunk.after
    return y, tuple(items)


def without_widows(chunks: Sequence[Chunk]) -> tuple[Chunk, ...]:
    """Return the lines of a paragraph, without widows and orphans."""
    last = len(chunks) - 1
    return tuple(
        replace(chunk, keep=True) if index in (0, last - 1) and index < last else chunk
        for index, chunk in enumerate(chunks)
    )
