"""Calibration: a stranger's readings of the sheet give back what the printer does."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from printgen.errors import CallError
from printgen.frame import Path, Text, apply, multiply
from printgen.sheet.calibrate import Readings, draw_calibration, profile_from_readings
from printgen.sheet.model import Duplex, Label, Margins, Page, Paper, Profile
from printgen.sheet.placing import paper_mirror
from printgen.sheet.readings import BACK_STEP, FROM_SIDE, FROM_TOP, FRONT_STEP, TICKS
from tests.sheet.samples import (
    A3,
    A4,
    LABEL,
    LETTER,
    PAPERS,
    corners,
    inside,
    mark_shapes,
    overlap,
    polygon_of,
    printer,
    text_box,
    walk,
)

FLIPS = st.sampled_from((Duplex.LONG, Duplex.SHORT))
Ends = list[tuple[float, float]]


def ticks(page: Page, paper: Paper, step: float, name: str) -> dict[int, tuple[float, float]]:
    """The root of every tick of one vernier, by its number, where the sheet really draws it."""
    across = name in ("top", "bottom")
    along = paper.width / 2 if across else paper.height / 2
    level = {
        "top": FROM_TOP,
        "bottom": paper.height - FROM_TOP,
        "left": FROM_SIDE,
        "right": paper.width - FROM_SIDE,
    }[name]
    found: dict[int, tuple[float, float]] = {}
    for kind, shape in mark_shapes(page.frame):
        if kind != "line":
            continue
        (x, y), (x2, y2) = shape
        here, there, moved = (x, y, x2 - x) if across else (y, x, y2 - y)
        number = (here - along) / step
        if abs(there - level) < 1e-6 and abs(moved) < 1e-6 and abs(number) < TICKS + 0.5:
            assert abs(number - round(number)) < 1e-6
            found[round(number)] = (x, y)
    return found


def meeting(
    pages: tuple[Page, Page], paper: Paper, duplex: Duplex, profile: Profile, name: str
) -> int:
    """The number at which front and back lines of that number come closest on paper."""
    flip = paper_mirror(paper, duplex)
    front, back = pages
    printed_front = printer(profile, paper, back=False)
    printed_back = multiply(flip.matrix, printer(profile, paper, back=True))
    # Verniers are found by where they stand on their own page.
    there = name
    if (duplex is Duplex.LONG and name in ("left", "right")) or (
        duplex is Duplex.SHORT and name in ("top", "bottom")
    ):
        there = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}[name]
    fronts = ticks(front, paper, FRONT_STEP, name)
    backs = ticks(back, paper, BACK_STEP, there)
    mirrored = (duplex is Duplex.LONG) == (name in ("top", "bottom"))
    axis = 0 if name in ("top", "bottom") else 1
    gaps = {
        number: abs(
            apply(printed_front, *fronts[number])[axis]
            - apply(printed_back, *backs[-number if mirrored else number])[axis]
        )
        for number in range(-TICKS, TICKS + 1)
    }
    best = min(gaps, key=lambda number: gaps[number])
    assume(abs(best) < TICKS)
    return best


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(PAPERS),
    FLIPS,
    st.floats(0.98, 1.02),
    st.floats(0.98, 1.02),
    st.floats(-1.8, 1.8),
    st.floats(-1.8, 1.8),
    st.floats(-0.4, 0.4),
)
def test_readings_recover_the_printer(
    paper: Paper,
    duplex: Duplex,
    scale_x: float,
    scale_y: float,
    dx: float,
    dy: float,
    angle: float,
) -> None:
    """a printer that scales, shifts and turns is found to 0.1 mm and 0.05° by its ticks."""
    truth = Profile("p", scale_x, scale_y, dx, dy, angle)
    pages = draw_calibration(paper, duplex, LABEL)
    found = profile_from_readings(
        "p",
        Readings(
            paper,
            measured_x=round(100 / scale_x, 1),
            measured_y=round(100 / scale_y, 1),
            top=meeting(pages, paper, duplex, truth, "top"),
            bottom=meeting(pages, paper, duplex, truth, "bottom"),
            left=meeting(pages, paper, duplex, truth, "left"),
            right=meeting(pages, paper, duplex, truth, "right"),
            duplex=duplex,
        ),
    )
    assert found.scale_x == pytest.approx(scale_x, abs=0.0006)
    assert found.scale_y == pytest.approx(scale_y, abs=0.0006)
    assert found.back_dx == pytest.approx(dx, abs=0.1)
    assert found.back_dy == pytest.approx(dy, abs=0.1)
    assert found.back_angle == pytest.approx(angle, abs=0.05)


def test_one_tick_is_a_tenth_of_a_millimetre() -> None:
    """tick 3 on top and bottom means 0.3 mm, to the left as one looks at the back."""
    found = profile_from_readings("p", Readings(A4, top=3, bottom=3))
    assert found.back_dx == pytest.approx(-0.3)
    assert (found.back_dy, found.back_angle) == pytest.approx((0, 0))
    turned = profile_from_readings("p", Readings(A4, top=3, bottom=3, duplex=Duplex.SHORT))
    assert turned.back_dx == pytest.approx(0.3)


def test_margins_are_taken_over() -> None:
    """the margins read at the edges become the profile's."""
    edges = Margins(2, 3, 7, 4)
    assert profile_from_readings("p", Readings(A4, margins=edges)).margins == edges


@pytest.mark.parametrize(
    "readings",
    [
        Readings(A4, measured_x=50),
        Readings(A4, measured_y=112),
        Readings(A4, top=31),
        Readings(A4, left=math.nan),
        Readings(A4, margins=Margins(top=90)),
        Readings(A4, duplex=Duplex.FOLD),
    ],
)
def test_impossible_readings_are_refused(readings: Readings) -> None:
    """readings that no sheet can give are refused in words."""
    with pytest.raises(CallError):
        profile_from_readings("p", readings)


@pytest.mark.parametrize("paper", [A4, LETTER, A3])
@pytest.mark.parametrize("duplex", [Duplex.LONG, Duplex.SHORT])
def test_the_sheet_is_tidy(paper: Paper, duplex: Duplex) -> None:
    """no text on the sheet touches a line or another text, and all lies on the paper."""
    for page in draw_calibration(paper, duplex, LABEL):
        shapes = list(mark_shapes(page.frame))
        texts = [shape for kind, shape in shapes if kind == "text"]
        lines = [shape for kind, shape in shapes if kind == "line"]
        for i, text in enumerate(texts):
            assert inside(text, (0, 0, paper.width, paper.height))
            assert not any(overlap(text, other) for other in texts[:i] + lines)
        for line in lines:
            assert inside(line, (0, 0, paper.width, paper.height))


@pytest.mark.parametrize("duplex", [Duplex.LONG, Duplex.SHORT])
def test_front_and_back_do_not_cover_each_other(duplex: Duplex) -> None:
    """held against a light, the back's figures stand clear of the front's."""
    front, back = draw_calibration(A4, duplex, LABEL)
    flip = paper_mirror(A4, duplex).matrix
    through = [
        corners(text_box(item), multiply(flip, matrix))
        for item, matrix in walk(back.frame.items)
        if isinstance(item, Text) and item.string[-1].isdigit()
    ]
    shown = [shape for _, shape in mark_shapes(front.frame)]
    assert len(through) == 4 * 13
    assert not any(overlap(one, two) for one in through for two in shown)


@pytest.mark.parametrize("paper", [A4, LETTER, A3])
def test_rulers_are_true(paper: Paper) -> None:
    """both rulers span exactly 200 mm and are marked at 100."""
    front, _ = draw_calibration(paper, Duplex.LONG, LABEL)
    lengths = [math.dist(*shape) for kind, shape in mark_shapes(front.frame) if kind == "line"]
    assert sum(abs(length - 200) < 1e-9 for length in lengths) == 2
    words = [i.string for i, _ in walk(front.frame.items) if isinstance(i, Text)]
    assert words.count("100") == 2
    assert words.count("200 mm") == 2


def test_edge_steps_tell_their_distance() -> None:
    """step n of each staircase stands n millimetres from its edge of the paper."""
    front, _ = draw_calibration(A4, Duplex.LONG, LABEL)
    lines = [shape for kind, shape in mark_shapes(front.frame) if kind == "line"]
    for n in range(1, 13):
        assert any(one[1] == two[1] == n for one, two in lines)
        assert any(one[1] == two[1] == A4.height - n for one, two in lines)
        assert any(one[0] == two[0] == n for one, two in lines)
        assert any(one[0] == two[0] == A4.width - n for one, two in lines)


def test_figures_can_be_read() -> None:
    """nothing on the sheet is smaller than 7.5 pt or on a layer that can be switched off."""
    for page in draw_calibration(A4, Duplex.LONG, Label(LABEL.face)):
        for item, _ in walk(page.frame.items):
            assert isinstance(item, Text | Path)
            assert item.layer == "marks"
            if isinstance(item, Text):
                assert item.size_pt >= 7.5
            else:
                assert len(polygon_of(item.segments)) >= 2


def test_one_sided_or_tiny_sheets_are_refused() -> None:
    """a sheet needs two sides and room for its rulers."""
    with pytest.raises(CallError, match="both sides"):
        draw_calibration(A4, Duplex.NONE, LABEL)
    with pytest.raises(CallError, match="too small"):
        draw_calibration(Paper("a5", 148, 210), Duplex.LONG, LABEL)
