"""Give the rows of a table ids and numbers of copies, if it has no columns for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from printgen.catalog.model import Column, Record

_NAMING: Final = ("name", "title")
"""Columns that tell rows apart, if all their texts differ: ids stay the same in another order."""


def with_ids(records: Sequence[Record]) -> tuple[Record, ...]:
    """Return the rows with ids: their names, if these differ, else their numbers."""
    ids = [str(number) for number in range(1, len(records) + 1)]
    for column in _NAMING:
        names = [str(record.values.get(column) or "") for record in records]
        if all(names) and len(set(names)) == len(names):
            ids = names
            break
    return tuple(
        replace(record, values={"id": made, **record.values})
        for made, record in zip(ids, records, strict=True)
    )


def with_copies(records: Sequence[Record], column: str) -> tuple[Record, ...]:
    """Return the rows with the values of a column as their numbers of copies."""
    return tuple(
        replace(record, values={**record.values, "copies": record.values.get(column)})
        for record in records
    )


def counting(column: Column) -> Column:
    """Return the type of the column that holds the copies: a whole number, 1 if it is empty."""
    return Column(column.name, "integer", optional=column.optional, smallest=0)
