"""Booklets: sheets are printed on both sides, stacked, folded and read in order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Profile
from printgen.errors import DataError
from printgen.frame import Frame, Path, Text
from printgen.geometry import Box, Matrix, apply
from printgen.sheet.arrange import arrange
from printgen.sheet.booklet import page_size, reading_order
from printgen.sheet.compose import compose
from printgen.sheet.correction import live_area
from printgen.sheet.model import Page, Piece, Plan, Run, Side
from printgen.sheet.placing import slot_matrix
from tests.sheet.samples import A3, A4, LABEL, LETTER, PLAIN, PROFILES, planned, walk

A5 = (148.0, 210.0)
HALF_LETTER = (139.7, 215.9)
TURNING = (Duplex.LONG, Duplex.SHORT)
Spot = tuple[float, float]


def booklet(pages: int, size: tuple[float, float] = A5, safe: float = 5.0) -> Run:
    frames = [Frame(f"page {i + 1}", *size, (), safe=safe) for i in range(pages)]
    return Run("Saltwind", "Rules", "1", tuple(map(Piece, frames)), "booklet")


def turned(spot: Spot, paper: Paper, duplex: Duplex) -> Spot:
    """Where a place of the front is found on the back, once the paper is turned over."""
    x, y = spot
    return (paper.width - x, y) if duplex is Duplex.LONG else (x, paper.height - y)


def page_at(side: Side, spot: Spot) -> tuple[int, Matrix] | None:
    for slot in side.slots:
        x, y, width, height = slot.box
        if x <= spot[0] <= x + width and y <= spot[1] <= y + height:
            return slot.piece + 1, slot_matrix(slot)
    return None


def folded(plan: Plan, duplex: Duplex) -> list[int | None]:
    """The pages of the folded stack as a reader meets them: in the half below the fold from
    the outermost sheet to the innermost, in the half above it from there back out."""
    paper = plan.paper
    sheets = list(zip(plan.sides[::2], plan.sides[1::2], strict=True))
    below, above = (paper.width / 2, paper.height * 0.7), (paper.width / 2, paper.height * 0.3)
    met = []
    for front, back in sheets:
        met += [page_at(front, below), page_at(back, turned(below, paper, duplex))]
    for front, back in reversed(sheets):
        met += [page_at(back, turned(above, paper, duplex)), page_at(front, above)]
    return [None if found is None else found[0] for found in met]


@pytest.mark.parametrize(
    ("count", "sheets"),
    [(4, ((4, 1, 2, 3),)), (8, ((8, 1, 2, 7), (6, 3, 4, 5))), (5, ((8, 1, 2, 7), (6, 3, 4, 5)))],
)
def test_pages_of_a_sheet(count: int, sheets: tuple[tuple[int, ...], ...]) -> None:
    """Sheets have the pages of a saddle-stitched booklet."""
    assert reading_order(count) == sheets


@given(
    st.integers(1, 48),
    st.sampled_from((A4, LETTER, A3)),
    st.sampled_from(TURNING),
    st.sampled_from((A5, HALF_LETTER)),
)
def test_folded_sheets_read_in_order(
    count: int, paper: Paper, duplex: Duplex, size: tuple[float, float]
) -> None:
    """Sheets, turned over as the printer turns them and folded, are read from the first page to
    the last, with empty pages only after it."""
    plan = arrange(booklet(count, size), paper, duplex, PLAIN)
    read = folded(plan, duplex)
    assert read[:count] == list(range(1, count + 1))
    assert all(page is None for page in read[count:])
    assert len(read) % 4 == 0
    assert len(read) - count < 4


@given(st.integers(1, 5), st.sampled_from((A4, LETTER)), st.sampled_from(TURNING))
def test_pages_stand_upright_with_their_spine_in_the_fold(
    sheets: int, paper: Paper, duplex: Duplex
) -> None:
    """All pages of the folded booklet are upright; odd pages are bound at the left, even ones at
    the right."""
    plan = arrange(booklet(4 * sheets), paper, duplex, PLAIN)
    for index, side in enumerate(plan.sides):
        for slot in side.slots:
            face = plan.run.pieces[slot.piece].front
            matrix = slot_matrix(slot)
            foot, head = apply(matrix, 0, face.height), apply(matrix, 0, 0)
            if index % 2:
                foot, head = turned(foot, paper, duplex), turned(head, paper, duplex)
            assert head[0] - foot[0] == pytest.approx(face.height)
            spine = 0.0 if slot.piece % 2 == 0 else face.width
            assert apply(matrix, spine, 0)[1] == pytest.approx(paper.height / 2)


@given(st.integers(1, 12), st.sampled_from((A4, LETTER)), st.sampled_from(Duplex), PROFILES)
def test_all_but_the_quiet_border_is_printed(
    count: int, paper: Paper, duplex: Duplex, profile: Profile
) -> None:
    """What stands inside a page's border stays where printers print."""
    plan = planned(booklet(count), paper, duplex, profile)
    x, y, width, height = live_area(paper, profile, plan.duplex)
    for side in plan.sides:
        for slot in side.slots:
            face = plan.run.pieces[slot.piece].front
            for u in (face.safe, face.width - face.safe):
                for v in (face.safe, face.height - face.safe):
                    at_x, at_y = apply(slot_matrix(slot), u, v)
                    assert x - 1e-6 <= at_x <= x + width + 1e-6
                    assert y - 1e-6 <= at_y <= y + height + 1e-6


def test_pages_keep_their_size_on_their_own_paper() -> None:
    """A5 pages are not scaled on A4; on Letter they are, and the page says so."""
    own = arrange(booklet(4), A4, Duplex.LONG, PLAIN)
    other = arrange(booklet(4), LETTER, Duplex.LONG, PLAIN)
    assert own.run.pieces[0].front.width == 148
    assert "%" not in own.sides[0].hint
    assert other.run.pieces[0].front.width == pytest.approx(139.4, abs=0.05)
    assert "Pages at 94%" in other.sides[0].hint


def test_pages_for_a_paper_are_not_scaled() -> None:
    """Pages of the size that a paper asks for are printed at 100 %."""
    assert page_size(A4) == A5
    assert page_size(LETTER) == (139.7, 215.9)
    plan = arrange(booklet(4, page_size(LETTER)), LETTER, Duplex.LONG, PLAIN)
    assert plan.run.pieces[0].front.width == 139.7
    assert "%" not in plan.sides[0].hint


@pytest.mark.parametrize("duplex", [Duplex.NONE, Duplex.FOLD])
def test_single_sides_follow_in_the_same_order(duplex: Duplex) -> None:
    """A printer of single sides gets the pages that are glued back to back into the same
    booklet."""
    plan = arrange(booklet(8), A4, duplex, PLAIN)
    long = arrange(booklet(8), A4, Duplex.LONG, PLAIN)
    assert plan.duplex is Duplex.NONE
    assert {side.name for side in plan.sides} == {"front"}
    assert [side.slots for side in plan.sides] == [side.slots for side in long.sides]
    assert "Glue page 2 behind 1" in plan.sides[0].hint


def pages_of(paper: Paper, duplex: Duplex = Duplex.LONG) -> tuple[Page, ...]:
    return compose(arrange(booklet(8), paper, duplex, PLAIN), LABEL)


def test_the_outermost_page_tells_what_to_do() -> None:
    """The label and the fold are on the first page alone, each other sheet names itself and the
    edge in its fold, and nothing is cut."""
    first, *others = pages_of(A4)
    layers = [item.layer for item, _ in walk(first.frame.items)]
    assert layers.count("fold") == 1
    assert any("flip on the long edge" in text for text in words(first))
    for page in others:
        note = [f"sheet {(page.number + 1) // 2} of {page.count // 2} · flip on the long edge"]
        assert words(page) == (note if page.side == "front" else [])
        assert {item.layer for item, _ in walk(page.frame.items)} <= {"art", "marks"}
    assert "cut" not in layers


def test_the_bar_is_a_hundred_millimetres_even_beside_smaller_pages() -> None:
    """The bar has its full length even if pages are scaled."""
    first = pages_of(LETTER)[0]
    (bar,) = (
        (item, matrix)
        for item, matrix in walk(first.frame.items)
        if isinstance(item, Path) and item.layer == "marks"
    )
    start, end = (apply(bar[1], *map(float, segment[1:])) for segment in bar[0].segments[:2])
    assert abs(end[1] - start[1]) == pytest.approx(100)


def words(page: Page) -> list[str]:
    return [item.string for item, _ in walk(page.frame.items) if isinstance(item, Text)]


def test_pages_smaller_than_their_half_get_crop_marks() -> None:
    """On larger paper marks stand at the corners of the spread."""
    marks = [item for item, _ in walk(pages_of(A3)[1].frame.items) if item.layer == "marks"]
    assert len(marks) == 1


def test_a_page_that_cannot_fit_is_reported() -> None:
    """Pages that would be too small to read are an error."""
    with pytest.raises(DataError, match="choose a larger paper"):
        arrange(booklet(4, (210.0, 297.0)), A4, Duplex.LONG, PLAIN)


def test_an_empty_booklet_has_no_pages() -> None:
    """A booklet without pages has no sheets."""
    assert arrange(booklet(0), A4, Duplex.LONG, PLAIN).sides == ()


def test_trim_boxes_are_the_pages() -> None:
    """A page's boxes, as exporters use them, are both of its halves."""
    boxes: tuple[Box, ...] = pages_of(A4)[0].trim_boxes
    assert boxes == ((0.0, 0.5, 210.0, 148.0), (0.0, 148.5, 210.0, 148.0))
