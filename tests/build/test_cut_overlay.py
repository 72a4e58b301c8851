"""What a machine cuts and scores lies on what is printed, for every machine and kind of piece."""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from PIL import Image

from printgen.build.game_build import label_for, make_run
from printgen.build.whole_game import Setup
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.cutters import known_cutters, load_cutter
from printgen.catalog.load import load_game
from printgen.catalog.model import Component, Game
from printgen.catalog.papers import load_papers
from printgen.catalog.printers import Duplex, Margins, Profile
from printgen.cli import printgen
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.face import Face
from printgen.errors import Findings
from printgen.export.cut_files import cut_svg
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.pdf import pdf_bytes
from printgen.geometry import Matrix, apply, multiply
from printgen.sheet.compose import compose
from printgen.sheet.cutting import cut_paths
from printgen.sheet.registration import margins_for
from tests.support import write_game

NAMES: Final = tuple(known_cutters(builtin_templates()))
OFF: Final = 0.05
"""mm by which a cut may miss the print."""
DPI: Final = 300
STRIP: Final = 25
"""mm at most that the label and the legend take from a page."""
NETS: Final = {
    "boats": ("dragon-boats", "boats"),
    "boxes": ("dragon-boats", "tuck-box-cards"),
    "standees": ("dragon-boats", "house-members"),
    "bags": ("dragon-boats", "bags"),
    "dice": ("dragon-river", "dice"),
    "racers": ("dragon-river", "racers"),
    "pawns": ("port-flower", "pawns"),
    "pyramids": ("piecepack", "piecepack-pyramids"),
}
OUTLINE: Final = "M25,0 L50,18 L42,40 L8,40 L0,18 Z"
SHAPES: Final = {
    "card": "size: [60, 40]",
    "rounded card": "size: [60, 40]\ncorner: 4",
    "disc": "size: [30, 30]\nshape: circle",
    "hex": "size: [38, 43.88]\nshape: hex",
    "outline": f'size: [50, 40]\nshape: path\noutline: "{OUTLINE}"',
}

Point = tuple[float, float]
Contour = tuple[Point, ...]


def svg_contours(text: str) -> list[Contour]:
    """Return the points of every path of a cut file, in millimetres."""
    root = ElementTree.fromstring(text)
    paths = root.iter("{http://www.w3.org/2000/svg}path")
    return [
        tuple(
            (float(x), float(y))
            for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path.get("d") or "")
        )
        for path in paths
    ]


def pdf_contours(data: bytes) -> Iterator[Contour]:
    """Yield the points of everything that the first page paints as a path, as a reader of PDF
    understands it, in millimetres from the top left."""
    with pypdfium2.PdfDocument(data) as document:
        page = document[0]
        height = page.get_height()
        to_mm = (25.4 / 72, 0.0, 0.0, -25.4 / 72, 0.0, height * 25.4 / 72)
        for number in range(pdfium.FPDFPage_CountObjects(page)):
            yield from _contours(pdfium.FPDFPage_GetObject(page, number), to_mm)


def _contours(item: Any, outer: Matrix) -> Iterator[Contour]:
    kind = pdfium.FPDFPageObj_GetType(item)
    found = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(item, found)
    matrix = multiply(outer, (found.a, found.b, found.c, found.d, found.e, found.f))
    if kind == pdfium.FPDF_PAGEOBJ_FORM:
        for number in range(pdfium.FPDFFormObj_CountObjects(item)):
            yield from _contours(pdfium.FPDFFormObj_GetObject(item, number), matrix)
    if kind != pdfium.FPDF_PAGEOBJ_PATH:
        return
    part: list[Point] = []
    x, y = ctypes.c_float(), ctypes.c_float()
    for number in range(pdfium.FPDFPath_CountSegments(item)):
        segment = pdfium.FPDFPath_GetPathSegment(item, number)
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO and part:
            yield tuple(part)
            part = []
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        part.append(apply(matrix, x.value, y.value))
    if part:
        yield tuple(part)


def is_same(one: Contour, other: Contour) -> bool:
    """Return whether each point of either contour is a point of the other one."""
    return all(
        all(min(math.dist(a, b) for b in second) <= OFF for a in first)
        for first, second in ((one, other), (other, one))
    )


def box_of(contour: Contour) -> tuple[float, ...]:
    xs, ys = zip(*contour, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def key_of(box: tuple[float, ...]) -> tuple[int, ...]:
    return tuple(round(side) for side in box)


@cache
def drawn(slug: str, component_id: str) -> tuple[Game, Component, tuple[Face, ...]]:
    findings = Findings()
    game = load_game(slug, builtin_cards(), builtin_templates(), findings)
    assert game is not None
    (component,) = (part for part in game.components if part.id == component_id)
    few = replace(component.table, records=component.table.records[:3])
    faces = draw_component(
        game, replace(component, table=few), make_draw_context(game, "full", None), findings
    )
    assert faces
    return game, component, tuple(replace(face, copies=1) for face in faces)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("net", NETS)
def test_nets_are_cut_and_scored_along_their_lines(name: str, net: str) -> None:
    """Each line of the cut file is among the lines that the PDF prints, within 0.05 mm."""
    game, component, faces = drawn(*NETS[net])
    cutter = load_cutter(name, builtin_templates())
    paper = load_papers(builtin_templates())["a4"]
    setup = Setup(paper, Duplex.NONE, Profile(), label_for(game), cutter)
    plan = setup.arranged(make_run(game, component, faces))
    if plan.cutter is None:  # too large for the machine, so it is cut by hand
        margins = margins_for(cutter, paper, Margins())
        room = paper.height - margins.top - margins.bottom
        assert max(faces[0].front.width, faces[0].front.height) > room - STRIP
        return
    side = plan.sides[0]
    page = compose(plan, setup.label)[0]
    sections = (Section("", (DocumentPage(page.frame),)),)
    printed: dict[tuple[int, ...], list[Contour]] = {}
    for contour in pdf_contours(pdf_bytes(Document("", "", "", "en", "none", sections))):
        printed.setdefault(key_of(box_of(contour)), []).append(contour)
    paths = cut_paths(plan.run, side, cutter.folds)
    cuts = svg_contours(cut_svg(paths, paper.width, paper.height).decode())
    assert len(cuts) == len(paths) > len(side.slots)
    for contour in cuts:
        box = box_of(contour)
        found = [other for key in printed if _close(key, box) for other in printed[key]]
        assert any(is_same(contour, other) for other in found), (net, box)


def _close(key: tuple[int, ...], box: tuple[float, ...]) -> bool:
    return all(abs(a - b) <= 0.6 for a, b in zip(key, box, strict=True))


def edges(
    picture: Image.Image, scale: tuple[float, float], contour: Contour
) -> dict[str, tuple[float, float]]:
    """Return where a contour ends, and where its ink ends, on the lines through its middle, in
    millimetres. Pixels at an edge have the share of it that is covered; `scale` is how many of them
    are in a millimetre across and down."""
    left, top, right, bottom = box_of(contour)
    x, y = (left + right) / 2, (top + bottom) / 2
    found = {}
    for name, edge, at, step in (
        ("left", left, y, -1),
        ("right", right, y, 1),
        ("top", top, x, -1),
        ("bottom", bottom, x, 1),
    ):
        across = name in ("left", "right")
        along, beside = scale if across else scale[::-1]
        start = math.floor((x if across else y) * along)
        ink = 0.0
        for pixel in range(start, start + step * 20_000, step):
            line = math.floor(at * beside)
            place = (pixel, line) if across else (line, pixel)
            share = 1 - picture.getpixel(place) / 255  # type: ignore[operator]
            ink += share
            if share < 0.01:
                break
        end = (start + (0 if step > 0 else 1) + step * ink) / along
        found[name] = (_crossing(contour, at, edge, across=across), end)
    return found


def _crossing(contour: Contour, at: float, edge: float, *, across: bool) -> float:
    """Return where the line through the middle of a contour leaves it, near the edge of its box. A
    corner, and the middle of a curve or a straight side, are points of it."""
    best = edge
    for (x1, y1), (x2, y2) in zip(contour, (*contour[1:], contour[0]), strict=True):
        a, b, c, d = (x1, y1, x2, y2) if across else (y1, x1, y2, x2)
        if (b - at) * (d - at) < 0 and abs(b - d) > 0.001:
            meets = a + (at - b) / (d - b) * (c - a)
            if abs(meets - edge) < 1:
                best = meets
    return best


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", SHAPES)
def test_flat_pieces_are_cut_where_their_ink_ends(name: str, shape: str, tmp_path: Path) -> None:
    """In the rendered print, black art that touches the edge ends within 0.05 mm of the cut. Cards
    have an ellipse: renderers round upright edges to whole pixels."""
    art = "rectangle: [-20, -20, 120, 120]"
    if "card" in shape:
        art = "ellipse: [30, 20, 30, 20]"
    elif shape == "outline":  # art goes on as far as the box around an outline
        art = f'path: "{OUTLINE}"'
    template = f"{SHAPES[shape]}\nbleed: 0\nsafe: 0\nelements:\n"
    template += f'  - {art}\n    fill: "#000000"\n'
    cards = write_game(
        tmp_path,
        template,
        "id,word,number,copies\na,one,1,3\n",
        columns="{id: text, word: text, number: integer, copies: integer}",
        more="sheet: honeycomb" if shape == "hex" else "",
    )
    arguments = ["build", "sampler", "--component", "things", "--cards", str(cards), "--quiet"]
    arguments += ["--out", str(tmp_path / "output"), "--cutter", name, "--duplex", "none"]
    done = CliRunner().invoke(printgen, arguments)
    assert done.exit_code == 0, done.output
    folder = tmp_path / "output" / "sampler"
    (svg,) = folder.glob("*-cut-01.svg")
    pictures = list(folder.glob("*-cut-01.png"))
    if pictures:
        with Image.open(pictures[0]) as opened:
            picture = opened.convert("L")
    else:
        (pdf,) = folder.glob("*.pdf")
        with pypdfium2.PdfDocument(pdf) as document:
            picture = document[0].render(scale=DPI / 72, grayscale=True).to_pil()
    contours = svg_contours(svg.read_text())
    assert len(contours) == 3
    root = ElementTree.parse(svg).getroot()
    wide, high = (float((root.get(side) or "").removesuffix("mm")) for side in ("width", "height"))
    scale = picture.width / wide, picture.height / high
    outermost = {"left": min, "right": max, "top": min, "bottom": max}
    for side, choose in outermost.items():
        # The pieces of a honeycomb touch, so only edges on the outside have paper beyond them.
        measured = [edges(picture, scale, contour)[side] for contour in contours]
        cut, ink = choose(measured)
        assert cut == pytest.approx(ink, abs=OFF), side
