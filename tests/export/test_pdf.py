"""PDF: what was written is read back by other libraries."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pytest
from PIL import Image as Pictures
from pypdf.generic import read_string_from_stream

from printgen.export.document import Document, DocumentPage, Section
from printgen.export.pdf import write_pdf
from printgen.export.pdf_fonts import glyph_code
from printgen.frame import Frame, Group, Image, ImageFile, Item, Stroke, Text, Use
from printgen.frame import Path as Shape
from printgen.geometry import ellipse, polygon, rectangle, rotate, translate
from printgen.ink import BLACK, CREASE, CURRENT, CUT, WHITE, Color
from printgen.text.typeface import Typeface

RED = Color(200, 0, 0)
BLUE = Color(0, 0, 200)


def document(*items: Item, pages: int = 1, **about: object) -> Document:
    frame = Frame("page", 100, 80, items)
    page = DocumentPage(frame, (10, 10, 63, 60), (7, 7, 69, 66))
    section = Section("Cards", (page,) * pages)
    flip = about.get("flip", "long")
    return Document("A title", "A designer", "unofficial", "en", flip, (section,))  # type: ignore[arg-type]


def written(doc: Document) -> bytes:
    stream = io.BytesIO()
    write_pdf(doc, stream)
    return stream.getvalue()


def read(doc: Document) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(written(doc)))


def root_of(pdf: pypdf.PdfReader) -> Any:
    """The document's catalogue; what its objects contain has no static type."""
    return pdf.trailer["/Root"]


def resources_of(pdf: pypdf.PdfReader) -> Any:
    """The resources of the first page."""
    return pdf.pages[0]["/Resources"]


def picture(doc: Document, dpi: int = 72) -> Pictures.Image:
    pdf = pypdfium2.PdfDocument(written(doc))
    picture: Pictures.Image = pdf[0].render(scale=dpi / 72).to_pil().convert("RGB")
    return picture


def at(image: Pictures.Image, x: float, y: float, dpi: int = 72) -> tuple[int, int, int]:
    pixel = image.getpixel((int(x * dpi / 25.4), int(y * dpi / 25.4)))
    assert isinstance(pixel, tuple)
    return pixel[0], pixel[1], pixel[2]


def test_boxes_are_in_points_from_the_bottom() -> None:
    """Media, trim and bleed boxes lie where the millimetres say."""
    page = read(document()).pages[0]
    assert [float(v) for v in page.mediabox] == pytest.approx([0, 0, 283.4646, 226.7717], abs=0.01)
    assert [float(v) for v in page.trimbox] == pytest.approx(
        [28.346, 28.346, 206.929, 198.425], abs=0.01
    )
    assert [float(v) for v in page.bleedbox] == pytest.approx(
        [19.843, 19.843, 215.433, 206.929], abs=0.01
    )


@pytest.mark.parametrize(
    ("flip", "name"),
    [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"), ("none", "/Simplex")],
)
def test_viewers_are_told_not_to_scale_and_how_to_flip(flip: str, name: str) -> None:
    """The print dialogue opens with the right choices."""
    wishes = root_of(read(document(flip=flip)))["/ViewerPreferences"]
    assert wishes["/PrintScaling"] == "/None"
    assert wishes["/Duplex"] == name


def test_document_data() -> None:
    """Title, author, language, bookmarks and page labels are there."""
    pdf = read(document(pages=2))
    assert pdf.metadata is not None
    assert pdf.metadata.title == "A title"
    assert pdf.metadata.author == "A designer"
    assert root_of(pdf)["/Lang"] == "en"
    assert [entry.title for entry in pdf.outline] == ["Cards"]  # type: ignore[union-attr]
    assert pdf.page_labels == ["Cards 1", "Cards 2"]


def test_fonts_are_embedded_and_subset(typeface: Typeface) -> None:
    """Every font in the file is embedded, subset, and searchable."""
    text = Text(10, 20, "Water (AV) Żółw ½", typeface, 12, BLACK, 30)
    pdf = read(document(text))
    fonts = resources_of(pdf)["/Font"]
    assert len(fonts) == 1
    for font in fonts.values():
        made = font.get_object()
        assert made["/BaseFont"][7:8] == "+"
        (glyphs,) = made["/DescendantFonts"]
        assert "/FontFile2" in glyphs.get_object()["/FontDescriptor"]
    assert "Water (AV) Żółw ½" in pdf.pages[0].extract_text()


def test_many_characters_are_written(typeface: Typeface) -> None:
    """Text with more than 256 different characters is written whole."""
    letters = "".join(chr(c) for c in range(0xA1, 0x250) if typeface.glyph(chr(c)))
    assert len(letters) + 95 > 256
    lines = [letters[i : i + 40] for i in range(0, len(letters), 40)]
    items = [
        Text(2, 5 + 5 * i, f"{line} a", typeface, 6, BLACK, 90) for i, line in enumerate(lines)
    ]
    found = read(document(*items)).pages[0].extract_text()
    for letter in letters:
        assert letter in found or letter in "­"


def test_kerning_is_printed(typeface: Typeface) -> None:
    """Letters stand where they were measured, kerning included."""
    size = 40.0
    em = size * 25.4 / 72
    kerned = typeface.word("AVAVAV").width * em
    plain = sum(typeface.word(c).width for c in "AVAVAV") * em
    assert kerned < plain - 0.9
    image = picture(document(Text(5, 40, "AVAVAV", typeface, size, BLACK, kerned)), 300)
    dark = image.convert("L").point(lambda v: 255 if v < 128 else 0).getbbox()
    assert dark is not None
    right = dark[2] * 25.4 / 300
    assert right == pytest.approx(5 + kerned, abs=0.25)


def test_words_stand_apart_after_a_mark(typeface: Typeface) -> None:
    """A mark that is set back over its letter does not pull the next word with it."""
    string = "x\u0302 x\u0302 x"
    width = typeface.width(string) * 40 * 25.4 / 72
    image = picture(document(Text(5, 40, string, typeface, 40, BLACK, width)), 300)
    dark = image.convert("L").point(lambda v: 255 if v < 128 else 0).getbbox()
    assert dark is not None
    assert dark[2] * 25.4 / 300 == pytest.approx(5 + width, abs=0.25)


def test_layers_can_be_switched() -> None:
    """Cut lines are on a layer that is off, fold lines on one that is on, both as spot colours."""
    cut = Shape(rectangle(10, 10, 30, 30), stroke=Stroke(CUT, 1), layer="cut")
    fold = Shape(rectangle(50, 10, 30, 30), stroke=Stroke(CREASE, 1), layer="fold")
    doc = document(cut, fold)
    root = root_of(read(doc))["/OCProperties"]
    names = {group.get_object()["/Name"] for group in root["/OCGs"]}
    assert names == {"Cut lines", "Fold lines"}
    assert [group.get_object()["/Name"] for group in root["/D"]["/OFF"]] == ["Cut lines"]
    spaces = resources_of(read(doc))["/ColorSpace"]
    assert {space.get_object()[1] for space in spaces.values()} == {"/CutContour", "/Crease"}
    states = resources_of(read(doc))["/ExtGState"]
    assert states["/Overprint"]["/OP"] is True or states["/Overprint"]["/OP"].value is True
    image = picture(doc)
    assert at(image, 10, 20) == (255, 255, 255)
    assert at(image, 50, 20) != (255, 255, 255)


def test_a_face_is_stored_once() -> None:
    """A face placed many times is one object in the file."""
    waves = tuple(Shape(ellipse(i % 10, i // 10, 0.4), RED) for i in range(300))
    face = Frame("face", 10, 30, waves, clipped=True)
    once = len(written(document(Use(face))))
    many = written(document(*(Use(face, translate(x, y)) for x in range(9) for y in range(2))))
    assert len(many) < once + 1500
    forms = resources_of(pypdf.PdfReader(io.BytesIO(many)))["/XObject"]
    assert len(forms) == 1


def test_current_colour_is_the_callers() -> None:
    """One stored symbol takes the colour of each use."""
    parts = (
        Shape(rectangle(0, 0, 10, 5), WHITE),
        Shape(rectangle(0, 5, 10, 5), CURRENT),
    )
    symbol = Frame("symbol", 10, 10, parts)
    image = picture(
        document(Use(symbol, translate(0, 0), RED), Use(symbol, translate(20, 0), BLUE))
    )
    assert at(image, 5, 8) == RED
    assert at(image, 25, 8) == BLUE
    assert at(image, 5, 2) == WHITE


def test_opacity_is_of_the_whole_group() -> None:
    """Shapes that overlap in a transparent group do not add up."""
    inside = (Shape(rectangle(0, 0, 20, 20), BLACK), Shape(rectangle(10, 0, 20, 20), BLACK))
    image = picture(document(Group(inside, opacity=0.5)))
    assert at(image, 5, 10) == pytest.approx((127, 127, 127), abs=2)
    assert at(image, 15, 10) == at(image, 5, 10)


def test_clip_and_turn() -> None:
    """A clip is in the group's own coordinates, which may be turned."""
    inside = (Shape(rectangle(0, 0, 20, 20), RED),)
    group = Group(inside, rotate(90), clip=polygon(((0, -30), (30, -30), (30, 30), (0, 30))))
    image = picture(document(Group((group,), translate(50, 30))))
    assert at(image, 40, 40) == RED
    assert at(image, 60, 40) == WHITE


def test_faces_show_nothing_beyond_their_bleed() -> None:
    """Art outside a face's bleed is cut off, stored once or not."""
    face = Frame("face", 20, 20, (Shape(rectangle(-20, -20, 60, 60), RED),), 2, clipped=True)
    for uses in (1, 2):
        items = [Use(face, translate(30, 30)) for _ in range(uses)]
        image = picture(document(*items))
        assert at(image, 28.7, 40) == RED
        assert at(image, 26.5, 40) == WHITE


def test_images(tmp_path: Path) -> None:
    """A picture is embedded once, upright and with its transparency."""
    made = Pictures.new("RGBA", (20, 20), (0, 0, 0, 0))
    made.paste((200, 0, 0, 255), (0, 0, 20, 10))
    file = tmp_path / "picture.png"
    made.save(file)
    image = ImageFile(file, "digest", 20, 20)
    doc = document(
        Shape(rectangle(0, 0, 100, 80), BLUE),
        Image(10, 10, 20, 20, image),
        Image(50, 10, 20, 20, image),
    )
    shown = picture(doc)
    assert at(shown, 20, 14) == RED
    assert at(shown, 20, 26) == BLUE
    assert at(shown, 60, 14) == RED
    assert len(resources_of(read(doc))["/XObject"]) <= 2


def test_a_transparent_colour_of_a_picture_is_transparent(tmp_path: Path) -> None:
    """PNG files may name a colour that is transparent instead of having an alpha channel."""
    made = Pictures.new("RGB", (20, 20), (0, 255, 0))
    made.paste((200, 0, 0), (0, 0, 20, 10))
    file = tmp_path / "picture.png"
    made.save(file, transparency=(0, 255, 0))
    ground = Shape(rectangle(0, 0, 100, 80), BLUE)
    shown = picture(document(ground, Image(10, 10, 20, 20, ImageFile(file, "digest", 20, 20))))
    assert at(shown, 20, 14) == RED
    assert at(shown, 20, 26) == BLUE


@pytest.mark.parametrize(("mode", "colour"), [("RGB", RED), ("L", 100), ("CMYK", (0, 255, 255, 0))])
def test_jpeg_files_are_embedded_as_they_are(tmp_path: Path, mode: str, colour: Any) -> None:
    """Compressing a photograph again would make it larger or worse."""
    file = tmp_path / "picture.jpg"
    Pictures.new(mode, (20, 20), colour).save(file, quality=95)
    doc = document(Image(10, 10, 20, 20, ImageFile(file, "digest", 20, 20)))
    assert file.read_bytes() in written(doc)
    expected = Pictures.open(file).convert("RGB").getpixel((10, 10))
    assert at(picture(doc), 20, 20) == pytest.approx(expected, abs=40)


def test_opacities_that_are_nearly_equal_are_told_apart() -> None:
    """Each opacity has a graphics state of its own."""
    groups = [Group((Shape(rectangle(0, 0, 5, 5), RED),), opacity=o) for o in (0.1005, 0.1)]
    states = resources_of(read(document(*groups)))["/ExtGState"]
    assert sorted(float(state["/ca"]) for state in states.values()) == [0.1, 0.1005]


def test_same_input_same_bytes(typeface: Typeface) -> None:
    """Nothing of the clock or the process is in the file."""

    def make() -> bytes:
        face = Frame("f", 10, 10, (Shape(rectangle(0, 0, 5, 5), RED),))
        text = Text(5, 5, "Hello", typeface, 10, BLACK, 10)
        return written(document(Use(face), Use(face), text, Group((text,), opacity=0.5)))

    assert make() == make()


def test_an_unknown_item_raises() -> None:
    """The exporter raises for an unknown item."""

    class Odd:
        layer = "art"

    with pytest.raises(TypeError, match="Odd"):
        written(document(Odd()))  # type: ignore[arg-type]


def test_true_size() -> None:
    """50 mm on the page are 50 mm on paper."""
    image = picture(document(Shape(rectangle(20, 20, 50, 10), BLACK)), 600)
    dark = image.convert("L").point(lambda v: 255 if v < 128 else 0).getbbox()
    assert dark is not None
    assert (dark[2] - dark[0]) * 25.4 / 600 == pytest.approx(50, abs=0.05)


def test_glyph_codes_are_read_as_two_bytes() -> None:
    """Bytes that mean something inside a string, such as parentheses, are escaped."""
    for glyph in (*range(256), *range(0, 0x10000, 0x100), 0x5C28, 0x0D0A):
        string = f"({glyph_code(glyph)}{glyph_code(glyph)})".encode("latin-1")
        read_back = read_string_from_stream(io.BytesIO(string), "latin-1")
        assert b"\r" not in string  # some programs read a line feed
        assert read_back.original_bytes == 2 * glyph.to_bytes(2, "big")
