"""Make one unit of a build: draw its components, lay them out, write its files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Literal

from msgspec.structs import replace

from printgen.build.game_build import GameBuild, game_build_for
from printgen.build.outputs import Outputs
from printgen.build.request import COMPLETE, Built, Request, Unit
from printgen.build.whole_game import WholeGame
from printgen.catalog.model import Component, Game
from printgen.catalog.translations.codes import first_language
from printgen.draw.component import draw_component
from printgen.draw.face import Face
from printgen.errors import Findings
from printgen.export.document import Document, DocumentPage, Section
from printgen.frame import Frame
from printgen.geometry import Box, apply
from printgen.sheet.model import Page

Sheets = list[tuple[Component, tuple[Face, ...], tuple[Page, ...]]]


def produce(unit: Unit, request: Request) -> Built:
    """Make the unit; raise DataError with every mistake in its data."""
    game_build = game_build_for(unit.game, request)
    game = game_build.game
    findings = Findings()
    findings.extend(game_build.found)
    drawn = [
        (component, draw_component(game, component, game_build.context, findings))
        for component in game.components
        if component.id in unit.components
    ]
    findings.raise_errors()
    out = Outputs(request.out / unit.game, unit, request)
    piece_count = sum(face.pieces for _, faces in drawn for face in faces) * request.copies
    if unit.name == COMPLETE:
        page_count = write_print_files(game_build, game_build.plan_whole_game(drawn), request, out)
        return Built(unit, out.files, page_count, piece_count)
    sheets = [(component, faces, game_build.pages(component, faces)) for component, faces in drawn]
    page_count = sum(len(pages) for _, _, pages in sheets)
    two_sided = any(page.side in ("back", "fold") for _, _, pages in sheets for page in pages)
    if "pdf" in unit.formats or "png" in unit.formats:
        document = _chosen_pages(_document(game, request, sheets), request.pages)
        page_count = len(document.pages)  # the empty backs of single-sided sheets count
        if document.pages:
            out.write_document(document, two_sided=two_sided)
    for component, faces, pages in sheets:
        out.write_cut_files(game_build.plan(component, faces), 1, two_sided=two_sided)
        if "svg" in unit.formats:
            first, last = request.pages or (1, len(pages))
            out.write_svgs(component, faces, pages[first - 1 : last])
        if "png" in unit.formats:
            out.write_face_pngs(game, component, faces)
    return Built(unit, out.files, page_count, piece_count)


def write_print_files(
    game_build: GameBuild, whole: WholeGame, request: Request, out: Outputs
) -> int:
    """Write a document for each stock and number of printed sides; return the number of pages."""
    game = game_build.game
    count = 0
    for file in whole.files:
        sections = tuple(
            Section(part.title, tuple(map(_document_page, game_build.compose(part.plan))))
            for part in file.parts
        )
        cut = 1
        for part in file.parts:
            cut += out.write_cut_files(part.plan, cut, file.stock.slug, two_sided=file.two_sided)
        title = f"{game.title}: {file.stock.title}" if file.stock.title else game.title
        flip = _flip(request) if file.two_sided else "none"
        all_pages = Document(
            title, game.designer, game.credit, first_language(game.language), flip, sections
        )
        document = _chosen_pages(all_pages, request.pages)
        if document.pages:
            out.write_print_file(document, file.stock.slug, two_sided=file.two_sided)
        count += len(document.pages)
    return count


def _chosen_pages(document: Document, pages: tuple[int, int] | None) -> Document:
    """Return the document with only these of its pages, counted from 1."""
    if pages is None:
        return document
    first, last = pages
    number = 0
    sections: list[Section] = []
    for section in document.sections:
        kept = tuple(
            page for index, page in enumerate(section.pages, number + 1) if first <= index <= last
        )
        number += len(section.pages)
        if kept:
            sections.append(replace(section, pages=kept))
    return replace(document, sections=tuple(sections))


def _document(game: Game, request: Request, sheets: Sheets) -> Document:
    title = game.title if len(sheets) != 1 else f"{game.title}: {sheets[0][0].title}"
    two_sided = any(page.side == "back" for _, _, pages in sheets for page in pages)
    sections = tuple(
        Section(component.title, tuple(_document_pages(pages, two_sided=two_sided)))
        for component, _, pages in sheets
    )
    flip = _flip(request) if two_sided else "none"
    language = first_language(game.language)
    return Document(title, game.designer, game.credit, language, flip, sections)


def _flip(request: Request) -> Literal["long", "short", "none"]:
    """Return the edge that two-sided sheets are flipped on."""
    if request.duplex == "fold":
        return "none"
    return "short" if request.duplex == "short" else "long"


def _document_pages(pages: Sequence[Page], *, two_sided: bool) -> Iterator[DocumentPage]:
    """Yield the pages; in a two-sided document, a front without a back gets an empty one."""
    for page, following in zip_longest(pages, pages[1:]):
        yield _document_page(page)
        if two_sided and page.side != "back" and (not following or following.side != "back"):
            frame = page.frame
            yield DocumentPage(Frame(f"{frame.name} empty back", frame.width, frame.height, ()))


def _document_page(page: Page) -> DocumentPage:
    return DocumentPage(page.frame, _around(page.trim_boxes, page), _around(page.bleed_boxes, page))


def _around(boxes: Sequence[Box], page: Page) -> Box | None:
    """Return the box around all boxes after the printer profile's correction."""
    corners = [
        apply(page.correction, x + right * width, y + down * height)
        for x, y, width, height in boxes
        for right in (0, 1)
        for down in (0, 1)
    ]
    if not corners:
        return None
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
