"""Filter the rows of a table by a `where` mapping."""

from __future__ import annotations

from collections.abc import Mapping

from printgen.catalog.cells import CellFormat, KnownNames, converter
from printgen.catalog.fault import Fault
from printgen.catalog.headings import known_name
from printgen.catalog.model import Node, Record, Table, Value
from printgen.errors import Findings, Location, did_you_mean


def filter_rows(
    where: Mapping[str, Node], place: Location, table: Table, names: KnownNames, findings: Findings
) -> tuple[Record, ...]:
    records = table.records
    is_valid = True
    for heading, node in where.items():
        name = known_name(heading, (column.name for column in table.columns))
        allowed = _filter_values(name, node, table, names, findings)
        if allowed is None:
            is_valid = False
            continue
        records = tuple(r for r in records if _matches(r.values.get(name), allowed))
    if is_valid and table.records and not records:
        findings.error(place, f"no row of '{table.name}' matches; change the filter")
    return records


def _matches(value: Value, allowed: tuple[Value, ...]) -> bool:
    """Return whether the value, or one item of a list, is allowed."""
    return any(item in allowed for item in (value if isinstance(value, tuple) else (value,)))


def _filter_values(
    name: str, node: Node, table: Table, names: KnownNames, findings: Findings
) -> tuple[Value, ...] | None:
    """Return the values of a filter, converted like cells of that column."""
    columns = {column.name: column for column in table.columns}
    if node.value is None:
        return None
    if name not in columns:
        hint = did_you_mean(name, columns)
        findings.error(node.place, f"'{table.name}' has no column '{name}'{hint}")
        return None
    column = columns[name].of or columns[name]
    convert = converter(column, names, CellFormat())
    allowed: list[Value] = []
    for item in node.value if isinstance(node.value, tuple) else (node,):
        try:
            allowed.append(convert(_cell(item)))
        except Fault as fault:
            findings.error(item.place, str(fault))
            return None
    return tuple(allowed)


def _cell(node: Node) -> str:
    return str(node.value).lower() if isinstance(node.value, bool) else str(node.value)
