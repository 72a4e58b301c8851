"""Safe zone and bleed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.frame import Frame, Group, Path, Use
from printgen.geometry import (
    IDENTITY,
    Segments,
    ellipse,
    hexagon,
    polygon,
    rectangle,
    rotate,
    translate,
)
from printgen.ink import Color
from printgen.regions import flatten
from tests.check.conftest import Card, Codes, Only, Say

BLUE = Color(0, 114, 178)
SAND = Color(240, 230, 200)


@pytest.fixture
def star() -> Frame:
    points = [(5, 0), (7, 3), (10, 5), (7, 7), (5, 10), (3, 7), (0, 5), (3, 3)]
    return Frame("star", 10, 10, (Path(polygon(points), fill=BLUE),))


def test_text_near_the_cut_is_an_error(card: Card, say: Say, only: Only) -> None:
    """Text in the margin is an error with its distance and the margin."""
    finding = only(card(say(x=1.5)))
    assert (finding.code, finding.is_error) == ("safe-zone", True)
    assert "within 1.5 mm" in finding.message
    assert "3 mm" in finding.message


def test_text_at_the_margin_is_fine(card: Card, say: Say, codes: Codes) -> None:
    """Text exactly at the margin is allowed."""
    assert codes(card(say(x=3))) == []


def test_text_over_the_cut_is_an_error(card: Card, say: Say, only: Only) -> None:
    """Text that crosses the cut says by how much."""
    finding = only(card(say(x=-1)))
    assert finding.code == "safe-zone"
    assert "runs 1 mm over" in finding.message


def test_letters_count_as_they_are_drawn(card: Card, say: Say, codes: Codes) -> None:
    """Only letters that reach below the baseline need room there."""
    assert codes(card(say("name", y=84.9))) == []
    assert codes(card(say("pangs", y=84.9))) == [("safe-zone", True)]


def test_turned_text(card: Card, say: Say, codes: Codes) -> None:
    """Text turned on its side is measured where it stands."""
    assert codes(card(Group((say("Salt", x=0, y=0),), (0, 1, -1, 0, 40, 40)))) == []
    assert codes(card(Group((say("Salt", x=0, y=0),), (0, 1, -1, 0, 40, 80)))) == [
        ("safe-zone", True)
    ]


def test_safe_zone_follows_the_outline(say: Say, codes: Codes) -> None:
    """On a hex tile the corners of its box are outside."""
    outline = hexagon(25, 25, 25)
    middle, corner = say("Salt", x=22, y=25), say("Salt", x=4, y=8)
    assert codes(Frame("hex", 50, 50, (middle,), 0, 3, outline)) == []
    assert codes(Frame("hex", 50, 50, (corner,), 0, 3, outline)) == [("safe-zone", True)]


def test_symbol_over_the_cut_is_a_warning(card: Card, star: Frame, only: Only) -> None:
    """A symbol that the cut crosses is a warning that names it."""
    finding = only(card(Use(star, translate(-2, 40))))
    assert (finding.code, finding.is_error) == ("safe-zone", False)
    assert "'star'" in finding.message
    assert "2 mm" in finding.message


@pytest.mark.parametrize(
    "x",
    [
        pytest.param(10, id="inside"),
        pytest.param(0, id="touching the cut"),
        pytest.param(-3, id="filling the bleed"),
        pytest.param(-10, id="outside"),
    ],
)
def test_symbol_that_is_not_cut_through(card: Card, star: Frame, codes: Codes, x: float) -> None:
    """A symbol inside, in the whole bleed or outside is fine."""
    assert codes(card(Use(star, translate(x, 40)))) == []


def test_symbol_with_empty_corners(card: Card, star: Frame, codes: Codes) -> None:
    """A turned symbol counts by what is drawn, not by its box."""
    turned = Use(star, (0.7071, 0.7071, -0.7071, 0.7071, 5, 37))
    assert codes(card(turned)) == []


def test_symbol_over_the_cut_without_bleed(star: Frame, codes: Codes) -> None:
    """Without bleed, every symbol that crosses the cut is reported."""
    frame = Frame("token", 20, 20, (Use(star, translate(-2, 5)),))
    assert codes(frame) == [("safe-zone", False)]


def test_ground_that_ends_on_the_cut_is_an_error(codes: Codes, only: Only) -> None:
    """A ground that ends at the trim is reported at all four edges."""
    finding = only(Frame("card", 63, 88, (Path(rectangle(0, 0, 63, 88), fill=BLUE),), 3, 3))
    assert (finding.code, finding.is_error) == ("bleed", True)
    assert "at the top, right, bottom and left edges" in finding.message
    assert "0 mm past" in finding.message
    assert "3 mm" in finding.message


def test_ground_without_bleed_is_fine(codes: Codes) -> None:
    """A face without a bleed needs no art beyond the cut."""
    assert codes(Frame("card", 63, 88, (Path(rectangle(0, 0, 63, 88), fill=BLUE),), 0, 3)) == []


def test_band_that_ends_in_the_bleed_is_an_error(card: Card, only: Only) -> None:
    """A band that does not reach the end of the bleed names its edge."""
    finding = only(card(Path(rectangle(-3, 10, 68, 9), fill=BLUE), ground=SAND))
    assert finding.code == "bleed"
    assert "at the right edge" in finding.message
    assert "2 mm past" in finding.message


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(rectangle(-3, 10, 69, 9), id="full bleed"),
        pytest.param(rectangle(1, 10, 61, 9), id="inside the cut"),
        pytest.param(polygon([(50, 30), (65, 40), (50, 50)]), id="a point over the cut"),
        pytest.param(rectangle(61, 10, 3, 3), id="a small square of a pattern"),
    ],
)
def test_band_that_bleeds_or_stays_inside(card: Card, codes: Codes, shape: Segments) -> None:
    """Full bleeds, inner shapes and patterns are fine."""
    assert codes(card(Path(shape, fill=BLUE), ground=SAND)) == []


def test_hidden_border_is_fine(card: Card, codes: Codes) -> None:
    """A border that later art hides, or of one colour with its ground, is fine."""
    short = Path(rectangle(0, 0, 63, 88), fill=BLUE)
    cover = Path(rectangle(-3, -3, 69, 94), fill=SAND)
    assert codes(card(short, cover)) == []
    assert codes(card(short, ground=BLUE)) == []


def test_clip_at_the_cut_is_an_error(only: Only) -> None:
    """A full bleed that is clipped to the trim is not a bleed."""
    ground = Path(rectangle(-3, -3, 69, 94), fill=BLUE)
    frame = Frame("card", 63, 88, (Group((ground,), clip=rectangle(0, 0, 63, 88)),), 3, 3)
    assert only(frame).code == "bleed"


@pytest.mark.parametrize(
    ("inner", "outer", "outline"),
    [
        (ellipse(25, 25, 25), ellipse(25, 25, 28), ellipse(25, 25, 25)),
        (hexagon(25, 25, 25), hexagon(25, 25, 28.5), hexagon(25, 25, 25)),
    ],
)
def test_bleed_follows_the_outline(
    codes: Codes, inner: Segments, outer: Segments, outline: Segments
) -> None:
    """Round and six-sided pieces need bleed along their own edge."""
    bare = Frame("piece", 50, 50, (Path(inner, fill=BLUE),), 3, 3, outline)
    full = Frame("piece", 50, 50, (Path(outer, fill=BLUE),), 3, 3, outline)
    assert codes(bare) == [("bleed", True)]
    assert codes(full) == []


def test_one_side_of_a_hexagon_is_named(only: Only) -> None:
    """An edge that is not a side of the bounding box is named by its position."""
    outline = hexagon(25, 25, 25)
    ground = Path(hexagon(25, 25, 28.5), fill=SAND)
    side = polygon([(25, 0), (25 - 25 * 0.866, 12.5), (25, 25)])
    finding = only(Frame("piece", 50, 50, (ground, Path(side, fill=BLUE)), 3, 3, outline))
    assert "at the top left edge a" in finding.message


def test_turned_face_is_judged_alike(codes: Codes) -> None:
    """A rotated ground is judged like an upright one."""
    ground = Path(rectangle(0, 0, 63, 88), fill=BLUE)
    turned = Group((ground,), rotate(180, 31.5, 44))
    assert codes(Frame("card", 63, 88, (turned,), 3, 3)) == [("bleed", True)]


def test_clipped_frame_hides_what_is_beyond(say: Say, codes: Codes) -> None:
    """What a clipped frame hides beyond its bleed does not count as ground."""
    inner = Frame("inner", 10, 10, (Path(rectangle(0, 0, 63, 88), fill=BLUE),), clipped=True)
    assert codes(Frame("card", 63, 88, (Use(inner), say()))) == []


OUTLINES = st.sampled_from(
    (
        rectangle(0, 0, 63, 88, 3),
        rectangle(0, 0, 20, 9),
        hexagon(25, 22, 25, pointy=False),
        ellipse(10, 10, 10),
    )
)


@given(OUTLINES, st.floats(-20, 90), st.floats(-20, 110), st.floats(-2, 2))
def test_depth_is_compared_as_it_is_measured(
    outline: Segments, x: float, y: float, more: float
) -> None:
    """Comparing a point's depth with a distance gives what measuring it gives."""
    area = flatten(outline, IDENTITY)
    depth = area.depth(x, y)
    assert area.is_deeper(x, y, depth + more) == (depth > depth + more)
