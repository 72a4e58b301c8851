"""Picture resolution and QR codes."""

from pathlib import Path as FilePath

import pytest

from printgen.check.pictures import check_images
from printgen.check.scene import Scene
from printgen.errors import Finding
from printgen.frame import Frame, Group, Image, ImageFile, Item, Path, Use
from printgen.geometry import rectangle, scale
from printgen.ink import BLACK
from tests.check.conftest import Card, Codes, Only


def _picture(pixels: int, width: float, height: float | None = None) -> Image:
    file = ImageFile(FilePath("boat.png"), "d1", pixels, pixels)
    return Image(5, 5, width, height or width, file)


def _found(*items: Item) -> list[Finding]:
    return [*check_images(Scene(Frame("card", 63, 88, items)))]


def test_coarse_picture_is_an_error() -> None:
    """A picture below 200 dpi is an error with its resolution."""
    (finding,) = _found(_picture(100, 25.4))
    assert (finding.code, finding.is_error) == ("image-resolution", True)
    assert "boat.png" in finding.message
    assert "100 dpi" in finding.message
    assert "200 dpi" in finding.message


def test_middling_picture_is_a_warning() -> None:
    """A picture from 200 to 300 dpi is a warning."""
    (finding,) = _found(_picture(200, 25.4))
    assert not finding.is_error
    assert "300 dpi" in finding.message


def test_fine_picture_is_fine() -> None:
    """300 dpi is enough."""
    assert _found(_picture(300, 25.4)) == []


def test_enlarged_picture_is_measured_as_printed() -> None:
    """A group's scale counts, and so does the coarser direction of a stretched picture."""
    (finding,) = _found(Group((_picture(300, 12.7),), scale(4)))
    assert "150 dpi" in finding.message
    (finding,) = _found(_picture(300, 25.4, 50.8))
    assert "150 dpi" in finding.message


@pytest.fixture
def code() -> Frame:
    """A code of 33 modules with its quiet zone: one unit is one module."""
    return Frame("qr:https://example.org", 33, 33, (Path(rectangle(4, 4, 25, 25), fill=BLACK),))


def test_small_code_is_an_error(card: Card, code: Frame, only: Only) -> None:
    """Modules below 0.4 mm are an error that says how large the code must be."""
    finding = only(card(Use(code, (0.35, 0, 0, 0.35, 20, 20))))
    assert (finding.code, finding.is_error) == ("qr-size", True)
    assert "0.35 mm" in finding.message
    assert "13.2 mm wide" in finding.message


def test_tight_code_is_a_warning(card: Card, code: Frame, only: Only) -> None:
    """Modules from 0.4 to 0.5 mm are a warning."""
    finding = only(card(Use(code, (0.4, 0, 0, 0.4, 20, 20))))
    assert (finding.code, finding.is_error) == ("qr-size", False)
    assert "16.5 mm wide" in finding.message


def test_large_code_is_fine(card: Card, code: Frame, codes: Codes) -> None:
    """Half a millimetre is enough, also when two scales make it."""
    assert codes(card(Use(code, (0.5, 0, 0, 0.5, 20, 20)))) == []
    assert codes(card(Group((Use(code, (0.25, 0, 0, 0.25, 10, 10)),), scale(2)))) == []


def test_other_symbols_are_not_codes(card: Card, codes: Codes) -> None:
    """A small symbol is not measured as a code."""
    dot = Frame("dot", 33, 33, (Path(rectangle(4, 4, 25, 25), fill=BLACK),))
    assert codes(card(Use(dot, (0.1, 0, 0, 0.1, 20, 20)))) == []
