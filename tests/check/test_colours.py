"""Contrast, colour blindness and colour difference, against published numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.check.colours import (
    VISIONS,
    ciede2000,
    distance,
    lightness,
    nearest_pair,
)
from printgen.colour import READABLE, contrast, mix, parse_hex, readable_on
from printgen.ink import BLACK, WHITE, Color

OKABE_ITO = {
    "orange": Color(0xE6, 0x9F, 0x00),
    "sky": Color(0x56, 0xB4, 0xE9),
    "green": Color(0x00, 0x9E, 0x73),
    "yellow": Color(0xF0, 0xE4, 0x42),
    "blue": Color(0x00, 0x72, 0xB2),
    "vermilion": Color(0xD5, 0x5E, 0x00),
    "purple": Color(0xCC, 0x79, 0xA7),
}

colours = st.builds(Color, *[st.integers(0, 255)] * 3)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # Pairs of the test data of Sharma, Wu and Dalal (2005).
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_ciede2000_matches_its_test_data(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    """The colour difference gives the published values, both ways round."""
    assert ciede2000(one, other) == pytest.approx(expected, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize(
    ("name", "on_white", "on_black", "grey"),
    [
        ("orange", 2.25, 9.3, 71),
        ("yellow", 1.32, 15.9, 89),
        ("blue", 5.19, 4.05, 46),
        ("vermilion", 3.87, 5.4, 54),
    ],
)
def test_contrast_and_lightness(name: str, on_white: float, on_black: float, grey: float) -> None:
    """Contrast and lightness of known colours are the known ones."""
    assert contrast(OKABE_ITO[name], WHITE) == pytest.approx(on_white, abs=0.006)
    assert contrast(BLACK, OKABE_ITO[name]) == pytest.approx(on_black, abs=0.06)
    assert lightness(OKABE_ITO[name]) == pytest.approx(grey, abs=0.6)


@pytest.mark.parametrize(
    ("vision", "pair", "expected"),
    [
        ("protan", ("blue", "purple"), 12.2),
        ("deutan", ("orange", "yellow"), 11.6),
        ("tritan", ("orange", "purple"), 7.9),  # Viénot's simpler matrix gives the same
    ],
)
def test_nearest_colours_of_a_safe_palette(
    vision: str, pair: tuple[str, str], expected: float
) -> None:
    """The hardest pair of a palette made for colour blindness is the known one."""
    near = min(
        (distance(OKABE_ITO[a], OKABE_ITO[b], vision), a, b)
        for a in OKABE_ITO
        for b in OKABE_ITO
        if a < b
    )
    assert set(near[1:]) == set(pair)
    assert near[0] == pytest.approx(expected, abs=0.06)


def test_red_and_green_meet_for_green_blind_eyes() -> None:
    """Colours that differ for normal vision look alike to a colour-blind person."""
    red, green = Color(190, 120, 60), Color(120, 150, 60)
    assert distance(red, green) > 25
    assert distance(red, green, "deutan") < 10


@given(colours, colours, st.sampled_from(VISIONS))
def test_distance_is_a_distance(one: Color, other: Color, vision: str) -> None:
    """A colour is 0 from itself, and a difference is the same both ways."""
    assert distance(one, one, vision) == pytest.approx(0, abs=1e-9)
    assert distance(one, other, vision) == pytest.approx(distance(other, one, vision))


@given(colours, colours)
def test_contrast_range(one: Color, other: Color) -> None:
    """Contrast lies between 1 and 21 and does not depend on order."""
    assert 1 <= contrast(one, other) <= 21.0001
    assert contrast(one, other) == contrast(other, one)


def test_mix() -> None:
    """Half of black on white is grey."""
    assert mix(BLACK, WHITE, 0.5) == Color(128, 128, 128)
    assert mix(BLACK, WHITE, 1) == WHITE


def test_nearest_pair() -> None:
    """The most similar pair of a palette is returned with the vision that finds it hardest."""
    worst = nearest_pair(OKABE_ITO)
    assert worst is not None
    assert {worst.first, worst.second} == {"orange", "purple"}
    assert worst.vision == "tritan"
    assert nearest_pair({"one": BLACK}) is None


@pytest.mark.parametrize("ground", ["#d9482b", "#e34234", "#808080", "#777777", "#1c8a5a"])
def test_ink_on_a_colour_of_medium_lightness(ground: str) -> None:
    """The ink for text on a ground is readable, also where neither paper nor ink is."""
    colour = parse_hex(ground)
    assert colour is not None
    ink = readable_on(colour, Color(0xFB, 0xF7, 0xEE), Color(0x2A, 0x28, 0x26))
    assert contrast(ink, colour) >= READABLE
