"""Mistakes in tables, as the command reports them."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import openpyxl
import pytest

from tests.forked import Done, Forks

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")

BOOKLET = """
  - id: rules
    craft: booklet
    sheet: booklet
    settings: {text: rules.yaml, cover: {art: fish}}
"""


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "tests/sample/cards", tmp_path / "cards")
    return tmp_path / "cards" / "harbour"


def edit(file: Path, old: str, new: str, count: int = 1) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, count), encoding="utf-8")


def reported(done: Done) -> list[str]:
    assert done.code == 1, done.stderr
    assert "Traceback" not in done.stderr
    return [line for line in done.stderr.splitlines() if line.startswith("error: ")]


@pytest.mark.parametrize("command", ["build", "check"])
def test_the_readme_example(harbour: Path, forked: Forks, command: str) -> None:
    """The mistake that the README shows is reported in the README's words."""
    (sentence,) = re.findall(r"^error: cards/harbour.*$", README, re.MULTILINE)
    (typed, meant) = re.findall(r"'(\w+)'", sentence)
    edit(harbour / "goods.csv", meant, typed)
    assert reported(forked.run(harbour.parents[1], command)) == [sentence]


@pytest.mark.parametrize("command", ["build", "check"])
@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("cost", "price", "row 1: the column 'cost' is missing; add it to the header"),
        (",text,", ",txet,", "row 1, column I: unknown column 'txet' (did you mean 'text'?)"),
        ("kind", "", "row 1, column C: the column has cells but no name in row 1; add its name"),
        ("cost", "kind", "row 1, column D: the column 'kind' appears twice; remove one"),
    ],
)
def test_a_wrong_header(
    harbour: Path, forked: Forks, command: str, old: str, new: str, sentence: str
) -> None:
    """A wrong header is one sentence with file, row and column, not a traceback."""
    edit(harbour / "goods.csv", old, new)
    errors = reported(forked.run(harbour.parents[1], command))
    assert f"error: cards/harbour/goods.csv, {sentence}" in errors
    assert all("goods.csv, row 1" in error for error in errors)


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_table_without_rows(harbour: Path, forked: Forks, command: str) -> None:
    """A table that has only a header is reported once, though two components print it."""
    header = (harbour / "goods.csv").read_text(encoding="utf-8").splitlines()[0]
    (harbour / "goods.csv").write_text(header + "\n", encoding="utf-8")
    errors = reported(forked.run(harbour.parents[1], command))
    assert errors == [
        "error: cards/harbour/goods.csv, row 1: there are no rows below the header; add one"
    ]


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_component_without_copies(harbour: Path, forked: Forks, command: str) -> None:
    """A component whose rows all have 0 copies prints nothing, which is a mistake."""
    (harbour / "coins.csv").write_text("id,value,copies\none,1,0\nfive,5,0\n", encoding="utf-8")
    errors = reported(forked.run(harbour.parents[1], command))
    assert (
        "error: cards/harbour/coins.csv, field 'copies': the component 'coins' prints nothing:"
        " all its rows have 0 copies" in errors
    )


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_wide_row_in_a_book(harbour: Path, forked: Forks, command: str) -> None:
    """A cell beside an .xlsx table is named by its column, and rows that name its row are not
    blamed."""
    edit(harbour / "game.yaml", "goods.csv", "goods.xlsx")
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for line in (
        ("id", "title", "kind", "cost", "fragile", "colour", "icon", "copies"),
        ("fish", "Fish", "fresh", 1, "no", "sky", "fish", 4),
        ("rope", "Rope", "dry", 2, "no", "straw", "knot", 3, None, "a note"),
        ("salt", "Salt", "dry", 2, "no", "grey", "grain", 3),
        ("tea", "Tea", "fine", 4, "yes", "green", "leaf", 2),
        ("glass", "Glass", "fine", 6, "yes", "blue", "cup", 1),
    ):
        sheet.append(line)
    book.save(harbour / "goods.xlsx")
    errors = reported(forked.run(harbour.parents[1], command))
    assert errors == [
        "error: cards/harbour/goods.xlsx#Sheet, row 3, column J: 'a note' is to the right of the"
        " last named column (H); clear the cell, or name its column in row 1"
    ]


@pytest.mark.parametrize("command", ["build", "check"])
@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        (
            "reference.yaml",
            "- question: May I?\n  anwser: Yes.\n",
            "row 2, column 3: unknown key 'anwser' (did you mean 'answer'?)",
        ),
        (
            "de.po",
            'msgid "Goods"\nmsgid "Coins"\nmsgstr "Münzen"\n',
            "row 1: this msgid has no msgstr after it",
        ),
        (
            "rules.yaml",
            "- heading: Aim\n- text: Sell goods.\n  colour: red\n",
            "row 3, column 3: unknown key 'colour' (known: text)",
        ),
    ],
)
def test_other_files(
    harbour: Path, forked: Forks, command: str, name: str, text: str, sentence: str
) -> None:
    """mistakes in the reference, a translation and the rules text are found as well"""
    edit(harbour / "game.yaml", "\ncomponents:\n", f"\ncomponents:\n{BOOKLET}")
    (harbour / "rules.yaml").write_text("- text: Sell goods.\n", encoding="utf-8")
    (harbour / name).write_text(text, encoding="utf-8")
    errors = reported(forked.run(harbour.parents[1], command))
    assert errors == [f"error: cards/harbour/{name}, {sentence}"]


@pytest.mark.skipif(sys.platform != "linux", reason="the folder is set by an XDG variable")
def test_a_stored_printer_profile(harbour: Path, forked: Forks) -> None:
    """a mistake in a stored printer profile is found by `printgen check`"""
    stored = harbour.parents[1] / "config" / "paperboat" / "printers" / "attic.yaml"
    stored.parent.mkdir(parents=True)
    stored.write_text("bakc_dx: 1\n", encoding="utf-8")
    assert reported(forked.run(harbour.parents[1], "check")) == [
        "error: attic.yaml, row 1, column 1: unknown key 'bakc_dx' (did you mean 'back_dx'?)"
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="the folder is set by an XDG variable")
def test_pieces_that_a_printer_has_no_room_for(harbour: Path, forked: Forks) -> None:
    """`check --profile` finds what does not fit between the wide margins of a printer."""
    stored = harbour.parents[1] / "config" / "paperboat" / "printers" / "attic.yaml"
    stored.parent.mkdir(parents=True)
    stored.write_text("margins: {top: 5, right: 12, bottom: 5, left: 12}\n", encoding="utf-8")
    (harbour / "templates" / "mat.yaml").write_text("size: [196, 250]\nelements: []\n")
    mat = "\ncomponents:\n  - {id: mat, title: Mat, rows: coins, template: mat}\n"
    edit(harbour / "game.yaml", "\ncomponents:\n", mat)
    assert forked.run(harbour.parents[1], "check", "--paper", "a4").code == 0
    done = forked.run(harbour.parents[1], "check", "--paper", "a4", "--profile", "attic")
    (error,) = reported(done)
    assert "'Mat' (196 × 250 mm) does not fit on a4" in error


def test_a_table_with_tabs(harbour: Path, forked: Forks) -> None:
    """A table may be separated by tabs, and may leave out optional columns."""
    (harbour / "coins.csv").rename(harbour / "coins.tsv")
    edit(harbour / "coins.tsv", ",", "\t", -1)
    edit(harbour / "game.yaml", "coins.csv", "coins.tsv")
    edit(harbour / "game.yaml", "copies: integer}", "copies: integer, note: text?}")
    edit(
        harbour / "templates" / "coin.yaml",
        "elements:",
        'elements:\n  - text: "{note}"\n    box: [4, 4, 4, 4]',
    )
    done = forked.run(harbour.parents[1], "build", "--component", "coins", "--out", "out")
    assert done.code == 0, done.stderr


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_back_of_another_size(harbour: Path, forked: Forks, command: str) -> None:
    """A back that is not as large as its front is a mistake in the game's data, with its place."""
    (harbour / "templates" / "wide.yaml").write_text("size: [70, 88]\nelements: []\n")
    edit(harbour / "game.yaml", "back: good-back", "back: wide")
    settings = (harbour / "game.yaml").read_text(encoding="utf-8").splitlines()
    row = settings.index("  - id: goods") + 1
    assert reported(forked.run(harbour.parents[1], command)) == [
        f"error: cards/harbour/game.yaml, row {row}, column 5, field 'components': the back"
        " of 'Goods' is 70 × 88 mm, but its front is 63 × 88 mm; give both templates the same size"
    ]
