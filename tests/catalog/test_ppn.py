"""Reading layouts in PPN."""

from __future__ import annotations

import pytest

from printgen.catalog.fault import Fault
from printgen.catalog.model import Record
from printgen.catalog.ppn.layouts import read_ppn
from printgen.catalog.ppn.pieces import PpnPiece, parse_piece, parse_place
from printgen.errors import Findings
from printgen.limits import PPN_PIECES
from tests.catalog.game_folder import GameFolder


def read(text: str) -> tuple[list[PpnPiece], list[str]]:
    findings = Findings()
    placed = read_ppn(text, "sea.ppn", findings)
    return [piece for _, piece in placed], [str(finding) for finding in findings]


def laid(text: str) -> list[PpnPiece]:
    pieces, messages = read(text)
    assert messages == []
    return pieces


def fault(text: str) -> str:
    (message,) = read(text)[1]
    return message


SPECS = [
    ("t", PpnPiece("tile", "back", 0, 0)),
    ("Aa>", PpnPiece("tile", "face", 3, 1, angle=270)),
    ("μAa>", PpnPiece("tile", "face", 3, 1, angle=270, cfg="subpack")),
    ("µc5v", PpnPiece("coin", "face", 0, 5, angle=180, cfg="subpack")),
    ("C", PpnPiece("coin", "back", 2, 0)),
    ("cC3b^", PpnPiece("coin", "back", 2, 3)),
    ("nv", PpnPiece("coin", "face", 0, 0, angle=180)),
    ("0", PpnPiece("coin", "face", 0, 0)),
    ("af<", PpnPiece("coin", "face", 0, 1, angle=90)),
    ("<dM4", PpnPiece("die", "face", 1, 4, angle=90)),
    ("d", PpnPiece("die", "face", 0, 0)),
    ("pM", PpnPiece("pawn", "face", 1, 0)),
    ("pMb", PpnPiece("pawn", "back", 1, 0)),
    ("p♥", PpnPiece("pawn", "face", 0, 0, cfg="playing_cards_expansion")),
    ("♢5", PpnPiece("tile", "face", 3, 5, cfg="dual_piecepacks_expansion")),
    ("mM", PpnPiece("matchstick", "face", 1, 0)),
    ("sM", PpnPiece("saucer", "back", 1, 0)),
    ("s", PpnPiece("saucer", "face", 0, 0)),
    ("⬢", PpnPiece("tile", "back", 0, 0, cfg="hexpack")),
    ("t,a45,subpack'", PpnPiece("tile", "back", 0, 0, angle=45, cfg="subpack")),
    ("cSb,four_seasons_expansion'", PpnPiece("coin", "back", 0, 0, cfg="four_seasons_expansion")),
]


@pytest.mark.parametrize(("text", "piece"), SPECS, ids=[text for text, _ in SPECS])
def test_pieces_and_what_they_leave_unsaid(text: str, piece: PpnPiece) -> None:
    """a PieceSpec is read as the format's text and examples define it"""
    assert parse_piece(text) == piece


def test_numbered_suits_and_ranks_count_from_zero() -> None:
    """`,sN` and `,rN` are read as other readers read them, not as the words of the format have
    it: zero is the first suit and the null."""
    assert parse_piece("t,r12,s10") == PpnPiece("tile", "face", 10, 12)
    assert parse_piece("c0b,s2,four_seasons_expansion'").suit_name == "fish"
    assert parse_piece("c0b,s3,four_seasons_expansion'").suit_name == "flower"
    assert parse_piece("c,s7,other'").suit_name == "7"


def test_squares() -> None:
    """both kinds of coordinates are read, including columns beyond z"""
    assert parse_place("(2.5,3)") == (2.5, 3)
    assert parse_place("(.5,10.)") == (0.5, 10)
    assert parse_place("c2") == (3, 2)
    assert parse_place("z12") == (26, 12)
    assert parse_place("aa12") == (27, 12)


def test_columns_that_readers_disagree_about() -> None:
    """'ab' is rejected: it is column 28 by the specification, but 53 in its reference reader."""
    with pytest.raises(Fault, match=r"column 28 .* but 53 .*write \(28,3\)"):
        parse_place("ab3")


@pytest.mark.parametrize(
    "place", ["", "(2,3", "(-1,2)", "3NE", "<1,2>", "?pM", "2b4", "b4[1]", "B2"]
)
def test_other_places(place: str) -> None:
    """only absolute places are accepted"""
    with pytest.raises(Fault, match="is not a place"):
        parse_place(place)


FRAMES = [
    pytest.param("---\nEvent: x\n...\nt@b2", id="whole"),
    pytest.param("Event: x\n...\nt@b2", id="no first line"),
    pytest.param("---\nEvent: x\n\nt@b2", id="empty line"),
    pytest.param("--- # a note\r\nEvent: x\r\n... # end\r\nt@b2\r\n", id="notes and CRLF"),
    pytest.param("---\n...\nt@b2", id="no metadata"),
    pytest.param("---\nt@b2", id="neither end nor empty line"),
    pytest.param("t@b2", id="movetext alone"),
    pytest.param("---\nGameType: Chess\nSetUp: None\n...\nt@b2", id="no setup"),
]


@pytest.mark.parametrize("text", FRAMES)
def test_where_metadata_end(text: str) -> None:
    """metadata and movetext are found in every way they may be written"""
    assert laid(text) == [PpnPiece("tile", "back", 0, 0, 2, 2)]


def test_move_numbers_and_comments() -> None:
    """Numbers name the pieces that follow, `.` and `;` add a period, and comments may hold
    anything but braces, over several lines."""
    text = "p@a1 {t@b2; 9.\n{{ } 1. S@a1;M@a2 . C@a3 b_2. A@a4".replace("{{", "x")
    assert [(piece.suit_name, piece.move) for piece in laid(text)] == [
        ("sun", ""),
        ("sun", "1"),
        ("moon", "1."),
        ("crown", "1.."),
        ("arms", "b_2"),
    ]


def test_brace_lists() -> None:
    """Lists and ranges stand for every combination, the last quickest, and need something before
    or after them to be no comment."""
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
    """`=` exchanges the topmost piece of a place where it lies, in the order of the pieces as
    well."""
    pieces = laid("1. t@(2.5,2.5) cS@b2 cM@b2 p@c3 2. (2,2)=dA3<")
    assert pieces[2] == PpnPiece("die", "face", 3, 3, 2, 2, 90, move="1")
    assert [piece.piece for piece in pieces] == ["tile", "coin", "die", "pawn"]


def test_a_course() -> None:
    """a whole course is read: tiles, the port among them, buoys at corners,
    islands of another set."""
    pieces = laid(
        "---\nEvent: Our layout\nSetUp: None\n...\n"
        "board. t@({1.5,3.5,5.5,7.5,9.5,11.5},{1.5,3.5,5.5,7.5}) (5.5,3.5)=Sa\n"
        "buoys. cSaf@(2.5,6.5) cS2f@(9.5,6.5)\n"
        "isles. c{0,1}b,s3,four_seasons_expansion'@(4,5) {two on one space}\n"
    )
    assert len(pieces) == 24 + 2 + 2
    assert [p for p in pieces if p.piece == "tile" and p.side == "face"] == [
        PpnPiece("tile", "face", 0, 1, 5.5, 3.5, move="board")
    ]
    assert {p.suit_name for p in pieces[-2:]} == {"flower"}


REFUSED = [
    (
        "---\nSetUp: Chess\n...\nt@b2",
        "row 2, column 1, field 'SetUp': the setup 'Chess' is not supported",
    ),
    (
        "---\nGameType: {Name: Chess}\n...\n",
        "row 2, column 1, field 'GameType': the setup is not supported",
    ),
    ("---\nMacros: {q: t}\n...\n", "row 2, column 1, field 'Macros': macros are not supported"),
    ("---\nMovetextParser: Chess\n...\n", "only the default movetext is supported"),
    ("---\nScalingFactor: 2\n...\n", "scales are not supported"),
    ("---\nttt\n...\n", "row 2, column 1: the metadata must be 'key: value' lines"),
    ("---\na: [\n...\n", "this is not valid YAML"),
    ("---\n...\nt@a1\n---\n...\nt@a2", "row 4: '---' starts another game"),
    ("---\n...\nt@a1\n...\nt@a2", "row 4: '...' starts the end of metadata"),
    ("t@a1 1. S@a1 1. M@a1", "column 14: the move number '1.' is used twice"),
    ("t@a1 {a {b} c@a1", "row 1, column 6: a comment contains a brace"),
    ("t@b2{note}", "has braces that are not a list"),
    ("p@a1 {note", "has braces that are not a list"),
    ("1. p@a1\n  ?pM-2W", "row 2, column 3: '?pM-2W' moves a piece; a layout only drops"),
    ("*b2", "'*b2' removes pieces"),
    ("t\\b2", "drops a piece beneath others"),
    ("t@b2%b3", "'t@b2%b3' is not a move"),
    ("@>90", "'@>90' is not a move"),
    ("cS", "'cS' is not a move"),
    ("a1=Sa", "there is no piece at a1"),
    ("Kc@a1", "'K' in the piece 'Kc' stands for the pieces of other games"),
    ("`q'@a1", "'`' in the piece '`q'' stands for macros"),
    ("xS1@a1", "'xS1' stands for a pyramid"),
    ("qS@a1", "'q' in the piece 'qS' has no meaning"),
    ("SM@a1", "the piece 'SM' gives its suit twice"),
    ("tt@a1", "the piece 'tt' gives its piece twice"),
    ("u♥@a1", "the piece 'u♥' gives its set twice"),
    ("t,s-1@a1", "',s-1' in the piece 't,s-1' must be one of"),
    ("t,four_seasons@a1", "must be one of ,sN ,rN ,aN and ,name'"),
    (f"t@a{{1..{PPN_PIECES + 1}}}", f"stands for more than {PPN_PIECES} moves"),
    (f"t@a{{1..{PPN_PIECES}}} t@b1", f"more than {PPN_PIECES} pieces"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[text[:30] for text, _ in REFUSED])
def test_what_is_outside_a_layout(text: str, message: str) -> None:
    """anything unsupported is reported once, with its row and column"""
    assert message in fault(text)
    assert fault(text).startswith("sea.ppn, row ")


def test_every_fault_is_reported() -> None:
    """a wrong move hides neither other mistakes nor valid moves"""
    pieces, messages = read("t@a1 q@a2\nt@a3 *a1")
    assert [piece.y for piece in pieces] == [1, 3]
    assert len(messages) == 2


LAYOUT = "---\nSetUp: None\n...\nboard. t@({1.5,3.5},1.5)\nbuoys. cSaf@b2\n"


def with_layout(game_folder: GameFolder, columns: str = "") -> None:
    game_folder.edit("game.yaml", "tables:", f"tables:\n  sea:\n    file: sea.ppn\n{columns}")
    game_folder.write("sea.ppn", LAYOUT)


def test_a_layout_is_a_table(game_folder: GameFolder) -> None:
    """A table read from a .ppn file has the columns of a layout by itself, and rows that know
    the line they come from."""
    with_layout(game_folder)
    table = game_folder.sound().tables["sea"]
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


def test_columns_of_a_layout_can_be_narrowed(game_folder: GameFolder) -> None:
    """a suit may refer to a row of another table, and a cell that does not is reported by its
    line and field, since a layout has no lettered columns."""
    with_layout(
        game_folder,
        "    columns: {suit: {row of: suits}}\n  suits:\n    file: suits.csv\n"
        "    columns: {id: text}\n",
    )
    game_folder.write("suits.csv", "id\nsun\n")
    suit = game_folder.sound().tables["sea"].records[0].values["suit"]
    assert isinstance(suit, Record)
    game_folder.write("suits.csv", "id\nmoon\n")
    assert game_folder.faults()[0] == (
        "cards/harbour/sea.ppn, row 4, field 'suit': no row of 'suits' has the id 'sun'"
        " (known: moon)"
    )


def test_faults_of_a_layout_in_a_game(game_folder: GameFolder) -> None:
    """a wrong layout is reported like any wrong table"""
    with_layout(game_folder, "    columns: {siut: text}\n")
    assert "a layout has no column 'siut' (did you mean 'suit'?)" in game_folder.only_fault()


def test_an_empty_layout(game_folder: GameFolder) -> None:
    """a layout without pieces is a mistake"""
    with_layout(game_folder)
    game_folder.write("sea.ppn", "---\nSetUp: None\n...\n")
    assert game_folder.only_fault() == "cards/harbour/sea.ppn: the layout has no pieces; add one"


def test_a_wrong_move_in_a_game(game_folder: GameFolder) -> None:
    """mistakes in a layout have file, row and column"""
    with_layout(game_folder)
    game_folder.write("sea.ppn", LAYOUT + "isles. q@b2\n")
    assert game_folder.only_fault().startswith("cards/harbour/sea.ppn, row 6, column 8: 'q' in")
