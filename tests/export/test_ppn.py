"""Layouts written as PPN: read back alike, and as short as they can be."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import load_game
from printgen.catalog.model import Record, Table, Value
from printgen.catalog.ppn.layouts import PPN_COLUMNS, read_ppn
from printgen.catalog.ppn.pieces import PIECES, SIDES, SUITS, PpnPiece
from printgen.errors import CallError, Findings
from printgen.export.ppn import spec, write_ppn

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
    assert [piece for _, piece in placed] == pieces


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
