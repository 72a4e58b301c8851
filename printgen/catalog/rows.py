"""Read the rows of a CSV, TSV, JSON, XLSX or ODS file as text, numbered as in a spreadsheet."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printgen.catalog.cells import CellFormat
from printgen.catalog.fault import Fault
from printgen.catalog.files import read_bytes, read_text
from printgen.errors import did_you_mean
from printgen.limits import MEGABYTE, TABLE_BYTES, TABLE_ROWS, TABLE_UNPACKED_BYTES

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook

WORKBOOKS: Final = (".xlsx", ".ods")
_LAST_XLSX_ROW: Final = 1_048_576


class Row(NamedTuple):
    number: int
    cells: list[str]


class Rows(NamedTuple):
    """`padded`: the format leaves out empty cells at a row's end, so short rows are complete.
    `lettered`: columns are known by letters, as in a spreadsheet. `sheet`: the name of the sheet in
    a workbook.
    """

    rows: list[Row]
    cell_format: CellFormat
    padded: bool
    lettered: bool = True
    sheet: str | None = None


def read_rows(file: Path, sheet: str | None) -> Rows:
    """Return all rows that are not blank, the header first; raise Fault if there are none."""
    suffix = file.suffix.lower()
    if suffix in (".csv", ".tsv"):
        return _read_csv(read_text(file, TABLE_BYTES))
    if suffix in WORKBOOKS:
        title, rows = _read_workbook(read_bytes(file, TABLE_BYTES), suffix, sheet)
        return Rows(rows, CellFormat(), padded=True, sheet=title)
    if suffix == ".json":
        rows = _read_json(read_text(file, TABLE_BYTES))
        return Rows(rows, CellFormat("|"), padded=False, lettered=False)
    remedy = "; save it as .xlsx" if suffix == ".xls" else ""
    raise Fault(f"a table must be a .csv, .tsv, .json, .xlsx, .ods or .ppn file{remedy}")


def _read_csv(text: str) -> Rows:
    import csv

    header = text[:65_536].splitlines()[0]
    separator = max(",;\t", key=header.count)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)

    def lines_with_faults() -> Iterator[list[str]]:
        for number in itertools.count(1):
            try:
                yield next(lines)
            except StopIteration:
                return
            except csv.Error as error:
                raise Fault(
                    f"the file is not valid CSV here ({error}); double the quotation marks inside"
                    " a quoted cell, and close every quoted cell",
                    number,
                ) from None

    cell_format = CellFormat("|", decimal_comma=True) if separator == ";" else CellFormat()
    return Rows(_gather(lines_with_faults()), cell_format, padded=False)


def _gather(lines: Iterable[list[str]]) -> list[Row]:
    rows: list[Row] = []
    for number, line in enumerate(lines, start=1):
        cells = [cell.strip() for cell in line]
        if any(cells):
            if number > TABLE_ROWS + 1:
                raise Fault(f"the table has more than {TABLE_ROWS} rows; split it", number)
            rows.append(Row(number, cells))
        elif number > _LAST_XLSX_ROW:
            raise Fault("the table has too many empty rows; delete them", number)
    if not rows:
        raise Fault("the table is empty; add a header and a row")
    if rows[0].number != 1:
        raise Fault("row 1 is empty, but it must name the columns", 1)
    return rows


def _read_json(text: str) -> list[Row]:
    """Return a row for each object; its keys are the headings."""
    import json

    try:
        entries = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Fault(
            f"the file is not valid JSON ({error})", getattr(error, "lineno", None)
        ) from None
    if isinstance(entries, dict):
        entries = _as_list(entries)
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise Fault("a JSON table is a list of objects, one for each row")
    if not entries:
        raise Fault("the table is empty; add a row")
    if len(entries) > TABLE_ROWS:
        raise Fault(f"the table has more than {TABLE_ROWS} rows; split it")
    header = list(dict.fromkeys(key for entry in entries for key in entry))
    rows = [Row(1, [key.strip() for key in header])]
    for number, entry in enumerate(entries, start=1):
        rows.append(Row(number, [_json_text(entry.get(key), number) for key in header]))
    return rows


def _as_list(entries: dict[str, object]) -> object:
    """Return the rows of an object that has a list of cells for each column, as Squib writes them,
    or an object for each id."""
    values = list(entries.values())
    if values and all(isinstance(value, dict) for value in values):
        return [{"id": name, **value} for name, value in entries.items() if isinstance(value, dict)]
    columns = [value for value in values if isinstance(value, list)]
    if not columns or len(columns) < len(values):
        return None
    if len({len(column) for column in columns}) > 1:
        raise Fault("the columns have different numbers of cells; fill in what is missing")
    return [dict(zip(entries, cells, strict=True)) for cells in zip(*columns, strict=True)]


def _json_text(value: object, row: int) -> str:
    if isinstance(value, list) and not any(isinstance(item, list) for item in value):
        return "|".join(_json_text(item, row) for item in value)
    if isinstance(value, dict | list):
        raise Fault("a value is a list of lists or an object; a cell holds text or a list", row)
    return _cell_text(value).strip()


def sheet_names(file: Path) -> tuple[str, ...]:
    """Return the names of a workbook's sheets that are not empty; raise Fault if all are."""
    import warnings

    data, suffix = read_bytes(file, TABLE_BYTES), file.suffix.lower()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            _check_unpacked(data)
            names = _filled_sheets(data) if suffix == ".xlsx" else _opendocument_sheets(data)
        except Fault:
            raise
        except Exception as error:  # the readers fail on damaged files in many ways
            raise _damaged(suffix, error) from None
    if not names:
        raise Fault("all sheets of the workbook are empty; add a table")
    return names


def _filled_sheets(data: bytes) -> tuple[str, ...]:
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
    try:
        return tuple(
            page.title
            for page in book.worksheets
            if any(
                cell is not None
                for line in page.iter_rows(values_only=True, max_row=1)
                for cell in line
            )
        )
    finally:
        book.close()


def _opendocument_sheets(data: bytes) -> tuple[str, ...]:
    from printgen.catalog.opendocument import read_sheets

    return tuple(sheet.name for sheet in read_sheets(data) if sheet.rows)


def _damaged(suffix: str, error: Exception) -> Fault:
    return Fault(
        f"the file cannot be read as an {suffix} workbook ({type(error).__name__});"
        " save it again from a spreadsheet program"
    )


def _read_workbook(data: bytes, suffix: str, sheet: str | None) -> tuple[str, list[Row]]:
    import warnings

    with warnings.catch_warnings():
        # openpyxl warns about styles and validation that it drops; only values are needed.
        warnings.simplefilter("ignore")
        try:
            _check_unpacked(data)
            gather = _gather_sheet if suffix == ".xlsx" else _gather_opendocument
            return gather(data, sheet)
        except Fault:
            raise
        except Exception as error:  # the readers fail on damaged files in many ways
            raise _damaged(suffix, error) from None


def _check_unpacked(data: bytes) -> None:
    import zipfile

    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        size = sum(member.file_size for member in packed.infolist())
    if size > TABLE_UNPACKED_BYTES:
        most = TABLE_UNPACKED_BYTES / MEGABYTE
        raise Fault(
            f"the workbook unpacks to {size / MEGABYTE:.0f} MB, but the limit is {most:g} MB;"
            " split it"
        )


def _gather_sheet(data: bytes, sheet: str | None) -> tuple[str, list[Row]]:
    """Return the sheet's name and its rows."""
    import openpyxl

    book = openpyxl.load_workbook(
        io.BytesIO(data), read_only=True, data_only=True, keep_links=False
    )
    try:
        page = _pick(book, sheet)
        page.reset_dimensions()  # a sheet may claim a million columns it does not have
        values = page.iter_rows(values_only=True, max_row=_LAST_XLSX_ROW)
        rows = _gather([_cell_text(value) for value in line] for line in values)
        return str(page.title), rows
    finally:
        book.close()


def _gather_opendocument(data: bytes, sheet: str | None) -> tuple[str, list[Row]]:
    from printgen.catalog.opendocument import read_sheets

    sheets = read_sheets(data)
    page = sheets[_index([page.name for page in sheets], sheet)]
    return page.name, _gather([_cell_text(value) for value in line] for line in page.rows)


def _pick(book: Workbook, sheet: str | None) -> Any:
    return book.worksheets[_index([page.title for page in book.worksheets], sheet)]


def _index(titles: Sequence[str], sheet: str | None) -> int:
    """Return the place of a sheet, or of the first one; raise Fault if there is none."""
    if not titles:
        raise Fault("the workbook has no sheet; add one")
    if sheet is not None and sheet not in titles:
        raise Fault(f"the workbook has no sheet '{sheet}'{did_you_mean(sheet, titles)}")
    return 0 if sheet is None else titles.index(sheet)


def _cell_text(value: object) -> str:
    """Return a cell as a person would type it into a CSV file."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
    return str(value)
