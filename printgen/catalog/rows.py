"""Takes a CSV or XLSX file, gives its rows as text, numbered as a spreadsheet shows them."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printgen.catalog.fault import Fault
from printgen.catalog.files import MEGABYTE, read_bytes, read_text
from printgen.catalog.typed import Marks
from printgen.errors import did_you_mean

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook

MOST_BYTES: Final = 20 * MEGABYTE
MOST_UNPACKED: Final = 100 * MEGABYTE
MOST_ROWS: Final = 20_000
_LAST_XLSX_ROW: Final = 1_048_576


class Row(NamedTuple):
    number: int
    cells: list[str]


class Rows(NamedTuple):
    """`padded`: the format leaves out empty cells at a row's end, so short rows are whole.
    `lettered`: people see the columns under letters, as in a spreadsheet.
    """

    rows: list[Row]
    marks: Marks
    padded: bool
    lettered: bool = True


def read_rows(file: Path, sheet: str | None) -> Rows:
    """All rows that are not blank, the header first; raises Fault when there are none."""
    suffix = file.suffix.lower()
    if suffix == ".csv":
        return _read_csv(read_text(file, MOST_BYTES))
    if suffix == ".xlsx":
        return Rows(_read_xlsx(read_bytes(file, MOST_BYTES), sheet), Marks(), padded=True)
    raise Fault("a table is a .csv, an .xlsx or a .ppn file")


def _read_csv(text: str) -> Rows:
    import csv

    header = text[:65_536].splitlines()[0]
    semicolons = header.count(";") > header.count(",")
    lines = csv.reader(
        io.StringIO(text, newline=""), delimiter=";" if semicolons else ",", strict=True
    )

    def speaking() -> Iterator[list[str]]:
        for number in itertools.count(1):
            try:
                yield next(lines)
            except StopIteration:
                return
            except csv.Error as error:
                raise Fault(
                    f"the file is not valid CSV here ({error}); a quotation mark inside a quoted"
                    " cell is written twice, and every quoted cell is closed",
                    number,
                ) from None

    marks = Marks("|", decimal_comma=True) if semicolons else Marks()
    return Rows(_gather(speaking()), marks, padded=False)


def _gather(lines: Iterable[list[str]]) -> list[Row]:
    rows: list[Row] = []
    for number, line in enumerate(lines, start=1):
        cells = [cell.strip() for cell in line]
        if any(cells):
            if number > MOST_ROWS + 1:
                raise Fault(f"the table has more than {MOST_ROWS} rows; split it", number)
            rows.append(Row(number, cells))
        elif number > _LAST_XLSX_ROW:
            raise Fault("the table has too many empty rows; delete them", number)
    if not rows:
        raise Fault("the table is empty")
    if rows[0].number != 1:
        raise Fault("row 1 must name the columns, but it is empty", 1)
    return rows


def _read_xlsx(data: bytes, sheet: str | None) -> list[Row]:
    import warnings

    with warnings.catch_warnings():
        # openpyxl warns of what it leaves out (styles, validation): values are all we want.
        warnings.simplefilter("ignore")
        try:
            _check_unpacked(data)
            return _gather_sheet(data, sheet)
        except Fault:
            raise
        except Exception as error:  # a damaged book fails in openpyxl in countless ways
            raise Fault(
                f"the file cannot be read as an .xlsx book ({type(error).__name__});"
                " save it again from a spreadsheet program"
            ) from None


def _check_unpacked(data: bytes) -> None:
    import zipfile

    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        size = sum(member.file_size for member in packed.infolist())
    if size > MOST_UNPACKED:
        raise Fault(
            f"the book unpacks to {size / MEGABYTE:.0f} MB, and {MOST_UNPACKED / MEGABYTE:g} MB"
            " is the most that is read"
        )


def _gather_sheet(data: bytes, sheet: str | None) -> list[Row]:
    import openpyxl

    book = openpyxl.load_workbook(
        io.BytesIO(data), read_only=True, data_only=True, keep_links=False
    )
    try:
        page = _pick(book, sheet)
        page.reset_dimensions()  # a sheet may claim a million columns it does not have
        values = page.iter_rows(values_only=True, max_row=_LAST_XLSX_ROW)
        return _gather([_cell_text(value) for value in line] for line in values)
    finally:
        book.close()


def _pick(book: Workbook, sheet: str | None) -> Any:
    if not book.worksheets:
        raise Fault("the book has no sheet")
    if sheet is None:
        return book.worksheets[0]
    for page in book.worksheets:
        if page.title == sheet:
            return page
    titles = [page.title for page in book.worksheets]
    raise Fault(f"the book has no sheet '{sheet}'{did_you_mean(sheet, titles)}")


def _cell_text(value: object) -> str:
    """A cell as a person would have typed it into a CSV file."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
    return str(value)
