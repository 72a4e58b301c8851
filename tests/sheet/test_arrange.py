"""Imposition: what must hold for every run on every paper."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Profile
from printgen.errors import DataError
from printgen.geometry import IDENTITY, apply, multiply
from printgen.sheet.arrange import GLUE, arrange
from printgen.sheet.compose import compose
from printgen.sheet.correction import live_area, printable_area
from printgen.sheet.grid import grid_lattice
from printgen.sheet.honeycomb import honeycomb_lattice
from printgen.sheet.lattice import Footprint
from printgen.sheet.model import Run
from printgen.sheet.placing import Mirror, paper_mirror, slot_matrix, window_box
from tests.sheet.samples import (
    A4,
    GRID_RUNS,
    LABEL,
    LETTER,
    PAPERS,
    PLAIN,
    PROFILES,
    RUNS,
    cards,
    corners,
    hexes,
    inside,
    overlap,
    planned,
    polygon_of,
    printer,
    uses,
)

DUPLEXES = st.sampled_from(list(Duplex))
PAPER = st.sampled_from(PAPERS)
MANY = settings(max_examples=60, deadline=None)


def fold_mirror(line: tuple[float, float, float, float]) -> Mirror:
    vertical = line[0] == line[2]
    return Mirror("vertical", line[0]) if vertical else Mirror("horizontal", line[1])


@MANY
@given(RUNS, PAPER, DUPLEXES, PROFILES)
def test_nothing_overlaps(run: Run, paper: Paper, duplex: Duplex, profile: Profile) -> None:
    """No piece reaches, with its bleed, into another one's."""
    for side in planned(run, paper, duplex, profile).sides:
        windows = [polygon_of(slot.window) for slot in side.slots]
        for i, one in enumerate(windows):
            assert not any(overlap(one, two) for two in windows[:i])


@MANY
@given(RUNS, PAPER, DUPLEXES, PROFILES)
def test_everything_is_printable(run: Run, paper: Paper, duplex: Duplex, profile: Profile) -> None:
    """All art lies in the printable area, planned and corrected, with its whole trim."""
    printable = printable_area(paper, profile)
    plan = planned(run, paper, duplex, profile)
    for side, page in zip(plan.sides, compose(plan, LABEL), strict=True):
        for slot in side.slots:
            for matrix in (IDENTITY, page.correction):
                assert inside(corners(window_box(slot), matrix), printable)
            trim, window = corners(slot.box), window_box(slot)
            assert run.layout == "honeycomb" or inside(trim, window)


@MANY
@given(RUNS, PAPER, DUPLEXES, PROFILES)
def test_every_piece_is_placed_once_in_order(
    run: Run, paper: Paper, duplex: Duplex, profile: Profile
) -> None:
    """Each front and each back appears once, fronts in the order of the run."""
    plan = planned(run, paper, duplex, profile)
    slots = [slot for side in plan.sides for slot in side.slots]
    numbers = list(range(len(run.pieces)))
    assert [slot.piece for slot in slots if slot.face == "front"] == numbers
    backs = [] if duplex is Duplex.NONE else numbers
    assert sorted(slot.piece for slot in slots if slot.face == "back") == backs


@MANY
@given(RUNS, PAPER, st.sampled_from((Duplex.LONG, Duplex.SHORT)), PROFILES)
def test_each_back_lies_behind_its_front(
    run: Run, paper: Paper, duplex: Duplex, profile: Profile
) -> None:
    """A printer with the profile's faults puts every back behind its front, tops together."""
    plan = planned(run, paper, duplex, profile)
    pages = compose(plan, LABEL)
    assert [page.side for page in pages] == ["front", "back"] * (len(pages) // 2)
    to_front = multiply(paper_mirror(paper, duplex).matrix, printer(profile, paper, back=True))
    fronts_printed = printer(profile, paper, back=False)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        fronts, backs = uses(front.frame), uses(back.frame)
        assert len(fronts) == len(backs)
        for name, matrix in fronts.items():
            behind = multiply(to_front, backs[name.replace("front", "back")])
            check_behind(run, multiply(fronts_printed, matrix), behind)


def check_behind(run: Run, front: tuple[float, ...], back: tuple[float, ...]) -> None:
    """A piece turns over like a page of a book: left and right swap, the top stays the top."""
    width, height = run.pieces[0].front.width, run.pieces[0].front.height
    for u, v in ((0.0, 0.0), (width, 0.0), (width * 0.3, height * 0.8)):
        seen = apply(front, width - u, v)  # type: ignore[arg-type]
        assert math.dist(apply(back, u, v), seen) < 1e-6  # type: ignore[arg-type]


@MANY
@given(RUNS, PAPER, PROFILES)
def test_each_back_folds_behind_its_front(run: Run, paper: Paper, profile: Profile) -> None:
    """Folding a sheet puts every back behind its front, and the glue has its margin."""
    plan = planned(run, paper, Duplex.FOLD, profile)
    for side in plan.sides:
        assert side.fold is not None
        mirror = fold_mirror(side.fold)
        matrices = {(slot.piece, slot.face): slot_matrix(slot) for slot in side.slots}
        for (piece, name), matrix in matrices.items():
            if name == "front":
                behind = multiply(mirror.matrix, matrices[(piece, "back")])
                check_behind(run, matrix, behind)
        axis = 0 if mirror.axis == "vertical" else 1
        for slot in side.slots:
            for point in polygon_of(slot.window):
                assert abs(point[axis] - mirror.at) >= GLUE - 1e-6


@MANY
@given(GRID_RUNS, PAPER)
def test_full_gutters_give_full_bleed(run: Run, paper: Paper) -> None:
    """A piece shows its whole bleed on all sides unless cuts are shared or gaps are narrow."""
    plan = planned(run, paper, Duplex.NONE, PLAIN)
    bleed = run.pieces[0].front.bleed
    assume(not run.shared_cuts and (run.gutter is None or run.gutter >= 2 * bleed))
    for slot in plan.sides[0].slots:
        x, y, width, height = window_box(slot)
        assert (x, y) == pytest.approx((slot.x - bleed, slot.y - bleed), abs=1e-6)
        expected = (slot.width + 2 * bleed, slot.height + 2 * bleed)
        assert (width, height) == pytest.approx(expected, abs=1e-6)


def test_shared_cuts_touch_and_bleed_outwards_only() -> None:
    """With shared cuts, neighbours touch, and only the block's own rim keeps its bleed."""
    side = arrange(cards(63, 88, 9, shared_cuts=True), A4, Duplex.NONE, PLAIN).sides[0]
    assert side.slots[1].x == pytest.approx(side.slots[0].x + 63)
    assert side.slots[3].y == pytest.approx(side.slots[0].y + 88)
    middle, corner = side.slots[4], side.slots[0]
    assert window_box(middle) == pytest.approx(middle.box)
    assert window_box(corner) == pytest.approx((corner.x - 3, corner.y - 3, 66, 91))
    assert (corner.x, corner.y) == pytest.approx((10.5, 16.5))


CARD_YIELDS = [
    # size, A4 shared, A4 with 3 mm bleed, Letter shared, Letter with bleed
    ((63.5, 88.9), (9, 8, 9, 6)),
    ((57.15, 88.9), (10, 9, 9, 8)),
    ((41, 63), (21, 16, 20, 12)),
    ((69.85, 120.65), (4, 4, 4, 4)),
]


def bare_yield(size: tuple[float, float], paper: Paper, gutter: float) -> int:
    footprint = Footprint(*size, bleed=gutter / 2, gutter=gutter)
    width, height = paper.width - 10 - gutter, paper.height - 10 - gutter
    return max(len(grid_lattice(p, width, height).cells) for p in (footprint, footprint.turned()))


@pytest.mark.parametrize(("size", "yields"), CARD_YIELDS)
def test_bare_card_yields(size: tuple[float, float], yields: tuple[int, ...]) -> None:
    """A grid within 5 mm margins holds as many cards as arithmetic allows."""
    found = tuple(
        bare_yield(size, paper, gutter) for paper in (A4, LETTER) for gutter in (0.0, 6.0)
    )
    assert found == yields


@pytest.mark.parametrize(("size", "yields"), CARD_YIELDS)
def test_real_card_yields(size: tuple[float, float], yields: tuple[int, ...]) -> None:
    """Pages with marks and a label hold as many cards as bare ones.

    The one exception: 21 small cards fill A4 from margin to margin, and cuts without any mark
    are worse than three cards fewer.
    """
    found = tuple(
        len(arrange(cards(*size, 60, shared_cuts=shared), paper, Duplex.LONG, PLAIN).sides[0].slots)
        for paper in (A4, LETTER)
        for shared in (True, False)
    )
    assert found == tuple(18 if count == 21 else count for count in yields)


@pytest.mark.parametrize(
    ("flat", "honeycomb", "strips"), [(25.4, 84, 66), (38.1, 36, 30), (50.8, 20, 15)]
)
def test_hex_yields(flat: float, honeycomb: int, strips: int) -> None:
    """honeycombs and strips within 5 mm margins of A4 hold as many hexes as arithmetic allows."""
    pointy = Footprint(flat, 2 * flat / math.sqrt(3), bleed=0, gutter=0)
    patterns = (pointy, pointy.turned())
    assert max(len(honeycomb_lattice(p, 200, 287).cells) for p in patterns) == honeycomb
    assert max(len(grid_lattice(p, 200, 287).cells) for p in patterns) == strips


@pytest.mark.parametrize("pointy", [True, False])
def test_a_honeycomb_touches_along_its_edges(pointy: bool) -> None:
    """Hexes with shared cuts have their six neighbours' middles exactly one flat away."""
    run = hexes(30, 30, 0, pointy=pointy, layout="honeycomb", shared_cuts=True)
    slots = arrange(run, A4, Duplex.NONE, PLAIN).sides[0].slots
    middles = [(s.x + s.width / 2, s.y + s.height / 2) for s in slots]
    near = [sum(1 for other in middles if abs(math.dist(m, other) - 30) < 1e-6) for m in middles]
    assert max(near) == 6
    nearest = min(math.dist(a, b) for i, a in enumerate(middles) for b in middles[:i])
    assert nearest == pytest.approx(30)


@pytest.mark.parametrize("pointy", [True, False])
@pytest.mark.parametrize("flat", [30.0, 38.1, 50.8])
def test_a_shared_honeycomb_bleeds_outwards_only(flat: float, pointy: bool) -> None:
    """Hexes with shared cuts keep their bleed where no neighbour is, and nowhere else."""
    run = hexes(flat, 17, 3, pointy=pointy, layout="honeycomb", shared_cuts=True)
    slots = arrange(run, A4, Duplex.NONE, PLAIN).sides[0].slots
    windows = [polygon_of(slot.window) for slot in slots]
    assert not any(overlap(a, b) for i, a in enumerate(windows) for b in windows[:i])
    middles = [(s.x + s.width / 2, s.y + s.height / 2) for s in slots]
    for middle, window in zip(middles, windows, strict=True):
        edges = list(zip(window, window[1:] + window[:1], strict=True))
        reaches = sorted(round(line_distance(middle, *edge) - flat / 2, 6) for edge in edges)
        near = sum(1 for other in middles if abs(math.dist(middle, other) - flat) < 1e-6)
        assert reaches == [0.0] * near + [3.0] * (6 - near)


def line_distance(
    point: tuple[float, float], one: tuple[float, float], two: tuple[float, float]
) -> float:
    along = (two[0] - one[0], two[1] - one[1])
    across = along[0] * (one[1] - point[1]) - along[1] * (one[0] - point[0])
    return abs(across) / math.hypot(*along)


def test_turned_cards_keep_their_tops_together() -> None:
    """A card turned to the right on the front is turned to the left on a long-edge back."""
    plan = arrange(cards(63.5, 88.9, 8), A4, Duplex.LONG, PLAIN)
    assert {slot.turn for slot in plan.sides[0].slots} == {90}
    assert {slot.turn for slot in plan.sides[1].slots} == {270}
    plan = arrange(cards(63.5, 88.9, 8), A4, Duplex.SHORT, PLAIN)
    assert {slot.turn for slot in plan.sides[1].slots} == {90}


def test_backs_stay_paired_where_a_sheet_has_none() -> None:
    """A sheet without backs keeps its empty back page when other sheets have backs."""
    run = cards(88, 120, 8)
    some = Run("G", "T", "1", (*cards(88, 120, 8, backs=False).pieces, *run.pieces))
    sides = arrange(some, A4, Duplex.LONG, PLAIN).sides
    assert [side.name for side in sides] == ["front", "back"] * (len(sides) // 2)
    assert sides[1].slots == ()


def test_no_backs_no_back_pages() -> None:
    """A run without backs has only front pages, in any duplex mode."""
    run = cards(63, 88, 12, backs=False)
    for duplex in Duplex:
        names = {side.name for side in arrange(run, A4, duplex, PLAIN).sides}
        assert names == {"front"}


def test_an_empty_run_has_no_pages() -> None:
    """A run without pieces has no pages."""
    assert arrange(cards(63, 88, 0), A4, Duplex.LONG, PLAIN).sides == ()


def test_too_large_a_piece_is_named() -> None:
    """A piece larger than the paper is an error that names it, its size and the way out."""
    with pytest.raises(DataError) as caught:
        arrange(cards(240, 320, 1), A4, Duplex.NONE, PLAIN)
    message = str(caught.value)
    assert "'Goods' (240 × 320 mm) does not fit on a4" in message
    assert "sheet: poster" in message
    assert "larger paper" in message


def test_mixed_sizes_are_refused() -> None:
    """Pieces of different sizes cannot share a run."""
    mixed = (*cards(63, 88, 1).pieces, *cards(44, 68, 1).pieces)
    with pytest.raises(DataError, match="mixes sizes"):
        arrange(Run("G", "T", "1", mixed), A4, Duplex.NONE, PLAIN)


@MANY
@given(PAPER, DUPLEXES, PROFILES)
def test_the_live_area_survives_correction(paper: Paper, duplex: Duplex, profile: Profile) -> None:
    """Whatever is planned in the live area stays printable, and so does its mirror image."""
    live = live_area(paper, profile, duplex)
    assert inside(corners(live), printable_area(paper, profile))
    if duplex.flips_paper:
        assert paper_mirror(paper, duplex).box(live) == pytest.approx(live)
