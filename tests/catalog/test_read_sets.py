"""Sets of pieces: what a game gets from them, and what is said about mistakes in their files."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import load_game
from printgen.catalog.model import Game
from printgen.errors import Findings
from printgen.ink import Color
from tests.support import SYMBOL

GAME = """
title: Box
designer: Nobody
version: "1"
credit: Unofficial sheets.
sets: [tides, small-tides]
tables:
  suits: {from sets: suits}
  values: {from sets: values}
  sides: {from sets: by suit}
  pieces: {from sets: by suit and value}
components:
  - {id: tiles, title: Tiles, each set: true, ppn: tile, rows: pieces, template: tile}
  - {id: pawns, title: Pawns, each set: true, rows: sides, template: tile}
"""
TIDES = """title: Tides
configuration: tides_expansion
suits:
  - {id: shell, name: Shells, colour: "#d98a9b", symbol: box}
  - {id: wave, name: Waves, colour: {full: "#1f6f8b", low: "#000000"}, symbol: box}
values:
  - {id: low, name: L}
  - {id: high, name: H}
  - {id: flood, name: F, worth: 7}
pieces: {tiles: 2, pawns: 1}
"""
SMALL = """title: Small tides
configuration: small_tides
suits: tides
pieces: {tiles: 1}
"""
TILE = "size: [20, 20]\nelements:\n  - rectangle: [5, 5, 10, 10]\n    fill: ink\n"


class Folder:
    """A folder of games with one game and two sets."""

    def __init__(self, folder: Path) -> None:
        self.cards = folder / "cards"
        game = self.cards / "box"
        for name in ("sets", "art", "templates"):
            (game / name).mkdir(parents=True)
        self.write("game.yaml", GAME)
        self.write("sets/tides.yaml", TIDES)
        self.write("sets/small-tides.yaml", SMALL)
        self.write("art/box.svg", SYMBOL)
        self.write("templates/tile.yaml", TILE)

    def write(self, name: str, text: str) -> None:
        (self.cards / "box" / name).write_text(text, encoding="utf-8")

    def load(self) -> tuple[Game | None, list[str]]:
        findings = Findings()
        game = load_game("box", self.cards, builtin_templates(), findings)
        return game, [str(finding) for finding in findings]

    def sound(self) -> Game:
        game, found = self.load()
        assert found == []
        assert game is not None
        return game


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def ids(game: Game, table: str) -> list[object]:
    return [record.values["id"] for record in game.tables[table].records]


def test_tables_list_what_the_sets_contain(folder: Folder) -> None:
    """Tables have a row for each suit, value, and pair of them; a suit that an earlier set has
    gets its set's id in front; values without a worth count from zero."""
    game = folder.sound()
    assert ids(game, "suits") == ["shell", "wave", "small-tides-shell", "small-tides-wave"]
    assert ids(game, "values") == ["low", "high", "flood", "null", "ace", "2", "3", "4", "5"]
    assert ids(game, "pieces")[:4] == ["shell-low", "shell-high", "shell-flood", "wave-low"]
    assert ids(game, "pieces")[6:8] == ["small-tides-shell-null", "small-tides-shell-ace"]
    assert [r.values["worth"] for r in game.tables["values"].records][:3] == [0, 1, 7]


def test_each_set_gets_components_of_its_own(folder: Folder) -> None:
    """A component `each set` is made for the sets that have such pieces, set by set, as often as
    the set says."""
    game = folder.sound()
    made = [(c.id, c.title, c.set, c.ppn, len(c.table.records)) for c in game.components]
    assert made == [
        ("tides-tiles", "Tides: Tiles", "tides", "tile", 6),
        ("tides-pawns", "Tides: Pawns", "tides", "", 2),
        ("small-tides-tiles", "Small tides: Tiles", "small-tides", "tile", 12),
    ]
    tiles = game.components[0]
    assert {tiles.copies(record) for record in tiles.table.records} == {2}


def test_colours_join_the_palette(folder: Folder) -> None:
    """Suits bring their colours; a colour in the game's theme wins."""
    game = folder.sound()
    assert game.theme.colours["wave"].low == Color(0, 0, 0)
    assert game.theme.colours["small-tides-wave"].plain.hex == "#1f6f8b"
    folder.write("theme.yaml", 'extends: plain\ncolours: {wave: "#123456"}\n')
    assert folder.sound().theme.colours["wave"].plain.hex == "#123456"


def test_all_sets_of_the_folder(folder: Folder) -> None:
    """`sets: all` names every file in the folder, so that a new set is one new file."""
    folder.write("game.yaml", GAME.replace("[tides, small-tides]", "all"))
    assert [pieces.id for pieces in folder.sound().sets] == ["small-tides", "tides"]


def test_a_game_mixes_its_sets_with_the_built_in_ones(folder: Folder) -> None:
    """A name means the game's own set, else one of a piecepack beside the game, else a built-in
    one. Of sets that are not its own, a game may leave pieces out."""
    beside = folder.cards / "piecepack" / "sets"
    beside.mkdir(parents=True)
    (beside / "subpack.yaml").write_text(SMALL.replace("Small tides", "Beside"), encoding="utf-8")
    named = "[tides, subpack, four-seasons]"
    folder.write("game.yaml", GAME.replace("[tides, small-tides]", named))
    symbols = ("leaf", "snowflake", "fish", "flower")
    for symbol in symbols:
        folder.write(f"art/{symbol}.svg", SYMBOL)
    game = folder.sound()
    assert [pieces.title for pieces in game.sets] == ["Tides", "Beside", "Four Seasons"]
    assert "four-seasons-tiles" in [component.id for component in game.components]
    assert ids(game, "suits")[-4:] == list(symbols)


MISTAKES = {
    "suits:\n -> suit:\n": "row 3, column 1: unknown key 'suit' (did you mean 'suits'?)",
    "id: wave -> id: shell": "row 5, column 6, field 'id': the id 'shell' is already in row 4",
    "symbol: box -> symbol: bx": "row 4, column 5, field 'suits': unknown icon 'bx' (did you mean"
    " 'box'?)",
    '"#d98a9b" -> "pink"': "row 4, column 31, field 'colour': 'pink' must be a colour like"
    " '#1c1b1a'",
    "tiles: 2 -> tyles: 2": "row 10, column 10, field 'tyles': no component prints the pieces"
    " 'tyles' (did you mean 'tiles'?)",
    "tiles: 2 -> tiles: 0": "row 10, column 10, field 'tiles': must be at least 1, not 0",
    'pieces: -> plaque: "M0,0 L1"\npieces:': "row 10, column 1, field 'plaque': the path data ends"
    " too early",
    "tides_expansion -> Tides!": "row 2, column 1, field 'configuration': 'Tides!' must be"
    " lower-case letters, digits and _, such as four_seasons_expansion",
}


@pytest.mark.parametrize("change", MISTAKES)
def test_mistakes_in_a_set(folder: Folder, change: str) -> None:
    """A mistake is reported once, with the file, the line and what was meant."""
    old, new = change.split(" -> ")
    assert old in TIDES
    folder.write("sets/tides.yaml", TIDES.replace(old, new, 1))
    _, found = folder.load()
    assert found == [f"cards/box/sets/tides.yaml, {MISTAKES[change]}"]


GAME_MISTAKES = {
    "small-tides] -> smal-tides]": "there is no set 'smal-tides' (did you mean 'small-tides'?)",
    "small-tides] -> tides]": "the set 'tides' is named twice; remove one",
    "sets: [tides, small-tides]\n -> ": "the game names no sets; add the key 'sets'",
    "by suit and value} -> by suit and valu}": "'by suit and valu' is not one of the choices (did"
    " you mean 'by suit and value'?)",
    "values} -> values, columns: {id: text}}": "'columns' has no effect with 'from sets'; remove"
    " it",
    "rows: sides -> rows: values": "the rows of 'values' belong to no set; use a table 'from sets:"
    " by suit' or 'by suit and value'",
}


@pytest.mark.parametrize("change", GAME_MISTAKES)
def test_mistakes_in_the_game(folder: Folder, change: str) -> None:
    """What game.yaml asks of sets is checked as well."""
    old, new = change.split(" -> ")
    assert old in GAME
    folder.write("game.yaml", GAME.replace(old, new, 1))
    _, found = folder.load()
    assert any(text.endswith(GAME_MISTAKES[change]) for text in found), found


def test_sets_that_share_suits_in_a_loop(folder: Folder) -> None:
    """Sets that name each other's suits are reported."""
    folder.write("sets/tides.yaml", SMALL.replace("suits: tides", "suits: small-tides"))
    _, found = folder.load()
    assert any("sets share suits in a loop" in text for text in found), found


def test_a_game_elsewhere_may_use_the_piecepack(folder: Folder) -> None:
    """A folder of games without a piecepack uses the sets that come with the program."""
    for name in ("tides", "small-tides"):
        (folder.cards / "box" / "sets" / f"{name}.yaml").unlink()
    (folder.cards / "box" / "sets").rmdir()
    folder.write(
        "game.yaml",
        GAME.replace("[tides, small-tides]", "[four-seasons]").replace("each set: true, ", ""),
    )
    game = folder.sound()
    assert ids(game, "suits") == ["leaf", "snowflake", "fish", "flower"]
    assert "leaf" in game.art.symbols
