"""Type size and contrast."""

from pathlib import Path as FilePath

import pytest
from PIL import Image as Pictures

from printgen.errors import Location
from printgen.frame import Frame, Group, Image, ImageFile, Path, Use
from printgen.geometry import ellipse, rectangle, scale, translate
from printgen.ink import BLACK, CURRENT, WHITE, Color
from printgen.text.typeface import Typeface
from tests.check.conftest import Card, Codes, Only, Say

GREY = Color(130, 130, 130)  # 3.8:1 on white: enough for large type only
NAVY = Color(0, 0, 90)


def test_good_face_has_no_findings(card: Card, say: Say, codes: Codes) -> None:
    """A readable text in the middle of a card is left alone."""
    assert codes(card(say())) == []


def test_small_type_is_an_error(card: Card, say: Say, only: Only) -> None:
    """Type below 7.5 pt is an error that names its size, the limit and the place."""
    finding = only(card(say("Tiny", size_pt=7.4)))
    assert (finding.code, finding.is_error) == ("type-size", True)
    assert finding.place == Location("cards/harbour/goods.csv", row=4)
    assert "'Tiny'" in finding.message
    assert "7.4 pt" in finding.message
    assert "7.5 pt" in finding.message


def test_smallest_allowed_type(card: Card, say: Say, codes: Codes) -> None:
    """7.5 pt itself is allowed."""
    assert codes(card(say(size_pt=7.5))) == []


@pytest.mark.parametrize("factor", [0.7, -0.7])
def test_type_scaled_down_is_an_error(card: Card, say: Say, only: Only, factor: float) -> None:
    """Type that a group or a use makes smaller, mirrored or not, is measured as printed."""
    small = Group((say("Salt", x=0, y=0),), (factor, 0, 0, 0.7, 30, 40))
    finding = only(card(Use(Frame("inner", 20, 10, (small,)), translate(2, 2))))
    assert finding.code == "type-size"
    assert "7 pt" in finding.message


def test_type_scaled_up_is_fine(card: Card, say: Say, codes: Codes) -> None:
    """Type that is set small but enlarged is measured as printed."""
    assert codes(card(Group((say(size_pt=5, x=10, y=20),), scale(1.6)))) == []


def test_one_finding_for_a_paragraph(card: Card, say: Say, only: Only) -> None:
    """The lines of one paragraph are one finding."""
    finding = only(card(*(say(f"line {i}", y=30 + 4 * i, size_pt=6) for i in range(8))))
    assert "and 7 more runs" in finding.message


def test_faint_text_is_an_error(card: Card, say: Say, only: Only) -> None:
    """Text below 4.5:1 is an error with the ratio and both colours."""
    finding = only(card(say(fill=GREY)))
    assert (finding.code, finding.is_error) == ("contrast", True)
    assert "3.84:1" in finding.message
    assert "4.5:1" in finding.message
    assert "#828282" in finding.message
    assert "#ffffff" in finding.message


def test_large_text_needs_less(card: Card, say: Say, bold: Typeface, codes: Codes) -> None:
    """3:1 is enough at 18 pt, or at 14 pt bold, and not below."""
    assert codes(card(say(fill=GREY, size_pt=18))) == []
    assert codes(card(say(fill=GREY, size_pt=14, face=bold))) == []
    assert codes(card(say(fill=GREY, size_pt=17.9))) == [("contrast", True)]
    assert codes(card(say(fill=GREY, size_pt=13.9, face=bold))) == [("contrast", True)]


def test_ground_is_what_lies_beneath(card: Card, say: Say, codes: Codes) -> None:
    """The last shape painted before the text is its ground, later ones are not."""
    band = Path(rectangle(10, 38, 43, 10), fill=NAVY)
    assert codes(card(band, say(fill=WHITE))) == []
    assert codes(card(band, say(fill=BLACK))) == [("contrast", True)]
    assert codes(card(say(fill=BLACK), band)) == []


def test_worst_point_counts(card: Card, say: Say, codes: Codes) -> None:
    """A run that leaves its dark band at one end is found."""
    band = Path(rectangle(10, 38, 20, 10), fill=NAVY)
    text = say("A rather long name", fill=WHITE)
    assert codes(card(band, text)) == [("contrast", True)]


def test_curved_ground(card: Card, say: Say, codes: Codes) -> None:
    """A round badge counts where it is round, not where its box is."""
    badge = Path(ellipse(30, 44, 8), fill=NAVY)
    assert codes(card(badge, say("7", x=29, y=45, fill=WHITE))) == []
    assert codes(card(badge, say("7", x=22.5, y=38, fill=WHITE))) == [("contrast", True)]


def test_hole_in_the_ground(card: Card, say: Say, codes: Codes) -> None:
    """An even-odd hole shows what lies below."""
    ring = Path(rectangle(10, 30, 40, 30) + rectangle(15, 35, 30, 20), fill=NAVY, even_odd=True)
    assert codes(card(ring, say(fill=BLACK))) == []


def test_transparent_ground_is_mixed(card: Card, say: Say, codes: Codes) -> None:
    """A dark shape at low opacity is a light ground."""
    veil = Group((Path(rectangle(10, 30, 40, 30), fill=BLACK),), opacity=0.1)
    dark = Group((Path(rectangle(10, 30, 40, 30), fill=BLACK),), opacity=0.9)
    assert codes(card(veil, say())) == []
    assert codes(card(dark, say())) == [("contrast", True)]


def test_transparent_text_is_mixed(card: Card, say: Say, codes: Codes) -> None:
    """Text loses contrast by its own opacity."""
    assert codes(card(Group((say(),), opacity=0.4))) == [("contrast", True)]


def test_clipped_ground_counts_where_it_shows(card: Card, say: Say, codes: Codes) -> None:
    """A shape that is clipped away is not a ground."""
    band = Path(rectangle(10, 38, 43, 10), fill=NAVY)
    assert codes(card(Group((band,), clip=rectangle(0, 0, 5, 5)), say())) == []


def test_current_colour_is_the_users(card: Card, say: Say, codes: Codes) -> None:
    """CURRENT inside a used frame is the ink the use gives it."""
    label = Frame("label", 20, 10, (say("Salt", x=2, y=6, fill=CURRENT),))
    assert codes(card(Use(label, translate(20, 30), NAVY))) == []
    assert codes(card(Use(label, translate(20, 30), WHITE))) == [("contrast", True)]


def test_picture_is_a_ground(card: Card, say: Say, codes: Codes, tmp_path: FilePath) -> None:
    """Text on a picture is compared with the pixels under it."""
    file = tmp_path / "night.png"
    Pictures.new("RGB", (600, 600), (0, 0, 40)).save(file)
    night = Image(10, 30, 40, 30, ImageFile(file, "d1", 600, 600))
    assert codes(card(night, say(fill=WHITE))) == []
    assert codes(card(night, say(fill=BLACK))) == [("contrast", True)]
