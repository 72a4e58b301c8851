"""Takes one unit of a build, gives its files: the whole line from catalog to export."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Literal

from printgen.build.files import write_whole
from printgen.build.request import Built, Request, Unit
from printgen.catalog.load import load_game
from printgen.catalog.model import Component, Game
from printgen.draw.component import Face, draw_component
from printgen.draw.studio import make_studio
from printgen.errors import DataError, Finding, Findings
from printgen.export.document import Document, DocumentPage, Section
from printgen.frame import Box, Frame, apply
from printgen.sheet.arrange import arrange
from printgen.sheet.compose import compose
from printgen.sheet.model import Duplex, Label, Page, Piece, Run
from printgen.sheet.paper import choose_paper, load_papers
from printgen.sheet.profile import load_profile


@lru_cache(maxsize=8)
def _loaded(slug: str, cards: Path, templates: Path) -> tuple[Game | None, tuple[Finding, ...]]:
    """A game as it is on disk, once for all units a worker makes of it."""
    findings = Findings()
    return load_game(slug, cards, templates, findings), tuple(findings)


def open_game(slug: str, request: Request) -> tuple[Game, Findings]:
    """The game, and warnings; raises DataError if nothing can be made of its folder."""
    game, found = _loaded(slug, request.cards, request.templates)
    findings = Findings()
    findings.extend(found)
    if game is None:
        raise DataError(tuple(findings))
    return game, findings


def label_for(game: Game) -> Label:
    """What margins are written with: the theme's body type, or any it has."""
    fonts = game.theme.fonts
    family = fonts.get("body") or next(iter(fonts.values()))
    return Label(family.regular)


def make_run(game: Game, component: Component, faces: Sequence[Face]) -> Run:
    pieces = tuple(Piece(face.front, face.back) for face in faces for _ in range(face.copies))
    return run_of(game, component, pieces)


def run_of(game: Game, component: Component, pieces: tuple[Piece, ...]) -> Run:
    return Run(
        game=f"{game.title} (unofficial)",
        title=component.title,
        version=game.version,
        pieces=pieces,
        layout=component.layout,
        shared_cuts=component.shared_cuts,
        gutter=component.gutter,
        pointy=component.template.pointy if component.template else True,
        place=component.place,
    )


class Desk:
    """One game being built: each component is drawn and laid out once, however many documents
    show it (its own, the whole game's, the booklet, the parts list)."""

    def __init__(self, slug: str, request: Request) -> None:
        self.game, found = open_game(slug, request)
        self.found = tuple(found)
        self._paper = choose_paper(request.paper, load_papers(request.templates))
        self._profile = load_profile(request.profile, request.profiles)
        self._duplex = Duplex(request.duplex)
        self._pages: dict[str, tuple[Page, ...]] = {}
        self.studio = make_studio(
            self.game, request.ink, request.companion_url, request.stock, self._sides
        )

    def _sides(
        self, component: Component, pieces: Sequence[tuple[Frame, Frame | None]]
    ) -> tuple[str, ...]:
        """Which sides of paper a component takes: only here is the paper known."""
        run = run_of(self.game, component, tuple(Piece(front, back) for front, back in pieces))
        plan = arrange(run, self._paper, self._duplex, self._profile)
        return tuple(side.name for side in plan.sides)

    def pages(self, component: Component, faces: Sequence[Face]) -> tuple[Page, ...]:
        known = self._pages.get(component.id)
        if known is None:
            run = make_run(self.game, component, faces)
            plan = arrange(run, self._paper, self._duplex, self._profile)
            known = self._pages[component.id] = compose(plan, label_for(self.game))
        return known


@lru_cache(maxsize=2)
def desk_for(slug: str, request: Request) -> Desk:
    return Desk(slug, request)


def produce(unit: Unit, request: Request) -> Built:
    """Raises DataError with everything that is wrong in the unit's data."""
    desk = desk_for(unit.game, request)
    game = desk.game
    findings = Findings()
    findings.extend(desk.found)
    drawn = [
        (component, draw_component(game, component, desk.studio, findings))
        for component in game.components
        if component.id in unit.components
    ]
    findings.raise_errors()
    sheets = [(component, faces, desk.pages(component, faces)) for component, faces in drawn]
    out = _Output(request.out / unit.game, unit, request)
    if "pdf" in unit.formats or "png" in unit.formats:
        out.write_document(_document(game, request, sheets))
    for component, faces, pages in sheets:
        if "svg" in unit.formats:
            out.write_svgs(component, faces, pages)
        if "png" in unit.formats:
            out.write_face_pngs(game, component, faces)
    page_count = sum(len(pages) for _, _, pages in sheets)
    piece_count = sum(face.copies for _, faces, _ in sheets for face in faces)
    return Built(unit, out.files, page_count, piece_count)


Sheets = list[tuple[Component, tuple[Face, ...], tuple[Page, ...]]]


def _document(game: Game, request: Request, sheets: Sheets) -> Document:
    title = game.title if len(sheets) != 1 else f"{game.title}: {sheets[0][0].title}"
    two_sided = any(page.side == "back" for _, _, pages in sheets for page in pages)
    sections = tuple(
        Section(component.title, tuple(_document_pages(pages, two_sided=two_sided)))
        for component, _, pages in sheets
    )
    flip: Literal["long", "short", "none"] = "none"
    if two_sided:
        flip = "short" if request.duplex == "short" else "long"
    return Document(title, game.designer, game.credit, "en", flip, sections)


def _document_pages(pages: Sequence[Page], *, two_sided: bool) -> Iterator[DocumentPage]:
    """In a file that is printed on both sides, a front without a back is given an empty one."""
    for page, following in zip_longest(pages, pages[1:]):
        yield _document_page(page)
        if two_sided and page.side != "back" and (not following or following.side != "back"):
            frame = page.frame
            yield DocumentPage(Frame(f"{frame.name} empty back", frame.width, frame.height, ()))


def _document_page(page: Page) -> DocumentPage:
    return DocumentPage(page.frame, _around(page.trim_boxes, page), _around(page.bleed_boxes, page))


def _around(boxes: Sequence[Box], page: Page) -> Box | None:
    """One box around all of a page's boxes, where the printer profile has moved them to."""
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


class _Output:
    """Names and writes a unit's files; remembers their hashes."""

    def __init__(self, folder: Path, unit: Unit, request: Request) -> None:
        self.files: dict[str, str] = {}
        self._folder = folder
        self._unit = unit
        self._request = request

    def _write(self, name: str, data: bytes) -> None:
        self.files[name] = write_whole(self._folder / name, data)

    def write_document(self, document: Document) -> None:
        data = pdf_bytes(document)
        name = f"{self._unit.game}-{self._unit.name}-{self._request.variant}"
        if "pdf" in self._unit.formats:
            self._write(f"{name}.pdf", data)
        if "png" in self._unit.formats:
            self._write_pngs(data, f"png/{self._unit.name}/{self._request.variant}")

    def _write_pngs(self, pdf: bytes, folder: str, names: Sequence[str] = ()) -> None:
        from printgen.export.png import page_count, write_png

        for number in range(page_count(pdf)):
            name = names[number] if names else f"page-{number + 1:02d}"
            stream = io.BytesIO()
            write_png(pdf, number, self._request.dpi, stream)
            self._write(f"{folder}/{name}.png", stream.getvalue())

    def write_svgs(
        self, component: Component, faces: Sequence[Face], pages: Sequence[Page]
    ) -> None:
        folder = f"svg/{component.id}"
        for name, frame in face_names(faces):
            self._write_svg(f"{folder}/faces{self._low}/{name}.svg", frame)
        for page in pages:
            name = f"page-{page.number:02d}-{page.side}"
            self._write_svg(f"{folder}/{self._request.variant}/{name}.svg", page.frame)

    def _write_svg(self, name: str, frame: Frame) -> None:
        from printgen.export.svg import write_svg

        stream = io.StringIO()
        write_svg(frame, stream, text=self._request.svg_text)
        self._write(name, stream.getvalue().encode())

    def write_face_pngs(self, game: Game, component: Component, faces: Sequence[Face]) -> None:
        named = face_names(faces)
        pages = tuple(DocumentPage(_with_bleed(frame)) for _, frame in named)
        section = Section(component.title, pages)
        data = pdf_bytes(Document(game.title, game.designer, "", "en", "none", (section,)))
        names = [name for name, _ in named]
        self._write_pngs(data, f"png/{component.id}/faces{self._low}", names)

    @property
    def _low(self) -> str:
        return "-low" if self._request.ink == "low" else ""


def pdf_bytes(document: Document) -> bytes:
    from printgen.export.pdf import write_pdf

    stream = io.BytesIO()
    write_pdf(document, stream)
    return stream.getvalue()


def face_names(faces: Sequence[Face]) -> list[tuple[str, Frame]]:
    """Each distinct side once: fronts by their row's id, a back by the first row that has it."""
    named: list[tuple[str, Frame]] = []
    seen: set[int] = set()
    only_back = len({id(face.back) for face in faces}) == 1
    for face in faces:
        identity = str(face.record.values.get("id"))
        for frame, name in (
            (face.front, identity),
            (face.back, "back" if only_back else f"{identity}-back"),
        ):
            if frame is not None and id(frame) not in seen:
                seen.add(id(frame))
                named.append((name, frame))
    return named


def _with_bleed(frame: Frame) -> Frame:
    """The frame with its bleed inside the page, as print services want single faces."""
    from printgen.frame import Use, translate

    b = frame.bleed
    moved = Use(frame, translate(b, b))
    return Frame(frame.name, frame.width + 2 * b, frame.height + 2 * b, (moved,))
