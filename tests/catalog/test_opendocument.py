"""Tables from the workbooks that LibreOffice saves."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from printgen.catalog.fault import Fault
from printgen.catalog.rows import read_rows, sheet_names

NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "table", "text")
)
COLUMNS = "table:number-columns-repeated"
CELL = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
NUMBER = '<table:table-cell office:value-type="float" office:value="{}"/>'
HEADER = "<table:table-row>" + CELL.format("id") + CELL.format("cost") + "</table:table-row>"
LAST = (
    '<table:table-row table:number-rows-repeated="1048000">'
    '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
)


def write(folder: Path, *sheets: tuple[str, str], head: str = "") -> Path:
    tables = "".join(
        f'<table:table table:name="{name}">{rows}</table:table>' for name, rows in sheets
    )
    body = f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
    file = folder / "deck.ods"
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr(
            "content.xml",
            f"{head}<office:document-content {NAMES}>{body}</office:document-content>",
        )
    return file


def row(*cells: str, repeated: str = "") -> str:
    return f"<table:table-row {repeated}>{''.join(cells)}</table:table-row>"


def test_cells_as_a_person_would_type_them(tmp_path: Path) -> None:
    """Numbers, flags, dates, paragraphs and repeated cells; notes and empty ends are left out."""
    note = "<office:annotation><text:p>a note</text:p></office:annotation>"
    rows = HEADER + row(
        CELL.format("fish" + "</text:p><text:p>and<text:s/>chips"), NUMBER.format("2.0")
    )
    twice = f'cell {COLUMNS}="2" '
    rows += row(
        CELL.replace("<text:p>", f"{note}<text:p>").format("tea"),
        NUMBER.replace("cell ", twice).format("1.5"),
    )
    rows += row("<table:table-cell/>", repeated='table:number-rows-repeated="2"')
    rows += row(
        '<table:table-cell office:value-type="boolean" office:boolean-value="true"/>',
        '<table:table-cell office:value-type="date" office:date-value="2026-11-19"/>',
        '<table:table-cell table:number-columns-repeated="16000"/>',
    )
    found = read_rows(write(tmp_path, ("Deck", rows + LAST)), None)
    assert [(number, cells) for number, cells in found.rows] == [
        (1, ["id", "cost"]),
        (2, ["fish\nand chips", "2"]),
        (3, ["tea", "1.5", "1.5"]),
        (6, ["true", "2026-11-19"]),
    ]
    assert found.sheet == "Deck"
    assert found.padded


def test_sheets_by_name(tmp_path: Path) -> None:
    """A sheet is chosen by its name; empty ones are not part of all sheets."""
    file = write(
        tmp_path, ("One", HEADER), ("Empty", LAST), ("Two", HEADER + row(CELL.format("b")))
    )
    assert sheet_names(file) == ("One", "Two")
    assert read_rows(file, "Two").rows[1].cells == ["b"]
    with pytest.raises(Fault, match=r"no sheet 'Tow' \(did you mean 'Two'\?\)"):
        read_rows(file, "Tow")


@pytest.mark.parametrize(
    ("rows", "head", "message"),
    [
        (row(CELL.format("x"), repeated='table:number-rows-repeated="1000000"'), "", "20000 rows"),
        (
            row(
                CELL.format("x").replace("cell ", 'cell table:number-columns-repeated="16384" ', 1)
            ),
            "",
            "more than 1000 columns",
        ),
        (HEADER, '<!DOCTYPE x [<!ENTITY a "b">]>', "must not have a DOCTYPE"),
        ("<table:table-row>", "", "cannot be read as an .ods workbook"),
    ],
)
def test_hostile_workbooks(tmp_path: Path, rows: str, head: str, message: str) -> None:
    """Cells repeated a million times and declared entities are refused at once."""
    with pytest.raises(Fault, match=message):
        read_rows(write(tmp_path, ("Deck", rows), head=head), None)
