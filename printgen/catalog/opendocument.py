"""Read the sheets of an OpenDocument spreadsheet (.ods), as LibreOffice saves it."""

from __future__ import annotations

import io
import zipfile
from typing import Final
from xml.parsers import expat

from msgspec import Struct, field

from printgen.catalog.fault import Fault
from printgen.limits import TABLE_COLUMNS, TABLE_ROWS

CONTENT: Final = "content.xml"
_NAMES: Final = {
    "urn:oasis:names:tc:opendocument:xmlns:office:1.0": "office",
    "urn:oasis:names:tc:opendocument:xmlns:table:1.0": "table",
    "urn:oasis:names:tc:opendocument:xmlns:text:1.0": "text",
}
_NUMBERS: Final = ("float", "percentage", "currency")

Value = str | float | bool | None


class Sheet(Struct):
    """A sheet and its rows; those that are repeated are written out, but for empty ones at the
    end."""

    name: str
    rows: list[list[Value]] = field(default_factory=list)


def read_sheets(data: bytes) -> tuple[Sheet, ...]:
    """Return the sheets of a workbook; raise Fault for one that is too large, and other exceptions
    for a damaged file."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        content = packed.read(CONTENT)
    return _Reader().read(content)


class _Reader:
    """Gathers cells as expat reports them: a sheet may have far more empty ones than memory."""

    def __init__(self) -> None:
        self._sheets: list[Sheet] = []
        self._row: list[Value] = []
        self._cell: dict[str, str] | None = None
        self._paragraphs: list[str] = []
        self._rows = self._cells = 1
        self._empty_rows = self._empty_cells = 0
        self._notes = 0

    def read(self, content: bytes) -> tuple[Sheet, ...]:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartDoctypeDeclHandler = self._doctype
        parser.Parse(content, True)
        return tuple(self._sheets)

    def _doctype(self, *_: object) -> None:
        raise Fault("a workbook must not have a DOCTYPE; save it again from a spreadsheet program")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = _short(tag)
        known = {_short(key): value for key, value in attributes.items()}
        if name in ("office:annotation", "table:shapes") or self._notes:
            self._notes += 1
        elif name == "table:table":
            self._sheets.append(Sheet(known.get("table:name", "")))
            self._empty_rows = 0
        elif name == "table:table-row":
            self._row, self._empty_cells = [], 0
            self._rows = _count(known.get("table:number-rows-repeated"))
        elif name in ("table:table-cell", "table:covered-table-cell"):
            self._cell, self._paragraphs = known, []
            self._cells = _count(known.get("table:number-columns-repeated"))
        elif name == "text:p" and self._cell is not None:
            self._paragraphs.append("")
        elif name in ("text:s", "text:tab", "text:line-break"):
            self._characters("\n" if name == "text:line-break" else " ")

    def _end(self, tag: str) -> None:
        if self._notes:
            self._notes -= 1
            return
        name = _short(tag)
        if name in ("table:table-cell", "table:covered-table-cell"):
            self._end_cell()
        elif name == "table:table-row" and self._sheets:
            self._end_row(self._sheets[-1].rows)

    def _characters(self, text: str) -> None:
        if self._paragraphs and not self._notes:
            self._paragraphs[-1] += text

    def _end_cell(self) -> None:
        value = _value(self._cell or {}, "\n".join(self._paragraphs))
        self._cell, self._paragraphs = None, []
        if value is None:
            self._empty_cells += self._cells
            return
        if len(self._row) + self._empty_cells + self._cells > TABLE_COLUMNS:
            raise Fault(f"the table has more than {TABLE_COLUMNS} columns; remove some")
        self._row += [None] * self._empty_cells + [value] * self._cells
        self._empty_cells = 0

    def _end_row(self, rows: list[list[Value]]) -> None:
        if not self._row:
            self._empty_rows += self._rows
            return
        if len(rows) + self._empty_rows + self._rows > TABLE_ROWS + 1:
            raise Fault(f"the table has more than {TABLE_ROWS} rows; split it")
        rows += [[] for _ in range(self._empty_rows)]
        rows += [list(self._row) for _ in range(self._rows)]
        self._empty_rows = 0


def _short(name: str) -> str:
    """Return a name of OpenDocument with the usual prefix of its namespace."""
    space, _, local = name.rpartition(" ")
    return f"{_NAMES.get(space, space)}:{local}"


def _count(repeated: str | None) -> int:
    return max(1, int(repeated)) if repeated else 1


def _value(cell: dict[str, str], text: str) -> Value:
    kind = cell.get("office:value-type")
    if kind in _NUMBERS and cell.get("office:value"):
        return float(cell["office:value"])
    if kind == "boolean":
        return cell.get("office:boolean-value") == "true"
    if kind == "date":
        return cell.get("office:date-value") or text
    return text or None
