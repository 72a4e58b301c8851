"""Pictures in greyscale and in the tones of a colour."""

from __future__ import annotations

import io
from base64 import b64decode
from pathlib import Path

import pypdfium2
from PIL import Image as Pillow

from printgen.catalog.images import read_image
from printgen.check.scene import Scene
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.pdf import pdf_bytes
from printgen.export.svg import write_svg
from printgen.frame import Frame, Group, Image, Use
from printgen.frame import Path as Shape
from printgen.ink import BLACK, WHITE, Color
from printgen.tones import open_toned, tone, toned_file, toned_frame

RED, BLUE, SEA = Color(255, 0, 0), Color(0, 0, 255), Color(0, 80, 120)


def picture(folder: Path, mode: str = "RGB") -> Image:
    """Three areas in a row: black, red and white, the last one transparent if there is alpha."""
    file = folder / "areas.png"
    made = Pillow.new("RGB", (30, 10), "black")
    made.paste(RED, (10, 0, 20, 10))
    made.paste("white", (20, 0, 30, 10))
    made = made.convert(mode)
    if mode == "RGBA":
        made.paste((255, 255, 255, 0), (20, 0, 30, 10))
    made.save(file)
    return Image(0, 0, 30, 10, read_image(file, "areas.png"))


def toned(shown: Image, dark: Color) -> Image:
    return Image(0, 0, 30, 10, toned_file(shown.image, dark))


def test_a_picture_in_tones(tmp_path: Path) -> None:
    """Black becomes the colour, white stays white, and what is transparent stays so."""
    made = open_toned(toned(picture(tmp_path, "RGBA"), SEA).image)
    assert made.getpixel((5, 5)) == (*SEA, 255)
    assert made.getpixel((15, 5)) == (*tone(RED, SEA), 255)
    assert made.getpixel((25, 5))[3] == 0
    assert open_toned(toned(picture(tmp_path), BLACK).image).mode == "L"


def test_pdf_svg_and_checks_show_the_same_tones(tmp_path: Path) -> None:
    """A picture beside its toned copy keeps its own colours in every output."""
    plain = picture(tmp_path)
    moved = Group((toned(plain, SEA),), (1.0, 0.0, 0.0, 1.0, 0.0, 10.0))
    frame = Frame("both", 30, 20, (plain, moved))
    wanted = {(15, 5): RED, (5, 15): SEA, (15, 15): tone(RED, SEA), (25, 15): WHITE}
    scene = Scene(frame)
    assert {point: scene.ground([point])[0] for point in wanted} == wanted
    page = Document("", "", "", "en", "none", (Section("", (DocumentPage(frame),)),))
    shown = pypdfium2.PdfDocument(pdf_bytes(page))[0].render(scale=4 * 25.4 / 72).to_pil()
    for (x, y), colour in wanted.items():
        found = shown.convert("RGB").getpixel((4 * x, 4 * y))
        assert max(abs(a - b) for a, b in zip(found, colour, strict=True)) < 3, (x, y)
    stream = io.StringIO()
    write_svg(frame, stream)
    parts = stream.getvalue().split('xlink:href="data:image/png;base64,')[1:]
    colours = {
        Pillow.open(io.BytesIO(b64decode(part.split('"')[0]))).convert("RGB").getpixel((15, 5))
        for part in parts
    }
    assert colours == {RED, tone(RED, SEA)}


def test_a_drawing_in_tones() -> None:
    """Every colour of a drawing has its tone, in groups and symbols too."""
    inner = Frame("inner", 10, 10, (Shape((("M", 0, 0),), fill=BLUE),))
    frame = Frame("box", 10, 10, (Group((Use(inner, ink=WHITE),)), Shape((), fill=RED)))
    dump = toned_frame(frame, BLACK).dump()
    assert "use inner:000000" in dump
    assert "fill #4c4c4c" in dump
    assert "ink #ffffff" in dump
