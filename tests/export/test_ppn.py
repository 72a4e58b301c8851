"""Layouts written as PPN: read back alike, and as short as they can be."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from printgen.catalog.load import load_game
from printgen.catalog.places import builtin_cards, builtin_templates
from printgen.catalog.ppn import pieces_of, read_ppn
from printgen.catalog.ppnpiece import PIECES, SIDES, SUITS, Piece
from printgen.errors import CallError, Findings
from printgen.export.ppn import spec, write_ppn

NUMBERS = st.floats(0, 999_999, allow_nan=False, width=64).filter(lambda x: x == 0 or x > 1e-300)
LAID = st.builds(
    Piece,
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


def written(pieces: list[Piece], title: str = "Sea") -> str:
    stream = io.StringIO()
    write_ppn(pieces, title, stream)
    return stream.getvalue()


@given(st.lists(st.tuples(st.integers(0, 3), LAID)), MOVES, st.text(min_size=1))
def test_written_layouts_read_back_alike(
    numbered: list[tuple[int, Piece]], moves: list[str], title: str
) -> None:
    """This test ensures that the reader finds the very pieces that were written, whatever they are
    and whatever the layout is called."""
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
        (Piece("tile", "back", 0, 0), "t"),
        (Piece("tile", "back", 1, 0), "tM"),
        (Piece("tile", "face", 0, 1), "tSa"),
        (Piece("coin", "face", 0, 0), "c"),
        (Piece("coin", "face", 0, 1), "cfSa"),
        (Piece("coin", "back", 3, 0), "cA"),
        (Piece("coin", "back", 2, 0, cfg="four_seasons_expansion"), "c,s2,four_seasons_expansion'"),
        (Piece("pawn", "face", 1, 0, angle=90), "pM<"),
        (Piece("die", "face", 1, 12, angle=45), "dM,r12,a45"),
    ],
)
def test_short_pieces(piece: Piece, text: str) -> None:
    """This test ensures that what readers assume is left unsaid."""
    assert spec(piece) == text


def test_places_are_numbers_that_every_reader_agrees_about() -> None:
    """This test ensures that no column of two letters is written, nor an exponent or a sign."""
    assert "(28,3)" in written([Piece("tile", "back", 0, 0, 28, 3)])
    assert "(0.00001,100000)" in written([Piece("tile", "back", 0, 0, 1e-5, 1e5)])


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        ([Piece("tile", "back", 0, 0, -1, 0)], "PPN writes places and angles from 0"),
        ([Piece("boat", "back", 0, 0)], "PPN has no piece or side 'boat'"),
        ([Piece("tile", "back", 0, 0, cfg="my set")], "PPN cannot say"),
        ([Piece("tile", "back", 0, 0, move="a b")], "'a b' is no move number"),
        ([Piece("tile", "back", 0, 0, move="..")], "'..' is no move number"),
        (
            [Piece("tile", "back", 0, 0, move=move) for move in ("a", "b", "a")],
            "the move 'a' must stand together",
        ),
        (
            [Piece("tile", "back", 0, 0, move=move) for move in ("a", "")],
            "pieces without a move must come first",
        ),
    ],
)
def test_what_ppn_cannot_say(pieces: list[Piece], message: str) -> None:
    """This test ensures that nothing is written that would be read as something else."""
    with pytest.raises(CallError) as caught:
        written(pieces)
    assert message in str(caught.value)


def test_the_course_of_port_flower() -> None:
    """This test ensures that the course's PPN file is what its table says, to the byte, and is
    read back as that table."""
    findings = Findings()
    game = load_game("port-flower", builtin_cards(), builtin_templates(), findings)
    assert game is not None
    pieces = list(pieces_of(game.tables["course"]))
    file = game.folder / "course.ppn"
    assert file.read_text(encoding="utf-8") == written(pieces, "Sailing Port Flower, our course")
    assert list(pieces_of(game.tables["course-ppn"])) == pieces
