"""Reading options, setup and score."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from printgen.catalog.play.model import AtMostRule, LayoutPart, NumberLine, SetsLine, ShufflePart
from printgen.catalog.play.yaml_schemas import OPTIONS, REFERENCE, SCORE, SETUP
from printgen.catalog.schema_types import SchemaType
from tests.catalog.game_folder import GameFolder
from tests.companion.harbour import set_section

README = Path(__file__).parents[2] / "cards" / "README.md"


def example(heading: str) -> str:
    """The YAML that the games' README shows under a heading."""
    text = README.read_text(encoding="utf-8")
    found = re.search(rf"^## {heading}$.*?^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("section", ["options", "setup", "score"])
def test_the_documented_example_is_sound(game_folder: GameFolder, section: str) -> None:
    """The README's examples can be copied into a game as they are."""
    set_section(game_folder, section, example(section.capitalize()))
    play = game_folder.sound().play
    assert {"options": play.options, "setup": play.parts, "score": play.lines}[section]


def keys_of(shape: SchemaType) -> Iterator[str]:
    inner = (*shape.keys.values(), *shape.options, *([shape.of] if shape.of else []))
    yield from shape.keys
    for other in inner:
        yield from keys_of(other)


@pytest.mark.parametrize(
    ("heading", "shape"),
    [("Options", OPTIONS), ("Setup", SETUP), ("Score", SCORE), ("Reference", REFERENCE)],
)
def test_every_key_is_documented(heading: str, shape: SchemaType) -> None:
    """The README shows or names each key that a section may have."""
    text = README.read_text(encoding="utf-8")
    found = re.search(rf"^## {heading}$(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    for key in keys_of(shape):
        assert re.search(rf"`{key}`|[{{, ]{key}:\s", found[1]), key


PURSES = "    - id: purses"
"""A part of the sample game's setup."""


def test_a_part_can_be_a_layout(game_folder: GameFolder) -> None:
    """The layouts of a folder are the choices of an option, in the order of their titles; boards
    are not among them."""
    folder = game_folder.game / "setups" / "piecepack"
    folder.mkdir(parents=True)
    about = "Designer: Nobody\nRules: https://example.org/\n"
    for name, more in (
        ("shore", "Players: 2-4\n"),
        ("bay", "Players: 2\nRandom: {Shuffle: [tb]}\n"),
    ):
        text = f"---\nEvent: The {name}\n{about}{more}...\nt@(1,1) t@(3,1)\n"
        (folder / f"{name}.ppn").write_text(text, encoding="utf-8")
    (folder / "board.ppn").write_text("---\n...\nt@(1,1)\n", encoding="utf-8")
    part = "    - {id: opening, title: Opening, layouts: piecepack}\n"
    game_folder.edit("game.yaml", PURSES, part + PURSES)
    play = game_folder.sound().play
    assert play.options[-1].choices == {"bay": "The bay", "shore": "The shore"}
    (layout,) = (part for part in play.parts if isinstance(part, LayoutPart))
    assert [(each.players, each.mixed) for each in layout.layouts.values()] == [
        ((2, 2), True),
        ((2, 4), False),
    ]


def test_an_option_can_be_rare(game_folder: GameFolder) -> None:
    """An option is collapsed if its game marks it as rarely changed."""
    assert [option.rare for option in game_folder.sound().play.options] == [False]
    game_folder.edit("game.yaml", "    why: The sample", "    rare: true\n    why: The sample")
    assert [option.rare for option in game_folder.sound().play.options] == [True]


def test_names_become_pieces(game_folder: GameFolder) -> None:
    """a part knows its pieces and how many are printed"""
    play = game_folder.sound().play
    market = play.parts[0]
    assert isinstance(market, ShufflePart)
    assert {piece.id: piece.copies for piece in market.pieces} == {
        "fish": 4,
        "rope": 3,
        "salt": 3,
        "tea": 2,
        "glass": 1,
    }
    assert market.take_out == {"2": 2, "3": 0, "4": 0}
    assert market.layout is not None
    assert [spot.id for spot in market.layout.spots] == ["s1", "s2", "s3", "s4", "s5", "s6"]
    last = market.layout.rules[-1]
    assert isinstance(last, AtMostRule)
    assert last.zones["s4"] == "west"
    assert last.classes["tea"] == "fine"
    assert play.printed["coins"] == 18


def test_kinds_of_sets(game_folder: GameFolder) -> None:
    """rows that share a value are one kind, and their copies are added up"""
    lines = {line.about.id: line for line in game_folder.sound().play.lines}
    waters, flag = lines["waters"], lines["flag"]
    assert isinstance(waters, SetsLine)
    assert [(kind.id, kind.copies) for kind in waters.kinds] == [
        ("sky", 6),
        ("blue", 3),
        ("green", 2),
    ]
    assert isinstance(flag, NumberLine)
    assert (flag.about.printed, flag.about.face) == (1, "ships/heron")


def test_a_game_without_sections(game_folder: GameFolder) -> None:
    """a game does not need sections about playing"""
    for name in ("options", "setup", "score"):
        set_section(game_folder, name, "")
    play = game_folder.sound().play
    assert (play.options, play.parts, play.lines, play.board) == ((), (), (), "")


MISTAKES = [
    pytest.param(
        "shuffle: goods\n", "shuffle: good\n", "there is no component 'good'", id="component"
    ),
    pytest.param(
        "board: board/harbour",
        "board: board/harbor",
        "'board' has no row 'harbor' (did you mean 'harbour'?)",
        id="face",
    ),
    pytest.param(
        "spaces: berths, where: {kind: stall}",
        "spaces: berth, where: {kind: stall}",
        "unknown table 'berth' (did you mean 'berths'?)",
        id="table",
    ),
    pytest.param(
        "spaces: berths, where: {kind: stall}",
        "spaces: coins",
        "'coins' needs columns 'x' and 'y' of numbers, in mm",
        id="no places",
    ),
    pytest.param(
        "where: {kind: stall}",
        "where: {kind: stal}",
        "unknown choice 'stal' (did you mean 'stall'?)",
        id="filter",
    ),
    pytest.param(
        "{same: id}", "{same: kid}", "'goods' has no column 'kid' (did you mean 'kind'?)", id="same"
    ),
    pytest.param("per: quay", "per: key", "'berths' has no column 'key'", id="per"),
    pytest.param(
        "take out: {2 players: 2, 3-4 players: 0}",
        "take out: {2 players: 2, 3 players: 0}",
        "has no entry for 4 players",
        id="a count is missing",
    ),
    pytest.param(
        "take out: {2 players: 2, 3-4 players: 0}",
        "take out: {2-3 players: 2, 3-4 players: 0}",
        "3 players are given twice",
        id="a count twice",
    ),
    pytest.param(
        "take out: {2 players: 2, 3-4 players: 0}",
        "take out: {2 players: 2, 3-5 players: 0}",
        "the game is for 2 to 4 players, not 5",
        id="too many players",
    ),
    pytest.param(
        "      deal: 1\n",
        "      deal: 2\n",
        "4 players need 15 pieces, but only 13 are printed",
        id="not enough pieces",
    ),
    pytest.param(
        "shuffle: seas, where: {id: bay}, draw: 2",
        "shuffle: seas, where: {id: [bay, open]}, draw: 2",
        "pieces of 'seas' are already used in the part 'sea'; join the two parts",
        id="mixed twice",
    ),
    pytest.param(
        "choose: player}", "choose: playr}", "'playr' is not one of the choices", id="choose"
    ),
    pytest.param("choose: [North, East, South, West]", "choose: [North]", "two names", id="one"),
    pytest.param(
        "choose: player}", "layouts: checkers}", "no layouts in 'setups/checkers'", id="layouts"
    ),
    pytest.param(
        "tell: Nobody", "deal: 3, tell: Nobody", "'deal' has no effect with 'tell'", id="deal"
    ),
    pytest.param(
        "if: {tide: high}}\n    - id: purses",
        "if: {tyde: high}}\n    - id: purses",
        "there is no option 'tyde' (did you mean 'tide'?)",
        id="option",
    ),
    pytest.param(
        "if: {tide: high}}\n    - id: purses",
        "if: {tide: hihg}}\n    - id: purses",
        "the option 'tide' has no choice 'hihg' (did you mean 'high'?)",
        id="choice",
    ),
    pytest.param("if: {players: 2}", "if: {players: 7}", "for 2 to 4 players, not 7", id="players"),
    pytest.param("if: {players: 2}", "if: {players: a}", "must be a number of", id="no players"),
    pytest.param(
        "{calm: Calm, high: High water}", "{calm: Calm, high: 3}", "must be text", id="title"
    ),
    pytest.param(
        "    why: The", "    default: clam\n    why: The", "no choice 'clam'", id="default"
    ),
    pytest.param(
        "{id: ships, title: Ships, count: ships",
        "{id: ships, title: Ships, count: shps",
        "there is no component 'shps' (did you mean 'ships'?)",
        id="count",
    ),
    pytest.param(
        "number: 99}",
        "number: 99, lookup: [1]}",
        "'lookup' cannot be combined with 'number'",
        id="two",
    ),
    pytest.param(", flag: 2,", ",", "one of these keys is needed: number, count, lo", id="none"),
    pytest.param(
        "number: 99}", "number: 99, by: kind}", "'by' has no effect with 'num", id="beside"
    ),
    pytest.param("count: 6,", "count: 6, where: {a: b},", "'where' has no effect", id="where"),
    pytest.param("lookup: [0, 1, 3, 6, 10]", "lookup: []", "must not be empty", id="empty"),
    pytest.param(
        "sets: goods, points: [1, 3, 6]",
        "sets: goods, points: 3",
        "must be a list: points for a set of 1, 2 …",
        id="points of sets",
    ),
    pytest.param("sets: goods, points: [1, 3, 6]", "sets: goods", "'points' is missing", id="no"),
    pytest.param("sets: goods,", "sets: gods,", "no component or table 'gods'", id="sets"),
    pytest.param("[red, blue, green]", "[red, red, green]", "'red' is named twice", id="kinds"),
    pytest.param("by: colour", "by: color", "did you mean 'colour'?", id="by"),
    pytest.param(
        "compare: ships",
        "compare: shps",
        "there is no line 'shps' that counts something (did you mean 'ships'?)",
        id="compare",
    ),
    pytest.param("ties: share", "ties: shared", "did you mean 'share'?", id="ties"),
    pytest.param("{fewest: goods}", "{fewest: gods}", "there is no line 'gods'", id="tie-break"),
    pytest.param("id: fleet", "id: coins", "the id 'coins' is already in row", id="id"),
    pytest.param("least: -20, most: 0", "least: 5, most: 2", "must be more than 5", id="range"),
    pytest.param(
        "shuffle: coins", "shufle: coins", "unknown key 'shufle' (did you", id="kind slip"
    ),
    pytest.param(
        "[1, 2, 5]", "[1, 2, 5, 9]", "a set of 4 is impossible: there are only 3", id="long"
    ),
    pytest.param(
        "{kind: pier}, each: 2}",
        "{kind: pier}, each: 2, count: 3}",
        "must be at most 1, the number of spaces",
        id="spaces",
    ),
    pytest.param("face: ships/gull", "face: ships/gul", "'ships' has no row 'gul'", id="face row"),
]


@pytest.mark.parametrize(("old", "new", "message"), MISTAKES)
def test_one_mistake(game_folder: GameFolder, old: str, new: str, message: str) -> None:
    """each mistake is reported once, with its row, and causes no other findings"""
    game_folder.edit("game.yaml", old, new)
    fault = game_folder.only_fault()
    assert re.match(r"cards/harbour/game\.yaml, row \d+, column \d+", fault)
    assert message in fault


def test_all_mistakes_at_once(game_folder: GameFolder) -> None:
    """all mistakes are reported, not only the first"""
    game_folder.edit("game.yaml", "shuffle: goods\n", "shuffle: good\n")
    game_folder.edit("game.yaml", "ties: share", "ties: shared")
    game_folder.edit("game.yaml", "choose: player}", "choose: playr}")
    assert len(game_folder.faults()) == 3


def test_mistakes_of_one_part_at_once(game_folder: GameFolder) -> None:
    """One wrong name in a part or a line does not hide the next."""
    game_folder.edit("game.yaml", "shuffle: goods\n", "shuffle: good\n")
    game_folder.edit("game.yaml", "spaces: berths, where: {kind: stall}", "spaces: berth")
    game_folder.edit("game.yaml", "count: ships, points: 3", "count: shps, points: three")
    game_folder.edit("game.yaml", "draw: 1\n", "draw: {2 players: 1}\n")
    reported = "\n".join(game_folder.faults())
    assert len(game_folder.faults()) == 5
    for words in ("'good'", "'berth'", "'shps'", "not 'three'", "has no entry for 3 players"):
        assert words in reported


def test_spaces_are_on_the_board(game_folder: GameFolder) -> None:
    """a space outside the board is reported"""
    game_folder.edit("berths.csv", "west,50,60", "west,50,600")
    assert (
        "the space 's1' at 50, 600 is not on the board of 400 × 300 mm" in game_folder.only_fault()
    )


def test_neighbours_are_known(game_folder: GameFolder) -> None:
    """an unknown neighbour is reported with its row of the table"""
    game_folder.edit("berths.csv", ",s3|s5", ",s3|s9")
    fault = game_folder.only_fault()
    assert "cards/harbour/berths.csv, row 7" in fault
    assert "the neighbour 's9' is not an id of 'berths'" in fault


def test_an_unread_table_is_blamed_once(game_folder: GameFolder) -> None:
    """parts that use a broken table are not reported"""
    game_folder.edit("goods.csv", "fish,Fish,fresh", "fish,Fish,frsh")
    assert "goods.csv" in game_folder.only_fault()
