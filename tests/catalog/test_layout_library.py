"""The library of layouts: listed, searched, and mixed alike from the same draws."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.catalog.fault import Fault
from printgen.catalog.ppn.games import PpnGame, lay_out
from printgen.catalog.ppn.library import Layout, read_library, search_layouts
from printgen.catalog.ppn.mixing import Below
from printgen.catalog.ppn.setups import SetupFolder, builtin_setups
from printgen.catalog.ppn.table import Pieces
from printgen.cli.layouts import find_layouts
from printgen.errors import Findings
from tests.catalog.ppn_boards import boards


def read(folder: SetupFolder) -> tuple[Layout, ...]:
    findings = Findings()
    layouts = read_library(folder, findings)
    assert [str(finding) for finding in findings] == []
    return layouts


LIBRARY = read(builtin_setups())
MIXED = [layout for layout in LIBRARY if layout.random]


def below(seed: int) -> Below:
    return random.Random(seed).randrange


def mixed(layout: Layout, seed: int) -> Pieces:
    file = layout.file
    return lay_out(file.text, file.display_name, builtin_setups(), below(seed))[0]


def found(query: str) -> list[str]:
    return [layout.id for layout in search_layouts(LIBRARY, query)]


def test_boards_of_the_library(golden: Callable[[str, str], None]) -> None:
    """Every layout, mixed where its game is, is the board that was looked at."""
    games = tuple(
        PpnGame({"Event": layout.title}, mixed(layout, 12), (), layout.scale) for layout in LIBRARY
    )
    golden("ppn/layouts", boards(games))


def test_the_library() -> None:
    """There are at least forty games with players, designer and rules; boards and other names of
    a game are not among them."""
    ids = [layout.id for layout in LIBRARY]
    assert len(ids) >= 40
    assert "board-8x8" not in ids
    assert "english-checkers" not in ids
    assert all(layout.rules.startswith("http") and layout.designer for layout in LIBRARY)
    assert len({layout.title for layout in LIBRARY}) == len(LIBRARY)


@pytest.mark.parametrize("layout", MIXED, ids=[layout.id for layout in MIXED])
def test_mixed_layouts(layout: Layout) -> None:
    """The same draws give the same table, others another one; what is mixed are the pieces of
    the layout."""
    once, again, other = (mixed(layout, seed) for seed in (1, 1, 2))
    assert once == again
    assert once != other
    assert _pieces(once) == _pieces(other)


def _pieces(pieces: Pieces) -> Counter[tuple[str, int, int]]:
    """What lies on the table; rolled dice are dice of their suit."""
    kinds = (piece.kind for piece in pieces)
    return Counter((k.piece, k.suit, 0 if k.piece == "die" else k.rank) for k in kinds)


@given(st.integers(0, 10**6))
def test_pawns_stand_on_mixed_tiles(seed: int) -> None:
    """What is placed after mixing follows the mixed pieces: a pawn on each null."""
    layout = next(each for each in LIBRARY if each.id == "cardinals-guards")
    table = mixed(layout, seed)
    nulls = {(p.x, p.y, p.kind.suit) for p in table if p.kind.piece == "tile" and p.kind.rank == 1}
    assert {(p.x, p.y, p.kind.suit) for p in table if p.kind.piece == "pawn"} == nulls


@pytest.mark.parametrize(
    ("query", "fits", "not_found"),
    [
        ("4 players, one set, under 30 pieces", "ice-floe", "ludo"),
        ("for four players, at most 40 pieces", "ludo", "chaturaji"),
        ("1 player, mixed", "fujisan", "relativity"),
        ("fixed, 2 players", "tablut", "relativity"),
        ("no such", "", "tablut"),
        ("over 47 pieces", "chaturaji", "tablut"),
        ("24 tiles, 0 coins", "wormholes-not", "fujisan"),
        ("at least 4 dice", "ludo", "tablut"),
        ("1 set", "chaturaji", "shogi"),
        ("2 sets, shogi", "shogi", "tablut"),
        ("Biggar", "tower-of-babel", "tablut"),
        ("", "tablut", ""),
    ],
)
def test_search(query: str, fits: str, not_found: str) -> None:
    """A query's phrases are all met; words are looked for in titles and designers."""
    ids = found(query)
    assert (fits in ids) == (fits in {layout.id for layout in LIBRARY})
    assert not_found not in ids


def folder(tmp_path: Path, **files: str) -> SetupFolder:
    (tmp_path / "piecepack").mkdir()
    for name, text in files.items():
        (tmp_path / "piecepack" / f"{name}.ppn").write_text(text, encoding="utf-8")
    return SetupFolder(tmp_path)


HEAD = "---\nEvent: A\nPlayers: 2\nDesigner: B\nRules: C\n"


def test_adding_a_layout_means_adding_a_file(tmp_path: Path) -> None:
    """A file with players is listed, counted and laid out."""
    (layout,) = read(folder(tmp_path, own=f"{HEAD}...\ntb{{S,S}}n@b2 pS@b2", board="t@b2"))
    assert (layout.id, layout.players, dict(layout.needs), layout.sets) == (
        *("own", (2, 2), {"tile": 2, "pawn": 1}, 2),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("---\nEvent: A\nPlayers: two\n...\n", "'Players' must be a number or a range such as 2-4"),
        ("---\nEvent: A\nPlayers: 4-2\n...\n", "'Players' must be a number or a range"),
        ("---\nEvent: A\nPlayers: 2\n...\n", "so it needs 'Designer'; add it"),
        (f"{HEAD}...\nb2-b3", "row 7, column 1: there is no piece at b2"),
        (f"{HEAD}...\n---\n...\n", "has more than one game"),
    ],
)
def test_mistakes_in_the_library(tmp_path: Path, text: str, message: str) -> None:
    """A layout with a mistake is reported with its file; the others are listed."""
    findings = Findings()
    layouts = read_library(folder(tmp_path, bad=text, good=f"{HEAD}...\nt@b2"), findings)
    assert [layout.id for layout in layouts] == ["good"]
    (finding,) = findings
    assert message in str(finding)
    assert str(finding).startswith("bad.ppn")


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("[t]", "'Random' must be a mapping such as"),
        ("{Shufle: [t]}", "'Random' has no key 'Shufle' (did you mean 'Shuffle'?)"),
        ("{Shuffle: t}", "'Shuffle' must be a list of pieces such as [tb, cf]"),
        ("{Shuffle: [q]}", "'q' in the piece 'q' has no meaning"),
        ("{Roll: [d]}", "no piece on the table is like 'd' of 'Random'"),
        ("{Turn: [t], Before: pawns}", "'pawns.' of 'Random' in 'own.ppn' is not a move's number"),
    ],
)
def test_mistakes_in_what_is_random(tmp_path: Path, rule: str, message: str) -> None:
    """What a setup file says about chance is checked."""
    setups = folder(tmp_path, own="t@b2")
    with pytest.raises(Fault) as caught:
        lay_out(f"---\nRandom: {rule}\n...\nt@b2", "own.ppn", setups, below(1))
    assert message in str(caught.value)


def test_own_layouts_join_the_built_in_ones(tmp_path: Path) -> None:
    """A file in a folder of games is listed with the library, and one of the same name is taken in
    place of the library's."""
    own = tmp_path / "piecepack" / "setups"
    own.mkdir(parents=True)
    folder(own, pond=f"{HEAD}...\nt@b2", tablut=f"{HEAD}...\nt@b2")
    titles = {layout.id: layout.title for layout in find_layouts(tmp_path, "")}
    assert titles == {layout.id: layout.title for layout in LIBRARY} | {"pond": "A", "tablut": "A"}
