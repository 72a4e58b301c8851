"""Arrange the numbers of a deck as tables, for the terminal, a page and a file alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from printgen.stats.chances import chance_of_at_least
from printgen.stats.model import DeckStats, IconsPerNumber, NumberColumn, ValueColumn

MOST_BARS: Final = 40
"""Values of one column that are listed; the rest is summed up."""
MOST_NUMBERS: Final = 12
"""Numbers that all pieces have different ones of, such as page numbers, have no bars if there are
more."""
AT_LEAST: Final = (1, 2, 3)


class Bar(Struct, frozen=True):
    """A value, and how many pieces have it."""

    label: str
    count: int


class BarChart(Struct, frozen=True):
    """A distribution: a bar for each value; none for numbers that only tell pieces apart."""

    column: str
    about: str
    bars: tuple[Bar, ...]


class Grid(Struct, frozen=True):
    """A table of texts with a heading for each column."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class DeckReport(Struct, frozen=True):
    component: str
    title: str
    about: str
    parts: tuple[BarChart | Grid, ...]


def report(deck: DeckStats, draw: int) -> DeckReport:
    """Return the tables of a deck, with the chances of its first `draw` pieces."""
    parts: list[BarChart | Grid] = [_numbers(column) for column in deck.numbers]
    # A value that all pieces have tells nothing.
    parts += [_values(column) for column in deck.values if len(column.counts) > 1]
    if deck.texts:
        rows = ((t.name, plain(t.mean_words), str(t.most_words), t.longest) for t in deck.texts)
        head = ("column", "mean", "most", "longest text")
        parts.append(Grid("Words per text", head, tuple(rows)))
    parts += map(_icons, deck.icons)
    parts += _chances(deck, draw)
    if deck.alike:
        alike = (
            (a.column, a.first, a.second, "same" if a.likeness == 1 else f"{a.likeness:.0%}")
            for a in deck.alike
        )
        head = ("column", "row", "and row", "alike")
        parts.append(Grid("Texts that are alike", head, tuple(alike)))
    different = f"{deck.different} different" if deck.different != deck.pieces else "all different"
    return DeckReport(
        deck.component, deck.title, f"{deck.pieces} pieces, {different}", tuple(parts)
    )


def plain(number: float) -> str:
    """Return a number with at most two decimals."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _numbers(column: NumberColumn) -> BarChart:
    about = (
        f"mean {plain(column.mean)}, deviation {plain(column.deviation)},"
        f" {plain(column.smallest)} to {plain(column.largest)}, sum {plain(column.sum)}"
    )
    bars = tuple(Bar(plain(value), count) for value, count in column.counts)
    is_numbering = len(bars) > MOST_NUMBERS and all(bar.count == 1 for bar in bars)
    return BarChart(column.name, about, () if is_numbering else _shortened(bars))


def _values(column: ValueColumn) -> BarChart:
    bars = tuple(Bar(value, count) for value, count in column.counts)
    return BarChart(column.name, f"{len(bars)} values", _shortened(bars))


def _shortened(bars: tuple[Bar, ...]) -> tuple[Bar, ...]:
    if len(bars) <= MOST_BARS:
        return bars
    rest = bars[MOST_BARS:]
    return *bars[:MOST_BARS], Bar(f"{len(rest)} others", sum(bar.count for bar in rest))


def _icons(found: IconsPerNumber) -> Grid:
    rows = ((plain(value), *map(plain, means)) for value, means in found.rows)
    return Grid(f"Icons per {found.column}", (found.column, *found.icons), tuple(rows))


def _chances(deck: DeckStats, draw: int) -> Iterator[Grid]:
    """Yield the chances for each value of a column: pieces with the value among the first ones."""
    if draw >= deck.pieces:
        return
    head = ("value", "pieces", *(f"at least {k}" for k in AT_LEAST))
    for column in deck.values:
        if not 1 < len(column.counts) <= MOST_BARS:
            continue
        rows = tuple(
            (value, str(having), *(_chance(k, having, deck.pieces, draw) for k in AT_LEAST))
            for (value, _), having in zip(column.counts, column.having, strict=True)
        )
        yield Grid(f"Chances among the first {draw}, by {column.name}", head, rows)


def _chance(wanted: int, good: int, deck: int, drawn: int) -> str:
    chance = chance_of_at_least(wanted, good=good, deck=deck, drawn=drawn)
    return f"{float(chance):.1%}"


def column_widths(grid: Grid) -> Sequence[int]:
    return [max(map(len, column)) for column in zip(grid.head, *grid.rows, strict=True)]
