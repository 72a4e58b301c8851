"""Marks, labels and contours: outside the art, and inside the paper."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Margins, Profile
from printgen.catalog.svg.paths import parse_path
from printgen.frame import Path, Text
from printgen.geometry import IDENTITY, Matrix, Segments, apply, bounds, transform_segments
from printgen.ink import CREASE, CUT
from printgen.regions import flatten
from printgen.sheet.compose import compose
from printgen.sheet.correction import printable_area
from printgen.sheet.furniture import MIN_LENGTH
from printgen.sheet.marks import MARK, path_corners
from printgen.sheet.model import Page, Run, Side
from printgen.sheet.placing import slot_matrix
from printgen.sheet.shapes import shape_of
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
    coins,
    corners,
    hexes,
    inside,
    mark_shapes,
    overlap,
    planned,
    polygon_of,
    text_box,
    walk,
)

PAPER = st.sampled_from(PAPERS)
DUPLEXES = st.sampled_from(list(Duplex))
MANY = settings(max_examples=50, deadline=None)


def pages_of(run: Run, paper: Paper, duplex: Duplex, profile: Profile) -> list[tuple[Side, Page]]:
    plan = planned(run, paper, duplex, profile)
    return list(zip(plan.sides, compose(plan, LABEL), strict=True))


def crop_lines(page: Page) -> list[list[tuple[float, float]]]:
    """The crop marks: what is on the marks layer in the plain mark stroke, but not the bar."""
    return [
        [one, two]
        for item in page.frame.items
        if isinstance(item, Path) and item.stroke == MARK and item.layer == "marks"
        for points in [polygon_of(item.segments)]
        for one, two in zip(points[::2], points[1::2], strict=True)
    ]


@MANY
@given(GRID_RUNS, PAPER, DUPLEXES)
def test_marks_stay_out_of_the_art(run: Run, paper: Paper, duplex: Duplex) -> None:
    """No mark of a card sheet touches any trim or bleed."""
    for side, page in pages_of(run, paper, duplex, PLAIN):
        for kind, shape in mark_shapes(page.frame):
            for slot in side.slots:
                assert not overlap(shape, polygon_of(slot.window)), kind


@MANY
@given(st.builds(coins, st.floats(12, 60), st.integers(1, 30), st.floats(0, 4)), PAPER, DUPLEXES)
def test_round_pieces_are_marked_in_the_voids(run: Run, paper: Paper, duplex: Duplex) -> None:
    """No mark touches a round piece or its bleed."""
    reach = run.pieces[0].front.width / 2 + run.pieces[0].front.bleed
    for side, page in pages_of(run, paper, duplex, PLAIN):
        middles = [(s.x + s.width / 2, s.y + s.height / 2) for s in side.slots]
        for _, shape in mark_shapes(page.frame):
            for x, y in (shape[0], shape[1], centre(shape)):
                assert all(math.dist((x, y), m) >= reach - 1e-6 for m in middles)


def centre(shape: list[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape)


def contours_of(path: Path) -> list[Segments]:
    """The single outlines that a page's cut path is made of."""
    starts = [i for i, segment in enumerate(path.segments) if segment[0] == "M"]
    ends = [*starts[1:], len(path.segments)]
    return [path.segments[start:end] for start, end in zip(starts, ends, strict=True)]


@MANY
@given(
    st.builds(
        hexes,
        st.floats(18, 80),
        st.integers(1, 30),
        st.floats(0, 4),
        pointy=st.booleans(),
        layout=st.sampled_from(("honeycomb", "strips")),
        shared_cuts=st.booleans(),
    ),
    PAPER,
    DUPLEXES,
)
def test_hexes_are_marked_outside_their_trims(run: Run, paper: Paper, duplex: Duplex) -> None:
    """No mark touches a hex itself, whichever way it lies."""
    for side, page in pages_of(run, paper, duplex, PLAIN):
        trims = [
            polygon_of(contour)
            for item, _ in walk(page.frame.items)
            if isinstance(item, Path) and item.layer == "cut"
            for contour in contours_of(item)
        ]
        if side.name != "back":
            assert len(trims) == sum(slot.face == "front" for slot in side.slots)
        for _, shape in mark_shapes(page.frame):
            assert not any(overlap(shape, trim) for trim in trims)


@pytest.mark.parametrize("pointy", [True, False])
@pytest.mark.parametrize("layout", ["honeycomb", "strips"])
def test_hex_corners_have_ticks(layout: str, pointy: bool) -> None:
    """A lone hex with bleed has two ticks at each of its six corners, each on an edge's line."""
    run = hexes(40, 1, 3, pointy=pointy, layout=layout, backs=False)
    assert shape_of(run.pieces[0].front) == "hex"
    [(_, page)] = pages_of(run, A4, Duplex.NONE, PLAIN)
    [trim] = [
        polygon_of(i.segments) for i in page.frame.items if isinstance(i, Path) and i.layer == "cut"
    ]
    ticks = crop_lines(page)[-12:]
    edges = list(zip(trim, trim[1:] + trim[:1], strict=True))
    for one, two in ticks:
        on = [
            edge for edge in edges if all(abs(cross(*edge, point)) < 1e-6 for point in (one, two))
        ]
        assert len(on) == 1


def cross(a: tuple[float, float], b: tuple[float, float], p: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


@MANY
@given(GRID_RUNS, PAPER, st.sampled_from((Duplex.LONG, Duplex.SHORT, Duplex.NONE)))
def test_every_cut_has_a_mark_at_both_ends(run: Run, paper: Paper, duplex: Duplex) -> None:
    """Each edge of each card has marks on both sides of the sheet."""
    for side, page in pages_of(run, paper, duplex, PLAIN):
        upright = [line[0][0] for line in crop_lines(page) if line[0][0] == line[1][0]]
        level = [line[0][1] for line in crop_lines(page) if line[0][1] == line[1][1]]
        for slot in side.slots:
            for x in (slot.x, slot.x + slot.width):
                assert sum(abs(x - mark) < 1e-3 for mark in upright) >= 2
            for y in (slot.y, slot.y + slot.height):
                assert sum(abs(y - mark) < 1e-3 for mark in level) >= 2


@MANY
@given(RUNS, PAPER, DUPLEXES, PROFILES)
def test_marks_and_labels_are_printable(
    run: Run, paper: Paper, duplex: Duplex, profile: Profile
) -> None:
    """Every mark and every letter lies in the printable area after the correction."""
    for _, page in pages_of(run, paper, duplex, profile):
        for kind, shape in mark_shapes(page.frame):
            assert inside(shape, printable_area(paper, profile), 1e-3), kind


@MANY
@given(RUNS, PAPER, DUPLEXES, PROFILES)
def test_labels_touch_nothing(run: Run, paper: Paper, duplex: Duplex, profile: Profile) -> None:
    """No label touches art, a crop mark or another label."""
    for side, page in pages_of(run, paper, duplex, profile):
        texts = [shape for kind, shape in mark_shapes(page.frame) if kind == "text"]
        lines = [shape for kind, shape in mark_shapes(page.frame) if kind == "line"]
        art = [polygon_of(transform_segments(slot.window, page.correction)) for slot in side.slots]
        for i, text in enumerate(texts):
            assert not any(overlap(text, other) for other in texts[:i] + lines + art)


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("duplex", list(Duplex))
def test_a_page_says_what_it_is(paper: Paper, duplex: Duplex) -> None:
    """Every page carries the bar, game, title, number, side, version and a hint, legibly."""
    for side, page in pages_of(cards(63, 88, 12), paper, duplex, PLAIN):
        texts = [item for item, _ in walk(page.frame.items) if isinstance(item, Text)]
        words = " | ".join(text.string for text in texts)
        name = "front and back" if side.name == "fold" else side.name
        assert "100 mm – print at 100 %" in words
        assert "Saltwind – Goods" in words
        flip = f" · flip on the {duplex.value} edge" if duplex.flips_paper else ""
        assert f"page {page.number}/{page.count} · {name}{flip} · version 1.2" in words
        assert side.hint in words
        assert min(text.size_pt for text in texts) >= 7.5
        assert {item.layer for item in texts} == {"marks"}


@pytest.mark.parametrize("duplex", [Duplex.LONG, Duplex.SHORT])
def test_narrow_margins_still_name_the_edge(duplex: Duplex) -> None:
    """The shortest label that is allowed has room for a large page number and the edge."""
    run = cards(63, 88, 1)
    margins = Margins(left=(A4.width - MIN_LENGTH) / 2, right=(A4.width - MIN_LENGTH) / 2)
    many = replace(run, pieces=run.pieces * 900, version="12.34.56")
    *_, (_, page) = pages_of(many, A4, duplex, Profile(margins=margins))
    strings = [item.string for item, _ in walk(page.frame.items) if isinstance(item, Text)]
    assert any(f"flip on the {duplex.value} edge" in string for string in strings)


def test_the_bar_is_100_mm() -> None:
    """The bar that proves the size is 100 mm long from end tick to end tick."""
    [(_, page)] = pages_of(cards(63, 88, 1, backs=False), A4, Duplex.NONE, PLAIN)
    spans = [abs(s[0][0] - s[1][0]) for kind, s in mark_shapes(page.frame) if kind == "line"]
    assert max(spans) == pytest.approx(100)


def test_long_titles_are_cut_short() -> None:
    """A title never runs into the hint beside it."""
    run = cards(63, 88, 1, backs=False)
    wordy = Run("A game " * 12, "with a very long component title", "1", run.pieces)
    [(_, page)] = pages_of(wordy, A4, Duplex.NONE, PLAIN)
    title = next(
        item
        for item, _ in walk(page.frame.items)
        if isinstance(item, Text) and item.string.startswith("A game")
    )
    assert title.string.endswith("…")
    assert text_box(title)[2] <= 100


def test_contours_follow_the_outline() -> None:
    """Front pages carry each piece's contour in the cutter's ink, back pages carry none."""
    run = coins(30, 5, 2)
    (front_side, front), (_, back) = pages_of(run, A4, Duplex.LONG, PLAIN)
    (item,) = (item for item in front.frame.items if item.layer == "cut")
    assert isinstance(item, Path)
    assert item.stroke is not None
    assert item.stroke.ink == CUT
    for contour, slot in zip(contours_of(item), front_side.slots, strict=True):
        assert bounds(contour) == pytest.approx(slot.box)
    assert not [item for item in back.frame.items if item.layer == "cut"]


def test_a_fold_sheet_has_one_dashed_crease() -> None:
    """A sheet to fold shows one dashed line on its own layer, and says what to do."""
    [(side, page)] = pages_of(cards(63, 88, 2), A4, Duplex.FOLD, PLAIN)
    [crease] = [item for item in page.frame.items if item.layer == "fold"]
    assert isinstance(crease, Path)
    assert crease.stroke is not None
    assert crease.stroke.ink == CREASE
    assert crease.stroke.dash
    assert side.hint == "Fold, glue, then cut."


def test_a_page_knows_its_boxes() -> None:
    """A page lists the trim and bleed boxes of all its pieces."""
    [(side, page)] = pages_of(cards(63, 88, 4, backs=False), A4, Duplex.NONE, PLAIN)
    assert page.trim_boxes == tuple(slot.box for slot in side.slots)
    for trim, bleed in zip(page.trim_boxes, page.bleed_boxes, strict=True):
        assert inside(corners(trim), bleed)
        assert bleed[2] == pytest.approx(trim[2] + 6)


BOAT = "M2,24 L14,6 L28,0 H108 L124,6 L138,24 L124,42 L108,48 H28 L14,42 Z"
ARROW = "M0,20 L30,0 V12 H60 V28 H30 V40 Z"
LEAF = "M0,20 C20,-10 40,-10 60,20 C40,50 20,50 0,20 Z"


def turned_lines(outline: Segments) -> list[tuple[tuple[float, float], float, float]]:
    """Each corner of a path with the directions of its two sides there, in degrees."""
    return [
        (
            corner.point,
            math.degrees(math.atan2(corner.arriving[1], corner.arriving[0])) % 180,
            math.degrees(math.atan2(corner.leaving[1], corner.leaving[0])) % 180,
        )
        for corner in path_corners(outline)
    ]


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("path", [BOAT, LEAF])
def test_every_corner_of_a_path_has_its_ticks(paper: Paper, path: str) -> None:
    """Both sides of each corner are extended beyond it, slanted and curved ones too."""
    outline = parse_path(path)
    width, height = (140, 48) if path == BOAT else (60, 40)
    run = cards(width, height, 3, outline=outline, backs=False)
    for side, page in pages_of(run, paper, Duplex.NONE, PLAIN):
        ticks = {
            ((shape[0][0], shape[0][1]), (shape[1][0], shape[1][1]))
            for item, matrix in walk(page.frame.items)
            if isinstance(item, Path) and item.stroke == MARK
            for shape in lines_of(item, matrix)
        }
        for slot in side.slots:
            for (x, y), one, other in turned_lines(transform_segments(outline, slot_matrix(slot))):
                near = [line for line in ticks if math.dist(line[0], (x, y)) < 2.6]
                seen = sorted({round(_direction(*line)) % 180 for line in near})
                assert seen == sorted({round(one) % 180, round(other) % 180})


def _direction(one: tuple[float, float], other: tuple[float, float]) -> float:
    return math.degrees(math.atan2(other[1] - one[1], other[0] - one[0])) % 180


def lines_of(item: Path, matrix: Matrix) -> list[list[tuple[float, float]]]:
    points = [apply(matrix, float(s[1]), float(s[2])) for s in item.segments]
    return [points[i : i + 2] for i in range(0, len(points), 2)]


def test_ticks_keep_off_every_trim() -> None:
    """No tick lies on a piece; a corner that points inwards gets one from outside."""
    outline = parse_path(ARROW)
    run = cards(60, 40, 8, outline=outline, backs=False)
    [(side, page)] = pages_of(run, A4, Duplex.NONE, PLAIN)
    trims = [
        flatten(transform_segments(outline, slot_matrix(slot)), IDENTITY) for slot in side.slots
    ]
    ticks = [
        line
        for item, matrix in walk(page.frame.items)
        if isinstance(item, Path) and item.stroke == MARK
        for line in lines_of(item, matrix)
        if math.dist(*line) < 1.6
    ]
    assert len(ticks) >= 8 * (2 * 5 + 2)
    for line in ticks:
        assert all(trim.depth(*point) < -0.25 for trim in trims for point in line)
