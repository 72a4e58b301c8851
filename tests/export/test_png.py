"""PNG pictures of PDF pages."""

import io
import subprocess
import sys
from typing import Any

import pytest
from PIL import Image as Pictures
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from printgen.errors import CallError
from printgen.export.png import face_pngs, page_count, write_png
from printgen.frame import Frame, Path
from printgen.geometry import ellipse, rectangle
from printgen.ink import AlphaColor, Color


@pytest.fixture(scope="module")
def pdf() -> bytes:
    """Two pages of 40 x 20 mm: a blue left half, and an empty page."""
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(40 * mm, 20 * mm), invariant=1)
    canvas.setFillColorRGB(0, 0, 1)
    canvas.rect(0, 0, 20 * mm, 20 * mm, stroke=0, fill=1)
    canvas.showPage()
    canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _drawn(pdf: bytes, page: int = 0, dpi: int = 254) -> bytes:
    stream = io.BytesIO()
    write_png(pdf, page, dpi, stream)
    return stream.getvalue()


def test_page_count(pdf: bytes) -> None:
    """All pages are counted."""
    assert page_count(pdf) == 2


def test_size_and_colours(pdf: bytes) -> None:
    """A page at 254 dpi has ten pixels to a millimetre, and its colours where they were."""
    with Pictures.open(io.BytesIO(_drawn(pdf))) as picture:
        assert picture.format == "PNG"
        assert picture.mode == "RGB"
        assert picture.size == (400, 200)
        assert picture.getpixel((100, 100)) == (0, 0, 255)
        assert picture.getpixel((300, 100)) == (255, 255, 255)
        assert picture.info["dpi"] == pytest.approx((254, 254), abs=0.1)


def test_pages_count_from_zero(pdf: bytes) -> None:
    """The second page is page 1, and paper is white, not clear."""
    with Pictures.open(io.BytesIO(_drawn(pdf, page=1, dpi=72))) as picture:
        assert picture.getcolors() == [(picture.width * picture.height, (255, 255, 255))]


def test_same_bytes_every_time(pdf: bytes) -> None:
    """A page gives the same bytes each time it is drawn."""
    assert _drawn(pdf) == _drawn(pdf)


@pytest.mark.parametrize(
    ("page", "dpi", "message"),
    [
        (2, 300, "page 3 does not exist; the file has 2"),
        (-1, 300, "page 0 does not exist"),
        (0, 0, "0 dpi is not possible"),
        (0, 100_000, "too high"),
    ],
)
def test_wrong_calls(pdf: bytes, page: int, dpi: int, message: str) -> None:
    """An impossible page or resolution is an error, and nothing is written."""
    stream = io.BytesIO()
    with pytest.raises(CallError, match=message):
        write_png(pdf, page, dpi, stream)
    assert stream.getvalue() == b""


def test_libraries_are_imported_late() -> None:
    """Importing the exporter's module does not import its libraries."""
    script = (
        "import sys, printgen.export.png;print(sorted({'PIL', 'pypdfium2'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"


RED = Color(255, 0, 0)


def _face(outline: tuple[tuple[str | float, ...], ...] | None) -> Frame:
    """A face of 10 x 20 mm, red up to 3 mm beyond its trim."""
    ground = Path(rectangle(-3, -3, 16, 26), RED)
    return Frame("face", 10, 20, (ground,), bleed=3, outline=outline)


def test_faces_are_cut_out() -> None:
    """A face has no bleed; outside a round outline it is transparent, with a smooth edge."""
    straight, round_ = face_pngs((_face(None), _face(ellipse(5, 10, 5))), 254)
    with Pictures.open(io.BytesIO(straight)) as picture:
        assert (picture.size, picture.mode) == ((100, 200), "RGBA")
        assert picture.getcolors() == [(20000, (255, 0, 0, 255))]
    with Pictures.open(io.BytesIO(round_)) as picture:
        assert picture.info["dpi"] == pytest.approx((254, 254), abs=0.1)
        alpha = picture.getchannel("A")
        corner, top, middle = (alpha.getpixel(at) for at in ((0, 0), (50, 20), (50, 100)))
        assert (corner, top, middle) == (0, 0, 255)
        assert sum(alpha.histogram()[1:255]) > 100


def test_faces_are_cut_out_of_paper() -> None:
    """Where a face has no art, or art that shines through, its paper is white, up to its outline;
    a face that is covered with art has no light rim."""
    red = Color(255, 0, 0)
    shape = ellipse(5, 10, 5)
    parts = (Path(rectangle(0, 0, 5, 20), AlphaColor(red, 0.5)),)
    partly = Frame("partly", 10, 20, parts, bleed=0, outline=shape)
    covered = Frame("covered", 10, 20, (Path(rectangle(-1, -1, 12, 22), red),), 1, outline=shape)
    pictures = face_pngs((partly, covered), 254)
    with Pictures.open(io.BytesIO(pictures[0])) as picture:
        assert picture.getpixel((75, 100)) == (255, 255, 255, 255)
        assert picture.getpixel((25, 100)) == pytest.approx((255, 127, 127, 255), abs=2)
        assert picture.getpixel((0, 0))[3] == 0  # type: ignore[index]
    with Pictures.open(io.BytesIO(pictures[1])) as picture:
        colours: Any = picture.getcolors()
        assert {colour[:3] for _, colour in colours if colour[3] > 20} == {(255, 0, 0)}


def test_a_large_face_gets_a_lower_resolution() -> None:
    """A side never has more pixels than asked for, and the file says its resolution."""
    (data,) = face_pngs((_face(None),), 300, max_pixels=100)
    with Pictures.open(io.BytesIO(data)) as picture:
        assert 95 <= picture.height <= 100
        assert picture.info["dpi"][0] == pytest.approx(picture.height / 20 * 25.4, rel=0.02)
