"""Tables are used as designers have them: undeclared, in several files, in any of many forms."""

from __future__ import annotations

import json
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner
from PIL import Image

from printgen.catalog.builtin import builtin_templates
from printgen.catalog.headings import column_name
from printgen.catalog.infer import describe_column
from printgen.catalog.load import load_game
from printgen.catalog.model import Table
from printgen.cli import printgen
from printgen.draw.component import draw_component, make_draw_context
from printgen.errors import Findings
from printgen.frame import Text
from tests.support import SYMBOL

GAME = """
title: Own
credit: unofficial
tables:
  deck: {table}
components:
  - {{id: cards, rows: deck, template: card}}
"""
CARD = "size: [60, 40]\nelements:\n  - text: '{id}'\n    box: [5, 5, 50, 10]\n"


def write(folder: Path, table: str, files: dict[str, str], card: str = CARD) -> Path:
    game = folder / "cards" / "own"
    for name, text in {
        "game.yaml": GAME.format(table=table),
        "templates/card.yaml": card,
        **files,
    }.items():
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_text(text, encoding="utf-8")
    return folder / "cards"


def load(cards: Path) -> tuple[Table, list[str]]:
    findings = Findings()
    game = load_game("own", cards, builtin_templates(), findings)
    assert game is not None
    context = make_draw_context(game, "full", None)
    for component in game.components:
        draw_component(game, component, context, findings)
    return game.tables["deck"], [str(finding) for finding in findings]


def sound(folder: Path, table: str, files: dict[str, str], card: str = CARD) -> Table:
    deck, messages = load(write(folder, table, files, card))
    assert messages == []
    return deck


def ids(table: Table) -> list[object]:
    return [record.values["id"] for record in table.records]


def test_types_are_inferred(tmp_path: Path) -> None:
    """Without columns, each gets the type that fits all its cells; empty cells make it optional."""
    rows = (
        "id,cost,weight,rare,colour,symbol,text,tags,code,blank\n"
        "a,1,1.5,yes,blue,star,Draw two,x|y,007,\n"
        "b,2,,no,green,crown,,z,012,\n"
    )
    deck = sound(tmp_path, "{file: d.csv}", {"d.csv": rows})
    assert {column.name: describe_column(column) for column in deck.columns} == {
        "id": "text",
        "cost": "integer",
        "weight": "number?",
        "rare": "flag",
        "colour": "colour",
        "symbol": "icon",
        "text": "text?",
        "tags": "{list of: text}",
        "code": "text",
        "blank": "text?",
    }
    assert deck.records[0].values["tags"] == ("x", "y")
    assert deck.records[1].values["weight"] is None


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Card Name", "card_name"),
        ("Größe (mm)", "größe_mm"),
        ("class", "class_"),
        ("In", "in_"),
        ("2nd cost", "_2nd_cost"),
        ("ID", "id"),
    ],
)
def test_headings(heading: str, name: str) -> None:
    """A heading is read in lower case, with '_' for spaces and signs."""
    assert column_name(heading) == name


def test_headings_with_spaces_capitals_accents_and_keywords(tmp_path: Path) -> None:
    """Templates read any heading, also the keywords of Python."""
    card = (
        'size: [60, 40]\nelements:\n  - text: "{card_name} {class} {in} {größe + 1} '
        "{'from' if from == 'sea' else ''}\"\n    box: [5, 5, 50, 10]\n"
    )
    rows = "Card Name,class,In,Größe,From,Notes\nGull,Bird,air,4,sea,to do\n"
    cards = write(tmp_path, "{file: d.csv, ignore: [Notes]}", {"d.csv": rows}, card)
    findings = Findings()
    game = load_game("own", cards, builtin_templates(), findings)
    assert game is not None
    (face,) = draw_component(
        game, game.components[0], make_draw_context(game, "full", None), findings
    )
    assert not [str(finding) for finding in findings]
    (text,) = face.front.items
    assert isinstance(text, Text)
    assert text.string == "Gull Bird air 5 from"


def test_columns_are_found_by_their_headings(tmp_path: Path) -> None:
    """Filters, expectations, names of templates and functions know a column as its file does."""
    card = (
        "size: [60, 40]\nelements:\n  - text: \"{sum(rows('deck'), 'Kind of Cost')} "
        "{find('deck', 'a').in} {find('deck', 'a').class}\"\n    box: [5, 5, 50, 10]\n"
    )
    cards = write(
        tmp_path,
        "{file: d.csv}",
        {
            "d.csv": "id,Class,In,Kind of Cost\na,fish,air,3\nb,bird,sea,4\n",
            "templates/fish-card.yaml": card,
        },
    )
    game_file = cards / "own" / "game.yaml"
    game_file.write_text(
        game_file.read_text(encoding="utf-8").replace(
            "template: card",
            'template: "{Class}-card", piece: "{In} {class}", where: {Class: fish},'
            " expect: {Kind of Cost: {sum: 3}}",
        ),
        encoding="utf-8",
    )
    findings = Findings()
    game = load_game("own", cards, builtin_templates(), findings)
    assert game is not None
    (component,) = game.components
    (face,) = draw_component(game, component, make_draw_context(game, "full", None), findings)
    assert not [str(finding) for finding in findings]
    (text,) = face.front.items
    assert isinstance(text, Text)
    assert text.string == "7 air fish"
    assert component.piece == "{in_} {class_}"


def test_ids_of_rows_without_an_id(tmp_path: Path) -> None:
    """Rows are known by their names if these differ, else by their numbers."""
    assert ids(sound(tmp_path, "{file: d.csv}", {"d.csv": "name,cost\nGull,1\nTern,1\n"})) == [
        "Gull",
        "Tern",
    ]
    assert ids(sound(tmp_path, "{file: d.csv}", {"d.csv": "name,cost\nGull,1\nGull,2\n"})) == [
        "1",
        "2",
    ]
    declared = "{file: d.csv, columns: {name: text, cost: integer}}"
    assert ids(sound(tmp_path, declared, {"d.csv": "name,cost\nGull,1\nTern,1\n"}))[0] == "Gull"


def test_copies_and_ignored_columns(tmp_path: Path) -> None:
    """Any column may hold the copies; ignored columns are not read, declared or not."""
    rows = "name,Qty,notes\nGull,3,#REF!\nTern,0,x\n"
    for columns in ("", "columns: {name: text, Qty: integer}, "):
        table = f"{{file: d.csv, {columns}copies: Qty, ignore: [notes]}}"
        deck = sound(tmp_path, table, {"d.csv": rows})
        assert [record.values["copies"] for record in deck.records] == [3, 0]
        assert "notes" not in deck.records[0].values
    for heading in ("copies", "Qty"):  # templates read it as well
        rows = f"name,{heading}\nGull,2\nTern,\n"
        named = "" if heading == "copies" else f", copies: {heading}"
        deck = sound(tmp_path, f"{{file: d.csv{named}}}", {"d.csv": rows})
        assert [record.values["copies"] for record in deck.records] == [2, 1]
    _, messages = load(write(tmp_path, "{file: d.csv, copies: qyt, ignore: [notes]}", {}))
    assert "there is no column 'qyt' (did you mean 'qty'?)" in messages[0]


def test_several_files_are_one_table(tmp_path: Path) -> None:
    """Rows of several files follow one another; a column that one of them lacks is empty there."""
    files = {"a.csv": "id,cost\na,1\n", "b.tsv": "id\tcost\ttext\nb\t2\tx\n"}
    deck = sound(tmp_path, "{file: [a.csv, b.tsv]}", files)
    assert [dict(record.values) for record in deck.records] == [
        {"text": None, "id": "a", "cost": 1},
        {"id": "b", "cost": 2, "text": "x"},
    ]
    assert deck.records[1].place.file == "cards/own/b.tsv"
    _, messages = load(write(tmp_path, "{file: [a.csv, b.tsv]}", {"b.tsv": "id\tcost\na\t2\n"}))
    assert "the id 'a' is already in row 2 of cards/own/a.csv" in messages[0]


def test_all_sheets_are_one_table(tmp_path: Path) -> None:
    """`#*` reads every sheet of a workbook that is not empty."""
    cards = write(tmp_path, "{file: 'deck.xlsx#*'}", {})
    book = openpyxl.Workbook()
    book.create_sheet("Sea").append(["name", "cost"])
    book["Sea"].append(["Gull", 1])
    book.create_sheet("Land").append(["name", "cost"])
    book["Land"].append(["Hen", 2])
    book.save(cards / "own" / "deck.xlsx")
    deck, messages = load(cards)
    assert messages == []
    assert ids(deck) == ["Gull", "Hen"]
    assert deck.records[1].place.file == "cards/own/deck.xlsx#Land"


def test_json(tmp_path: Path) -> None:
    """A JSON file is a list of objects."""
    rows = [{"name": "Gull", "tags": ["a", "b"], "cost": 2, "rare": True}, {"name": "Tern"}]
    deck = sound(tmp_path, "{file: d.json}", {"d.json": json.dumps(rows)})
    assert dict(deck.records[0].values) == {
        "id": "Gull",
        "name": "Gull",
        "tags": ("a", "b"),
        "cost": 2,
        "rare": True,
    }
    by_id = {"gull": {"cost": 2}, "tern": {"cost": 3}}
    assert ids(sound(tmp_path, "{file: d.json}", {"d.json": json.dumps(by_id)})) == ["gull", "tern"]
    columns = {"Name": ["Gull", "Tern"], "Qty": ["2", "1"]}
    deck = sound(tmp_path, "{file: d.json, copies: qty}", {"d.json": json.dumps(columns)})
    assert [record.values["copies"] for record in deck.records] == [2, 1]
    _, messages = _loaded_wrong(tmp_path, '{"name": ["Gull"], "cost": []}')
    assert "the columns have different numbers of cells" in messages[0]
    _, messages = _loaded_wrong(tmp_path, '[{"name": {"en": "Gull"}}]')
    assert "d.json, row 1: a value is a list of lists or an object" in messages[0]
    _, messages = _loaded_wrong(tmp_path, '{"name": "Gull"}')
    assert "a JSON table is a list of objects" in messages[0]


def _loaded_wrong(folder: Path, text: str) -> tuple[None, list[str]]:
    findings = Findings()
    cards = write(folder, "{file: d.json}", {"d.json": text})
    load_game("own", cards, builtin_templates(), findings)
    return None, [str(finding) for finding in findings]


def test_untidy_tables(tmp_path: Path) -> None:
    """Notes beside a table are left out, and repeated or odd headings get names: with a warning
    for tables without declared columns, where they may be meant."""
    rows = "name,cost,cost,💡,\nGull,1,2,3,to do\nTern,4\n"
    deck, messages = load(write(tmp_path, "{file: d.csv}", {"d.csv": rows}))
    assert [dict(record.values) for record in deck.records] == [
        {"id": "Gull", "name": "Gull", "cost": 1, "cost_2": 2, "column_d": 3},
        {"id": "Tern", "name": "Tern", "cost": 4, "cost_2": None, "column_d": None},
    ]
    assert [message.partition(": ")[2] for message in messages] == [
        "the column E has cells but no name in row 1; the cells are left out",
        "the column 'cost' appears twice; templates know this one as cost_2",
        "the heading '💡' has no letters; templates know this one as column_d",
    ]
    _, messages = load(write(tmp_path, "{file: d.csv}", {"d.csv": "name,cost\nGull,1,lost\n"}))
    assert "the row has too many cells: 3" in messages[0]


def test_a_folder_of_pictures(tmp_path: Path) -> None:
    """Each picture of a folder in art is a row."""
    files = {"art/birds/gull.svg": SYMBOL, "art/birds/tern.svg": SYMBOL}
    birds = tmp_path / "cards" / "own" / "art" / "birds"
    birds.mkdir(parents=True)
    Image.new("RGB", (30, 20)).save(birds / "wren.webp")
    card = "size: [60, 40]\nelements:\n  - image: '{picture}'\n    box: [5, 5, 50, 10]\n"
    deck = sound(tmp_path, "{file: art/birds}", files, card)
    assert [dict(record.values) for record in deck.records] == [
        {"id": "gull", "picture": "birds/gull"},
        {"id": "tern", "picture": "birds/tern"},
        {"id": "wren", "picture": "birds/wren"},
    ]


def test_a_matrix(tmp_path: Path) -> None:
    """A row for each combination of suits and ranks."""
    deck = sound(tmp_path, "{matrix: {suit: [red, blue], rank: [1, 2, 3]}}", {})
    assert ids(deck) == ["red-1", "red-2", "red-3", "blue-1", "blue-2", "blue-3"]
    assert deck.records[4].values["rank"] == 2


def test_what_was_inferred_is_shown_and_written_out(tmp_path: Path) -> None:
    """`check` shows inferred types; `columns` writes them as game.yaml takes them."""
    cards = write(tmp_path, "{file: d.csv}", {"d.csv": "Card Name,cost\nGull,1\nTern,\n"})
    options = ["--cards", str(cards)]
    done = CliRunner().invoke(printgen, ["check", *options, "--ink", "full", "--paper", "a4"])
    assert "cards/own/d.csv: inferred id: text?, card_name: text, cost: integer?\n" in done.stdout
    done = CliRunner().invoke(printgen, ["columns", "own", *options])
    assert done.stdout == (
        "tables:\n  deck:\n    columns:\n      card_name: text\n      cost: integer?\n"
    )
    declared = "{file: d.csv, columns: {card_name: text, cost: integer?}}"
    assert len(sound(tmp_path, declared, {}).records) == 2


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        (("1st", "2nd", "1st"), "the id '1st' is already in row 2"),
        (("1st", "", "2nd"), "the id is empty"),
    ],
)
def test_ids_of_another_program(tmp_path: Path, cells: tuple[str, ...], why: str) -> None:
    """A column ID that does not tell the rows apart is text like any other; one warning says so."""
    rows = "".join(f"{cell},infantry\n" for cell in cells)
    card = CARD.replace("{id}", "{own_id}")
    deck, messages = load(write(tmp_path, "{file: d.csv}", {"d.csv": f"ID,kind\n{rows}"}, card))
    assert len(messages) == 1
    assert why in messages[0]
    assert ids(deck) == ["1", "2", "3"]
    assert [record.values["own_id"] or "" for record in deck.records] == list(cells)
