"""Count what the rows of a component print."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from printgen.catalog.model import Column, Component, Game, Record, Value
from printgen.stats.alike import find_alike
from printgen.stats.model import (
    Alike,
    DeckStats,
    IconsPerNumber,
    NumberColumn,
    TextColumn,
    ValueColumn,
)

ICON: Final = re.compile(r"\[([^\[\]\s]+)(?:\s+[^\[\]\s]+)?\]")
SENTENCE_WORDS: Final = 3
"""A column whose texts have more words on average has sentences, not names or kinds."""
MAX_KINDS: Final = 0.6
"""Different texts per row: with fewer, a column has kinds; with more, names."""
NOT_COUNTED: Final = ("id", "copies")


class _Deck:
    """The rows of a component, each with its copies."""

    def __init__(self, game: Game, component: Component) -> None:
        records = component.table.records
        self.rows = [(record, component.copies(record)) for record in records]
        self.rows = [(record, copies) for record, copies in self.rows if copies]
        self.columns = [c for c in component.table.columns if c.name not in NOT_COUNTED]
        self.icons = frozenset(game.art.symbols)

    def cells(self, column: Column) -> Iterator[tuple[Record, Value, int]]:
        """Yield every cell that is not empty, with the copies of its row."""
        for record, copies in self.rows:
            value = record.values.get(column.name)
            if value is not None and value != "":
                yield record, value, copies


def decks(game: Game, wanted: Collection[str] = ()) -> tuple[DeckStats, ...]:
    """Return the numbers of every component that prints rows, or of the wanted ones."""
    return tuple(
        deck_stats(game, component)
        for component in game.components
        if component.template is not None and (not wanted or component.id in wanted)
    )


def deck_stats(game: Game, component: Component) -> DeckStats:
    deck = _Deck(game, component)
    numbers = [column for column in deck.columns if column.kind in ("integer", "number")]
    texts = [column for column in deck.columns if column.kind == "text"]
    sentences = [column for column in texts if _mean_words(deck, column) > SENTENCE_WORDS]
    names = [column for column in texts if column not in sentences and _are_names(deck, column)]
    values = [c for c in deck.columns if c not in (*numbers, *sentences, *names)]
    return DeckStats(
        component.id,
        component.title,
        sum(copies for _, copies in deck.rows),
        len(deck.rows),
        tuple(filter(None, (_numbers(deck, column) for column in numbers))),
        tuple(filter(None, (_values(deck, column) for column in values))),
        tuple(_texts(deck, column) for column in sentences),
        tuple(_icons_per_number(deck, numbers)),
        tuple(_alike(deck, (*names, *sentences))),
    )


def count_values(component: Component, name: str) -> Counter[str]:
    """Return how many pieces have each value of a column."""
    counts: Counter[str] = Counter()
    for record in component.table.records:
        for item in _items(record.values.get(name)):
            counts[item] += component.copies(record)
    return counts


def numbers_of(component: Component, name: str) -> list[tuple[float, int]]:
    """Return the numbers of a column, each with the copies of its row."""
    cells = ((r.values.get(name), component.copies(r)) for r in component.table.records)
    return [(value, n) for value, n in cells if isinstance(value, int | float) and n]


def describe_numbers(name: str, cells: Sequence[tuple[float, int]]) -> NumberColumn | None:
    """Return the distribution of numbers with their copies; None if there are none."""
    counts: Counter[float] = Counter()
    for value, copies in cells:
        counts[value] += copies
    pieces = sum(counts.values())
    if not pieces:
        return None
    total = math.fsum(value * count for value, count in counts.items())
    mean = total / pieces
    squares = math.fsum(count * (value - mean) ** 2 for value, count in counts.items())
    deviation = math.sqrt(squares / pieces)
    return NumberColumn(name, tuple(sorted(counts.items())), mean, deviation, total)


def _numbers(deck: _Deck, column: Column) -> NumberColumn | None:
    cells = [(value, n) for _, value, n in deck.cells(column) if isinstance(value, int | float)]
    return describe_numbers(column.name, cells)


def _values(deck: _Deck, column: Column) -> ValueColumn | None:
    counts: Counter[str] = Counter()
    having: Counter[str] = Counter()
    for _, value, copies in deck.cells(column):
        items = _items(value)
        for item in items:
            counts[item] += copies
        for item in set(items):
            having[item] += copies
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    if not ordered:
        return None
    return ValueColumn(column.name, tuple(ordered), tuple(having[value] for value, _ in ordered))


def _items(value: Value) -> tuple[str, ...]:
    """Return a cell as text, a list as its items, a row as its id and an empty cell as nothing."""
    if value is None or value == "":
        return ()
    if isinstance(value, tuple):
        return tuple(text for item in value for text in _items(item))
    if isinstance(value, Record):
        return (str(value.values.get("id")),)
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    return (f"{value:g}" if isinstance(value, float) else str(value),)


def _words(text: str) -> int:
    return len(ICON.sub(" ", text).split())


def _mean_words(deck: _Deck, column: Column) -> float:
    words = [(_words(str(value)), copies) for _, value, copies in deck.cells(column)]
    pieces = sum(copies for _, copies in words)
    return sum(count * copies for count, copies in words) / pieces if pieces else 0.0


def _are_names(deck: _Deck, column: Column) -> bool:
    found = [str(value) for _, value, _ in deck.cells(column)]
    return len(set(found)) > MAX_KINDS * len(found)


def _texts(deck: _Deck, column: Column) -> TextColumn:
    words = {_id(record): _words(str(value)) for record, value, _ in deck.cells(column)}
    longest = max(words, key=lambda name: words[name])
    return TextColumn(column.name, _mean_words(deck, column), longest, words[longest])


def _id(record: Record) -> str:
    return str(record.values.get("id"))


def _icons_of(deck: _Deck, record: Record) -> Counter[str]:
    """Return the icons in a row's texts and columns of icons."""
    found: Counter[str] = Counter()
    for column in deck.columns:
        value = record.values.get(column.name)
        if column.kind == "text" and isinstance(value, str):
            found.update(name for name in ICON.findall(value) if name in deck.icons)
        elif column.kind == "icon" or (column.of is not None and column.of.kind == "icon"):
            found.update(_items(value))
    return found


def _icons_per_number(deck: _Deck, numbers: Sequence[Column]) -> Iterator[IconsPerNumber]:
    by_row = [(record, copies, _icons_of(deck, record)) for record, copies in deck.rows]
    names = sorted({name for _, _, icons in by_row for name in icons})
    for column in numbers if names else ():
        pieces: Counter[float] = Counter()
        icons: dict[float, Counter[str]] = {}
        for record, copies, found in by_row:
            value = record.values.get(column.name)
            if isinstance(value, int | float):
                pieces[value] += copies
                own = icons.setdefault(value, Counter())
                for name, count in found.items():
                    own[name] += count * copies
        rows = tuple(
            (value, tuple(icons[value][name] / pieces[value] for name in names))
            for value in sorted(pieces)
        )
        yield IconsPerNumber(column.name, tuple(names), rows)


def _alike(deck: _Deck, columns: Sequence[Column]) -> Iterator[Alike]:
    for column in columns:
        texts = [(_id(record), str(value)) for record, value, _ in deck.cells(column)]
        yield from find_alike(column.name, texts)
