"""Load the tables of game.yaml, each after the tables that its rows refer to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from printgen.catalog.cells import KnownNames
from printgen.catalog.columns import read_columns, tables_used
from printgen.catalog.headings import column_name
from printgen.catalog.ids import counting, with_copies, with_ids, with_plain_ids
from printgen.catalog.infer import infer_columns
from printgen.catalog.model import Column, Node, Record, Table
from printgen.catalog.schema_types import Fields
from printgen.catalog.sets.model import PieceSet
from printgen.catalog.source import Source
from printgen.catalog.table_parts import file_names, read_parts
from printgen.catalog.tables import PPN, Part, check_ids, read_records
from printgen.catalog.undeclared import tidied
from printgen.errors import Findings, did_you_mean


def load_tables(
    source: Source, nodes: Mapping[str, Node], names: KnownNames, sets: Sequence[PieceSet] = ()
) -> dict[str, Table | None]:
    """Return each table in the order of game.yaml; None for one that could not be read."""
    entries = {name: Fields(node) for name, node in nodes.items()}
    columns = {
        name: made
        for name, fields in entries.items()
        if (made := _columns(fields, entries, source.findings)) is not None
    }
    tables: dict[str, Table | None] = dict.fromkeys(entries)
    rows: dict[str, Mapping[str, Record] | None] = {}
    for name in _order(entries, columns, source.findings):
        kind = entries[name].text("from sets")
        if kind:
            tables[name] = _from_sets(name, kind, entries[name], sets, source.findings)
        elif name in columns:
            known = names._replace(rows=rows)
            tables[name] = _load(source, name, entries[name], columns[name], known)
        table = tables[name]
        if table is not None:
            rows[name] = {str(record.values.get("id")): record for record in table.records}
    return tables


def _from_sets(
    name: str, kind: str, fields: Fields, sets: Sequence[PieceSet], findings: Findings
) -> Table | None:
    if not sets:
        findings.error(fields.place_of("from sets"), "the game names no sets; add the key 'sets'")
        return None
    from printgen.catalog.sets.tables import set_table

    return set_table(name, kind, sets, fields.place)


def _columns(
    fields: Fields, entries: Mapping[str, Fields], findings: Findings
) -> tuple[Column, ...] | None:
    """Return the columns in game.yaml, or none if they are to be inferred; a PPN layout has its
    own, which game.yaml may narrow. Return None for columns that cannot be used."""
    given = fields.mapping("columns")
    files = [str(node.value).lower() for node in file_names(fields)]
    if not any(file.endswith(PPN) for file in files):
        if "columns" not in fields:
            return ()
        return read_columns(given, entries, findings) or None
    from printgen.catalog.ppn.layouts import PPN_COLUMNS

    columns = {column.name: column for column in PPN_COLUMNS}
    for name, node in given.items():
        if name in columns:
            (columns[name],) = read_columns({name: node}, entries, findings)
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
    parts = read_parts(source, fields)
    if parts is None:
        return None
    ignored = [str(node.value) for node in fields.items("ignore")]
    copies = column_name(fields.text("copies", "copies"))
    is_inferred = not columns
    if is_inferred:
        parts = with_plain_ids(tidied(parts, source.findings), source.findings)
        columns = _inferred(parts, names, ignored, copies)
    elif all(column.name != "id" for column in columns) and any(map(_has_ids, parts)):
        columns = (Column("id", "text"), *columns)
    records: list[Record] = []
    for part in parts:
        found = read_records(part, columns, names, source.findings, ignored)
        if found is None:
            return None
        records += found
    check_ids(records, parts[0], source.findings)
    known = {column.name for column in columns}
    if "id" not in known:
        columns = (Column("id", "text", optional=True), *columns)
        records = [*with_ids(records)]
    if "copies" in fields:
        counted = next((c for c in columns if column_name(c.name) == copies), None)
        if counted is None or counted.kind != "integer":
            what = "no column" if counted is None else "no column of whole numbers"
            hint = did_you_mean(copies, known)
            source.findings.error(
                fields.place_of("copies"), f"there is {what} '{fields.text('copies')}'{hint}"
            )
        else:
            records = [*with_copies(records, counted.name)]
    elif "copies" in known:
        records = [*with_copies(records, "copies")]
    file = records[0].place.file
    return Table(name, file, columns, tuple(records), fields.place, is_inferred=is_inferred)


def _has_ids(part: Part) -> bool:
    return "id" in map(column_name, part.table.rows[0].cells)


def _inferred(
    parts: Sequence[Part], names: KnownNames, ignored: Sequence[str], copies: str
) -> tuple[Column, ...]:
    """Return the columns of all parts, with types that fit all their cells."""
    skipped = {"", *map(column_name, ignored)}
    headers = [[column_name(cell) for cell in part.table.rows[0].cells] for part in parts]
    cells: dict[str, list[str]] = {
        name: [] for header in headers for name in header if name not in skipped
    }
    for part, header in zip(parts, headers, strict=True):
        for row in part.table.rows[1:]:
            found = dict(zip(header, row.cells, strict=False))
            for name, column in cells.items():
                column.append(found.get(name, ""))
    columns = infer_columns(cells, names, parts[0].table.cell_format)
    return tuple(counting(c) if c.name == copies else c for c in columns)
