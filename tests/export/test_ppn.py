"""Layouts written as PPN: read back alike, and as short as they can be."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import load_game
from printgen.catalog.model import Record, Table, Value
from printgen.catalog.ppn.games import PpnGame, read_games
from printgen.catalog.ppn.layouts import PPN_COLUMNS, read_ppn
from printgen.catalog.ppn.pieces import PIECES, SIDES, SUITS, PpnPiece
from printgen.catalog.ppn.setups import builtin_setups
from printgen.catalog.ppn.specs import RANKS_FROM_ONE
from printgen.catalog.ppn.table import PieceKind, Pieces, TablePiece
from printgen.errors import CallError, Findings
from printgen.export.ppn import (
    MAX_LINE_LENGTH,
    kind_spec,
    spec,
    write_movetext,
    write_ppn,
    write_table,
)

SAMPLES = Path(__file__).parents[1] / "sample" / "ppn"
NUMBERS = st.floats(0, 999_999, allow_nan=False, width=64).filter(lambda x: x == 0 or x > 1e-300)
LAID = st.builds(
    PpnPiece,
    piece=st.sampled_from(PIECES),
    side=st.sampled_from(SIDES),
    suit=st.integers(0, 12),
    rank=st.integers(0, 12),
    x=NUMBERS,
    y=NUMBERS,
    angle=st.sampled_from([0.0, 45.0, 90.0, 180.0, 270.0]) | NUMBERS,
    cfg=st.sampled_from([*SUITS, "other"]),
)
MOVES = st.lists(
    st.from_regex(r"\.?[\w][\w.]{0,5}", fullmatch=True), unique=True, min_size=1, max_size=4
)


def written(pieces: list[PpnPiece], title: str = "Sea") -> str:
    stream = io.StringIO()
    write_ppn(pieces, title, stream)
    return stream.getvalue()


@given(st.lists(st.tuples(st.integers(0, 3), LAID)), MOVES, st.text(min_size=1))
def test_written_layouts_read_back_alike(
    numbered: list[tuple[int, PpnPiece]], moves: list[str], title: str
) -> None:
    """The reader finds the very pieces that were written, whatever they are and whatever the
    layout is called."""
    names = ["", *moves]
    ordered = sorted(numbered, key=lambda pair: pair[0] % len(names))
    pieces = [replace(piece, move=names[number % len(names)]) for number, piece in ordered]
    findings = Findings()
    text = written(pieces, title.encode("utf-8", "ignore").decode() or "x")
    placed = read_ppn(text, "sea.ppn", findings)
    assert [str(finding) for finding in findings] == []
    assert [piece for _, piece in placed] == [
        replace(piece, angle=piece.angle % 360) for piece in pieces
    ]


@pytest.mark.parametrize(
    ("piece", "text"),
    [
        (PpnPiece("tile", "back", 0, 0), "t"),
        (PpnPiece("tile", "back", 1, 0), "tM"),
        (PpnPiece("tile", "face", 0, 1), "tSa"),
        (PpnPiece("coin", "face", 0, 0), "c"),
        (PpnPiece("coin", "face", 0, 1), "cfSa"),
        (PpnPiece("coin", "back", 3, 0), "cA"),
        (
            PpnPiece("coin", "back", 2, 0, cfg="four_seasons_expansion"),
            "c,s2,four_seasons_expansion'",
        ),
        (PpnPiece("pawn", "face", 1, 0, angle=90), "pM<"),
        (PpnPiece("die", "face", 1, 12, angle=45), "dM,r12,a45"),
    ],
)
def test_short_pieces(piece: PpnPiece, text: str) -> None:
    """Parts that readers assume by default are omitted."""
    assert spec(piece) == text


def test_places_are_numbers_that_every_reader_agrees_about() -> None:
    """No column of two letters is written, nor an exponent or a sign."""
    assert "(28,3)" in written([PpnPiece("tile", "back", 0, 0, 28, 3)])
    assert "(0.00001,100000)" in written([PpnPiece("tile", "back", 0, 0, 1e-5, 1e5)])


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        ([PpnPiece("tile", "back", 0, 0, -1, 0)], "PPN coordinates and angles must be from 0"),
        ([PpnPiece("boat", "back", 0, 0)], "PPN has no piece or side 'boat'"),
        ([PpnPiece("tile", "back", 0, 0, cfg="my set")], "PPN cannot express"),
        ([PpnPiece("tile", "back", 0, 0, move="a b")], "'a b' is not a move number"),
        ([PpnPiece("tile", "back", 0, 0, move="..")], "'..' is not a move number"),
        (
            [PpnPiece("tile", "back", 0, 0, move=move) for move in ("a", "b", "a")],
            "the move 'a' must be next to each other",
        ),
        (
            [PpnPiece("tile", "back", 0, 0, move=move) for move in ("a", "")],
            "pieces without a move must come first",
        ),
    ],
)
def test_what_ppn_cannot_express(pieces: list[PpnPiece], message: str) -> None:
    """Nothing is written that would be read as something else."""
    with pytest.raises(CallError) as caught:
        written(pieces)
    assert message in str(caught.value)


PLACES = st.floats(-1e5, 1e5, allow_nan=False).filter(lambda x: x == 0 or abs(x) > 1e-300)
SETS = [*SUITS, *sorted(RANKS_FROM_ONE), "dominoes", "dominoes_red", "marbles", "other"]
KINDS = st.builds(
    PieceKind,
    piece_side=st.builds(
        "{}_{}".format,
        st.sampled_from([*PIECES, "bit", "pyramid", "card", "board"]),
        st.sampled_from(SIDES),
    ),
    suit=st.integers(1, 12),
    rank=st.integers(1, 24),
    angle=st.sampled_from([0.0, 90.0, 180.0, 270.0]) | st.floats(1e-9, 359.9),
    cfg=st.sampled_from(SETS),
)


def read(text: str) -> tuple[PpnGame, ...]:
    findings = Findings()
    games = read_games(text, "game.ppn", builtin_setups(), findings)
    assert [str(finding) for finding in findings] == []
    return games


def write_games(games: tuple[PpnGame, ...]) -> str:
    stream = io.StringIO()
    for game in games:
        elements = [
            element
            for move in game.moves
            for element in (
                move.number,
                *move.text.split(),
                f"{{ {move.comment} }}" if move.comment else "",
            )
            if element
        ]
        write_movetext(game.metadata, elements, stream)
    return stream.getvalue()


def write_and_read(pieces: Pieces) -> Pieces:
    stream = io.StringIO()
    write_table(pieces, "A table", stream)
    (game,) = read(stream.getvalue())
    return game.tables[-1]


@given(st.lists(st.tuples(KINDS, PLACES, PLACES), max_size=8))
def test_written_tables_read_back_alike(pieces: list[tuple[PieceKind, float, float]]) -> None:
    """Any table of pieces, of any set, is read back with the same pieces in the same order."""
    table = tuple(
        TablePiece(str(number), kind, x, y) for number, (kind, x, y) in enumerate(pieces, start=1)
    )
    assert write_and_read(table) == table


def test_bases_are_written_as_flipped_tops() -> None:
    """A piece that lies on its top has no letter of its own, but can be written."""
    base = TablePiece("1.1", PieceKind("pawn_base", 2, 1, 90.0, "piecepack"), 1.0, 2.5)
    assert write_and_read((base,)) == (base,)


@pytest.mark.parametrize("name", sorted(file.stem for file in SAMPLES.glob("*.ppn")))
def test_written_games_read_back_alike(name: str) -> None:
    """A game is written with its metadata, moves and comments, and gives the same tables; so does
    its last table by itself."""
    games = read((SAMPLES / f"{name}.ppn").read_text(encoding="utf-8"))
    assert read(write_games(games)) == games
    for pieces in (game.tables[-1] for game in games):
        assert write_and_read(pieces) == tuple(
            replace(p, id=str(number), kind=replace(p.kind, angle=p.kind.angle % 360))
            for number, p in enumerate(pieces, start=1)
        )


def test_lines_of_games_stay_short() -> None:
    """Moves are wrapped, and a line never starts like the end of the metadata."""
    text = f" . S@a1 {'. a1-a1 ' * 40}"
    lines = write_games(read(f"---\nEvent: x\n...\n{text}")).splitlines()
    assert max(map(len, lines)) <= MAX_LINE_LENGTH
    assert [line for line in lines if line.startswith("...")] == ["..."]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (PieceKind("pyramid_top", 1, 2, 0.0, "icehouse_pieces"), "R▲2"),
        (PieceKind("bit_back", 2, 1, 0.0, "checkers2"), "⛂"),
        (PieceKind("bit_back", 3, 1, 0.0, "checkers2"), "Gc"),
        (PieceKind("bit_face", 6, 6, 0.0, "chess2"), "♔"),
        (PieceKind("bit_face", 2, 4, 180.0, "chess2"), "♜v"),
        (PieceKind("die_face", 1, 6, 0.0, "dice"), "Rd6"),
        (PieceKind("card_face", 4, 13, 0.0, "playing_cards_tarot"), "🃍"),
        (PieceKind("tile_face", 5, 4, 180.0, "dominoes"), "🂂"),
        (PieceKind("bit_back", 2, 9, 0.0, "marbles"), "●,s1,marbles'"),
        (PieceKind("tile_face", 1, 2, -90.0, "piecepack"), "tSa>"),
    ],
)
def test_short_pieces_of_other_games(kind: PieceKind, text: str) -> None:
    """Chessmen, cards and dominoes are written as themselves, other pieces with their colour."""
    assert kind_spec(kind) == text


def rows(table: Table) -> list[tuple[Value, ...]]:
    """A layout's columns; a suit that is a row of another table counts by its id."""
    return [
        tuple(
            cell.values["id"] if isinstance(cell, Record) else cell
            for cell in (record.values[column.name] for column in PPN_COLUMNS[1:])
        )
        for record in table.records
    ]


def test_the_course_of_port_flower() -> None:
    """The course's PPN file is what its table says, to the byte, and is read back as that table."""
    findings = Findings()
    game = load_game("port-flower", builtin_cards(), builtin_templates(), findings)
    assert game is not None
    file = game.folder / "course.ppn"
    text = file.read_text(encoding="utf-8")
    pieces = [placed.piece for placed in read_ppn(text, file.name, findings)]
    assert written(pieces, "Sailing Port Flower, our course") == text
    assert rows(game.tables["course-ppn"]) == rows(game.tables["course"])
