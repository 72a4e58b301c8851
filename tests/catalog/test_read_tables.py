"""Reading tables from CSV and XLSX."""

from __future__ import annotations

import zipfile
from pathlib import Path

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from printgen.catalog.cells import KnownNames
from printgen.catalog.model import Column, Record
from printgen.catalog.tables import MAX_FAULTS, letter, read_table
from printgen.errors import Findings
from printgen.limits import TABLE_ROWS
from tests.catalog.game_folder import GameFolder

COLUMNS = (
    Column("id", "text"),
    Column("cost", "integer", smallest=0),
    Column("note", "text", optional=True),
)


def read(
    file: Path, columns: tuple[Column, ...] = COLUMNS, sheet: str | None = None
) -> tuple[tuple[Record, ...] | None, list[str]]:
    findings = Findings()
    records = read_table(file, file.name, columns, KnownNames(), findings, sheet=sheet)
    return records, [str(finding) for finding in findings]


def values(file: Path, content: bytes, columns: tuple[Column, ...] = COLUMNS) -> list[object]:
    file.write_bytes(content)
    records, messages = read(file, columns)
    assert messages == []
    assert records is not None
    return [dict(record.values) for record in records]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "goods.csv"


FISH = {"id": "fish", "cost": 1, "note": "fresh, wet"}


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b'id,cost,note\nfish,1,"fresh, wet"\n', id="plain"),
        pytest.param(b'\xef\xbb\xbfid,cost,note\nfish,1,"fresh, wet"\n', id="byte order mark"),
        pytest.param(b'id,cost,note\r\nfish,1,"fresh, wet"\r\n', id="CRLF"),
        pytest.param(b'id,cost,note\rfish,1,"fresh, wet"\r', id="CR"),
        pytest.param(b"id;cost;note\nfish;1;fresh, wet\n", id="semicolons"),
        pytest.param(b' id , cost,note\n\n,,\nfish , 1,"fresh, wet"', id="blanks"),
        pytest.param(b'note,id,cost,\n"fresh, wet",fish,1,\n', id="nameless empty column"),
    ],
)
def test_ways_to_write_the_same_table(file: Path, content: bytes) -> None:
    """the CSV dialects of spreadsheet programs are read alike"""
    assert values(file, content) == [FISH]


def test_rows_are_numbered_as_spreadsheets_do(file: Path) -> None:
    """Quoted newlines and empty lines do not shift row numbers."""
    file.write_text('id,cost,note\nfish,1,"two\nlines"\n\nrope,x,\n')
    assert read(file)[1] == ["goods.csv, row 4, column B, field 'cost': 'x' is not a whole number"]


BROKEN = [
    pytest.param("id,cost,note\nfish,1\n", "row 2: the row has too few cells: 2,", id="few"),
    pytest.param("id,cost,note\nfish,1,a,b\n", "row 2: the row has too many cells: 4,", id="many"),
    pytest.param("", ": the file is empty", id="empty"),
    pytest.param(
        "\nid,cost,note\n", "row 1: row 1 is empty, but it must name the columns", id="late header"
    ),
    pytest.param(",,\n", ": the table is empty", id="only separators"),
    pytest.param(
        "id,csot,note\n",
        "row 1, column B: unknown column 'csot' (did you mean 'cost'?)",
        id="unknown column",
    ),
    pytest.param("id,note\n", "row 1: the column 'cost' is missing", id="missing column"),
    pytest.param("id,cost,cost\n", "row 1, column C: the column 'cost' appears twice", id="twice"),
    pytest.param(
        "id,cost,\nfish,1,lost\n",
        "row 1, column C: the column has cells but no name in row 1",
        id="nameless",
    ),
    pytest.param(
        "id,cost\nfish,1\nfish,2\n",
        "row 3, column A, field 'id': the id 'fish' is already in row 2",
        id="duplicate id",
    ),
    pytest.param(
        "id,cost\n,1\n",
        "row 2, column A, field 'id': the cell is empty, but every row needs a value here",
        id="empty cell",
    ),
    pytest.param(
        "id,cost\nfish,\n",
        "needs a value here (a column that may be empty is 'integer?')",
        id="empty number",
    ),
    pytest.param(
        "id,cost\nfish,-1\n",
        "row 2, column B, field 'cost': -1 is too small; the minimum is 0",
        id="negative",
    ),
    pytest.param(
        'id,cost\n"fish,1\n', "row 2: the file is not valid CSV here (unexpected", id="open quote"
    ),
    pytest.param(
        "id,cost,note\nfish,1,a\x07b\n",
        "row 2, column C, field 'note': the cell holds a control character (U+0007)",
        id="control character",
    ),
    pytest.param(
        "id,cost,note\nfish,1,#REF!\n",
        "row 2, column C, field 'note': the formula in this cell fails (#REF!)",
        id="formula error",
    ),
]


@pytest.mark.parametrize(("content", "message"), BROKEN)
def test_a_broken_table(file: Path, content: str, message: str) -> None:
    """a mistake in a table is reported with row, column and field"""
    file.write_text(content)
    faults = read(file)[1]
    assert len(faults) == 1, faults
    assert message in faults[0]


def test_not_utf_8(file: Path) -> None:
    """a byte that is not UTF-8 is reported with its row"""
    file.write_bytes(b"id,cost,note\nfish,1,\nk\xe4se,2,\n")
    assert read(file)[1] == ["goods.csv, row 3: the byte 0xe4 is not UTF-8; save the file as UTF-8"]


def test_a_missing_file(file: Path) -> None:
    """a missing file is reported with a similar name"""
    (file.parent / "godos.csv").touch()
    assert read(file)[1] == ["goods.csv: the file does not exist (did you mean 'godos.csv'?)"]


@pytest.mark.parametrize("name", ["goods.csv", "goods.xlsx"])
def test_a_huge_file_is_not_read(tmp_path: Path, name: str) -> None:
    """100 MB give a sentence at once, without being read."""
    with (tmp_path / name).open("wb") as stream:
        stream.truncate(100_000_000)
    assert read(tmp_path / name)[1] == [
        f"{name}: the file is 100.0 MB, but the limit is 20 MB; make it smaller"
    ]


def test_too_many_rows(file: Path) -> None:
    """the number of rows is limited"""
    lines = "".join(f"x{number},1\n" for number in range(TABLE_ROWS + 1))
    file.write_text("id,cost\n" + lines)
    assert read(file)[1] == [
        f"goods.csv, row {TABLE_ROWS + 2}: the table has more than {TABLE_ROWS} rows; split it"
    ]


def test_a_wrong_column_does_not_drown_the_rest(file: Path) -> None:
    """a column that is wrong in every row is summed up"""
    file.write_text("id,cost\n" + "".join(f"x{number},no\n" for number in range(100)))
    faults = read(file)[1]
    assert len(faults) == MAX_FAULTS + 1
    assert faults[-1] == (
        "goods.csv, column B, field 'cost': 80 more cells of this column are wrong"
    )


def test_a_folder_and_a_strange_suffix(tmp_path: Path) -> None:
    """Only files of known kinds are read."""
    (tmp_path / "goods.csv").mkdir()
    assert read(tmp_path / "goods.csv")[1] == ["goods.csv: this is a folder; a file is needed here"]
    assert read(tmp_path / "goods.xls")[1] == [
        "goods.xls: a table must be a .csv, .tsv, .json, .xlsx, .ods or .ppn file; save it as .xlsx"
    ]


LISTS = (Column("id", "text"), Column("edges", "list", of=Column("edges", "text"), optional=True))


@pytest.mark.parametrize(
    ("content", "edges"),
    [
        (b"id,edges\nx,a | b|c\n", ("a", "b", "c")),
        (b"id,edges\nx,a; b\n", ("a", "b")),
        (b"id;edges\nx;a | b\n", ("a", "b")),
        (b'id;edges\nx;"a;b"\n', ("a;b",)),
        (b"id,edges\nx,\n", ()),
    ],
)
def test_list_cells(file: Path, content: bytes, edges: tuple[str, ...]) -> None:
    """lists are split at |, or at ; unless it separates cells"""
    assert values(file, content, LISTS) == [{"id": "x", "edges": edges}]


def test_an_empty_item_in_a_list(file: Path) -> None:
    """an empty item in a list is reported"""
    file.write_text("id,edges\nx,a||b\n")
    assert read(file, LISTS)[1] == [
        "goods.csv, row 2, column B, field 'edges': the list 'a||b' has an empty item;"
        " remove a separator"
    ]


@pytest.mark.parametrize(
    ("text", "flag"),
    [("yes", True), ("No", False), ("TRUE", True), ("0", False), ("x", True), ("", False)],
)
def test_flags(file: Path, text: str, flag: bool) -> None:
    """the usual ways to write yes and no are accepted"""
    columns = (Column("id", "text"), Column("tick", "flag"))
    assert values(file, f"id,tick\nx,{text}\n".encode(), columns) == [{"id": "x", "tick": flag}]


def test_numbers(file: Path) -> None:
    """a decimal comma is accepted where semicolons separate cells"""
    columns = (Column("id", "text"), Column("size", "number"))
    assert values(file, b"id;size\nx;1,5\n", columns) == [{"id": "x", "size": 1.5}]
    assert values(file, b"id,size\nx,1e2\n", columns) == [{"id": "x", "size": 100.0}]
    for text, part in (('"1,5"', "(use a point, not a comma)"), ("nan", "is not a number")):
        file.write_text(f"id,size\nx,{text}\n")
        assert part in read(file, columns)[1][0]


def test_letters() -> None:
    """Columns are lettered as in a spreadsheet."""
    assert [letter(i) for i in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]


def book(file: Path, sheets: dict[str, list[list[object]]]) -> None:
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.worksheets[0])
    for title, rows in sheets.items():
        sheet = workbook.create_sheet(title)
        for row in rows:
            sheet.append(row)
    workbook.save(file)


SHIPS: list[list[object]] = [
    ["id", "title", "hold", "carries", "flagship", "sister"],
    ["gull", "Gull", 2, "fish", False, "tern"],
    ["tern", "Tern", 3.0, "fish; rope", None, None],
    ["heron", 7, "5", "salt|tea", True, None],
]


def test_a_table_from_a_book(game_folder: GameFolder) -> None:
    """An XLSX sheet is read like a CSV file, typed cells and all."""
    book(game_folder.game / "ships.xlsx", {"Notes": [["x"]], "Fleet": SHIPS})
    game_folder.edit("game.yaml", "ships.csv", "ships.xlsx#Fleet")
    ships = game_folder.sound().tables["ships"].records
    assert [ship.values["hold"] for ship in ships] == [2, 3, 5]
    assert [ship.values["flagship"] for ship in ships] == [False, False, True]
    assert ships[2].values["title"] == "7"
    assert ships[1].values["sister"] is None


def test_faults_in_a_book(game_folder: GameFolder) -> None:
    """Mistakes in an XLSX file are reported by sheet, row and letter."""
    book(game_folder.game / "ships.xlsx", {"Fleet": [*SHIPS, [], ["kite", "Kite", 1.5, "fsh"]]})
    game_folder.edit("game.yaml", "ships.csv", "ships.xlsx")
    assert game_folder.faults() == [
        "cards/harbour/ships.xlsx#Fleet, row 6, column C, field 'hold': '1.5' is not a whole"
        " number",
        "cards/harbour/ships.xlsx#Fleet, row 6, column D, field 'carries': no row of 'goods' has"
        " the id 'fsh' (did you mean 'fish'?)",
    ]


def test_an_unknown_sheet(game_folder: GameFolder) -> None:
    """an unknown sheet is reported with a similar name"""
    book(game_folder.game / "ships.xlsx", {"Fleet": SHIPS})
    game_folder.edit("game.yaml", "ships.csv", "ships.xlsx#Flet")
    assert game_folder.only_fault() == (
        "cards/harbour/ships.xlsx: the workbook has no sheet 'Flet' (did you mean 'Fleet'?)"
    )


def test_a_damaged_book(tmp_path: Path) -> None:
    """a file that is not an XLSX book is reported"""
    file = tmp_path / "ships.xlsx"
    file.write_text("id,title\n")
    assert "cannot be read as an .xlsx workbook" in read(file)[1][0]
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("x", "y")
    assert "cannot be read as an .xlsx workbook" in read(file)[1][0]


def test_a_book_that_unpacks_without_end(tmp_path: Path) -> None:
    """a zip bomb is rejected before it is unpacked"""
    file = tmp_path / "ships.xlsx"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for number in range(11):
            packed.writestr(f"xl/{number}", bytes(10_000_000))
    assert read(file)[1] == [
        "ships.xlsx: the workbook unpacks to 110 MB, but the limit is 100 MB; split it"
    ]


ANY_TYPES = (
    Column("id", "text"),
    Column("a", "integer", optional=True),
    Column("b", "number", optional=True),
    Column("c", "list", of=Column("c", "flag"), optional=True),
)
LINES = st.lists(
    st.lists(
        st.one_of(st.text(max_size=6), st.sampled_from(["1", "-2.5", "x|no", '"'])), max_size=5
    ),
    max_size=6,
).map(lambda rows: "id,a,b,c\n" + "\n".join(",".join(row) for row in rows))


@given(
    content=st.one_of(
        st.binary(max_size=200), st.text(max_size=200).map(str.encode), LINES.map(str.encode)
    )
)
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_content_gives_findings_or_rows(file: Path, content: bytes) -> None:
    """no CSV file makes the reader crash"""
    file.write_bytes(content)
    records, messages = read(file, ANY_TYPES)
    assert messages or records is not None
