"""Takes a CSV, XLSX or PPN file and its Columns, gives typed Records."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from printgen.catalog.fault import Fault
from printgen.catalog.files import read_text
from printgen.catalog.model import Column, Record, Value
from printgen.catalog.rows import MOST_BYTES, Row, Rows, read_rows
from printgen.catalog.typed import Convert, Names, converter, shorten
from printgen.errors import Findings, Place, did_you_mean

PPN: Final = ".ppn"
MOST_FAULTS: Final = 20  # in one column: a wrong type would otherwise speak in every row


class _Plan(NamedTuple):
    """Where one column stands and how its cells are read."""

    at: int
    letter: str | None
    name: str
    convert: Convert


def read_table(
    file: Path,
    shown: str,
    columns: tuple[Column, ...],
    names: Names,
    findings: Findings,
    *,
    sheet: str | None = None,
) -> tuple[Record, ...] | None:
    """All rows, wrong cells as None; None in place of rows when the file cannot be used."""
    try:
        table = _rows(file, shown, sheet, findings)
    except Fault as fault:
        findings.error(Place(shown, fault.row), str(fault))
        return None
    header, *rows = table.rows
    table = table._replace(rows=rows)
    plans = _plan(header.cells, table, shown, columns, names, findings)
    records = _records(table, header, shown, plans, findings)
    for column in columns:
        if column.name == "id":
            _check_ids(records, plans, findings)
    return records


def _rows(file: Path, shown: str, sheet: str | None, findings: Findings) -> Rows:
    if file.suffix.lower() != PPN:
        return read_rows(file, sheet)
    from printgen.catalog.ppn import ppn_rows

    return ppn_rows(read_text(file, MOST_BYTES), shown, findings)


def letter(index: int) -> str:
    """The letter a spreadsheet shows over a column (0 is A)."""
    text = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        text = chr(65 + rest) + text
    return text


def _plan(
    header: list[str],
    table: Rows,
    shown: str,
    columns: tuple[Column, ...],
    names: Names,
    findings: Findings,
) -> tuple[_Plan, ...]:
    known = {column.name: column for column in columns}
    plans: dict[str, _Plan] = {}
    hints: list[str] = []
    for index, name in enumerate(header):
        place = Place(shown, 1, letter(index))
        if name in plans:
            findings.error(place, f"the column '{name}' is there twice")
        elif name in known:
            convert = converter(known[name], names, table.marks)
            plans[name] = _Plan(index, letter(index) if table.lettered else None, name, convert)
        elif name:
            hints.append(did_you_mean(name, known))
            findings.error(place, f"unknown column '{shorten(name)}'{hints[-1]}")
        elif any(index < len(row.cells) and row.cells[index] for row in table.rows):
            findings.error(place, "the column holds cells but has no name in row 1")
    for column in columns:
        meant = any(f"did you mean '{column.name}'" in hint for hint in hints)
        if column.name not in plans and not column.optional and not meant:
            findings.error(Place(shown, 1), f"the column '{column.name}' is missing")
    return tuple(plans.values())


def _records(
    table: Rows, header: Row, shown: str, plans: tuple[_Plan, ...], findings: Findings
) -> tuple[Record, ...]:
    width = len(header.cells)
    faults = dict.fromkeys((plan.name for plan in plans), 0)
    records: list[Record] = []
    for number, cells in table.rows:
        if len(cells) != width:
            if table.padded and not any(cells[width:]):
                cells.extend([""] * (width - len(cells)))
            else:
                records.append(_ragged(Row(number, cells), width, shown, plans, findings))
                continue
        values: dict[str, Value] = {}
        for index, column, name, convert in plans:
            try:
                values[name] = convert(cells[index])
            except Fault as fault:
                values[name] = None
                faults[name] += 1
                if faults[name] <= MOST_FAULTS:
                    findings.error(Place(shown, number, column, name), str(fault))
        records.append(Record(values, Place(shown, number)))
    for plan in plans:
        more = faults[plan.name] - MOST_FAULTS
        if more > 0:
            place = Place(shown, None, plan.letter, plan.name)
            findings.error(place, f"{more} more cells of this column are wrong")
    return tuple(records)


def _ragged(
    row: Row, width: int, shown: str, plans: tuple[_Plan, ...], findings: Findings
) -> Record:
    """A row of the wrong length keeps its id, so that rows which name it are not blamed too."""
    what = "many" if len(row.cells) > width else "few"
    findings.error(
        Place(shown, row.number),
        f"the row has too {what} cells: {len(row.cells)}, where the header has {width}"
        " (a cell with a separator in it needs quotation marks)",
    )
    values: dict[str, Value] = dict.fromkeys(plan.name for plan in plans)
    for plan in plans:
        if plan.name == "id" and plan.at < len(row.cells):
            values["id"] = row.cells[plan.at] or None
    return Record(values, Place(shown, row.number))


def _check_ids(records: Iterable[Record], plans: tuple[_Plan, ...], findings: Findings) -> None:
    at = {plan.name: plan.letter for plan in plans}.get("id")
    first: dict[Value, Record] = {}
    for record in records:
        name = record.values.get("id")
        if name is None:
            continue
        earlier = first.setdefault(name, record)
        if earlier is not record:
            findings.error(
                Place(record.place.file, record.place.row, at, "id"),
                f"the id '{name}' is already in row {earlier.place.row}",
            )
