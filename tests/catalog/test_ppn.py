"""Layouts in PPN: what is read, what is refused, and what the sentences say."""

from __future__ import annotations

import pytest

from printgen.catalog.fault import Fault
from printgen.catalog.model import Record
from printgen.catalog.ppn import MOST_PIECES, read_ppn
from printgen.catalog.ppnpiece import Piece, parse_piece, parse_place
from printgen.errors import Findings
from tests.catalog.workshop import Workshop


def read(text: str) -> tuple[list[Piece], list[str]]:
    findings = Findings()
    placed = read_ppn(text, "sea.ppn", findings)
    return [piece for _, piece in placed], [str(finding) for finding in findings]


def laid(text: str) -> list[Piece]:
    pieces, messages = read(text)
    assert messages == []
    return pieces


def fault(text: str) -> str:
    (message,) = read(text)[1]
    return message


SPECS = [
    ("t", Piece("tile", "back", 0, 0)),
    ("Aa>", Piece("tile", "face", 3, 1, angle=270)),
    ("μAa>", Piece("tile", "face", 3, 1, angle=270, cfg="subpack")),
    ("µc5v", Piece("coin", "face", 0, 5, angle=180, cfg="subpack")),
    ("C", Piece("coin", "back", 2, 0)),
    ("cC3b^", Piece("coin", "back", 2, 3)),
    ("nv", Piece("coin", "face", 0, 0, angle=180)),
    ("0", Piece("coin", "face", 0, 0)),
    ("af<", Piece("coin", "face", 0, 1, angle=90)),
    ("<dM4", Piece("die", "face", 1, 4, angle=90)),
    ("d", Piece("die", "face", 0, 0)),
    ("pM", Piece("pawn", "face", 1, 0)),
    ("pMb", Piece("pawn", "back", 1, 0)),
    ("p♥", Piece("pawn", "face", 0, 0, cfg="playing_cards_expansion")),
    ("♢5", Piece("tile", "face", 3, 5, cfg="dual_piecepacks_expansion")),
    ("mM", Piece("matchstick", "face", 1, 0)),
    ("sM", Piece("saucer", "back", 1, 0)),
    ("s", Piece("saucer", "face", 0, 0)),
    ("⬢", Piece("tile", "back", 0, 0, cfg="hexpack")),
    ("t,a45,subpack'", Piece("tile", "back", 0, 0, angle=45, cfg="subpack")),
    ("cSb,four_seasons_expansion'", Piece("coin", "back", 0, 0, cfg="four_seasons_expansion")),
]


@pytest.mark.parametrize(("text", "piece"), SPECS, ids=[text for text, _ in SPECS])
def test_pieces_and_what_they_leave_unsaid(text: str, piece: Piece) -> None:
    """This test ensures that a PieceSpec means what the format's words and examples say."""
    assert parse_piece(text) == piece


def test_numbered_suits_and_ranks_count_from_zero() -> None:
    """This test ensures that `,sN` and `,rN` are read as other readers read them, not as the
    words of the format have it: zero is the first suit and the null."""
    assert parse_piece("t,r12,s10") == Piece("tile", "face", 10, 12)
    assert parse_piece("c0b,s2,four_seasons_expansion'").suit_name == "flower"
    assert parse_piece("c,s7,other'").suit_name == "7"


def test_squares() -> None:
    """This test ensures that both kinds of coordinates are read, columns from a to z and on."""
    assert parse_place("(2.5,3)") == (2.5, 3)
    assert parse_place("(.5,10.)") == (0.5, 10)
    assert parse_place("c2") == (3, 2)
    assert parse_place("z12") == (26, 12)
    assert parse_place("aa12") == (27, 12)


def test_columns_that_readers_disagree_about() -> None:
    """This test ensures that 'ab' is refused: it is 28 by the format's words, 53 to its reader."""
    with pytest.raises(Fault, match=r"column 28 .* and 53 .*write \(28,3\)"):
        parse_place("ab3")


@pytest.mark.parametrize(
    "place", ["", "(2,3", "(-1,2)", "3NE", "<1,2>", "?pM", "2b4", "b4[1]", "B2"]
)
def test_other_places(place: str) -> None:
    """This test ensures that a layout names places outright, not by what lies around them."""
    with pytest.raises(Fault, match="is no place of a layout"):
        parse_place(place)


FRAMES = [
    pytest.param("---\nEvent: x\n...\nt@b2", id="whole"),
    pytest.param("Event: x\n...\nt@b2", id="no first line"),
    pytest.param("---\nEvent: x\n\nt@b2", id="empty line"),
    pytest.param("--- # a note\r\nEvent: x\r\n... # end\r\nt@b2\r\n", id="notes and CRLF"),
    pytest.param("---\n...\nt@b2", id="no metadata"),
    pytest.param("---\nt@b2", id="neither end nor empty line"),
    pytest.param("t@b2", id="movetext alone"),
    pytest.param("---\nGameType: Chess\nSetUp: None\n...\nt@b2", id="no set-up"),
]


@pytest.mark.parametrize("text", FRAMES)
def test_where_metadata_end(text: str) -> None:
    """This test ensures that a file's two parts are found in every way they may be written."""
    assert laid(text) == [Piece("tile", "back", 0, 0, 2, 2)]


def test_move_numbers_and_comments() -> None:
    """This test ensures that numbers name the pieces that follow, `.` and `;` add a period, and
    comments may hold anything but braces, over several lines."""
    text = "p@a1 {t@b2; 9.\n{{ } 1. S@a1;M@a2 . C@a3 b_2. A@a4".replace("{{", "x")
    assert [(piece.suit_name, piece.move) for piece in laid(text)] == [
        ("sun", ""),
        ("sun", "1"),
        ("moon", "1."),
        ("crown", "1.."),
        ("arms", "b_2"),
    ]


def test_brace_lists() -> None:
    """This test ensures that lists and ranges stand for every combination, the last quickest, and
    need something before or after them to be no comment."""
    assert [(p.x, p.y) for p in laid("t@{b,d}{2..6..2}")] == [
        (2, 2),
        (2, 4),
        (2, 6),
        (4, 2),
        (4, 4),
        (4, 6),
    ]
    assert [p.rank for p in laid("{5..0}@b5")] == [5, 4, 3, 2, 1, 0]
    assert [p.x for p in laid("t@({1.5,3.5},2)")] == [1.5, 3.5]
    assert laid("{a,b}") == []


def test_replacing() -> None:
    """This test ensures that `=` exchanges the topmost piece of a place where it lies, in the
    order of the pieces as well."""
    pieces = laid("1. t@(2.5,2.5) cS@b2 cM@b2 p@c3 2. (2,2)=dA3<")
    assert pieces[2] == Piece("die", "face", 3, 3, 2, 2, 90, move="1")
    assert [piece.piece for piece in pieces] == ["tile", "coin", "die", "pawn"]


def test_a_course() -> None:
    """This test ensures that a whole course is read as it is meant: tiles, the port among them,
    buoys at corners, islands of another set."""
    pieces = laid(
        "---\nEvent: Our layout\nSetUp: None\n...\n"
        "board. t@({1.5,3.5,5.5,7.5,9.5,11.5},{1.5,3.5,5.5,7.5}) (5.5,3.5)=Sa\n"
        "buoys. cSaf@(2.5,6.5) cS2f@(9.5,6.5)\n"
        "isles. c{0,1}b,s2,four_seasons_expansion'@(4,5) {two on one space}\n"
    )
    assert len(pieces) == 24 + 2 + 2
    assert [p for p in pieces if p.piece == "tile" and p.side == "face"] == [
        Piece("tile", "face", 0, 1, 5.5, 3.5, move="board")
    ]
    assert {p.suit_name for p in pieces[-2:]} == {"flower"}


REFUSED = [
    (
        "---\nSetUp: Chess\n...\nt@b2",
        "row 2, column 1, field 'SetUp': the set-up 'Chess' lies in other",
    ),
    (
        "---\nGameType: {Name: Chess}\n...\n",
        "row 2, column 1, field 'GameType': the set-up lies in other",
    ),
    ("---\nMacros: {q: t}\n...\n", "row 2, column 1, field 'Macros': macros are not read"),
    ("---\nMovetextParser: Chess\n...\n", "only the default movetext is read"),
    ("---\nScalingFactor: 2\n...\n", "scales are not read"),
    ("---\nttt\n...\n", "row 2, column 1: the metadata are no 'key: value' lines"),
    ("---\na: [\n...\n", "this is not valid YAML"),
    ("---\n...\nt@a1\n---\n...\nt@a2", "row 4: '---' starts another game"),
    ("---\n...\nt@a1\n...\nt@a2", "row 4: '...' starts the end of metadata"),
    ("t@a1 1. S@a1 1. M@a1", "column 14: the move number '1.' is there twice"),
    ("t@a1 {a {b} c@a1", "row 1, column 6: a comment holds a brace"),
    ("t@b2{note}", "has braces that are no list"),
    ("p@a1 {note", "has braces that are no list"),
    ("1. p@a1\n  ?pM-2W", "row 2, column 3: '?pM-2W' moves a piece; a layout only drops"),
    ("*b2", "'*b2' removes pieces"),
    ("t\\b2", "drops a piece beneath others"),
    ("t@b2%b3", "'t@b2%b3' is no move"),
    ("@>90", "'@>90' is no move"),
    ("cS", "'cS' is no move"),
    ("a1=Sa", "no piece lies at a1"),
    ("Kc@a1", "'K' in the piece 'Kc' stands for the pieces of other games"),
    ("`q'@a1", "'`' in the piece '`q'' stands for macros"),
    ("xS1@a1", "'xS1' stands for a pyramid"),
    ("qS@a1", "'q' in the piece 'qS' means nothing"),
    ("SM@a1", "the piece 'SM' says its suit twice"),
    ("tt@a1", "the piece 'tt' says its piece twice"),
    ("u♥@a1", "the piece 'u♥' says its set twice"),
    ("t,s-1@a1", "',s-1' in the piece 't,s-1' is none of"),
    ("t,four_seasons@a1", "is none of ,sN ,rN ,aN and ,name'"),
    (f"t@a{{1..{MOST_PIECES + 1}}}", f"stands for more than {MOST_PIECES} moves"),
    (f"t@a{{1..{MOST_PIECES}}} t@b1", f"more than {MOST_PIECES} pieces"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[text[:30] for text, _ in REFUSED])
def test_what_is_outside_a_layout(text: str, message: str) -> None:
    """This test ensures that what is not read is told once, with its row and column."""
    assert message in fault(text)
    assert fault(text).startswith("sea.ppn, row ")


def test_every_fault_is_told() -> None:
    """This test ensures that one wrong move does not hide the others, nor the right ones."""
    pieces, messages = read("t@a1 q@a2\nt@a3 *a1")
    assert [piece.y for piece in pieces] == [1, 3]
    assert len(messages) == 2


LAYOUT = "---\nSetUp: None\n...\nboard. t@({1.5,3.5},1.5)\nbuoys. cSaf@b2\n"


def with_layout(workshop: Workshop, columns: str = "") -> None:
    workshop.edit("game.yaml", "tables:", f"tables:\n  sea:\n    file: sea.ppn\n{columns}")
    workshop.write("sea.ppn", LAYOUT)


def test_a_layout_is_a_table(workshop: Workshop) -> None:
    """This test ensures that a table read from a .ppn file has the columns of a layout by itself,
    and rows that know the line they come from."""
    with_layout(workshop)
    table = workshop.sound().tables["sea"]
    assert [record.place.row for record in table.records] == [4, 4, 5]
    assert dict(table.records[2].values) == {
        "id": "3",
        "piece": "coin",
        "side": "face",
        "suit": "sun",
        "rank": 1,
        "x": 2.0,
        "y": 2.0,
        "angle": 0.0,
        "cfg": "piecepack",
        "move": "buoys",
    }


def test_columns_of_a_layout_can_be_narrowed(workshop: Workshop) -> None:
    """This test ensures that a suit may point at a row of another table, and that a cell which
    does not is told by its line and field, since a layout has no lettered columns."""
    with_layout(
        workshop,
        "    columns: {suit: {row of: suits}}\n  suits:\n    file: suits.csv\n"
        "    columns: {id: text}\n",
    )
    workshop.write("suits.csv", "id\nsun\n")
    suit = workshop.sound().tables["sea"].records[0].values["suit"]
    assert isinstance(suit, Record)
    workshop.write("suits.csv", "id\nmoon\n")
    assert workshop.faults()[0] == (
        "cards/harbour/sea.ppn, row 4, field 'suit': no row of 'suits' has the id 'sun'"
        " (known: moon)"
    )


def test_faults_of_a_layout_in_a_game(workshop: Workshop) -> None:
    """This test ensures that a wrong layout is told as every wrong table is."""
    with_layout(workshop, "    columns: {siut: text}\n")
    assert "a layout has no column 'siut' (did you mean 'suit'?)" in workshop.only_fault()


def test_an_empty_layout(workshop: Workshop) -> None:
    """This test ensures that a file without pieces is no table."""
    with_layout(workshop)
    workshop.write("sea.ppn", "---\nSetUp: None\n...\n")
    assert workshop.only_fault() == "cards/harbour/sea.ppn: the layout places no piece"


def test_a_wrong_move_in_a_game(workshop: Workshop) -> None:
    """This test ensures that what is wrong in a layout comes with its file, row and column."""
    with_layout(workshop)
    workshop.write("sea.ppn", LAYOUT + "isles. q@b2\n")
    assert workshop.only_fault().startswith("cards/harbour/sea.ppn, row 6, column 8: 'q' in")


def test_other_tables_still_need_columns(workshop: Workshop) -> None:
    """This test ensures that only a layout may leave its columns unsaid."""
    workshop.edit("game.yaml", "tables:", "tables:\n  sea: {file: goods.csv}")
    assert "the key 'columns' is missing" in workshop.only_fault()
