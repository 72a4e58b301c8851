"""Name and write the files of a unit: documents, sheets and single faces."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from printgen.build.files import write_atomically
from printgen.build.request import Request, Unit
from printgen.catalog.model import Component, Game
from printgen.catalog.translations.codes import first_language
from printgen.draw.face import Face, face_names
from printgen.export.document import Document, DocumentPage, Section
from printgen.frame import Frame
from printgen.sheet.compose import art_frame
from printgen.sheet.model import Page, Plan
from printgen.sheet.registration import cutting_area


class Outputs:
    """Names and writes a unit's files, and collects their hashes."""

    def __init__(self, folder: Path, unit: Unit, request: Request) -> None:
        self.files: dict[str, str] = {}
        self._folder = folder
        self._unit = unit
        self._request = request

    def _write(self, name: str, data: bytes) -> None:
        self.files[name] = write_atomically(self._folder / name, data)

    def write_document(self, document: Document, *, two_sided: bool) -> None:
        from printgen.export.pdf import pdf_bytes

        data = pdf_bytes(document)
        name = f"{self._unit.game}-{self._unit.name}-{self._variant(two_sided=two_sided)}"
        if "pdf" in self._unit.formats:
            self._write(f"{name}.pdf", data)
        if "png" in self._unit.formats:
            self._write_pngs(data, f"png/{self._unit.name}/{self._request.variant}")

    def write_print_file(self, document: Document, stock: str, *, two_sided: bool) -> None:
        """Write one of the documents of a whole game."""
        if "pdf" not in self._unit.formats:
            return
        from printgen.export.pdf import pdf_bytes

        parts = (self._unit.game, self._unit.name, stock, self._variant(two_sided=two_sided))
        self._write(f"{'-'.join(filter(None, parts))}.pdf", pdf_bytes(document))

    def _write_pngs(self, pdf: bytes, folder: str, names: Sequence[Sequence[str]] = ()) -> None:
        """Write each page as a picture, under each of its `names` if given."""
        from printgen.export.png import page_count, write_png

        for number in range(page_count(pdf)):
            stream = io.BytesIO()
            write_png(pdf, number, self._request.dpi, stream)
            for name in names[number] if names else (f"page-{number + 1:02d}",):
                self._write(f"{folder}/{name}.png", stream.getvalue())

    def _variant(self, *, two_sided: bool) -> str:
        return self._request.variant if two_sided else self._request.one_sided_variant

    def write_cut_files(self, plan: Plan, first: int, stock: str = "", *, two_sided: bool) -> int:
        """Write what a machine cuts of each front, numbered from `first`, under the name of the
        document that has them; return how many fronts there are."""
        cutter = plan.cutter
        if cutter is None:
            return 0
        from printgen.export.cut_files import cut_dxf, cut_svg
        from printgen.sheet.cutting import cut_paths, moved_paths

        fronts = [side for side in plan.sides if side.name != "back"]
        for number, side in enumerate(fronts, first):
            variant = self._variant(two_sided=two_sided)
            parts = (self._unit.game, self._unit.name, stock, variant)
            name = f"{'-'.join(filter(None, parts))}-cut-{number:02d}"
            area = cutting_area(cutter, plan.paper)
            paths = moved_paths(cut_paths(plan.run, side, cutter.folds), -area[0], -area[1])
            self._write(f"{name}.svg", cut_svg(paths, area[2], area[3]))
            self._write(f"{name}.dxf", cut_dxf(paths, area[3]))
            if cutter.picture_dpi is not None:
                self._write_art(f"{name}.png", art_frame(plan, side, area), cutter.picture_dpi)
        return len(fronts)

    def _write_art(self, name: str, frame: Frame, dpi: int) -> None:
        from printgen.export.pdf import pdf_bytes
        from printgen.export.png import write_png

        sections = (Section("", (DocumentPage(frame),)),)
        stream = io.BytesIO()
        write_png(pdf_bytes(Document("", "", "", "en", "none", sections)), 0, dpi, stream)
        self._write(name, stream.getvalue())

    def write_svgs(
        self, component: Component, faces: Sequence[Face], pages: Sequence[Page]
    ) -> None:
        folder = f"svg/{component.id}"
        for frame, names in _named_frames(faces):
            data = self._svg_bytes(frame)
            for name in names:
                self._write(f"{folder}/faces{self._low}{self._request.spoken}/{name}.svg", data)
        for page in pages:
            name = f"page-{page.number:02d}-{page.side}"
            data = self._svg_bytes(page.frame)
            self._write(f"{folder}/{self._request.variant}/{name}.svg", data)

    def _svg_bytes(self, frame: Frame) -> bytes:
        from printgen.export.svg import write_svg

        stream = io.StringIO()
        write_svg(frame, stream, text=self._request.svg_text)
        return stream.getvalue().encode()

    def write_face_pngs(self, game: Game, component: Component, faces: Sequence[Face]) -> None:
        from printgen.export.pdf import pdf_bytes

        named = _named_frames(faces)
        pages = tuple(DocumentPage(_with_bleed(frame)) for frame, _ in named)
        section = Section(component.title, pages)
        data = pdf_bytes(
            Document(
                game.title, game.designer, "", first_language(game.language), "none", (section,)
            )
        )
        names = [names for _, names in named]
        self._write_pngs(data, f"png/{component.id}/faces{self._low}{self._request.spoken}", names)

    @property
    def _low(self) -> str:
        return "-low" if self._request.ink == "low" else ""


def _named_frames(faces: Sequence[Face]) -> list[tuple[Frame, list[str]]]:
    """Return each picture once, with the names of the files it is written to."""
    named: dict[int, tuple[Frame, list[str]]] = {}
    for name, frame in face_names(faces):
        named.setdefault(id(frame), (frame, []))[1].append(file_name(name))
    return list(named.values())


def file_name(name: str) -> str:
    """Return an id as part of a file name: all but letters, digits and `-_. ` is escaped."""
    kept = "".join(char if char.isalnum() or char in "-_. " else _escaped(char) for char in name)
    return _escaped(".") + kept[1:] if kept.startswith(".") else kept


def _escaped(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode())


def _with_bleed(frame: Frame) -> Frame:
    """Return the frame with its bleed inside the page, as print services expect."""
    from printgen.frame import Use
    from printgen.geometry import translate

    b = frame.bleed
    moved = Use(frame, translate(b, b))
    return Frame(frame.name, frame.width + 2 * b, frame.height + 2 * b, (moved,))
