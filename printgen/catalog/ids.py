"""Give the rows of a table ids and numbers of copies, if it has no columns for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from printgen.catalog.headings import column_name
from printgen.catalog.model import Column, Record
from printgen.catalog.rows import Row, Rows
from printgen.catalog.tables import Part, letter
from printgen.errors import Findings, Location

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


def with_plain_ids(parts: Sequence[Part], findings: Findings) -> tuple[Part, ...]:
    """Return the parts of an undeclared table. A column `id` that does not tell rows apart is an
    ordinary one, `own_id`: in other programs' tables it may mean anything."""
    why = _why_not_ids(parts)
    if why is None:
        return tuple(parts)
    place, message = why
    findings.warn(
        place,
        f"{message}, so the column does not tell rows apart: templates know it as own_id, and rows"
        " are known by their names or numbers; fill in different ids if they are meant to",
    )
    return tuple(part._replace(table=_renamed(part)) for part in parts)


def _why_not_ids(parts: Sequence[Part]) -> tuple[Location, str] | None:
    """Return the first cell that is not an id, and why."""
    first: dict[str, Location] = {}
    for place, cell in _id_cells(parts):
        if not cell:
            return place, "the id is empty"
        other = first.setdefault(cell, place)
        if other is not place:
            where = "" if other.file == place.file else f" of {other.file}"
            return place, f"the id '{cell}' is already in row {other.row}{where}"
    return None


def _id_cells(parts: Sequence[Part]) -> Iterator[tuple[Location, str]]:
    for part in parts:
        header, *rows = part.table.rows
        names = [column_name(cell) for cell in header.cells]
        if "id" not in names:
            continue
        at = names.index("id")
        column = letter(at) if part.table.lettered else None
        for number, cells in rows:
            cell = cells[at] if at < len(cells) else ""
            yield Location(part.display_name, number, column, "id"), cell


def _renamed(part: Part) -> Rows:
    header, *rows = part.table.rows
    cells = ["own id" if column_name(cell) == "id" else cell for cell in header.cells]
    return part.table._replace(rows=[Row(header.number, cells), *rows])


def with_copies(records: Sequence[Record], column: str) -> tuple[Record, ...]:
    """Return the rows with the values of a column as their numbers of copies; 1 if it is empty."""
    counts = (record.values.get(column) for record in records)
    return tuple(
        replace(record, values={**record.values, "copies": 1 if count is None else count})
        for record, count in zip(records, counts, strict=True)
    )


def counting(column: Column) -> Column:
    """Return the type of the column that holds the copies: a whole number, 1 if it is empty."""
    return Column(column.name, "integer", optional=column.optional, smallest=0)
