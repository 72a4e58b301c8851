"""Every component of every game: drawn, counted, laid out, written, read back."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pypdf
import pypdfium2
import pytest
import resvg_py
from PIL import Image

from printgen.build.produce import face_names, label_for, make_run
from printgen.catalog.load import list_games, load_game
from printgen.catalog.model import Component, Game
from printgen.catalog.places import builtin_cards, builtin_templates
from printgen.draw.component import Face, draw_component
from printgen.draw.studio import make_studio
from printgen.errors import Findings
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.pdf import write_pdf
from printgen.export.svg import write_svg
from printgen.frame import Frame
from printgen.sheet.arrange import arrange
from printgen.sheet.compose import compose
from printgen.sheet.model import Duplex, Page, Profile
from printgen.sheet.paper import load_papers

Golden = Callable[[str, str], None]
CARDS = builtin_cards()
GAMES = list_games(CARDS)
PAPERS = load_papers(builtin_templates())
CUT_BY_CONTOUR = ("grid", "honeycomb", "strips")


@cache
def open_game(slug: str) -> Game:
    findings = Findings()
    game = load_game(slug, CARDS, builtin_templates(), findings)
    assert game is not None
    assert not list(findings), [str(finding) for finding in findings]
    return game


def components() -> Iterator[tuple[str, str]]:
    for slug in GAMES:
        for component in open_game(slug).components:
            yield slug, component.id


EVERY = list(components())


@cache
def draw(slug: str, name: str, ink: str = "full") -> tuple[Game, Component, tuple[Face, ...]]:
    game = open_game(slug)
    (component,) = (c for c in game.components if c.id == name)
    findings = Findings()
    faces = draw_component(game, component, make_studio(game, ink, None), findings)  # type: ignore[arg-type]
    assert not list(findings), [str(finding) for finding in findings]
    return game, component, faces


def lay_out(
    game: Game, component: Component, faces: tuple[Face, ...], paper: str, duplex: Duplex
) -> tuple[Page, ...]:
    plan = arrange(make_run(game, component, faces), PAPERS[paper], duplex, Profile())
    return compose(plan, label_for(game))


def pdf_of(*frames: Frame) -> bytes:
    pages = tuple(DocumentPage(frame) for frame in frames)
    stream = io.BytesIO()
    write_pdf(Document("t", "a", "s", "en", "long", (Section("s", pages),)), stream)
    return stream.getvalue()


def raster(pdf: bytes, page: int, dpi: float) -> np.ndarray:
    image = pypdfium2.PdfDocument(pdf)[page].render(scale=dpi / 72).to_pil()
    return np.asarray(image.convert("RGB")).astype(int)


@pytest.mark.parametrize(("slug", "name"), EVERY)
def test_golden(slug: str, name: str, golden: Golden) -> None:
    """This test ensures that faces and pages are what was looked at: as text, in both inks."""
    parts = []
    for ink in ("full", "low"):
        game, component, faces = draw(slug, name, ink)
        shown = face_names(faces)
        picked = [frame for _, frame in (shown[0], shown[len(shown) // 2], shown[-1])]
        pages = lay_out(game, component, faces, "a4", Duplex.LONG)
        picked += [page.frame for page in pages[:2]]
        parts.append(f"{ink} ink\n" + "".join(frame.dump() for frame in picked))
    golden(f"{slug}/{name}", "\n".join(parts))


@pytest.mark.parametrize(("slug", "name"), EVERY)
def test_count_in_the_printed_file(slug: str, name: str, tmp_path: Path) -> None:
    """This test ensures that the file holds as many pieces as the game has: one cut contour
    for each, counted in the PDF itself."""
    game, component, faces = draw(slug, name)
    if component.layout not in CUT_BY_CONTOUR:
        return
    pages = lay_out(game, component, faces, "a4", Duplex.LONG)
    pdf = pypdf.PdfReader(io.BytesIO(pdf_of(*(page.frame for page in pages))))
    count = 0
    for page in pdf.pages:
        content = page.get_contents()
        assert content is not None
        for part in content.get_data().decode("latin-1").split("/OC /cut BDC")[1:]:
            cut = part.split("EMC")[0]
            count += cut.count(" m ") or cut.count(" re")
    contours = len([s for s in faces[0].front.outline or "M" if s[0] == "M"])
    assert count == contours * sum(face.copies for face in faces)


@pytest.mark.parametrize("duplex", [Duplex.LONG, Duplex.SHORT])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("slug", "name"), EVERY)
def test_backs_register_with_fronts(slug: str, name: str, paper: str, duplex: Duplex) -> None:
    """This test ensures that art on a back page, flipped as the paper is flipped, covers exactly
    what its front page covers, to the pixel."""
    game, component, faces = draw(slug, name)
    if component.back is None or component.layout == "poster":
        return
    pages = lay_out(game, component, faces, paper, duplex)
    flip = 1 if duplex is Duplex.LONG else 0
    art = [
        Frame(f.name, f.width, f.height, tuple(i for i in f.items if i.layer == "art"))
        for f in (page.frame for page in pages[:4])
    ]
    pdf = pdf_of(*art)
    for number in range(0, len(art) - 1, 2):
        front = (raster(pdf, number, 60) < 250).any(axis=2)
        back = np.flip((raster(pdf, number + 1, 60) < 250).any(axis=2), axis=flip)
        rows, columns = np.nonzero(front)
        back_rows, back_columns = np.nonzero(back)
        assert abs(rows.min() - back_rows.min()) <= 1
        assert abs(rows.max() - back_rows.max()) <= 1
        assert abs(columns.min() - back_columns.min()) <= 1
        assert abs(columns.max() - back_columns.max()) <= 1


def blurred(image: np.ndarray, block: int = 8) -> np.ndarray:
    """The mean colours of small blocks: two renderers place edges a little differently."""
    rows, columns = image.shape[0] // block, image.shape[1] // block
    cut = image[: rows * block, : columns * block]
    return cut.reshape(rows, block, columns, block, 3).mean(axis=(1, 3))


@pytest.mark.parametrize(("slug", "name"), EVERY)
def test_svg_shows_what_the_pdf_shows(slug: str, name: str) -> None:
    """This test ensures that both exporters make the same picture of a face and of a page."""
    game, component, faces = draw(slug, name)
    frames = face_names(faces)
    page = lay_out(game, component, faces, "a4", Duplex.LONG)[0].frame
    visible = tuple(item for item in page.items if item.layer != "cut")
    page = Frame(page.name, page.width, page.height, visible)
    dpi = 160
    for frame in (frames[0][1], frames[-1][1], page):
        flat = Frame(frame.name, frame.width, frame.height, frame.items)
        stream = io.StringIO()
        write_svg(flat, stream)
        shown = raster(pdf_of(flat), 0, dpi)
        png = resvg_py.svg_to_bytes(
            svg_string=stream.getvalue(), background="#ffffff", dpi=96, zoom=dpi / 96
        )
        image = Image.open(io.BytesIO(bytes(png))).convert("RGB")
        other = np.asarray(image.resize((shown.shape[1], shown.shape[0]))).astype(int)
        difference = np.abs(blurred(other) - blurred(shown))
        assert np.quantile(difference, 0.995) < 60, "edges may differ, areas may not"
        assert difference.mean() < 3


@pytest.mark.parametrize(("slug", "name"), EVERY)
def test_every_font_is_embedded(slug: str, name: str) -> None:
    """This test ensures that sheets need no font of the machine that prints them."""
    game, component, faces = draw(slug, name)
    pages = lay_out(game, component, faces, "a4", Duplex.LONG)
    pdf = pypdf.PdfReader(io.BytesIO(pdf_of(*(page.frame for page in pages))))
    fonts = pdf.pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    assert fonts
    for font in fonts.values():
        made = font.get_object()
        assert made["/BaseFont"][7:8] == "+"
        assert "/FontFile2" in made["/FontDescriptor"]
