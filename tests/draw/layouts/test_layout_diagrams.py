"""Pictures of tables: everything is on them once, in its place, and marks say what a move did."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.catalog.ppn.games import PpnGame, read_games
from printgen.catalog.ppn.setups import builtin_setups
from printgen.catalog.ppn.table import PieceKind, Pieces, TablePiece
from printgen.draw.layouts.changes import changes
from printgen.draw.layouts.diagram import MARGIN, draw_layout, fit_layout
from printgen.draw.layouts.options import LayoutOptions, LayoutStyle
from printgen.draw.layouts.piece_art import PieceArt, SolidShape
from printgen.draw.layouts.stacking import INCH
from printgen.draw.layouts.strip import chosen_steps, draw_strip, steps_of
from printgen.errors import Findings
from printgen.frame import Frame, Group, Item, Path, Text, Use
from printgen.geometry import IDENTITY, Matrix, apply, ellipse, multiply
from printgen.ink import BLACK, WHITE, Color
from printgen.regions import flatten
from printgen.text.typeface import Typeface

SIZES = {"tile": 50.8, "coin": 19.05, "die": 12.7, "pawn": 15.9}
HEIGHTS = {"tile": 6.35, "coin": 3.2, "die": 12.7, "pawn": 28.6}


class OwnPieces:
    """A set of blank pieces, each kind of which is one frame with its name."""

    def __init__(self) -> None:
        self._made: dict[PieceKind, PieceArt] = {}

    def piece(self, kind: PieceKind) -> PieceArt | None:
        if kind.piece not in SIZES:
            return None
        if kind not in self._made:
            size = SIZES[kind.piece]
            outline = ellipse(size / 2, size / 2, size / 2) if kind.piece == "coin" else None
            frame = Frame(
                f"{kind.piece_side}-{kind.suit}-{kind.rank}", size, size, (), 0, 0, outline
            )
            wall = Frame(f"{kind.piece}-wall", size, HEIGHTS[kind.piece], ())
            solid: SolidShape = "pyramid" if kind.piece == "pawn" else "slab"
            walls = (wall,) * 4 if kind.piece in ("die", "pawn") else ()
            edge = Color(200, 200, 200)
            self._made[kind] = PieceArt(
                frame.name,
                frame,
                HEIGHTS[kind.piece],
                edge,
                solid,
                walls,
            )
        return self._made[kind]


@pytest.fixture
def style(typeface: Typeface) -> LayoutStyle:
    colours = (Color(0, 0, 200), Color(0, 200, 0), Color(200, 0, 0))
    return LayoutStyle(typeface, typeface, BLACK, WHITE, *colours)


def game(text: str) -> PpnGame:
    findings = Findings()
    (read,) = read_games(text, "game.ppn", builtin_setups(), findings)
    assert not list(findings)
    return read


def uses(items: tuple[Item, ...], matrix: Matrix = IDENTITY) -> Iterator[tuple[Frame, Matrix]]:
    for item in items:
        if isinstance(item, Group):
            yield from uses(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Use):
            yield item.frame, multiply(matrix, item.matrix)


def texts(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items)
        elif isinstance(item, Text):
            yield item.string


KINDS = st.builds(
    PieceKind,
    st.sampled_from(["tile_face", "tile_back", "coin_face", "coin_back", "die_face", "pawn_face"]),
    st.integers(1, 4),
    st.integers(1, 6),
    st.sampled_from([0.0, 45.0, 90.0, 180.0, 270.0]),
    st.just("piecepack"),
)
TABLES = st.lists(
    st.tuples(KINDS, st.integers(2, 18), st.integers(2, 18)), min_size=1, max_size=12
).map(
    lambda rows: tuple(
        TablePiece(str(n), kind, x / 2, y / 2) for n, (kind, x, y) in enumerate(rows, start=1)
    )
)


@given(table=TABLES, scale=st.sampled_from([1.0, 0.3]))
def test_every_piece_is_in_its_place_exactly_once(table: Pieces, scale: float) -> None:
    """From above, the middles of the faces in the picture are the places of the table, turned as
    the table says, in the order of the table."""
    area = (0.0, -10 * INCH, 10 * INCH, 10 * INCH)
    options = LayoutOptions(scale=scale, area=area, counts=False)
    sets = OwnPieces()
    frame = draw_layout(table, sets, plain_style(), options)
    found = list(uses(frame.items))
    assert len(found) == len(table)
    for piece, (face, matrix) in zip(table, found, strict=True):
        art = sets.piece(piece.kind)
        assert art is not None
        assert face is art.top
        x, y = apply(matrix, face.width / 2, face.height / 2)
        assert (x - MARGIN) / scale / INCH == pytest.approx(piece.x)
        assert 10 - (y - MARGIN) / scale / INCH == pytest.approx(piece.y)
        up = apply(matrix, face.width / 2, 0.0)
        turned = {0.0: (0, -1), 90.0: (-1, 0), 180.0: (0, 1), 270.0: (1, 0)}
        if piece.kind.angle in turned:
            reach = scale * face.height / 2
            way = ((up[0] - x) / reach, (up[1] - y) / reach)
            assert way == pytest.approx(turned[piece.kind.angle])


@given(table=TABLES)
def test_at_an_angle_every_piece_is_drawn_once(table: Pieces) -> None:
    """Every piece shows its top face once, a pyramid its walls, and nothing is left out."""
    sets = OwnPieces()
    frame = draw_layout(table, sets, plain_style(), LayoutOptions(view="oblique"))
    faces = [face.name for face, _ in uses(frame.items)]
    tops = [p.kind for p in table if p.kind.piece != "pawn"]
    for kind in tops:
        art = sets.piece(kind)
        assert art is not None
        same = [other for other in tops if other == kind]
        assert sum(name == art.top.name for name in faces) >= len(same)
    pawns = sum(piece.kind.piece == "pawn" for piece in table)
    assert 2 * pawns <= faces.count("pawn-wall") <= 4 * pawns


def plain_style() -> LayoutStyle:
    from printgen.catalog.fonts import default_typeface

    face = default_typeface()
    return LayoutStyle(face, face, BLACK, WHITE, Color(0, 0, 200), Color(0, 200, 0), BLACK)


MOVES = """
1. t@b2 tS2@d2 cS@b2 pM@d2 dS3@a1
2. b2-d3 +?tS2 *a1
3. ?pM@>90 c3@(1.5,1.5) ?cS#?pM
"""


@pytest.mark.parametrize("view", ["top", "oblique"])
def test_diagrams(view: str, style: LayoutStyle, golden: Callable[[str, str], None]) -> None:
    """The start of a game, and each move with its marks, as they were looked at."""
    options = LayoutOptions(view=view, grid=True, coordinates=True, legend=True)  # type: ignore[arg-type]
    sets = OwnPieces()
    dumps = [
        draw_layout(step.pieces, sets, style, options, step.before, step.caption).dump()
        for step in steps_of(game(MOVES))
    ]
    golden(f"layouts/{view}", "".join(dumps))


def test_stacks_have_their_number() -> None:
    """From above, a stack shows how many pieces it has; a coin beside others is not in it."""
    table = game("t@b2 t@b2 t@b2 c@(1.5,1.5) c@(1.5,1.5) c@(2.5,2.5)").tables[-1]
    frame = draw_layout(table, OwnPieces(), plain_style(), LayoutOptions())
    assert sorted(texts(frame.items)) == ["2", "3"]
    frame = draw_layout(table, OwnPieces(), plain_style(), LayoutOptions(counts=False))
    assert not list(texts(frame.items))


@pytest.mark.parametrize("scale", [0.05, 0.1, 1.0])
def test_counts_are_whole(scale: float) -> None:
    """The count of a stack is not cut off at the edge of the picture, and on a large piece it is
    not where a neighbour begins."""
    table = game("t@b2 " * 12 + "t@d2").tables[-1]
    frame = draw_layout(table, OwnPieces(), plain_style(), LayoutOptions(scale=scale))
    (pill,) = [item for item in frame.items if isinstance(item, Path) and item.fill == BLACK]
    (outline,) = flatten(pill.segments, IDENTITY).contours
    assert min(min(point) for point in outline) >= 0
    assert max(x for x, _ in outline) <= (MARGIN + 2 * INCH if scale == 1 else frame.width)


def test_changes_say_what_a_move_did() -> None:
    """Pieces that were added, moved, turned, flipped and removed are told apart."""
    tables = game("1. t@b2 cS@a1 pM@c3 2. b2-d2 +?cS ?pM@>90 c@e5 3. *?tb").tables
    by_kind = {
        (each.after or each.before).kind.piece: each  # type: ignore[union-attr]
        for each in changes(tables[1], tables[2])
        if not each.is_added
    }
    assert by_kind["tile"].has_moved
    assert by_kind["coin"].shows_other
    assert by_kind["pawn"].turn == -90
    assert sum(each.is_added for each in changes(tables[1], tables[2])) == 1
    assert [each.is_removed for each in changes(tables[2], tables[3])] == [True]
    assert changes(tables[3], tables[3]) == ()


def test_a_picture_fits_its_room(style: LayoutStyle) -> None:
    """A diagram with coordinates and a legend is as large as its room allows, never larger."""
    table = game("---\nSetUp: International Chess\n...\n").start
    options = LayoutOptions(coordinates=True, legend=True)
    for room in ((150.0, 250.0), (300.0, 190.0), (2000.0, 2000.0)):
        frame = fit_layout(table, OwnPieces(), style, options, room)
        assert frame.width <= room[0] + 0.01
        assert frame.height <= room[1] + 0.01
    bare = fit_layout(table, OwnPieces(), style, LayoutOptions(), (2000.0, 2000.0))
    assert bare.width == pytest.approx(8 * INCH + 2 * MARGIN)
    with pytest.raises(ValueError, match=r"has a legend 3\d\d mm high"):
        fit_layout(table, OwnPieces(), style, options, (60.0, 200.0))


def test_a_strip_shows_every_move_once(style: LayoutStyle) -> None:
    """All moves are on the pages of a strip in order, each with its caption."""
    recorded = game("1. S@a1 {first} " + " ".join(f"{n}. a1-b{n} b{n}-a1" for n in range(2, 30)))
    steps = steps_of(recorded)
    pages = draw_strip(steps, OwnPieces(), style, LayoutOptions(), (180.0, 200.0))
    captions = [text for page in pages for text in texts(page.items)]
    assert len(pages) > 1
    assert captions[0] == "1. S@a1 – first"
    assert len([text for text in captions if ". " in text]) == len(steps)
    assert all(page.width == 180.0 and page.height <= 200.0 for page in pages)


def test_a_move_is_chosen_by_its_number_or_its_count() -> None:
    recorded = game("1. S@a1 1... M@b1 2. C@c1")
    assert len(chosen_steps(recorded, "all")) == 3
    assert chosen_steps(recorded, "")[0].before is None
    assert len(chosen_steps(recorded, "1...")[0].pieces) == 2
    assert len(chosen_steps(recorded, "3")[0].pieces) == 3
    assert chosen_steps(recorded, "0")[0].pieces == ()
    with pytest.raises(ValueError, match=r"has no move '7' .*; choose 0 to 3"):
        chosen_steps(recorded, "7")
    with pytest.raises(ValueError, match=r"has no move '7'; choose 0 to 1 or all"):
        chosen_steps(game("t@b2 t@d2"), "7")
