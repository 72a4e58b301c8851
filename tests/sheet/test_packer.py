"""Blocks are packed on few sheets, and straight cuts separate them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printgen.geometry import Box
from printgen.sheet.lattice import Footprint
from printgen.sheet.packing.blocks import Kind, PlacedBlock, lattice_of
from printgen.sheet.packing.cuts import separating_cuts
from printgen.sheet.packing.packer import Packing, Page, Task, pack

A4_PAGES = (Page(200.0, 281.0, legend=False), Page(194.0, 287.0, legend=False), Page(200.0, 276.0))


@st.composite
def kinds(draw: st.DrawFn) -> Kind:
    bleed = draw(st.floats(0, 4))
    size = draw(st.floats(10, 190)), draw(st.floats(10, 190))
    is_honeycomb = draw(st.booleans()) and size[0] < 90
    if is_honeycomb:
        size = size[0], size[0] * 2 / 3**0.5
    footprint = Footprint(*size, bleed, 2 * bleed)
    is_filler, is_net = draw(st.integers(0, 5)) == 0, draw(st.integers(0, 3)) == 0
    border = max(bleed * 1.16, 2.0)
    return Kind(footprint, border, is_honeycomb, draw(st.booleans()), is_filler, is_net)


TASKS = st.builds(
    lambda some: Task(tuple(kind for kind, _ in some), tuple(count for _, count in some), A4_PAGES),
    st.lists(st.tuples(kinds(), st.integers(1, 12)), min_size=1, max_size=5),
)


def boxes_of(sheet: Sequence[PlacedBlock]) -> list[Box]:
    return [(b.x, b.y, b.shape.width, b.shape.height) for b in sheet]


def is_separable(boxes: Sequence[Box]) -> bool:
    """Whether straight cuts along edges of boxes take them apart, tried without the cuts that the
    program finds."""
    if len(boxes) < 2:
        return True
    for axis in (0, 1):
        for at in {box[axis] for box in boxes}:
            before = [box for box in boxes if box[axis] + box[axis + 2] <= at + 1e-6]
            after = [box for box in boxes if box[axis] >= at - 1e-6]
            if before and after and len(before) + len(after) == len(boxes):
                return is_separable(before) and is_separable(after)
    return False


def check(task: Task, packing: Packing) -> None:
    for sheet in packing.sheets:
        boxes = boxes_of(sheet.blocks)
        page = task.pages[sheet.page]
        assert all(
            x > -1e-6
            and y > -1e-6
            and x + width < page.width + 1e-5
            and y + height < page.height + 1e-5
            for x, y, width, height in boxes
        )
        assert is_separable(boxes)
        separating_cuts(boxes, (0.0, 0.0, page.width, page.height))
        on_it = [task.kinds[block.shape.kind] for block in sheet.blocks]
        assert page.legend or not any(kind.net for kind in on_it)
        assert not all(kind.filler for kind in on_it)
    placed = [0] * len(task.kinds)
    for sheet in packing.sheets:
        for block in sheet.blocks:
            shape = block.shape
            placed[shape.kind] += shape.count
            assert len(lattice_of(task.kinds[shape.kind], shape).cells) == shape.count
    assert tuple(a + b for a, b in zip(placed, packing.left, strict=True)) == task.counts


@given(TASKS)
@settings(max_examples=20, deadline=None)
def test_every_piece_is_packed_once(task: Task) -> None:
    """Blocks lie inside their sheet, straight cuts separate them, and every piece is in one of
    them or reported as too large. The same pieces are always packed in the same way."""
    _, packing = pack((task,))
    check(task, packing)
    assert pack.__wrapped__((task,)) == (0, packing)
    for kind, left in zip(task.kinds, packing.left, strict=True):
        sides = sorted((kind.footprint.width, kind.footprint.height))
        for page in task.pages:
            if left and not kind.filler and (page.legend or not kind.net):
                room = sorted((page.width, page.height))
                needs = (side + 2 * kind.border for side in sides)
                assert any(need > most for need, most in zip(needs, room, strict=True))


def card(width: float, height: float, bleed: float) -> Kind:
    return Kind(Footprint(width, height, bleed, 2 * bleed), max(bleed, 2.0))


def test_a_mixed_game_takes_few_sheets() -> None:
    """A game of 230 pieces in 16 sizes takes at most 15 % more than the area of its pieces."""
    sizes = [(63, 88), (44, 68), (20, 20), (105, 148), (190, 120), (140, 48), (50, 50), (19, 19)]
    sizes += [(92, 80), (130, 12), (110, 12), (92, 12), (75, 12), (60, 12), (45, 12), (88, 122)]
    counts = (40, 24, 80, 4, 4, 20, 1, 16, 6, 6, 6, 6, 6, 6, 6, 5)
    task = Task(tuple(card(*size, 2.0) for size in sizes), counts, A4_PAGES)
    _, packing = pack((task,))
    check(task, packing)
    assert len(packing.sheets) <= task.bound * 1.15 + 1e-9


def test_the_better_task_is_taken() -> None:
    """Less bleed is chosen only if it takes fewer sheets, and no less than it takes."""
    for count, chosen in ((9, 1), (8, 0)):
        tasks = tuple(
            Task((card(63, 88, bleed),), (count,), A4_PAGES, level)
            for level, bleed in enumerate((3.0, 1.5, 0.0))
        )
        index, packing = pack(tasks)
        assert (index, len(packing.sheets)) == (chosen, 1)


def test_a_filler_goes_where_there_is_room() -> None:
    """A filler fills a gap, but gets no sheet for itself; a net goes on a page with a legend."""
    filler = replace(card(63, 88, 0.0), filler=True)
    for cards, left in ((4, (0, 0)), (9, (0, 1))):
        packing = pack((Task((card(63, 88, 0.0), filler), (cards, 1), A4_PAGES),))[1]
        assert (len(packing.sheets), packing.left) == (1, left)
    net = replace(card(190, 100, 0.0), net=True)
    (sheet,) = pack((Task((net,), (2,), A4_PAGES),))[1].sheets
    assert A4_PAGES[sheet.page].legend


def test_a_pinwheel_has_no_straight_cut() -> None:
    """Blocks that only an L-shaped cut could separate are refused."""
    pinwheel = [(0, 0, 20, 10), (20, 0, 10, 20), (10, 20, 20, 10), (0, 10, 10, 20)]
    with pytest.raises(ValueError, match="no straight cut"):
        separating_cuts([(x, y, w, h) for x, y, w, h in pinwheel], (0, 0, 30, 30))
    assert not is_separable([(float(x), y, w, h) for x, y, w, h in pinwheel])


def test_cuts_are_listed_in_the_order_of_work() -> None:
    """Cuts across the whole sheet come first; later ones end at them."""
    boxes: list[Box] = [(0, 0, 100, 40), (0, 44, 48, 40), (52, 44, 48, 40)]
    assert separating_cuts(boxes, (0, 0, 100, 90)) == (
        (0, 42.0, 100, 42.0),
        (50.0, 42.0, 50.0, 90),
    )
