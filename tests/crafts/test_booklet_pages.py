"""From heights to pages: nothing is lost, nothing is parted that belongs together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from printgen.draw.story.pages import Chunk, chains, emptiness, paginate, stack, tied

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


@given(CHUNKS, st.integers(1, 2), st.sampled_from((1.0, 0.6)))
def test_every_chunk_stands_once_in_order_and_within_its_page(
    chunks: list[Chunk], columns: int, fresh: float
) -> None:
    """This test ensures that text neither vanishes nor runs over a page or another text."""
    pages = paginate(chunks, TALL, columns, fresh)
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


@given(CHUNKS, st.integers(1, 2))
def test_what_is_kept_together_stays_together(chunks: list[Chunk], columns: int) -> None:
    """This test ensures that a chain which fits a column is never parted."""
    pages = paginate(chunks, TALL, columns)
    where = {
        id(one.chunk): (number, one.column) for number, page in enumerate(pages) for one in page
    }
    for chain in chains(chunks):
        if stack(chain)[0] <= TALL:
            assert len({where[id(chunk)] for chunk in chain}) == 1


def line(keep: bool = False, **about: str) -> Chunk:
    return Chunk(10.0, (), keep=keep, **about)  # type: ignore[arg-type]


def test_a_heading_goes_on_with_its_text() -> None:
    """This test ensures that no heading is left at the foot of a page."""
    pages = paginate([*[line()] * 9, line(keep=True), line()], TALL)
    assert [len(page) for page in pages] == [9, 2]


def test_no_line_of_a_paragraph_stands_alone() -> None:
    """This test ensures that a break leaves two lines of a paragraph on either side."""
    for before in range(5, 10):
        pages = paginate([*[line()] * before, *tied([line()] * 5)], TALL)
        on_first = len(pages[0]) - before
        assert on_first != 1
        assert 5 - on_first != 1


def test_a_forced_break_starts_a_page_and_never_leaves_an_empty_one() -> None:
    """This test ensures that `break` counts once, and not at all where a page begins anyway."""
    pages = paginate([line(breaks="page"), line(), line(breaks="page")], TALL)
    assert [len(page) for page in pages] == [2, 1]


def test_a_chapter_starts_afresh_on_a_page_that_is_full_enough() -> None:
    """This test ensures that `fresh` moves late chapters on and leaves early ones."""
    chunks = [*[line()] * 6, line(chapter="b"), line()]
    assert len(paginate(chunks, TALL, fresh=0.5)) == 2
    assert len(paginate(chunks, TALL, fresh=0.7)) == 1


def test_gaps_do_not_count_at_the_top_of_a_page() -> None:
    """This test ensures that of two wishes for room the larger holds, and none at the top."""
    one, two = Chunk(10.0, (), before=7.0, after=3.0), Chunk(10.0, (), before=5.0)
    (page,) = paginate([one, two], TALL)
    assert [placed.y for placed in page] == [0.0, 15.0]
    assert stack([one, two])[0] == 25.0


def test_emptiness_prefers_full_pages() -> None:
    """This test ensures that a half empty page costs more than two with small gaps."""
    full = paginate([Chunk(90.0, ()), Chunk(90.0, ()), Chunk(50.0, ())], TALL)
    gappy = paginate([Chunk(40.0, ()), Chunk(90.0, ()), Chunk(50.0, ())], TALL)
    lonely = paginate([Chunk(90.0, ()), Chunk(90.0, ()), Chunk(20.0, ())], TALL)
    assert emptiness(full, TALL) < emptiness(gappy, TALL)
    assert emptiness(full, TALL) < emptiness(lonely, TALL)
