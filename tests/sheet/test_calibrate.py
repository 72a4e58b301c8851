"""Calibration: readings of the sheet determine the printer's errors."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Margins, Profile
from printgen.catalog.translations.own import own_words
from printgen.errors import CallError
from printgen.frame import Path, Text
from printgen.geometry import IDENTITY, Matrix, apply, multiply, rotate
from printgen.sheet.arrange import arrange
from printgen.sheet.calibrate import draw_calibration
from printgen.sheet.correction import correction
from printgen.sheet.model import Label, Page
from printgen.sheet.placing import paper_mirror
from printgen.sheet.readings import (
    BACK_STEP,
    FROM_SIDE,
    FROM_TOP,
    FRONT_STEP,
    TICKS,
    Readings,
    profile_from_readings,
)
from tests.sheet.samples import (
    A3,
    A4,
    LABEL,
    LETTER,
    PAPERS,
    cards,
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
    st.floats(-4.0, 4.0),
    st.floats(-4.0, 4.0),
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
    """A printer that scales, shifts and turns is found to 0.1 mm and 0.05° by its ticks."""
    truth = Profile("p", scale_x, scale_y, dx, dy, angle)
    pages = draw_calibration(paper, duplex, LABEL, own_words("en"))
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
    """Tick 3 on top and bottom means 0.3 mm, to the left as one looks at the back."""
    found = profile_from_readings("p", Readings(A4, top=3, bottom=3))
    assert found.back_dx == pytest.approx(-0.3)
    assert (found.back_dy, found.back_angle) == pytest.approx((0, 0))
    turned = profile_from_readings("p", Readings(A4, top=3, bottom=3, duplex=Duplex.SHORT))
    assert turned.back_dx == pytest.approx(0.3)


def test_scales_reach_six_millimetres() -> None:
    """A back that is 5.9 mm off can still be measured and corrected."""
    found = profile_from_readings("p", Readings(A4, top=59, bottom=59, left=-59, right=-59))
    assert (found.back_dx, found.back_dy) == pytest.approx((-5.9, -5.9))


def test_contradicting_scales_are_explained() -> None:
    """Scales that contradict each other are an error."""
    with pytest.raises(CallError, match=r"contradict.*0\.8°.*0\.0°"):
        profile_from_readings("p", Readings(A4, top=30))


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(PAPERS),
    FLIPS,
    FLIPS,
    st.floats(-4.0, 4.0),
    st.floats(-4.0, 4.0),
    st.floats(-0.4, 0.4),
)
def test_a_profile_serves_either_edge(
    paper: Paper, measured: Duplex, printed: Duplex, dx: float, dy: float, angle: float
) -> None:
    """A printer measured with one edge prints in register when flipped on the other."""
    # The printer's error in its own terms: it never learns which edge the driver turns about,
    # and the driver turns the back by half a turn for the short edge.
    machine = Profile("p", back_dx=dx, back_dy=dy, back_angle=angle)
    half_turn = rotate(180, paper.width / 2, paper.height / 2)

    def on_paper(page_matrix: Matrix, duplex: Duplex) -> Matrix:
        turned = half_turn if duplex is Duplex.SHORT else IDENTITY
        through = paper_mirror(paper, Duplex.LONG).matrix
        error = printer(machine, paper, back=True)
        return multiply(through, multiply(error, multiply(turned, page_matrix)))

    pages = draw_calibration(paper, measured, LABEL, own_words("en"))
    as_printed = Profile("p", 1, 1, *((dx, dy) if measured is Duplex.LONG else (-dx, -dy)), angle)
    shown = multiply(paper_mirror(paper, measured).matrix, printer(as_printed, paper, back=True))
    assert shown == pytest.approx(on_paper(IDENTITY, measured))
    found = profile_from_readings(
        "p",
        Readings(
            paper,
            **{  # type: ignore[arg-type]
                name: meeting(pages, paper, measured, as_printed, name)
                for name in ("top", "bottom", "left", "right")
            },
            duplex=measured,
        ),
    )
    plan = arrange(cards(63, 88, 4), paper, printed, found)
    back = correction(plan.profile, paper, back=True)
    wanted = paper_mirror(paper, printed)
    for x, y in ((20.0, 20.0), (paper.width - 20, 30.0), (40.0, paper.height - 20)):
        behind = apply(wanted.matrix, x, y)  # where the back page draws what belongs behind x, y
        lands = apply(on_paper(back, printed), *behind)
        assert math.dist(lands, (x, y)) < 0.3


def test_margins_are_taken_over() -> None:
    """The margins read at the edges become the profile's."""
    edges = Margins(2, 3, 7, 4)
    assert profile_from_readings("p", Readings(A4, margins=edges)).margins == edges


@pytest.mark.parametrize(
    "readings",
    [
        Readings(A4, measured_x=50),
        Readings(A4, measured_y=112),
        Readings(A4, top=61, bottom=61),
        Readings(A4, top=30),
        Readings(A4, measured_x=94),
        Readings(A4, margins=Margins(left=30)),
        Readings(A4, left=math.nan),
        Readings(A4, margins=Margins(top=90)),
        Readings(A4, duplex=Duplex.FOLD),
    ],
)
def test_impossible_readings_are_refused(readings: Readings) -> None:
    """Impossible readings are an error."""
    with pytest.raises(CallError):
        profile_from_readings("p", readings)


@pytest.mark.parametrize("paper", [A4, LETTER, A3])
@pytest.mark.parametrize("duplex", [Duplex.LONG, Duplex.SHORT])
def test_the_sheet_is_tidy(paper: Paper, duplex: Duplex) -> None:
    """No text on the sheet touches a line or another text, and all lies on the paper."""
    for page in draw_calibration(paper, duplex, LABEL, own_words("en")):
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
    """Held against a light, the numbers of the back do not overlap those of the front."""
    front, back = draw_calibration(A4, duplex, LABEL, own_words("en"))
    flip = paper_mirror(A4, duplex).matrix
    through = [
        corners(text_box(item), multiply(flip, matrix))
        for item, matrix in walk(back.frame.items)
        if isinstance(item, Text) and item.string[-1].isdigit()
    ]
    shown = [shape for _, shape in mark_shapes(front.frame)]
    assert len(through) == 4 * 25
    assert not any(overlap(one, two) for one in through for two in shown)


@pytest.mark.parametrize("paper", [A4, LETTER, A3])
def test_rulers_are_true(paper: Paper) -> None:
    """Both rulers span exactly 150 mm and are marked at 100."""
    front, _ = draw_calibration(paper, Duplex.LONG, LABEL, own_words("en"))
    lengths = [math.dist(*shape) for kind, shape in mark_shapes(front.frame) if kind == "line"]
    assert sum(abs(length - 150) < 1e-9 for length in lengths) == 2
    words = [i.string for i, _ in walk(front.frame.items) if isinstance(i, Text)]
    assert words.count("100") == 2
    assert words.count("150 mm") == 2


def test_edge_steps_tell_their_distance() -> None:
    """Step n of each staircase stands n millimetres from its edge of the paper."""
    front, _ = draw_calibration(A4, Duplex.LONG, LABEL, own_words("en"))
    lines = [shape for kind, shape in mark_shapes(front.frame) if kind == "line"]
    for n in range(1, 13):
        assert any(one[1] == two[1] == n for one, two in lines)
        assert any(one[1] == two[1] == A4.height - n for one, two in lines)
        assert any(one[0] == two[0] == n for one, two in lines)
        assert any(one[0] == two[0] == A4.width - n for one, two in lines)


def test_figures_can_be_read() -> None:
    """Nothing on the sheet is smaller than 7.5 pt or on a layer that can be switched off."""
    for page in draw_calibration(A4, Duplex.LONG, Label(LABEL.face), own_words("en")):
        for item, _ in walk(page.frame.items):
            assert isinstance(item, Text | Path)
            assert item.layer == "marks"
            if isinstance(item, Text):
                assert item.size_pt >= 7.5
            else:
                assert len(polygon_of(item.segments)) >= 2


def test_one_sided_or_tiny_sheets_are_refused() -> None:
    """A sheet needs two sides and room for its rulers."""
    with pytest.raises(CallError, match="two-sided"):
        draw_calibration(A4, Duplex.NONE, LABEL, own_words("en"))
    with pytest.raises(CallError, match="too small"):
        draw_calibration(Paper("a5", 148, 210), Duplex.LONG, LABEL, own_words("en"))


@pytest.mark.parametrize("paper", [A4, LETTER, A3])
@pytest.mark.parametrize("duplex", [Duplex.LONG, Duplex.SHORT])
def test_the_sheet_names_its_own_command(paper: Paper, duplex: Duplex) -> None:
    """A sheet names its paper and edge in the command, and says what to do if none match."""
    front, _ = draw_calibration(paper, duplex, LABEL, own_words("en"))
    words = " ".join(i.string.strip() for i, _ in walk(front.frame.items) if isinstance(i, Text))
    assert f"printgen calibrate --paper {paper.name} --duplex {duplex.value} --name" in words
    assert f"flipped on the {duplex.value} edge" in words
    assert "No match? The back is more than 6 mm off" in words
