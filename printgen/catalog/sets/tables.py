"""Make tables from sets of pieces, as if they had been read from files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from printgen.catalog.model import Column, Record, Table, Value
from printgen.catalog.sets.model import PieceSet, SetSuit, SetValue
from printgen.errors import Location

DIE_ORDER: Final = (0, 1, 2, 5, 4, 3)
"""The values of a die's faces: null is opposite 3, ace opposite 4, 2 opposite 5."""

_COLUMNS: Final[Mapping[str, tuple[Column, ...]]] = {
    "sets": (
        Column("id", "text"),
        Column("title", "text"),
        Column("configuration", "text"),
        Column("face", "text"),
        Column("back", "text"),
        Column("plaque", "text"),
        Column("inverted", "flag"),
        Column("suits", "list", of=Column("suits", "text")),
    ),
    "suits": (
        Column("id", "text"),
        Column("name", "text"),
        Column("colour", "colour"),
        Column("symbol", "icon"),
        Column("set", "row"),
    ),
    "values": (Column("id", "text"), Column("name", "text"), Column("worth", "integer")),
    "by suit": (
        Column("id", "text"),
        Column("set", "text"),
        Column("suit", "row"),
        Column("faces", "list", of=Column("faces", "text")),
    ),
    "by suit and value": (
        Column("id", "text"),
        Column("set", "text"),
        Column("suit", "row"),
        Column("value", "row"),
    ),
}


def set_table(name: str, kind: str, sets: Sequence[PieceSet], place: Location) -> Table:
    """Return the table that lists the sets, their suits or values, or one row for each suit or for
    each suit and value."""
    return Table(name, place.file, _COLUMNS[kind], tuple(_ROWS[kind](sets)), place)


def _sets(sets: Sequence[PieceSet]) -> Iterator[Record]:
    return (_set(pieces) for pieces in sets)


def _set(pieces: PieceSet) -> Record:
    values: dict[str, Value] = {
        "id": pieces.id,
        "title": pieces.title,
        "configuration": pieces.configuration,
        "face": pieces.face_colour,
        "back": pieces.back_colour,
        "plaque": pieces.plaque,
        "inverted": pieces.inverted,
        "suits": tuple(suit.id for suit in pieces.suits),
    }
    return Record(values, pieces.place)


def _suits(sets: Sequence[PieceSet]) -> Iterator[Record]:
    return (_suit(suit, _set(pieces)) for pieces in sets for suit in pieces.suits)


def _suit(suit: SetSuit, pieces: Record) -> Record:
    values: dict[str, Value] = {
        "id": suit.id,
        "name": suit.name,
        "colour": suit.id,
        "symbol": suit.symbol,
        "set": pieces,
    }
    return Record(values, suit.place)


def _values(sets: Sequence[PieceSet]) -> Iterator[Record]:
    values = {value.id: value for pieces in reversed(sets) for value in reversed(pieces.values)}
    return (_value(value) for value in reversed(values.values()))


def _value(value: SetValue) -> Record:
    return Record({"id": value.id, "name": value.name, "worth": value.worth}, value.place)


def _by_suit(sets: Sequence[PieceSet]) -> Iterator[Record]:
    for pieces in sets:
        row = _set(pieces)
        names = tuple(value.id for value in pieces.values)
        faces = tuple(names[i] for i in DIE_ORDER) if len(names) == len(DIE_ORDER) else names
        for suit in pieces.suits:
            values: dict[str, Value] = {
                "id": suit.id,
                "set": pieces.id,
                "suit": _suit(suit, row),
                "faces": faces,
            }
            yield Record(values, suit.place)


def _by_suit_and_value(sets: Sequence[PieceSet]) -> Iterator[Record]:
    for pieces in sets:
        row = _set(pieces)
        for suit in pieces.suits:
            suit_row = _suit(suit, row)
            for value in pieces.values:
                values: dict[str, Value] = {
                    "id": f"{suit.id}-{value.id}",
                    "set": pieces.id,
                    "suit": suit_row,
                    "value": _value(value),
                }
                yield Record(values, suit.place)


_ROWS: Final[Mapping[str, Callable[[Sequence[PieceSet]], Iterator[Record]]]] = {
    "sets": _sets,
    "suits": _suits,
    "values": _values,
    "by suit": _by_suit,
    "by suit and value": _by_suit_and_value,
}
