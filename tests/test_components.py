"""Every component of every game: drawn, counted, laid out, written, read back."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pypdf
import pypdfium2
import pytest
import resvg_py
from PIL import Image, ImageOps

from printgen.build.game_build import label_for, make_run
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import list_games, load_game
from printgen.catalog.model import Component, Game
from printgen.catalog.papers import load_papers
from printgen.catalog.printers import Duplex, Profile
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.context import DrawContext, InkStyle
from printgen.draw.face import Face, face_names
from printgen.errors import Findings
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.pdf import write_pdf
from printgen.export.svg import write_svg
from printgen.frame import Frame
from printgen.sheet.arrange import arrange
from printgen.sheet.compose import compose
from printgen.sheet.model import Page

Golden = Callable[[str, str], None]
CARDS = builtin_cards()
GAMES = list_games(CARDS)
PAPERS = load_papers(builtin_templates())
PIXELS = 600_000
"""Of a rendered picture: a whole board is compared at a lower resolution than a card."""
COARSER = 2
"""resvg, which takes most of the time, draws so many times fewer pixels in a row. The PDF is drawn
at the full resolution, because PDFium draws no line thinner than a pixel."""
BLOCKS_PER_INCH = 14
CUT_BY_CONTOUR = ("grid", "honeycomb", "strips")


@cache
def open_game(slug: str) -> Game:
    findings = Findings()
    game = load_game(slug, CARDS, builtin_templates(), findings)
    assert game is not None
    assert not list(findings), [str(finding) for finding in findings]
    return game


def components() -> Iterator[tuple[str, str]]:
    """Every component; of those that sets have in common, the first one. tests/games/test_sets.py
    reads back what the other sets print."""
    for slug in GAMES:
        seen: set[str] = set()
        for component in open_game(slug).components:
            kind = component.id.removeprefix(f"{component.set}-")
            if kind not in seen:
                yield slug, component.id
            seen.add(kind)


EVERY = list(components())


@cache
def draw_context(slug: str, ink: InkStyle) -> DrawContext:
    """Shared by all parts of a game, because crafts show faces of other parts."""
    return make_draw_context(open_game(slug), ink, None)


@cache
def draw(slug: str, name: str, ink: InkStyle = "full") -> tuple[Game, Component, tuple[Face, ...]]:
    game = open_game(slug)
    (component,) = (c for c in game.components if c.id == name)
    findings = Findings()
    faces = draw_component(game, component, draw_context(slug, ink), findings)
    assert not list(findings), [str(finding) for finding in findings]
    return game, component, faces


def lay_out(
    game: Game, component: Component, faces: tuple[Face, ...], paper: str, duplex: Duplex
) -> tuple[Page, ...]:
    plan = arrange(make_run(game, component, faces), PAPERS[paper], duplex, Profile())
    return compose(plan, label_for(game))


@cache
def sheets(slug: str, name: str) -> tuple[Page, ...]:
    """The component's pages as most people print them."""
    return lay_out(*draw(slug, name), "a4", Duplex.LONG)


@cache
def sheets_pdf(slug: str, name: str) -> bytes:
    return pdf_of(*(page.frame for page in sheets(slug, name)))


def pdf_of(*frames: Frame) -> bytes:
    pages = tuple(DocumentPage(frame) for frame in frames)
    stream = io.BytesIO()
    write_pdf(Document("t", "a", "s", "en", "long", (Section("s", pages),)), stream)
    return stream.getvalue()


def raster(pdf: bytes, page: int, dpi: float) -> np.ndarray:
    image = pypdfium2.PdfDocument(pdf)[page].render(scale=dpi / 72).to_pil()
    return np.asarray(image.convert("RGB"))


@pytest.mark.parametrize(("slug", "name"), EVERY)
def test_golden(slug: str, name: str, golden: Golden) -> None:
    """Faces and pages are drawn as in their golden files, in both inks."""
    parts = []
    inks: tuple[InkStyle, ...] = ("full", "low")
    for ink in inks:
        game, component, faces = draw(slug, name, ink)
        shown = list({id(frame): (name, frame) for name, frame in face_names(faces)}.values())
        picked = [frame for _, frame in (shown[0], shown[len(shown) // 2], shown[-1])]
        pages = lay_out(game, component, faces, "a4", Duplex.LONG)
        picked += [page.frame for page in pages[:2]]
        parts.append(f"{ink} ink\n" + "".join(frame.dump() for frame in picked))
    golden(f"{slug}/{name}", "\n".join(parts))


@pytest.mark.parametrize(("slug", "name"), EVERY)
def test_count_in_the_printed_file(slug: str, name: str, tmp_path: Path) -> None:
    """The file holds as many pieces as the game has: one cut contour for each, counted in the
    PDF itself."""
    _, component, faces = draw(slug, name)
    if component.layout not in CUT_BY_CONTOUR:
        return
    pdf = pypdf.PdfReader(io.BytesIO(sheets_pdf(slug, name)))
    count = 0
    for page in pdf.pages:
        content = page.get_contents()
        assert content is not None
        for part in content.get_data().decode("latin-1").split("/OC /cut BDC")[1:]:
            cut = part.split("EMC")[0]
            count += cut.count(" m ") or cut.count(" re")
    assert count == sum(face.pieces for face in faces)


@pytest.mark.parametrize("duplex", [Duplex.LONG, Duplex.SHORT])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("slug", "name"), EVERY)
def test_backs_register_with_fronts(slug: str, name: str, paper: str, duplex: Duplex) -> None:
    """Art on a back page, flipped like the paper, covers exactly what its front page
    covers, to the pixel."""
    game, component, faces = draw(slug, name)
    if component.back is None or component.layout == "poster":
        return
    pages = lay_out(game, component, faces, paper, duplex)
    art = [
        Frame(f.name, f.width, f.height, tuple(i for i in f.items if i.layer == "art"))
        for f in (page.frame for page in pages[:4])
    ]
    pdf = pypdfium2.PdfDocument(pdf_of(*art))
    for number in range(0, len(art) - 1, 2):
        front, back = (pdf[at].render(scale=60 / 72).to_pil() for at in (number, number + 1))
        turn = ImageOps.mirror if duplex is Duplex.LONG else ImageOps.flip
        assert edges_of_ink(turn(back)) == pytest.approx(edges_of_ink(front), abs=1)


def edges_of_ink(page: Image.Image) -> tuple[int, int, int, int]:
    """The box that everything but almost white pixels fills."""
    box = page.convert("RGB").point([255 * (value < 250) for value in range(256)] * 3).getbbox()
    assert box is not None
    return box


def blurred(image: np.ndarray, block: int) -> np.ndarray:
    """The mean colours of small blocks: two renderers place edges a little differently."""
    rows, columns = image.shape[0] // block, image.shape[1] // block
    cut = image[: rows * block, : columns * block]
    # Rows are added first: adding both ways at once takes ten times as long.
    added = cut.reshape(rows, block, columns * block * 3).sum(axis=1, dtype=np.uint32)
    sums: np.ndarray = added.reshape(rows, columns, block, 3).sum(axis=2, dtype=np.uint32)
    return sums / block**2


def raster_svg(frame: Frame, dpi: float, width: float, height: float) -> np.ndarray:
    """The frame's SVG; width and height are those of its picture, not rounded to whole pixels."""
    stream = io.StringIO()
    write_svg(frame, stream)
    png = resvg_py.svg_to_bytes(
        svg_string=stream.getvalue(),
        background="#ffffff",
        skip_system_fonts=True,  # letters are outlines; to look for fonts takes longer
        dpi=96,
        zoom=dpi / 96,
    )
    image = Image.open(io.BytesIO(bytes(png))).convert("RGB")
    columns, rows = int(width), int(height)
    # What is left of the frame without the parts of pixels at its edges.
    right = min(image.width, frame.width * dpi / 25.4 * columns / width)
    bottom = min(image.height, frame.height * dpi / 25.4 * rows / height)
    return np.asarray(image.resize((columns, rows), box=(0, 0, right, bottom)))


@pytest.mark.parametrize(("slug", "name"), EVERY)
def test_svg_shows_what_the_pdf_shows(slug: str, name: str) -> None:
    """Both exporters make the same picture of a face and of a page."""
    frames = face_names(draw(slug, name)[2])
    page = sheets(slug, name)[0].frame
    visible = tuple(item for item in page.items if item.layer != "cut")
    page = Frame(page.name, page.width, page.height, visible)
    for frame in {id(f): f for f in (frames[0][1], frames[-1][1], page)}.values():
        dpi = min(160, 25.4 * math.sqrt(PIXELS / (frame.width * frame.height)))
        flat = Frame(frame.name, frame.width, frame.height, frame.items)
        shown = raster(pdf_of(flat), 0, dpi)
        other = raster_svg(flat, dpi / COARSER, shown.shape[1] / COARSER, shown.shape[0] / COARSER)
        block = math.ceil(dpi / COARSER / BLOCKS_PER_INCH)
        blocks = blurred(other, block)
        rows, columns, _ = blocks.shape
        difference = np.abs(blocks - blurred(shown, block * COARSER)[:rows, :columns])
        assert np.quantile(difference, 0.995) < 60, "edges may differ, areas may not"
        assert difference.mean() < 4


@pytest.mark.parametrize(("slug", "name"), EVERY)
def test_every_font_is_embedded(slug: str, name: str) -> None:
    """Sheets need no font of the machine that prints them."""
    pdf = pypdf.PdfReader(io.BytesIO(sheets_pdf(slug, name)))
    fonts = pdf.pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    assert fonts
    for font in fonts.values():
        made = font.get_object()
        assert made["/BaseFont"][7:8] == "+"
        (glyphs,) = made["/DescendantFonts"]
        assert "/FontFile2" in glyphs.get_object()["/FontDescriptor"]
