"""Page breaks: nothing is lost, and chains stay together."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.draw.story.balance import PageBreaks, stretch
from printgen.draw.story.pages import Chunk, PageChunks, chains, paginate, stack, without_widows

TALL = 100.0
CHUNKS = st.lists(
    st.builds(
        Chunk,
        height=st.floats(1, 90),
        items=st.just(()),
        before=st.floats(0, 12),
        after=st.floats(0, 12),
        keep=st.booleans(),
        breaks=st.sampled_from(("", "", "", "", "page", "column")),
        chapter=st.sampled_from(("", "", "", "chapter")),
    ),
    max_size=40,
)


def balanced(chunks: list[Chunk], height: float, columns: int = 1) -> tuple[PageChunks, ...]:
    breaks = PageBreaks(chunks, height, columns)
    pages = breaks.break_into(breaks.fewest + 2)
    return tuple(stretch(page, height) for page in pages if page)


WAYS = pytest.mark.parametrize("way", [paginate, balanced])
Way = Callable[[list[Chunk], float, int], tuple[PageChunks, ...]]


@WAYS
@given(chunks=CHUNKS, columns=st.integers(1, 2))
def test_every_chunk_stands_once_in_order_and_within_its_page(
    way: Way, chunks: list[Chunk], columns: int
) -> None:
    """Text neither vanishes nor runs over a page or another text."""
    pages = way(chunks, TALL, columns)
    placed = [one for page in pages for one in page]
    assert [id(one.chunk) for one in placed] == [id(chunk) for chunk in chunks]
    for page in pages:
        assert page
        for column in range(columns):
            bottom = 0.0
            for one in (one for one in page if one.column == column):
                assert one.y >= bottom
                bottom = one.y + one.chunk.height
                assert bottom <= TALL + 0.011


@WAYS
@given(chunks=CHUNKS, columns=st.integers(1, 2))
def test_what_is_kept_together_stays_together(way: Way, chunks: list[Chunk], columns: int) -> None:
    """A chain that fits in a column is never split."""
    pages = way(chunks, TALL, columns)
    where = {
        id(one.chunk): (number, one.column) for number, page in enumerate(pages) for one in page
    }
    for chain in chains(chunks):
        if stack(chain)[0] <= TALL:
            assert len({where[id(chunk)] for chunk in chain}) == 1


def line(keep: bool = False, **about: str) -> Chunk:
    return Chunk(10.0, (), keep=keep, **about)  # type: ignore[arg-type]


def test_a_heading_goes_on_with_its_text() -> None:
    """No heading is left at the foot of a page."""
    pages = paginate([*[line()] * 9, line(keep=True), line()], TALL)
    assert [len(page) for page in pages] == [9, 2]


def test_the_header_of_a_table_is_repeated_on_each_page() -> None:
    """Rows on later pages had no header, so nobody knew what their columns mean."""
    header = line(keep=True)
    rows = [Chunk(10.0, (), header=header) for _ in range(25)]
    pages = paginate([line(), header, *rows], TALL)
    assert [len(page) for page in pages] == [10, 10, 9]
    assert [page[0].chunk is header for page in pages] == [False, True, True]
    assert sum(one.chunk is header for page in pages for one in page) == 3


def test_no_line_of_a_paragraph_stands_alone() -> None:
    """A break leaves two lines of a paragraph on either side."""
    for before in range(5, 10):
        pages = paginate([*[line()] * before, *without_widows([line()] * 5)], TALL)
        on_first = len(pages[0]) - before
        assert on_first != 1
        assert 5 - on_first != 1


def test_a_forced_break_starts_a_page_and_never_leaves_an_empty_one() -> None:
    """`break` counts once, and not at all where a page begins anyway."""
    pages = paginate([line(breaks="page"), line(), line(breaks="page")], TALL)
    assert [len(page) for page in pages] == [2, 1]


def test_gaps_do_not_count_at_the_top_of_a_page() -> None:
    """Of two gaps between chunks the larger counts, and none at the top."""
    one, two = Chunk(10.0, (), before=7.0, after=3.0), Chunk(10.0, (), before=5.0)
    (page,) = paginate([one, two], TALL)
    assert [placed.y for placed in page] == [0.0, 15.0]
    assert stack([one, two])[0] == 25.0


def bottoms(pages: tuple[PageChunks, ...]) -> list[float]:
    return [max(one.y + one.chunk.height for one in page) for page in pages]


def test_text_is_shared_out_over_the_pages_asked_for() -> None:
    """A text of 3.2 pages on four pages leaves a little empty on each, not one page bare."""
    breaks = PageBreaks([line()] * 32, TALL)
    assert breaks.fewest == 4
    assert bottoms(breaks.break_into(4)) == [80, 80, 80, 80]
    assert len(paginate([line()] * 32, TALL)[-1]) == 2


def test_no_page_is_emptier_than_it_must_be() -> None:
    """Large pictures are distributed so that the emptiest page is as full as possible."""
    chunks = [Chunk(h, ()) for h in (60.0, 30.0, 60.0, 30.0, 20.0, 60.0)]
    assert bottoms(PageBreaks(chunks, TALL).break_into(3)) == [90.0, 90.0, 80.0]


def test_a_chapter_does_not_start_at_the_foot_of_a_page() -> None:
    """A chapter that would start in the last third moves on if that costs little."""
    chunks = [*[line()] * 8, line(chapter="b"), *[line()] * 7]
    pages = PageBreaks(chunks, TALL).break_into(2)
    assert [len(page) for page in pages] == [8, 8]


def test_the_foot_of_a_page_is_shared_out_over_its_gaps() -> None:
    """A page that is nearly full ends at its foot; a short one is not torn apart."""
    chunks = [Chunk(20.0, (), before=4.0) for _ in range(4)]
    (page,) = PageBreaks(chunks, TALL).break_into(1)
    assert bottoms((stretch(page, TALL),)) == [pytest.approx(TALL)]
    (short,) = PageBreaks(chunks[:2], TALL).break_into(1)
    (bottom,) = bottoms((stretch(short, TALL),))
    assert 44.0 < bottom < 60.0


def test_an_empty_text_has_no_pages() -> None:
    """A booklet may consist of its covers alone."""
    assert PageBreaks([], TALL).fewest == 0
    assert PageBreaks([], TALL).break_into(3) == ()
