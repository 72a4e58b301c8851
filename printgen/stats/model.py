"""The frozen values that describe a deck. All counts are of pieces: copies count."""

from __future__ import annotations

from msgspec import Struct


class NumberColumn(Struct, frozen=True):
    """A column of numbers; pieces with an empty cell do not count."""

    name: str
    counts: tuple[tuple[float, int], ...]
    """Every number and how many pieces have it, the smallest first."""
    mean: float
    deviation: float
    """The standard deviation of all pieces, not an estimate from a sample."""
    sum: float

    @property
    def smallest(self) -> float:
        return self.counts[0][0]

    @property
    def largest(self) -> float:
        return self.counts[-1][0]


class ValueColumn(Struct, frozen=True):
    """A column of kinds, colours, icons or rows; an item of a list counts by itself."""

    name: str
    counts: tuple[tuple[str, int], ...]
    """Every value and how often it is printed, the most frequent first."""
    having: tuple[int, ...]
    """For each value, how many pieces have it: fewer, if a list has it several times."""


class TextColumn(Struct, frozen=True):
    """A column of sentences."""

    name: str
    mean_words: float
    longest: str
    """The id of the row with the most words."""
    most_words: int


class IconsPerNumber(Struct, frozen=True):
    """How many icons a piece has on average, by the number in a column, such as its cost."""

    column: str
    icons: tuple[str, ...]
    rows: tuple[tuple[float, tuple[float, ...]], ...]


class Alike(Struct, frozen=True):
    """Two rows whose texts in a column are the same or hardly differ."""

    column: str
    first: str
    second: str
    likeness: float
    """1 if they are the same but for case and spaces."""


class DeckStats(Struct, frozen=True):
    component: str
    title: str
    pieces: int
    different: int
    numbers: tuple[NumberColumn, ...]
    values: tuple[ValueColumn, ...]
    texts: tuple[TextColumn, ...]
    icons: tuple[IconsPerNumber, ...]
    alike: tuple[Alike, ...]
