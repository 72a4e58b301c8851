"""The order in which pieces are drawn shows what a reader of the table would see."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.catalog.ppn.table import PieceKind, Pieces, TablePiece
from printgen.draw.layouts.convex import Point, Polygon, normals
from printgen.draw.layouts.order import back_to_front
from printgen.draw.layouts.piece_art import PieceArt
from printgen.draw.layouts.solids import silhouette
from printgen.draw.layouts.stacking import INCH, PlacedPiece, place_pieces
from printgen.draw.layouts.view import VIEWS, View
from printgen.frame import Frame
from printgen.geometry import ellipse
from printgen.ink import WHITE

OBLIQUE = VIEWS["oblique"]
DEEP = 0.5  # mm: pieces may reach into each other by a tenth, so a sight line must go deeper


def art(width: float, height: float, thickness: float, *, is_round: bool = False) -> PieceArt:
    outline = ellipse(width / 2, height / 2, width / 2, height / 2) if is_round else None
    frame = Frame("piece", width, height, (), outline=outline)
    return PieceArt("Piece", frame, thickness, WHITE)


SIZES = [art(50.8, 50.8, 6.35), art(19.05, 19.05, 3.2, is_round=True), art(12.7, 12.7, 12.7)]
SIZES += [art(5.0, 40.0, 4.0), art(15.9, 15.9, 28.6)]


def table(*rows: tuple[PieceArt, float, float, float]) -> tuple[PlacedPiece, ...]:
    pieces: Pieces = tuple(
        TablePiece(str(number), PieceKind("tile_face", 1, 1, angle, "piecepack"), x, y)
        for number, (_, x, y, angle) in enumerate(rows, start=1)
    )
    return place_pieces(pieces, [each for each, _, _, _ in rows])


def order(placed: tuple[PlacedPiece, ...], view: View = OBLIQUE) -> tuple[int, ...]:
    return back_to_front(placed, [silhouette(piece, view) for piece in placed], view)


def seen_height(piece: PlacedPiece, x: float, y: float, view: View) -> float | None:
    """The height at which the sight line through a point of the page enters a slab, or None.

    This is an independent reference: it follows the line and knows nothing of the sorting.
    """
    low, high = piece.bottom, piece.top
    dx, dy = view.shift
    for (nx, ny), (cx, cy) in zip(normals(piece.footprint), _starts(piece.footprint), strict=True):
        # On the line, the place at height h is (x - dx h, y - dy h); inside is n · (place - c) < 0.
        at_zero, per_height = nx * (x - cx) + ny * (y - cy), -(nx * dx + ny * dy)
        if abs(per_height) < 1e-9:
            if at_zero > 0:
                return None
        elif per_height > 0:
            high = min(high, -at_zero / per_height)
        else:
            low = max(low, -at_zero / per_height)
    return high if high - low > DEEP else None


def _starts(footprint: Polygon) -> Polygon:
    pairs = zip(footprint, footprint[1:] + footprint[:1], strict=True)
    return tuple(start for start, end in pairs if start != end)


def middle(points: Polygon) -> Point:
    count = len(points)
    return sum(x for x, _ in points) / count, sum(y for _, y in points) / count


ROWS = st.lists(
    st.tuples(
        st.sampled_from(SIZES),
        st.integers(0, 8).map(lambda n: n / 2),
        st.integers(0, 8).map(lambda n: n / 2),
        st.sampled_from([0.0, 30.0, 45.0, 90.0, 160.0, 180.0, 270.0]),
    ),
    max_size=8,
)


@given(ROWS)
def test_what_is_drawn_last_is_what_a_sight_line_meets_first(
    rows: list[tuple[PieceArt, float, float, float]],
) -> None:
    """Wherever two pieces cover a point of the page, the one nearer to the reader is on top."""
    placed = table(*rows)
    drawn = order(placed)
    middles = [middle(silhouette(piece, OBLIQUE)) for piece in placed]
    for point in [middle((a, b)) for a, b in combinations_with_replacement(middles, 2)]:
        heights = [seen_height(placed[index], *point, OBLIQUE) for index in drawn]
        met = [height for height in heights if height is not None]
        if met:
            assert met[-1] == pytest.approx(max(met), abs=DEEP)


@given(ROWS)
def test_every_piece_is_drawn_exactly_once(
    rows: list[tuple[PieceArt, float, float, float]],
) -> None:
    placed = table(*rows)
    assert sorted(order(placed)) == list(range(len(rows)))


@given(ROWS)
def test_from_above_the_order_is_that_of_the_table_wherever_pieces_overlap(
    rows: list[tuple[PieceArt, float, float, float]],
) -> None:
    placed = table(*rows)
    assert order(placed, VIEWS["top"]) == tuple(range(len(rows)))


@given(ROWS)
def test_a_piece_lies_on_the_highest_one_beneath_it(
    rows: list[tuple[PieceArt, float, float, float]],
) -> None:
    """No two bodies share space, and what is not on the table lies on another piece."""
    placed = table(*rows)
    for index, upper in enumerate(placed):
        if upper.bottom:
            assert upper.bottom in [lower.top for lower in placed[:index]]


def test_a_die_in_front_of_a_stack_hides_its_foot() -> None:
    """A die that the table lists first is drawn after the tiles behind it."""
    die, tile = SIZES[2], SIZES[0]
    placed = table((die, 0.0, -1.3, 0.0), (tile, 0.0, 0.0, 0.0), (tile, 0.0, 0.0, 0.0))
    assert order(placed) == (1, 2, 0)
    assert placed[2].bottom == tile.height
    assert placed[0].footprint[0][1] > 1.0 * INCH
