"""Infer the types of columns from their cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from printgen.catalog.cells import CellFormat, KnownNames, converter
from printgen.catalog.fault import Fault
from printgen.catalog.model import Column

PlainKind = Literal["integer", "number", "flag", "colour", "icon", "text"]
_KINDS: Final[tuple[PlainKind, ...]] = ("flag", "integer", "number", "colour", "icon")
_FLAGS: Final = frozenset({"yes", "no", "true", "false"})
_LEADING_ZERO: Final = re.compile(r"[-+]?0[0-9]")
_LIST: Final = "|"


def infer_columns(
    cells: Mapping[str, Iterable[str]], names: KnownNames, cell_format: CellFormat
) -> tuple[Column, ...]:
    """Return a column for each name; it is optional if a cell is empty."""
    return tuple(_column(name, list(of), names, cell_format) for name, of in cells.items())


def _column(name: str, cells: Sequence[str], names: KnownNames, form: CellFormat) -> Column:
    filled = [cell for cell in cells if cell]
    optional = len(filled) < len(cells)
    if name != "id" and any(_LIST in cell for cell in filled):
        items = [item.strip() for cell in filled for item in cell.split(_LIST)]
        if all(items):
            inner = replace(_plain(name, items, names, form), optional=False)
            return Column(name, "list", optional=optional, of=inner)
    if name == "id":
        return Column(name, "text")
    return replace(_plain(name, filled, names, form), optional=optional)


def _plain(name: str, cells: Sequence[str], names: KnownNames, form: CellFormat) -> Column:
    kinds = _KINDS if cells else ()
    return next(
        (column for kind in kinds if _fits(column := Column(name, kind), cells, names, form)),
        Column(name, "text"),
    )


def _fits(column: Column, cells: Sequence[str], names: KnownNames, form: CellFormat) -> bool:
    if column.kind == "flag":
        return all(cell.lower() in _FLAGS for cell in cells)
    if column.kind in ("integer", "number") and any(map(_LEADING_ZERO.match, cells)):
        return False
    if column.kind == "colour" and names.colours is None:
        return False
    if column.kind == "icon" and names.icons is None:
        return False
    convert = converter(column, names, form)
    try:
        for cell in cells:
            convert(cell)
    except Fault:
        return False
    return True


def describe_column(column: Column) -> str:
    """Return the type as game.yaml writes it."""
    limits = {"min": column.smallest, "max": column.largest}
    parts = [f"{name}: {limit:g}" for name, limit in limits.items() if limit is not None]
    match column.kind:
        case "list" if column.of is not None:
            parts = [f"list of: {describe_column(column.of)}"]
        case "choice":
            parts = [f"one of: [{', '.join(column.choices)}]"]
        case "row":
            parts = [f"row of: {column.table}"]
        case _ if parts:
            parts = [f"is: {column.kind}", *parts]
        case _:
            return f"{column.kind}{'?' if column.optional else ''}"
    return f"{{{', '.join([*parts, *(['optional: true'] if column.optional else [])])}}}"
