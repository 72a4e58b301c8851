"""Games in PPN: read to their last move, with the tables that the reference program gives."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.catalog.ppn.draws import Draws
from printgen.catalog.ppn.games import PpnGame, read_games
from printgen.catalog.ppn.names import normal_name, normal_system
from printgen.catalog.ppn.setups import SetupFolder, builtin_setups
from printgen.catalog.ppn.table import Pieces, flipped_id, replaced_id
from printgen.errors import Findings
from printgen.limits import PPN_GAMES, PPN_MACRO_LENGTH, PPN_PIECES
from tests.catalog.ppn_boards import boards

SAMPLES = Path(__file__).parents[1] / "sample" / "ppn"
NAMES = sorted(file.stem for file in SAMPLES.glob("*.ppn"))

Row = tuple[str, str, int, int, str, float, float, float]


def read(text: str) -> tuple[tuple[PpnGame, ...], list[str]]:
    findings = Findings()
    games = read_games(text, "game.ppn", builtin_setups(), findings)
    return games, [str(finding) for finding in findings]


def played(text: str) -> PpnGame:
    games, messages = read(text)
    assert messages == []
    (game,) = games
    return game


def fault(text: str) -> str:
    (message,) = read(text)[1]
    return message


def sample(name: str) -> tuple[PpnGame, ...]:
    games, messages = read((SAMPLES / f"{name}.ppn").read_text(encoding="utf-8"))
    assert messages == []
    return games


def rows(pieces: Pieces) -> list[Row]:
    return [
        (
            *(p.id, p.kind.piece_side, p.kind.suit, p.kind.rank, p.kind.cfg),
            *(round(p.x, 6) + 0, round(p.y, 6) + 0, round(p.kind.angle % 360, 6)),
        )
        for p in pieces
    ]


def reference(name: str) -> dict[tuple[int, int], list[Row]]:
    tables: dict[tuple[int, int], list[Row]] = defaultdict(list)
    with (SAMPLES / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            table = tables[int(row["game"]) - 1, int(row["move"])]
            if row["id"]:
                table.append(
                    (
                        *(row["id"], row["piece_side"], int(row["suit"]), int(row["rank"])),
                        *(row["cfg"], round(float(row["x"]), 6), round(float(row["y"]), 6)),
                        round(float(row["angle"]) % 360, 6),
                    )
                )
    return tables


@pytest.mark.parametrize("name", NAMES)
def test_tables_are_those_of_the_reference_program(name: str) -> None:
    """Every table of every game has the same pieces with the same ids in the same order, after
    every move."""
    ours = {
        (number, move): rows(pieces)
        for number, game in enumerate(sample(name))
        for move, pieces in enumerate(game.tables)
    }
    theirs = reference(name)
    if name == "desfases":  # our setup moves four coins, so it lists them after the others
        assert _stacks(ours) == _stacks(theirs)
    else:
        assert ours == theirs


def _stacks(tables: dict[tuple[int, int], list[Row]]) -> list[dict[Any, list[Any]]]:
    """The pieces of every place from bottom to top, without their ids."""
    stacks = []
    for _, table in sorted(tables.items()):
        places = defaultdict(list)
        for _, piece_side, suit, rank, cfg, x, y, angle in table:
            places[x, y].append((piece_side, suit, rank, cfg, angle))
        stacks.append(dict(places))
    return stacks


@pytest.mark.parametrize("name", NAMES)
def test_boards(name: str, golden: Callable[[str, str], None]) -> None:
    """Every move of the sample games leaves the board that was looked at."""
    golden(f"ppn/{name}", boards(sample(name)))


@pytest.mark.parametrize("file", sorted(SAMPLES.parents[2].glob("cards/piecepack/setups/*/*.ppn")))
def test_every_setup_is_found_by_its_name(file: Path) -> None:
    """A setup file is a game's start under the name of the file; one that has to be mixed says
    what it needs."""
    setup = f"{{Name: {file.stem}, System: {file.parent.name}, Seed: 1}}"
    games, messages = read(f"---\nSetUp: {setup}\n...\n")
    mixed = ("alien-city", "fujisan", "plans-of-action", "relativity")
    if file.stem in mixed:
        assert "is mixed before each game; add its" in messages[0]
    else:
        assert messages == []
        assert games[0].start


def test_metadata_comments_and_numbers_are_kept() -> None:
    """A game keeps all of its metadata, and each move its number, text and comment."""
    game = played("---\nEvent: A\nRound: 3\n...\nt@a1 {so far} 1. S@{a,b}2 {a;  b} {c} ; *a2 . +b2")
    assert game.metadata == {"Event": "A", "Round": 3}
    assert [(move.number, move.text, move.comment) for move in game.moves] == [
        ("", "t@a1", "so far"),
        ("1.", "S@a2 S@b2", "a; b c"),
        ("1..", "*a2", ""),
        ("1...", "+b2", ""),
    ]


def test_where_games_begin() -> None:
    """A file holds as many games as it has headers; text in front of the first is a game too."""
    assert len(read("t@a1\n---\nA: b\n...\n---\n")[0]) == 3
    assert len(read("\n\n---\nA: b\n...\nt@a1")[0]) == 1
    assert read("")[0][0].tables == ((),)


def test_names_of_setups() -> None:
    """Setups are found whatever their spelling."""
    assert normal_name("Fuji-san") == "fujisan"
    assert normal_name("Nine Men's Morris") == "nine_mens_morris"
    assert normal_name("Yoté") == "yote"
    assert normal_name("Turkish Draughts") == "turkish_checkers"
    assert normal_name("Has Subpack") == normal_name("HasSubpack") == "has_subpack"
    assert normal_system("Marbles") == "marble"


def test_ids_of_changed_pieces() -> None:
    """The id of a piece tells how often it became another piece or showed another side."""
    assert [flipped_id(i) for i in ("23", "24.2", "24..1.1", "30..2")] == [
        *("23.1", "24.3", "24..1.2", "30..2.1")
    ]
    assert [replaced_id(i) for i in ("23", "24.2", "24..1.1", "30..2")] == [
        *("23..1", "24..1", "24..2", "30..3")
    ]


def test_draws_are_those_of_r() -> None:
    """These are the first draws of R after set.seed."""
    draws = Draws(42)
    assert draws.shuffle(range(1, 11)) == [1, 5, 10, 8, 2, 4, 6, 9, 7, 3]
    draws = Draws(1)
    assert draws.roll(range(1, 7), 5) == [1, 4, 1, 2, 5]


def test_a_mistake_ends_its_game_only() -> None:
    """A move that cannot be made is reported once; the moves before it and the other games are
    kept."""
    games, messages = read("1. t@a1\n2. t@a2 b7-a3\n3. ?x-a3 c9-c8\n---\n...\n1. t@b1")
    assert messages == ["game.ppn, row 2, column 9: there is no piece at b7"]
    assert [len(game.moves) for game in games] == [1, 1]


FAULTS = [
    ("1. S@a1\n  2. q@b2", "row 2, column 6: 'q' in the piece 'q' has no meaning"),
    ("t", "'t' is not a move; a move has one of the operators"),
    ("-b2", "no piece has been moved that this could go on with"),
    ("S@a1 *a1 -b2", "no piece has been moved that this could go on with"),
    ("S@<1,1>", "'<1,1>' is relative to nothing; add a place, as in <1,1>|b2"),
    ("S@b", "'b' is not a place; write (2.5,3), a square such as c2"),
    ("S@(1,)", "'(1,)' is not a place"),
    ("S@a1 a1-2Q", "'Q' is not a direction"),
    ("S@a1 a1-2NNEE", "'NNEE' is not a direction (did you mean 'NNE'?)"),
    ("S@a1 a1-2", "'2' is not a step"),
    ("S@a1 a1@>x", "'x' is not an angle"),
    ("S@a1 a1[x]-b2", "'[x]' must count from the top"),
    ("S@a1 a1[2]-b2", "'a1[2]' names no piece that is on the table"),
    ("S@a1 /M~b /M@>90 +/M /M=C */M", "'/M' names no piece that is on the table"),
    ("S@a1 *?M", "no piece on the table is like 'M'"),
    ("t@a1 tM@a2 *?t,other'", "no piece on the table is like 't,other''"),
    ("S@a1 S5@a2 SM4@a1", "the piece 'SM4' gives its suit twice"),
    ("S@a1 a1-b1%a1", "'%a1' names the moved piece itself"),
    ("S@a1 a1#a1", "have pieces in common"),
    ("S@a1 99-b2", "'99' names no piece that is on the table"),
    ("R@a1", "'R' does not say which set it is from; add it, as in 'R,marbles''"),
    ("Rp@a1", "'Rp' does not say which set it is from"),
    ("♟♟@a1", "the piece '♟♟' gives its piece twice"),
    ("t♟@a1", "the piece 't♟' gives its piece twice"),
    ("u♥@a1", "the piece 'u♥' gives its set twice"),
    ("`boot'@a1", "there is no macro 'boot'"),
    ("---\nMacros: {boat: S}\n...\n`boot'@a1", "there is no macro 'boot' (did you mean 'boat'?)"),
    ('---\nMacros: {a: "`b\'", b: "`a\'"}\n...\n', "the macro 'a' contains itself"),
    (
        "---\nMacros: {a: \"`a'`a'x\"}\n...\n",
        f"the macro 'a' is longer than {PPN_MACRO_LENGTH}",
    ),
    (
        '---\nSetUp: Chess\nMacros: {a: "`a\'"}\n...\n',
        "row 3, column 1, field 'Macros': the macro 'a' contains itself",
    ),
    ("---\nMacros: [a]\n...\n", "'Macros' must be a mapping"),
    ("---\nMacros: {a: [b]}\n...\n", "the macro 'a' must be a text"),
    ("---\nttt\n...\n", "row 2, column 1: the metadata must be 'key: value' lines"),
    (
        "---\nMovetextParser: Ches\n...\n1. e4 1... e5\n2. Nf3",
        "row 2, column 1, field 'MovetextParser': the movetext is for another program's parser"
        " 'Ches', so it cannot be read (did you mean 'chess'?)",
    ),
    (
        "---\nMovetextParser: {Name: Default, ScaleFactor: none}\n...\n",
        "'scale_factor' must be a number above 0, not 'none'",
    ),
    (
        "---\nMovetextParser: {Name: Default, Colour: 1}\n...\n",
        "the parser 'Default' has no setting 'colour: 1'",
    ),
    (
        "---\nGameType: Alein City\n...\n1. e4-e5 2. f4-f5",
        "row 2, column 1, field 'GameType': the setup 'Alein City' (piecepack) is not known here,"
        " so the game cannot be read (did you mean 'alien city'?)",
    ),
    ("---\nSetUp: [a]\n...\n", "'SetUp' must be a name, or a mapping with Name and arguments"),
    ("---\nSetUp: {Seed: 3}\n...\n", "'SetUp' must be a name, or a mapping with Name"),
    (
        "---\nSetUp: {Name: Chess, System: Marble}\n...\n",
        "the setup 'Chess' (Marble) is not known here",
    ),
    (
        "---\nSetUp: Relativity\n...\n",
        "the setup 'Relativity' is mixed before each game; add its Coins (24 ranks such as na2345)",
    ),
    ("---\nSetUp: Japan\n...\n", "add its Coins (24 places) or a Seed"),
    (
        "---\nSetUp: {Name: Relativity, Coins: na2}\n...\n",
        "'Coins' must be 24 ranks such as na2345; there are 3",
    ),
    (
        "---\nSetUp: {Name: Relativity, Coins: nax}\n...\n",
        "'Coins' must be 24 ranks such as na2345; 'x' is not one",
    ),
    (
        "---\nSetUp: {Name: Relativity, Coin: na2}\n...\n",
        "the setup 'Relativity' has no argument 'coin' (did you mean 'coins'?)",
    ),
    ("---\nSetUp: {Name: Japan, Seed: x}\n...\n", "the Seed must be a whole number, not 'x'"),
    ("t@a1 {a {b} c@a1", "row 1, column 6: a comment contains a brace"),
    ("t@b2{note}", "has braces that are not a list"),
    (f"t@a{{1..{PPN_PIECES + 1}}}", f"stands for more than {PPN_PIECES} moves"),
    (f"t@a{{1..{PPN_PIECES}}} t@b1", f"more than {PPN_PIECES} pieces"),
    (f"t@a{{1..{PPN_PIECES}}} *b1", "there is no piece at b1"),
    ("S@a1 a1-" + "1U|" * 30 + "b1", "places are nested more than"),
    ("S@(999999999,1)", "is farther away than 1e+06"),
    ("S@(1e9,2)", "'(1e9,2)' is not a place"),
    ("---\n...\n" * (PPN_GAMES + 1), f"the file has more than {PPN_GAMES} games"),
]


@pytest.mark.parametrize(("text", "message"), FAULTS, ids=[message for _, message in FAULTS])
def test_mistakes(text: str, message: str) -> None:
    """A mistake is one sentence with file, row and column, however long the game is."""
    assert message in fault(text)
    assert fault(text).startswith("game.ppn")


WORDS = [
    *"tcdpmsfblrxSMCAna39^<v>,'@\\*-_%#:$+=~!?/&|()[]{}`.; \n▲🂠●♟♥‿⬢",
    *(
        "a1",
        "(1,2)",
        "2NE",
        "<1,1>",
        "@>90",
        "$>90",
        "@%",
        "?S",
        "/S",
        "[1:2]",
        "[X]",
        "1..1",
        "1.",
    ),
    *("---\n", "...\n", "SetUp: Chess\n", "Macros: {a: S}\n", "`a'", "{1..3}", "{a,b}"),
]


@given(st.lists(st.sampled_from(WORDS), max_size=25), st.booleans())
def test_anything_can_be_read(words: list[str], begun: bool) -> None:
    """Whatever a file says, it is read or its mistakes are found; nothing else happens."""
    text = ("S@a1 M@a1 tSa@b2 " if begun else "") + "".join(words)
    games, messages = read(text)
    assert all(message.startswith("game.ppn") for message in messages)
    assert games or messages


def test_endless_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file whose moves would take minutes is reported; dropping pieces costs little."""
    monkeypatch.setattr("printgen.catalog.ppn.games.PPN_STEPS", 1000)
    assert len(played("t@a{1..500} /t@>90").start) == 0
    assert "too many moves with too many pieces" in fault("t@a{1..500} /t@>90 /t@>90")


def test_warnings() -> None:
    """A number that is used twice and a scale in the wrong place do not end a game."""
    games, messages = read("---\nScaleFactor: 2\n...\n1. S@a1 1. M@a2")
    assert len(games[0].moves) == 2
    assert ["used twice" in message for message in messages] == [False, True]
    assert "a scale has no effect here" in messages[0]


def test_coins_whose_values_nobody_sees() -> None:
    """Plans of Action gives its suits alone; all coins are different ones all the same."""
    coins = "SASASS/MMACSS/CACCAA/MCMCMM"
    game = played(f"---\nGameType: {{Name: Plans of Action, Coins: {coins}}}\n...\n(5,3)-4U")
    laid = [p.kind for p in game.start if p.kind.piece_side == "coin_back"]
    assert [" SMCA"[kind.suit] for kind in laid] == list(coins.replace("/", ""))
    assert len({(kind.suit, kind.rank) for kind in laid}) == 24
    assert (game.tables[-1][-1].x, game.tables[-1][-1].y) == (5, 7)


def test_a_random_setup_can_be_given_in_full() -> None:
    """Places instead of a seed give the same table, so a game survives without R's numbers."""
    drawn = played("---\nSetUp: {Name: Japan, Seed: 42}\n...\n").start
    places = " ".join(f"({p.x:g},{p.y:g})" for p in drawn if p.kind.piece == "coin")
    assert played(f'---\nSetUp: {{Name: Japan, Coins: "{places}"}}\n...\n').start == drawn


def test_setups_of_a_folder(tmp_path: Path) -> None:
    """Adding a setup means adding a file; it may begin with another, have optional arguments and
    defaults, and give a scale to the games that begin with it."""
    folder = tmp_path / "piecepack"
    folder.mkdir()
    (folder / "pond.ppn").write_text("---\nScale: 2\n...\nt@b2\n", encoding="utf-8")
    (folder / "pond-race.ppn").write_text(
        "---\nSetUp: Pond\nArguments:\n  Boats: {Parts: ranks, Count: 2, Default: a2}\n"
        "  Dice: {Parts: ranks, Count: 1, Optional: true}\n...\n"
        "c`Boats1'@a1 c`Boats2'@c1 d`Dice1'@d1\n",
        encoding="utf-8",
    )
    (folder / "loop.ppn").write_text("---\nSetUp: Loop\n...\n", encoding="utf-8")
    findings = Findings()
    setups = SetupFolder(tmp_path)

    def start(text: str) -> list[tuple[str, int, float]]:
        (game,) = read_games(text, "game.ppn", setups, findings)
        return [(p.kind.piece, p.kind.rank, p.x) for p in game.tables[-1]]

    assert start("---\nSetUp: Pond Race\n...\n1. S@b1") == [
        *(("tile", 1, 2.0), ("coin", 2, 1.0), ("coin", 3, 3.0), ("coin", 1, 4.0))
    ]
    assert start("---\nSetUp: {Name: Pond Race, Boats: 4/5, Dice: 3}\n...\n") == [
        *(("tile", 1, 2.0), ("coin", 5, 1.0), ("coin", 6, 3.0), ("die", 4, 4.0))
    ]
    assert list(findings) == []
    assert read_games("---\nSetUp: Loop\n...\n", "game.ppn", setups, findings) == ()
    assert "the setup 'Loop' begins with itself" in str(findings.errors[0])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("---\n...\nt@a1\n---\n...\nt@a1", "the setup file 'pond.ppn' has more than one game"),
        ("---\nScale: wide\n...\n", "the Scale of the setup file 'pond.ppn' must be a number"),
        ("---\nArguments: x\n...\n", "an argument of the setup file 'Pond' must have Parts"),
        ("---\nArguments: {Coins: {Parts: coins, Count: 3}}\n...\n", "must have Parts (one of"),
        ("---\nArguments: {Coins: {Parts: ranks}}\n...\n", "and a Count"),
        ("---\nttt\n...\n", "pond.ppn, row 2, column 1: the metadata must be"),
        ("---\n...\nt@b{x}", "pond.ppn, row 3, column 1: 't@b{x}' has braces"),
        ("---\n...\nt@b", "pond.ppn, row 3, column 1: 'b' is not a place"),
    ],
)
def test_mistakes_in_a_setup_file(tmp_path: Path, text: str, message: str) -> None:
    """A wrong setup file is reported where a game names it."""
    (tmp_path / "piecepack").mkdir()
    (tmp_path / "piecepack" / "pond.ppn").write_text(text, encoding="utf-8")
    findings = Findings()
    read_games("---\nSetUp: Pond\n...\n", "game.ppn", SetupFolder(tmp_path), findings)
    (found,) = findings.errors
    assert message in str(found)
    assert str(found).startswith("game.ppn, row 2, column 1, field 'SetUp': ")
