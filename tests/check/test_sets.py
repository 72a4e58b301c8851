"""Faces that look alike."""

import pytest

from printgen.check.sets import check_palette, check_set
from printgen.errors import Finding, Location
from printgen.frame import Frame, Group, Item, Path, Stroke, Use
from printgen.geometry import ellipse, rectangle, translate
from printgen.ink import BLACK, CURRENT, WHITE, Color, Ink, Spot
from tests.check.conftest import Say

PLACE = Location("cards/harbour/goods.csv")
ORANGE, SKY, BLUE, YELLOW = (
    Color(0xE6, 0x9F, 0x00),
    Color(0x56, 0xB4, 0xE9),
    Color(0x00, 0x72, 0xB2),
    Color(0xF0, 0xE4, 0x42),
)


def _card(name: str, *items: Item) -> Frame:
    return Frame(name, 63, 88, items)


def _filled(name: str, colour: Ink, *items: Item) -> Frame:
    return _card(name, Path(rectangle(0, 0, 63, 88), fill=colour), *items)


def _check(*frames: Frame) -> list[Finding]:
    return check_set({frame.name: frame for frame in frames}, PLACE)


def test_colours_that_are_equal_in_grey_are_an_error() -> None:
    """Faces that differ only in colours of one lightness are an error naming both."""
    (finding,) = _check(_filled("rice", ORANGE), _filled("fish", SKY))
    assert (finding.code, finding.is_error, finding.place) == ("look-alike", True, PLACE)
    assert "'rice' and 'fish'" in finding.message
    assert "0.8 in a grey print (8 is needed)" in finding.message
    assert "eye" not in finding.message


def test_colours_that_meet_for_blind_eyes_are_an_error() -> None:
    """The kinds of vision that cannot distinguish two faces are named, with the difference."""
    (finding,) = _check(_filled("brick", Color(190, 90, 60)), _filled("wood", Color(100, 150, 60)))
    assert "to a green-blind eye (10 is needed)" in finding.message


def test_colours_far_apart_are_fine() -> None:
    """Faces that differ only in well-chosen colours are fine."""
    assert _check(_filled("rice", YELLOW), _filled("fish", BLUE), _filled("coal", BLACK)) == []


def test_other_shapes_are_fine() -> None:
    """Faces with different symbols are distinct, whatever their colours."""
    round_, square = ellipse(30, 40, 8), rectangle(22, 32, 16, 16)
    assert (
        _check(
            _filled("rice", ORANGE, Path(round_, fill=BLACK)),
            _filled("fish", SKY, Path(square, fill=BLACK)),
        )
        == []
    )


def test_other_texts_are_fine(say: Say) -> None:
    """Faces with different texts are distinct."""
    assert _check(_filled("rice", ORANGE, say("Rice")), _filled("fish", SKY, say("Fish"))) == []


def test_exact_duplicates_are_a_warning(say: Say) -> None:
    """Two rows with the same picture are a warning that names them."""
    (finding,) = _check(
        _filled("rice", ORANGE, say("Rice")),
        _filled("rice2", ORANGE, say("Rice")),
        _filled("rice3", ORANGE, say("Rice")),
    )
    assert (finding.code, finding.is_error) == ("duplicate", False)
    assert "'rice' and 'rice2' (and 1 more row)" in finding.message


def test_colours_inside_symbols_count() -> None:
    """The ink a symbol is given is compared like any other."""
    boat = Frame("boat", 10, 10, (Path(ellipse(5, 5, 4), fill=CURRENT),))
    given = [
        _card(name, Use(boat, translate(5, 5), ink)) for name, ink in (("a", ORANGE), ("b", SKY))
    ]
    drawn = Frame("boat", 10, 10, (Path(ellipse(5, 5, 4), fill=SKY),))
    assert [f.code for f in _check(*given)] == ["look-alike"]
    assert [f.code for f in _check(given[0], _card("c", Use(drawn, translate(5, 5))))] == [
        "look-alike"
    ]
    assert [f.code for f in _check(given[1], _card("c", Use(drawn, translate(5, 5))))] == [
        "duplicate"
    ]


def test_strokes_groups_and_spots_count() -> None:
    """Lines, groups and named inks are read too."""

    def ring(name: str, ink: Ink) -> Frame:
        line = Path(ellipse(30, 30, 9), stroke=Stroke(ink, 1))
        return _card(name, Group((line,), opacity=0.9))

    assert [f.code for f in _check(ring("a", ORANGE), ring("b", SKY))] == ["look-alike"]
    assert [f.code for f in _check(ring("a", SKY), ring("b", Spot("Sky", SKY)))] == ["duplicate"]
    assert _check(ring("a", BLACK), ring("b", WHITE)) == []


def test_best_colour_decides() -> None:
    """One strong difference is enough, however near the other colours are."""
    dot = ellipse(30, 40, 8)
    assert (
        _check(
            _filled("rice", ORANGE, Path(dot, fill=BLACK)),
            _filled("fish", SKY, Path(dot, fill=WHITE)),
        )
        == []
    )


def test_two_suits_are_one_finding(say: Say) -> None:
    """The same two colours over several ranks are reported once."""
    faces = [
        _filled(f"{suit}{rank}", colour, say(str(rank)))
        for suit, colour in (("a", ORANGE), ("b", SKY))
        for rank in range(1, 4)
    ]
    (finding,) = _check(*faces)
    assert "'a1' and 'b1' (and 2 more pairs)" in finding.message


@pytest.mark.parametrize(("other", "expected"), [(Color(225, 150, 10), 1), (BLUE, 0)])
def test_palette(other: Color, expected: int) -> None:
    """Colours of a palette that are too near are a warning."""
    findings = check_palette({"orange": ORANGE, "other": other}, PLACE)
    assert len(findings) == expected
    assert all("'orange' and 'other'" in f.message and not f.is_error for f in findings)


def test_backs_that_tell_like_fronts_apart() -> None:
    """Pieces with the same front are duplicates only if their backs are the same as well."""
    one, other, third = (_filled(name, ORANGE) for name in ("sun-2", "moon-2", "moon-2-again"))
    sun, moon = _filled("sun", SKY), _filled("moon", BLUE)
    fronts = {frame.name: frame for frame in (one, other, third)}
    assert check_set(fronts, PLACE, {"sun-2": sun, "moon-2": moon, "moon-2-again": None}) == []
    (finding,) = check_set(fronts, PLACE, {"sun-2": sun, "moon-2": moon, "moon-2-again": moon})
    assert "'moon-2' and 'moon-2-again' look exactly the same" in finding.message


def test_groups_of_equal_faces_are_one_finding() -> None:
    """A template that leaves out a column makes many rows look the same: that is one finding."""
    faces = [
        _filled(f"{group}{number}", colour)
        for group, colour in (("a", ORANGE), ("b", SKY), ("c", BLUE))
        for number in range(3)
    ]
    duplicates = [f for f in _check(*faces) if f.code == "duplicate"]
    assert [f.message.partition(";")[0] for f in duplicates] == [
        "'a0' and 'a1' (and 1 more row) look exactly the same, and so do 2 other groups"
    ]
