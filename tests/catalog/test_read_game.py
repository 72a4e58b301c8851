"""Loading a game's folder, and the findings for a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import list_games, load_game
from printgen.catalog.model import Record
from printgen.errors import Findings
from printgen.ink import Color
from tests.catalog.game_folder import GameFolder


def test_the_sample_is_read_whole(game_folder: GameFolder) -> None:
    """a valid folder becomes a Game with everything in it"""
    game = game_folder.sound()
    assert (game.title, game.designer, game.version) == ("Harbour", "Paperboat", "1.0")
    assert game.players == (2, 4)
    assert [c.id for c in game.components] == [
        "goods",
        "fine-goods",
        "ships",
        "seas",
        "coins",
        "board",
    ]
    goods = game.components[0]
    assert goods.template is not None
    assert goods.template.width == 63
    assert goods.back is not None
    assert goods.back.width == 63
    assert [goods.copies(record) for record in goods.table.records] == [4, 3, 3, 2, 1]
    assert game.theme.colours["straw"].low == Color(0xEF, 0xE1, 0xC2)


def test_rows_point_at_rows(game_folder: GameFolder) -> None:
    """a `row of` list holds the records of the other table themselves"""
    game = game_folder.sound()
    goods = {record.values["id"]: record for record in game.tables["goods"].records}
    heron = game.tables["ships"].records[2]
    carried = heron.values["carries"]
    assert isinstance(carried, tuple)
    assert all(isinstance(record, Record) for record in carried)
    assert list(carried) == [goods["salt"], goods["tea"], goods["glass"]]


def test_where_and_constants(game_folder: GameFolder) -> None:
    """a component prints only matching rows and keeps its constants"""
    fine = game_folder.sound().components[1]
    assert [record.values["id"] for record in fine.table.records] == ["tea", "glass"]
    assert fine.constants == {"note": "handle with care", "spots": (1, 2, 3)}


def test_cells_are_typed(game_folder: GameFolder) -> None:
    """Cells become values of their column's type."""
    tea = game_folder.sound().tables["goods"].records[3].values
    assert tea["cost"] == 4
    assert tea["weight"] == 0.5
    assert tea["fragile"] is True
    assert tea["text"] == "Keep it dry.\nKeep it closed."


def test_symbols_are_one_frame(game_folder: GameFolder) -> None:
    """A symbol is read once, so that exporters draw it once."""
    art = game_folder.sound().art
    assert art.symbol("fish") is art.symbol("fish")
    assert (art.symbol("fish").width, art.symbol("fish").height) == (24, 24)


def test_games_are_folders_with_a_game_file(game_folder: GameFolder) -> None:
    """a folder is a game if it has a game.yaml"""
    (game_folder.cards / "empty").mkdir()
    game_folder.write("../Bad Name/game.yaml", "title: x")
    assert list_games(game_folder.cards) == ("harbour",)
    assert list_games(game_folder.cards / "nowhere") == ()


def test_an_unknown_game(game_folder: GameFolder) -> None:
    """a misspelt game is reported with the one that was meant"""
    findings = Findings()
    assert load_game("habour", game_folder.cards, game_folder.templates, findings) is None
    assert [str(f) for f in findings] == [
        "cards: there is no game 'habour' (did you mean 'harbour'?)"
    ]
    assert load_game("../harbour", game_folder.cards, game_folder.templates, Findings()) is None


def test_builtin_folders_exist() -> None:
    """the program finds its own data"""
    assert builtin_cards().is_dir()
    assert (builtin_templates() / "fonts.yaml").is_file()


BROKEN_GAME = [
    pytest.param(
        "title: Harbour\n",
        "titel: Harbour\n",
        [
            "cards/harbour/game.yaml, row 1, column 1: unknown key 'titel' (did you mean 'title'?)",
        ],
        id="unknown key",
    ),
    pytest.param(
        "unofficial",
        "official",
        [
            "cards/harbour/game.yaml, row 4, column 1, field 'credit': the credit must contain"
            " the word 'unofficial'; if this is your own game, add 'official: true'"
        ],
        id="credit",
    ),
    pytest.param(
        'version: "1.0"',
        "version: 1.0",
        [
            "cards/harbour/game.yaml, row 3, column 1, field 'version': must be text, not the"
            " number 1.0 (put it in quotes)"
        ],
        id="wrong type",
    ),
    pytest.param(
        "players: 2-4",
        "players: 4-2",
        [
            "cards/harbour/game.yaml, row 5, column 1, field 'players': '4-2' must be 1 or more,"
            " the smaller number first, such as 2-4"
        ],
        id="players",
    ),
    pytest.param(
        "players: 2-4",
        "players: 2-4\nbgg: 0",
        [
            "cards/harbour/game.yaml, row 6, column 1, field 'bgg': must be at least 1, not 0",
        ],
        id="number at BoardGameGeek",
    ),
    pytest.param(
        "players: 2-4",
        "players: 2-4\nbgg: 1.5",
        [
            "cards/harbour/game.yaml, row 6, column 1, field 'bgg': must be a whole number, not the"
            " number 1.5",
        ],
        id="fraction for BoardGameGeek",
    ),
    pytest.param(
        "file: goods.csv",
        "file: good.csv",
        [
            "cards/harbour/game.yaml, row 9, column 5, field 'file': the file 'good.csv' does not"
            " exist (did you mean 'goods.csv'?)"
        ],
        id="missing table",
    ),
    pytest.param(
        "file: goods.csv",
        "file: ../goods.csv",
        [
            "cards/harbour/game.yaml, row 9, column 5, field 'file': '../goods.csv' is outside"
            " the game's folder; move the file into it"
        ],
        id="path out",
    ),
    pytest.param(
        "file: goods.csv",
        "file: /etc/passwd",
        [
            "cards/harbour/game.yaml, row 9, column 5, field 'file': '/etc/passwd' is an absolute"
            " path; name the file relative to the game's folder"
        ],
        id="absolute path",
    ),
    pytest.param(
        "template: good\n",
        "template: goode\n",
        [
            "cards/harbour/game.yaml, row 49, column 5, field 'template': unknown template"
            " 'goode' (did you mean 'good'?)"
        ],
        id="unknown template",
    ),
    pytest.param(
        "rows: ships",
        "rows: shps",
        [
            "cards/harbour/game.yaml, row 59, column 5, field 'rows': unknown table 'shps'"
            " (did you mean 'ships'?)"
        ],
        id="unknown table",
    ),
    pytest.param(
        "cost: {is: integer, min: 0, max: 9}",
        "cost: {is: intger, min: 0, max: 9}",
        [
            "cards/harbour/game.yaml, row 14, column 7, field 'cost': unknown column type"
            " 'intger' (did you mean 'integer'?)"
        ],
        id="unknown type",
    ),
    pytest.param(
        "gutter: 2",
        "gutter: -2",
        ["cards/harbour/game.yaml, row 67, column 5, field 'gutter': must be at least 0, not -2"],
        id="negative gutter",
    ),
    pytest.param(
        "sheet: poster",
        "sheet: postr",
        [
            "cards/harbour/game.yaml, row 78, column 5, field 'sheet': 'postr' is not one of the"
            " choices (did you mean 'poster'?)"
        ],
        id="unknown sheet",
    ),
    pytest.param(
        "id: fine-goods",
        "id: goods",
        [
            "cards/harbour/game.yaml, row 51, column 5, field 'id': the id 'goods' is already in"
            " row 46"
        ],
        id="duplicate component",
    ),
    pytest.param(
        "where: {kind: [fine]",
        "where: {kin: [fine]",
        [
            "cards/harbour/game.yaml, row 55, column 13, field 'kin': 'goods' has no column"
            " 'kin' (did you mean 'kind'?)"
        ],
        id="filter by an unknown column",
    ),
    pytest.param(
        "where: {kind: [fine]",
        "where: {kind: [fresh]",
        [
            "cards/harbour/game.yaml, row 55, column 5, field 'where': no row of 'goods' matches;"
            " change the filter"
        ],
        id="filter that lets nothing through",
    ),
    pytest.param(
        "constants: {note:",
        "constants: {cost:",
        [
            "cards/harbour/game.yaml, row 56, column 17, field 'cost': 'cost' is already a column"
            " of 'goods'; choose another name"
        ],
        id="constant that hides a column",
    ),
    pytest.param(
        "weight: number?\n",
        "weight: {list of: {row of: ships}}\n",
        [
            "cards/harbour/game.yaml, row 8, column 3, field 'goods': tables refer to each other"
            " in a loop: goods → ships → goods"
        ],
        id="loop between tables",
    ),
    pytest.param(
        "hold: {is: integer, min: 1}",
        "hold: {min: 1}",
        [
            "cards/harbour/game.yaml, row 26, column 7, field 'hold': a column's type needs"
            " exactly one of 'is', 'one of', 'list of', 'row of'"
        ],
        id="type without a form",
    ),
]


@pytest.mark.parametrize(("old", "new", "messages"), BROKEN_GAME)
def test_one_mistake_in_game_yaml(
    game_folder: GameFolder, old: str, new: str, messages: list[str]
) -> None:
    """a mistake is reported once and causes no other findings"""
    game_folder.edit("game.yaml", old, new)
    assert sorted(game_folder.faults()) == sorted(messages)


def test_a_missing_game_file_part(game_folder: GameFolder) -> None:
    """an empty game.yaml is reported as empty"""
    game_folder.write("game.yaml", "")
    assert game_folder.only_fault() == "cards/harbour/game.yaml: the file is empty"


def test_a_game_file_that_is_a_list(game_folder: GameFolder) -> None:
    """a game.yaml that is not a mapping is reported"""
    game_folder.write("game.yaml", "- title\n")
    assert game_folder.only_fault() == (
        "cards/harbour/game.yaml, row 1, column 1: must be a mapping, not a list"
    )


def test_a_link_out_of_the_folder(game_folder: GameFolder, tmp_path: Path) -> None:
    """a link to outside the folder is not followed"""
    secret = tmp_path / "secret.csv"
    secret.write_text("id,title\nx,y\n")
    (game_folder.game / "boards.csv").unlink()
    (game_folder.game / "boards.csv").symlink_to(secret)
    (game_folder.game / "art" / "secret.svg").symlink_to(secret)
    (game_folder.game / "templates" / "secret.yaml").symlink_to(secret)
    faults = game_folder.faults()
    assert len(faults) == 3
    assert all(" link to outside " in fault for fault in faults)


def test_many_mistakes_at_once(game_folder: GameFolder) -> None:
    """all mistakes are reported at once"""
    game_folder.edit("game.yaml", "sheet: poster", "sheet: pster")
    game_folder.edit("game.yaml", "template: coin", "template: con")
    game_folder.edit("goods.csv", "sky,fish", "skyy,fsh")
    game_folder.edit("goods.csv", "dry,2,3", "dri,two,3")
    game_folder.edit("ships.csv", "fish|rope", "fish|rop")
    game_folder.edit("theme.yaml", "size: 11", "size: -1")
    game_folder.write("templates/sea.yaml", "size: [51.96, 70]\nshape: hex\n")
    game_folder.write("templates/unused.yaml", "size: [10, 0]\n")
    text = "\n".join(game_folder.faults())
    for part in (
        "'pster' is not one of the choices (did you mean 'poster'?)",
        "unknown template 'con' (did you mean 'coin'?)",
        "cards/harbour/goods.csv, row 2, column G, field 'colour': unknown colour 'skyy'"
        " (did you mean 'sky'?)",
        "cards/harbour/goods.csv, row 2, column H, field 'icon': unknown icon 'fsh'"
        " (did you mean 'fish'?)",
        "field 'kind': unknown choice 'dri' (did you mean 'dry'?)",
        "field 'cost': 'two' is not a whole number",
        "no row of 'goods' has the id 'rop' (did you mean 'rope'?)",
        "cards/harbour/theme.yaml, row 5, column 11, field 'size': must be more than 0, not -1",
        "this is not a regular hex with a corner at the top",
        "templates/unused.yaml, row 1, column 12, field 'size': must be more than 0, not 0",
    ):
        assert part in text, part
    assert len(game_folder.faults()) == 10


def test_a_retired_key_is_a_warning(game_folder: GameFolder) -> None:
    """a folder written for an older version still loads, with a warning at each retired key"""
    game_folder.edit("game.yaml", "\ncomponents:", "\nboard: {face: boards/sea}\ncomponents:")
    findings = Findings()
    game = load_game("harbour", game_folder.cards, game_folder.templates, findings)
    assert game is not None
    (warning,) = findings
    assert not warning.is_error
    assert warning.message == "the key 'board' no longer does anything; remove it"
    assert warning.place.field == "board"
