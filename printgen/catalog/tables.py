"""Read a CSV, TSV, XLSX or PPN file into typed records."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final, NamedTuple

from printgen.catalog.cells import Convert, KnownNames, converter, shorten
from printgen.catalog.fault import Fault
from printgen.catalog.files import read_text
from printgen.catalog.headings import column_name
from printgen.catalog.model import Column, Record, Value
from printgen.catalog.rows import Row, Rows, read_rows
from printgen.errors import Findings, Location, did_you_mean
from printgen.limits import ID_LENGTH, TABLE_BYTES

PPN: Final = ".ppn"
MAX_FAULTS: Final = 20  # per column: a wrong type would otherwise be reported in every row


class Part(NamedTuple):
    """A file or a sheet of a table."""

    display_name: str
    table: Rows


class _ColumnReader(NamedTuple):
    """The position of one column and the function that reads its cells."""

    at: int
    letter: str | None
    name: str
    convert: Convert


def read_table(
    file: Path,
    display_name: str,
    columns: tuple[Column, ...],
    names: KnownNames,
    findings: Findings,
    *,
    sheet: str | None = None,
) -> tuple[Record, ...] | None:
    """Return all rows, with None for wrong cells; return None if the file cannot be used, or has no
    rows or lacks a column that every row needs."""
    part = read_part(file, display_name, findings, sheet=sheet)
    if part is None:
        return None
    records = read_records(part, columns, names, findings)
    if records is not None:
        check_ids(records, part, findings)
    return records


def read_part(
    file: Path, display_name: str, findings: Findings, *, sheet: str | None = None
) -> Part | None:
    """Return all rows of a file or a sheet as text; None if it cannot be used."""
    try:
        table = _rows(file, display_name, sheet, findings)
    except Fault as fault:
        findings.error(Location(display_name, fault.row), str(fault))
        return None
    return Part(display_name if table.sheet is None else f"{display_name}#{table.sheet}", table)


def read_records(
    part: Part,
    columns: tuple[Column, ...],
    names: KnownNames,
    findings: Findings,
    ignored: Collection[str] = (),
) -> tuple[Record, ...] | None:
    """Return the typed rows of a part, with None for wrong cells; return None if it has no rows or
    lacks a column that every row needs."""
    display_name = part.display_name
    header, *rows = part.table.rows
    before = len(findings)
    table = part.table._replace(rows=rows)
    readers = _column_readers(header.cells, table, display_name, columns, names, findings, ignored)
    if not rows and len(findings) == before:
        findings.error(
            Location(display_name, header.number), "there are no rows below the header; add one"
        )
    records = _records(table, header, display_name, readers, findings)
    present = {reader.name for reader in readers}
    absent = [column for column in columns if column.name not in present]
    if not records or not all(column.optional for column in absent):
        return None
    empty = {column.name: converter(column, names, table.cell_format)("") for column in absent}
    return tuple(Record({**empty, **r.values}, r.place) for r in records) if empty else records


def _rows(file: Path, display_name: str, sheet: str | None, findings: Findings) -> Rows:
    if file.suffix.lower() != PPN:
        return read_rows(file, sheet)
    from printgen.catalog.ppn.layouts import ppn_rows

    return ppn_rows(read_text(file, TABLE_BYTES), display_name, findings)


def letter(index: int) -> str:
    """Return the letter that a spreadsheet shows above a column (0 is A)."""
    text = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        text = chr(65 + rest) + text
    return text


def _column_readers(
    header: list[str],
    table: Rows,
    display_name: str,
    columns: tuple[Column, ...],
    names: KnownNames,
    findings: Findings,
    ignored: Collection[str],
) -> tuple[_ColumnReader, ...]:
    known = {column.name: column for column in columns}
    skipped = {*ignored, *map(column_name, ignored)}
    readers: dict[str, _ColumnReader] = {}
    hints: list[str] = []
    for index, heading in enumerate(header):
        place = Location(display_name, 1, letter(index))
        name = heading if heading in known else column_name(heading)
        name = name if name in known else heading
        if heading in skipped or column_name(heading) in skipped:
            continue
        if name in readers:
            findings.error(place, f"the column '{name}' appears twice; remove one")
        elif name in known:
            convert = converter(known[name], names, table.cell_format)
            readers[name] = _ColumnReader(
                index, letter(index) if table.lettered else None, name, convert
            )
        elif name:
            hints.append(did_you_mean(name, known))
            findings.error(place, f"unknown column '{shorten(name)}'{hints[-1]}")
        elif any(index < len(row.cells) and row.cells[index] for row in table.rows):
            findings.error(place, "the column has cells but no name in row 1; add its name")
    for column in columns:
        meant = any(f"did you mean '{column.name}'" in hint for hint in hints)
        if column.name not in readers and not column.optional and not meant:
            findings.error(
                Location(display_name, 1),
                f"the column '{column.name}' is missing; add it to the header",
            )
    return tuple(readers.values())


def _records(
    table: Rows,
    header: Row,
    display_name: str,
    readers: tuple[_ColumnReader, ...],
    findings: Findings,
) -> tuple[Record, ...]:
    width = len(header.cells)
    faults = dict.fromkeys((reader.name for reader in readers), 0)
    records: list[Record] = []
    for number, cells in table.rows:
        if len(cells) != width:
            if table.padded and not any(cells[width:]):
                cells.extend([""] * (width - len(cells)))
            else:
                records.append(
                    _ragged(Row(number, cells), width, table, display_name, readers, findings)
                )
                continue
        values: dict[str, Value] = {}
        for index, column, name, convert in readers:
            try:
                values[name] = convert(cells[index])
            except Fault as fault:
                values[name] = None
                faults[name] += 1
                if faults[name] <= MAX_FAULTS:
                    findings.error(Location(display_name, number, column, name), str(fault))
        records.append(Record(values, Location(display_name, number)))
    for reader in readers:
        more = faults[reader.name] - MAX_FAULTS
        if more > 0:
            place = Location(display_name, None, reader.letter, reader.name)
            findings.error(place, f"{more} more cells of this column are wrong")
    return tuple(records)


def _ragged(
    row: Row,
    width: int,
    table: Rows,
    display_name: str,
    readers: tuple[_ColumnReader, ...],
    findings: Findings,
) -> Record:
    """Report a row of the wrong length and return only its id, so that rows which name it are not
    reported as well."""
    if table.padded:
        at = next(index for index in range(width, len(row.cells)) if row.cells[index])
        findings.error(
            Location(display_name, row.number, letter(at)),
            f"'{shorten(row.cells[at])}' is to the right of the last named column"
            f" ({letter(width - 1)}); clear the cell, or name its column in row 1",
        )
    else:
        what = "many" if len(row.cells) > width else "few"
        findings.error(
            Location(display_name, row.number),
            f"the row has too {what} cells: {len(row.cells)}, where the header has {width}"
            " (a cell with a separator in it needs quotation marks)",
        )
    values: dict[str, Value] = dict.fromkeys(reader.name for reader in readers)
    for reader in readers:
        if reader.name == "id" and reader.at < len(row.cells):
            values["id"] = row.cells[reader.at] or None
    return Record(values, Location(display_name, row.number))


def check_ids(records: Iterable[Record], part: Part, findings: Findings) -> None:
    """Report ids that are too long or used twice; `part` says in which column they are."""
    header = [column_name(cell) for cell in part.table.rows[0].cells]
    at = letter(header.index("id")) if part.table.lettered and "id" in header else None
    first: dict[Value, Record] = {}
    for record in records:
        name = record.values.get("id")
        if name is None:
            continue
        if len(str(name)) > ID_LENGTH:
            findings.error(
                Location(record.place.file, record.place.row, at, "id"),
                f"the id '{shorten(str(name))}' has more than {ID_LENGTH} characters",
            )
        earlier = first.setdefault(name, record)
        if earlier is not record:
            other = earlier.place
            where = "" if other.file == record.place.file else f" of {other.file}"
            findings.error(
                Location(record.place.file, record.place.row, at, "id"),
                f"the id '{name}' is already in row {other.row}{where}",
            )
