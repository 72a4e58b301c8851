"""Write the pictures of a game at the size a print service wants, and the files of its order."""

from __future__ import annotations

import hashlib
import io
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.build.edge_colour import edge_colour
from printgen.build.files import (
    find_unchanged,
    read_manifest,
    remove_unchanged,
    update_manifest,
    write_atomically,
)
from printgen.build.fingerprint import Fingerprints
from printgen.build.outputs import file_name
from printgen.build.request import Built, Request, Unit
from printgen.build.service_order import OrderLine, ServiceOrder, plan_order
from printgen.catalog.images import read_image
from printgen.catalog.load import load_game
from printgen.catalog.services import Product, Service
from printgen.catalog.translations.translated import translated
from printgen.draw.component import make_draw_context
from printgen.errors import DataError, Findings
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.orders import OrderedPiece, mpc_xml, order_csv
from printgen.export.output_intent import Press
from printgen.export.pdf import pdf_bytes
from printgen.export.png import write_png
from printgen.export.separation import Separation
from printgen.export.transparency import is_transparent
from printgen.frame import Frame, Image
from printgen.frame import Path as Shape
from printgen.geometry import rectangle
from printgen.ink import WHITE, Color
from printgen.sheet.canvas import Fit, canvas

LIST: Final = "order.csv"
BLANK: Final = "blank"
PROOFS: Final = "proof"
PROOF_DPI: Final = 150


class ServiceBuilt(Struct, frozen=True):
    """What was written for one game."""

    built: Built
    folder: Path
    notes: tuple[str, ...]


def write_order(
    game: str,
    service: Service,
    request: Request,
    components: tuple[str, ...] = (),
    icc: bytes | None = None,
) -> ServiceBuilt:
    """Write everything that an order of a game needs, with the ICC profile of a press that prints
    in CMYK; raise DataError with every mistake in its data. Files of an earlier order that are not
    needed any more are removed."""
    request = replace(request, dpi=service.dpi)
    findings = Findings()
    loaded = load_game(game, request.cards, request.templates, findings)
    findings.raise_errors()
    if loaded is None:  # what could not be read is an error
        raise DataError(findings)
    loaded = translated(loaded, request.language)
    context = make_draw_context(loaded, request.ink, request.companion_url, request.stock)
    order = plan_order(loaded, service, context, findings, components)
    findings.raise_errors()
    folder = request.out / game / f"for-{service.name}{request.spoken}"
    unit = Unit(game, components, service.name, (service.files,))
    inputs = _inputs(request, game, folder, icc)
    manifest = read_manifest(folder)
    notes = tuple(_notes(order))
    known = find_unchanged(folder, manifest, unit, request.variant, inputs)
    if known is not None:
        return ServiceBuilt(known, folder, notes)
    writer = _Writer(order, folder, press_of(service, icc))
    writer.write()
    built = Built(unit, writer.files, writer.pictures, sum(line.copies for line in order.lines))
    remove_unchanged(folder, manifest.units.values(), writer.files)
    update_manifest(folder, inputs, request.variant, [built], None)
    return ServiceBuilt(built, folder, notes)


def _inputs(request: Request, game: str, folder: Path, icc: bytes | None) -> str:
    """Return what the files depend on. Orders name files by their whole path, so a folder that was
    moved is written again."""
    more = f"{folder.resolve()} {hashlib.sha256(icc or b'').hexdigest()}"
    return f"{Fingerprints(request).game(game)} {more}"


def press_of(service: Service, icc: bytes | None) -> Press | None:
    if service.press is None or icc is None:
        return None
    profile = service.press
    separation = Separation(icc, profile.max_ink, profile.rich_black)
    return Press(separation, profile.condition, profile.standard, profile.outlines)


def _notes(order: ServiceOrder) -> Iterable[str]:
    """Yield what a user should know before ordering."""
    for product, lines in order.of_product():
        count = sum(line.copies for line in lines)
        names = ", ".join(line.component.id for line in lines)
        pieces = "1 piece" if count == 1 else f"{count} pieces"
        yield f"{product.title} ({product.name}): {pieces}: {names}{_bracket(order, count)}"
    for line in order.lines:
        if abs(line.fit.scale - 1) > 0.005:
            yield f"{line.component.id} is printed at {line.fit.scale:.0%} of its size"
        if line.fit.has_border:
            yield f"{line.component.id} lies in the middle of a larger {line.fit.product.title}"
    left_out: dict[str, list[str]] = {}
    for component, reason in order.left_out:
        left_out.setdefault(reason, []).append(component.id)
    for reason, ids in left_out.items():
        yield f"left out: {', '.join(ids)}: {reason}"


def _bracket(order: ServiceOrder, count: int) -> str:
    """Return how many pieces have to be ordered, if not any number will do."""
    quantities = order.service.quantities
    if not quantities:
        return ""
    largest = quantities[-1]
    parts = [largest] * (count // largest) + ([count % largest] if count % largest else [])
    ordered = [next(number for number in quantities if number >= part) for part in parts]
    if sum(ordered) == count and len(ordered) == 1:
        return ""
    return f"; order {' + '.join(map(str, ordered))}"


class _Writer:
    def __init__(self, order: ServiceOrder, folder: Path, press: Press | None) -> None:
        self.files: dict[str, str] = {}
        self.pictures = 0
        self._order = order
        self._folder = folder
        self._service = order.service
        self._press = press

    def write(self) -> None:
        pieces: list[OrderedPiece] = []
        for product, lines in self._order.of_product():
            if self._service.files == "pdf":
                pieces.extend(self._write_pdf(product, lines))
            else:
                pieces.extend(self._write_pngs(product, lines))
        self._save(LIST, order_csv(pieces))

    def _write_pngs(self, product: Product, lines: Sequence[OrderLine]) -> list[OrderedPiece]:
        """Write every side once, and the order if it is a file."""
        pieces = []
        for line in lines:
            names = {
                id(frame): f"{product.name}/{line.component.id}-{file_name(name)}.png"
                for name, frame in reversed(line.pictures)
            }
            frames = {names[id(frame)]: frame for _, frame in line.pictures}
            self._draw({name: self._canvas(frame, line.fit) for name, frame in frames.items()})
            pieces += _pieces(product, line, names)
        if self._service.order == "mpc":
            pieces = self._with_backs(product, pieces)
            self._write_mpc(product, pieces)
        return pieces

    def _canvas(self, frame: Frame, fit: Fit) -> Frame:
        return canvas(frame, fit, self._service, _ground(frame, fit))

    def _with_backs(self, product: Product, pieces: Sequence[OrderedPiece]) -> list[OrderedPiece]:
        """Give pieces without a back a white one: the service prints both sides."""
        if all(piece.back for piece in pieces):
            return list(pieces)
        name = f"{product.name}/{BLANK}.png"
        self._draw({name: self._canvas(_white(product), Fit(product, turned=False, scale=1.0))})
        return [piece if piece.back else replace(piece, back=name) for piece in pieces]

    def _write_mpc(self, product: Product, pieces: Sequence[OrderedPiece]) -> None:
        """Write an order for each set of cards that is not too large for one."""
        largest = self._service.quantities[-1] if self._service.quantities else None
        orders = split_order(pieces, largest)
        for number, part in enumerate(orders, start=1):
            suffix = f"-{number}" if len(orders) > 1 else ""
            data = mpc_xml(part, self._folder.resolve().as_posix())
            self._save(f"{product.name}{suffix}.xml", data)

    def _draw(self, pictures: dict[str, Frame]) -> None:
        self.pictures += len(pictures)
        data = pdf_bytes(self._document([DocumentPage(frame) for frame in pictures.values()]))
        for number, name in enumerate(pictures):
            stream = io.BytesIO()
            write_png(data, number, self._service.dpi, stream)
            self._save(name, stream.getvalue())

    def _write_pdf(self, product: Product, lines: Sequence[OrderLine]) -> list[OrderedPiece]:
        """Write a document with a page for each side of each copy, front and back in turn."""
        name = f"{product.name}.pdf"
        two_sided = any(face.back is not None for line in lines for face in line.faces)
        pieces: list[OrderedPiece] = []
        with TemporaryDirectory() as folder:
            sides = _Sides(self._order, self._press, Path(folder))
            pages = []
            for line in lines:
                for face in line.faces:
                    front = sides.page(face.front, line.fit)
                    turned = replace(line.fit, turned=False, scale=1.0)
                    back = (
                        sides.page(_white(product), turned)
                        if face.back is None
                        else sides.page(face.back, line.fit)
                    )
                    pages += [front, back] * face.copies if two_sided else [front] * face.copies
                pieces += _pieces(product, line, defaultdict(lambda: name))
            self.pictures += len(pages)
            self._save(name, pdf_bytes(self._document(pages), self._press))
            if self._press is not None:
                self._write_proofs(lines, sides, self._press)
        return pieces

    def _write_proofs(self, lines: Sequence[OrderLine], sides: _Sides, press: Press) -> None:
        """Write a picture of each side in screen colours, as the press will print it."""
        from PIL import Image as Picture

        frames = {
            f"{PROOFS}/{line.component.id}-{file_name(name)}.png": sides.page(frame, line.fit).frame
            for line in lines
            for name, frame in line.pictures
        }
        data = pdf_bytes(self._document([DocumentPage(frame) for frame in frames.values()]))
        for number, name in enumerate(frames):
            drawn, proof = io.BytesIO(), io.BytesIO()
            write_png(data, number, PROOF_DPI, drawn)
            with Picture.open(drawn) as opened:
                press.separation.proof(opened).save(proof, "PNG", dpi=(PROOF_DPI, PROOF_DPI))
            self._save(name, proof.getvalue())

    def _document(self, pages: Sequence[DocumentPage]) -> Document:
        game = self._order.game
        sections = (Section(self._service.title, tuple(pages)),)
        return Document(game.title, game.designer, "", "en", "none", sections)

    def _save(self, name: str, data: bytes) -> None:
        self.files[name] = write_atomically(self._folder / name, data)


class _Sides:
    """Makes each page of a document once, without transparency where the press takes none."""

    def __init__(self, order: ServiceOrder, press: Press | None, folder: Path) -> None:
        self._service = order.service
        self._press = press
        self._folder = folder
        self._pages: dict[tuple[Frame, Fit], DocumentPage] = {}

    def page(self, frame: Frame, fit: Fit) -> DocumentPage:
        known = self._pages.get((frame, fit))
        if known is None:
            picture = canvas(frame, fit, self._service, _ground(frame, fit))
            press = self._service.press
            if press is not None and not press.transparency and is_transparent(picture):
                picture = self._flattened(picture)
            bleed = self._service.bleed
            trim = bleed, bleed, fit.product.width, fit.product.height
            whole = 0.0, 0.0, picture.width, picture.height
            known = self._pages[(frame, fit)] = DocumentPage(picture, trim, whole)
        return known

    def _flattened(self, frame: Frame) -> Frame:
        """Return the frame as a picture in the resolution of the service."""
        name = self._folder / f"{len(self._pages)}.png"
        sections = (Section("", (DocumentPage(frame),)),)
        with name.open("wb") as stream:
            data = pdf_bytes(Document("", "", "", "en", "none", sections))
            write_png(data, 0, self._service.dpi, stream)
        whole = Image(0.0, 0.0, frame.width, frame.height, read_image(name, name.name))
        return Frame(frame.name, frame.width, frame.height, (whole,))


def _ground(frame: Frame, fit: Fit) -> Color:
    return edge_colour(frame) if fit.has_border else WHITE


def _white(product: Product) -> Frame:
    paper = Shape(rectangle(0, 0, product.width, product.height), fill=WHITE)
    return Frame(BLANK, product.width, product.height, (paper,))


def _pieces(product: Product, line: OrderLine, files: Mapping[int, str]) -> list[OrderedPiece]:
    """Return the pieces of a component with the files of their sides, by the ids of frames."""
    return [
        OrderedPiece(
            product.name,
            line.component.id,
            str(face.record.values.get("id")),
            face.copies,
            files[id(face.front)],
            files[id(face.back)] if face.back is not None else "",
        )
        for face in line.faces
        if face.copies
    ]


def split_order(
    pieces: Sequence[OrderedPiece], largest: int | None
) -> list[tuple[OrderedPiece, ...]]:
    """Split pieces into orders of at most `largest`; copies of one piece may be in two of them."""
    orders: list[list[OrderedPiece]] = [[]]
    room = largest
    for piece in pieces:
        left = piece.copies
        while left:
            if room == 0:
                orders.append([])
                room = largest
            taken = left if room is None else min(left, room)
            orders[-1].append(replace(piece, copies=taken))
            left -= taken
            room = None if room is None else room - taken
    return [tuple(order) for order in orders if order]
