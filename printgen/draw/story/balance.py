"""Break a text into pages so that none is left half empty. Arithmetic only: nothing is drawn."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from printgen.draw.story.pages import SLACK, Chunk, PageChunks, PlacedChunk, chains

EXTRA_COLUMNS: Final = 4  # columns tried beyond the fewest: one folded sheet has four pages
LATE_START: Final = 0.6  # a chapter that starts lower on a page looks squeezed in
LATE_START_COST: Final = 0.15
CHAPTER_WEIGHT: Final = 0.7  # the weight of a gap before a new chapter, relative to other gaps
MIN_GAP: Final = 1.2  # mm: closer chunks belong together, such as items of a list
MAX_STRETCH: Final = 1.1  # of a gap: more looks like a hole
STRETCH_MORE: Final = 1.0  # mm that every gap may take beyond its share

_Chain = tuple[Chunk, ...]


class PageBreaks:
    """The best ways to break chunks into columns, found by dynamic programming.

    The cost of a column is the square of its empty part, so that unavoidable empty space is spread
    over all pages instead of being left at the foot of one.
    """

    def __init__(self, chunks: Sequence[Chunk], height: float, columns: int = 1) -> None:
        self._height = height
        self._columns = columns
        self._chains = list(_breakable(chunks, height))
        self._tops = _tops(self._chains)
        self._found = self._search()

    @property
    def fewest(self) -> int:
        """The fewest pages that hold everything."""
        return -(-min(self._found[-1]) // self._columns)

    @property
    def filled(self) -> float:
        """The number of pages that the text would fill without gaps at their ends."""
        return self._tops[-1][1] / self._height / self._columns if self._tops else 0.0

    def break_into(self, count: int) -> tuple[PageChunks, ...]:
        """Return the best break into `count` pages, or fewer if the text does not fill them."""
        last = self._found[-1]
        allowed = [k for k in last if -(-k // self._columns) <= count]
        key = min(allowed, key=lambda k: (count - -(-k // self._columns), last[k][0]))
        ends: list[tuple[int, int, int]] = []  # (column, first chain, past the last)
        end = len(self._chains)
        while end:
            _, start, before = self._found[end][key]
            ends.append((key - 1, start, end))
            end, key = start, before
        out: list[list[PlacedChunk]] = [[] for _ in range(ends[0][0] + 1 if ends else 0)]
        for column, start, past in reversed(ends):
            out[column] = list(self._placed(start, past, column % self._columns))
        whole = -(-len(out) // self._columns)
        out += [[] for _ in range(whole * self._columns - len(out))]
        return tuple(
            tuple(p for box in out[i : i + self._columns] for p in box)
            for i in range(0, len(out), self._columns)
        )

    def cost(self, pages: Sequence[PageChunks]) -> float:
        """Return how unbalanced the pages are: large gaps at their ends count most."""
        return math.fsum((1 - _bottom(page) / self._height) ** 2 for page in pages)

    def _placed(self, start: int, past: int, column: int) -> Iterator[PlacedChunk]:
        zero = self._tops[start][0]
        for index in range(start, past):
            y = self._tops[index][0] - zero
            after: float | None = None
            for chunk in self._chains[index]:
                y += 0.0 if after is None else max(after, chunk.before)
                yield PlacedChunk(chunk, column, y)
                y, after = y + chunk.height, chunk.after

    def _search(self) -> list[dict[int, tuple[float, int, int]]]:
        """Return, for each number of chains and of columns they fill, (cost, first chain of the
        last column, columns before it)."""
        count = len(self._chains)
        found: list[dict[int, tuple[float, int, int]]] = [{} for _ in range(count + 1)]
        found[0] = {0: (0.0, 0, 0)}
        for start in range(count):
            if not found[start]:
                continue
            fewest = min(found[start])
            reached = {k: found[start][k] for k in found[start] if k <= fewest + EXTRA_COLUMNS}
            first = self._chains[start][0]
            for end in range(start + 1, count + 1):
                used = self._tops[end - 1][1] - self._tops[start][0]
                if end > start + 1 and used > self._height + SLACK:
                    break
                column_cost = self._column_cost(start, end, used)
                for k, (cost, _, _) in reached.items():
                    column = self._next_column(k, first)
                    known = found[end].get(column + 1)
                    if known is None or cost + column_cost < known[0]:
                        found[end][column + 1] = (cost + column_cost, start, k)
                if end < count and self._chains[end][0].breaks:
                    break
        return found

    def _next_column(self, k: int, first: Chunk) -> int:
        """Return the column in which a chain may start after `k` columns."""
        return -(-k // self._columns) * self._columns if first.breaks == "page" else k

    def _column_cost(self, start: int, end: int, used: float) -> float:
        empty = max(0.0, 1 - used / self._height) ** 2
        following = self._chains[end][0] if end < len(self._chains) else None
        if following is not None and (following.chapter or following.breaks):
            empty *= CHAPTER_WEIGHT
        late = sum(
            bool(self._chains[index][0].chapter)
            and self._tops[index][0] - self._tops[start][0] > LATE_START * self._height
            for index in range(start + 1, end)
        )
        return empty + late * LATE_START_COST


def stretch(page: PageChunks, height: float) -> PageChunks:
    """Spread the empty space at the end of a page over its gaps, as far as they allow."""
    out: list[PlacedChunk] = []
    for column in sorted({placed.column for placed in page}):
        out += _stretched([placed for placed in page if placed.column == column], height)
    return tuple(out)


def _stretched(column: Sequence[PlacedChunk], height: float) -> Iterator[PlacedChunk]:
    gaps = [0.0] + [_elastic(a, b) for a, b in pairwise(column)]
    free = max(0.0, height - _bottom(column))
    whole = math.fsum(gaps)
    share = free / whole if whole else 0.0
    moved = 0.0
    for placed, gap in zip(column, gaps, strict=True):
        moved += min(gap * share, gap * MAX_STRETCH + STRETCH_MORE) if gap else 0.0
        yield replace(placed, y=placed.y + moved)


def _elastic(above: PlacedChunk, below: PlacedChunk) -> float:
    """Return the gap between two chunks if it may grow, else 0."""
    gap = below.y - above.y - above.chunk.height
    return 0.0 if above.chunk.tight or gap < MIN_GAP else gap


def _bottom(page: Sequence[PlacedChunk]) -> float:
    return max((placed.y + placed.chunk.height for placed in page), default=0.0)


def _breakable(chunks: Sequence[Chunk], height: float) -> Iterator[_Chain]:
    """Yield chains that fit a column; longer chains are split into their chunks."""
    for chain in chains(chunks):
        if len(chain) > 1 and _tops([chain])[0][1] > height + SLACK:
            yield from ((chunk,) for chunk in chain)
        else:
            yield chain


def _tops(found: Sequence[_Chain]) -> list[tuple[float, float]]:
    """Return the (top, bottom) of each chain in one endless column."""
    out: list[tuple[float, float]] = []
    y, after = 0.0, 0.0
    for chain in found:
        y += max(after, chain[0].before) if out else 0.0
        top = y
        for index, chunk in enumerate(chain):
            y += (max(after, chunk.before) if index else 0.0) + chunk.height
            after = chunk.after
        out.append((top, y))
    return out
