"""Load the tables of game.yaml, each after the tables that its rows refer to."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

from printgen.catalog.cells import KnownNames
from printgen.catalog.columns import read_columns, tables_used
from printgen.catalog.fault import Fault
from printgen.catalog.files import resolve_inside
from printgen.catalog.model import Column, Node, Record, Table
from printgen.catalog.schema_types import Fields
from printgen.catalog.source import Source
from printgen.catalog.tables import PPN, read_table
from printgen.errors import Findings, did_you_mean


def load_tables(
    source: Source, nodes: Mapping[str, Node], names: KnownNames
) -> dict[str, Table | None]:
    """Return each table in the order of game.yaml; None for one that could not be read."""
    entries = {name: Fields(node) for name, node in nodes.items()}
    columns = {
        name: made
        for name, fields in entries.items()
        if (made := _columns(fields, entries, source.findings))
    }
    tables: dict[str, Table | None] = dict.fromkeys(entries)
    rows: dict[str, Mapping[str, Record] | None] = {}
    for name in _order(entries, columns, source.findings):
        if name in columns:
            known = names._replace(rows=rows)
            tables[name] = _load(source, name, entries[name], columns[name], known)
        table = tables[name]
        if table is not None:
            rows[name] = {str(record.values.get("id")): record for record in table.records}
    return tables


def _columns(
    fields: Fields, entries: Mapping[str, Fields], findings: Findings
) -> tuple[Column, ...]:
    """Return the columns in game.yaml; a PPN layout has its own, which game.yaml may narrow."""
    given = fields.mapping("columns")
    if not fields.text("file").lower().endswith(PPN):
        if "file" in fields and "columns" not in fields:
            findings.error(fields.place, "the key 'columns' is missing")
        place = fields.place_of("columns")
        return read_columns(given, entries, place, findings) if given else ()
    from printgen.catalog.ppn.layouts import PPN_COLUMNS

    columns = {column.name: column for column in PPN_COLUMNS}
    for name, node in given.items():
        if name in columns:
            (columns[name],) = read_columns({name: node}, entries, node.place, findings, ids=False)
        else:
            hint = did_you_mean(name, columns)
            findings.error(node.place, f"a layout has no column '{name}'{hint}")
    return tuple(columns.values())


def _order(
    entries: Mapping[str, Fields], columns: Mapping[str, tuple[Column, ...]], findings: Findings
) -> tuple[str, ...]:
    """Return the tables so that each comes after those it refers to."""
    needs = {name: tables_used(columns.get(name, ())) for name in entries}
    try:
        return tuple(TopologicalSorter(needs).static_order())
    except CycleError as error:
        loop = list(reversed(error.args[1]))
        findings.error(
            entries[loop[0]].place, f"tables refer to each other in a loop: {' → '.join(loop)}"
        )
        return tuple(entries)


def _load(
    source: Source, name: str, fields: Fields, columns: tuple[Column, ...], names: KnownNames
) -> Table | None:
    text, place = fields.text("file"), fields.place_of("file")
    if not text:
        return None
    path, _, sheet = text.partition("#")
    try:
        file = resolve_inside(source.folder, path)
    except Fault as fault:
        source.findings.error(place, str(fault))
        return None
    if not file.exists():
        near = [other.name for other in file.parent.glob("*.*")]
        hint = did_you_mean(file.name, near)
        source.findings.error(place, f"the file '{path}' does not exist{hint}")
        return None
    display_name = source.display_name(file)
    if sheet and file.suffix.lower() != ".xlsx":
        source.findings.error(place, "only an .xlsx file has sheets; remove the '#' part")
    records = read_table(file, display_name, columns, names, source.findings, sheet=sheet or None)
    return None if records is None else Table(name, display_name, columns, records, fields.place)
