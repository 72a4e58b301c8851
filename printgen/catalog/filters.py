"""Takes a `where` and a table, gives the rows it lets through."""

from __future__ import annotations

from collections.abc import Mapping

from printgen.catalog.fault import Fault
from printgen.catalog.model import Node, Record, Table, Value
from printgen.catalog.typed import Marks, Names, converter
from printgen.errors import Findings, Place, did_you_mean


def chosen_rows(
    where: Mapping[str, Node], place: Place, table: Table, names: Names, findings: Findings
) -> tuple[Record, ...]:
    records = table.records
    sound = True
    for name, node in where.items():
        wanted = _wanted(name, node, table, names, findings)
        if wanted is None:
            sound = False
            continue
        records = tuple(r for r in records if _fits(r.values.get(name), wanted))
    if sound and table.records and not records:
        findings.error(place, f"no row of '{table.name}' fits")
    return records


def _fits(value: Value, wanted: tuple[Value, ...]) -> bool:
    """A list column fits if one of its items does."""
    return any(item in wanted for item in (value if isinstance(value, tuple) else (value,)))


def _wanted(
    name: str, node: Node, table: Table, names: Names, findings: Findings
) -> tuple[Value, ...] | None:
    """The values of a filter, read as cells of that column are read."""
    columns = {column.name: column for column in table.columns}
    if node.value is None:
        return None
    if name not in columns:
        hint = did_you_mean(name, columns)
        findings.error(node.place, f"'{table.name}' has no column '{name}'{hint}")
        return None
    column = columns[name].of or columns[name]
    convert = converter(column, names, Marks())
    wanted: list[Value] = []
    for item in node.value if isinstance(node.value, tuple) else (node,):
        try:
            wanted.append(convert(_cell(item)))
        except Fault as fault:
            findings.error(item.place, str(fault))
            return None
    return tuple(wanted)


def _cell(node: Node) -> str:
    return str(node.value).lower() if isinstance(node.value, bool) else str(node.value)
