"""Write the pictures of a game at the size a print service wants, and the files of its order."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

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
from printgen.catalog.load import load_game
from printgen.catalog.services import Product, Service
from printgen.draw.component import make_draw_context
from printgen.errors import DataError, Findings
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.orders import OrderedPiece, mpc_xml, order_csv
from printgen.frame import Color, Frame, rectangle
from printgen.frame import Path as Shape
from printgen.sheet.canvas import Fit, canvas

LIST: Final = "order.csv"
BLANK: Final = "blank"
PAPER: Final = Color(255, 255, 255)


class ServiceBuilt(Struct, frozen=True):
    """What was written for one game."""

    built: Built
    folder: Path
    notes: tuple[str, ...]


def write_order(
    game: str, service: Service, request: Request, components: tuple[str, ...] = ()
) -> ServiceBuilt:
    """Write everything that an order of a game needs; raise DataError with every mistake in its
    data. Files of an earlier order that are not needed any more are removed."""
    request = replace(request, dpi=service.dpi)
    findings = Findings()
    loaded = load_game(game, request.cards, request.templates, findings)
    findings.raise_errors()
    if loaded is None:  # what could not be read is an error
        raise DataError(findings)
    context = make_draw_context(loaded, request.ink, request.companion_url, request.stock)
    order = plan_order(loaded, service, context, findings, components)
    findings.raise_errors()
    folder = request.out / game / f"for-{service.name}"
    unit = Unit(game, components, service.name, ("png",))
    # Orders name files by their whole path, so a folder that was moved is written again.
    inputs = f"{Fingerprints(request).game(game)} {service} {folder.resolve()}"
    manifest = read_manifest(folder)
    notes = tuple(_notes(order))
    known = find_unchanged(folder, manifest, unit, request.variant, inputs)
    if known is not None:
        return ServiceBuilt(known, folder, notes)
    writer = _Writer(order, folder, service)
    writer.write()
    built = Built(unit, writer.files, len(writer.files), sum(line.copies for line in order.lines))
    remove_unchanged(folder, manifest.units.values(), writer.files)
    update_manifest(folder, inputs, request.variant, [built], None)
    return ServiceBuilt(built, folder, notes)


def _notes(order: ServiceOrder) -> Iterable[str]:
    """Yield what a user should know before ordering."""
    for product, lines in order.of_product():
        count = sum(line.copies for line in lines)
        names = ", ".join(line.component.id for line in lines)
        yield f"{product.title} ({product.name}): {count} pieces: {names}{_bracket(order, count)}"
    for line in order.lines:
        if abs(line.fit.scale - 1) > 0.005:
            yield f"{line.component.id} is printed at {line.fit.scale:.0%} of its size"
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
    def __init__(self, order: ServiceOrder, folder: Path, service: Service) -> None:
        self.files: dict[str, str] = {}
        self._order = order
        self._folder = folder
        self._service = service

    def write(self) -> None:
        pieces = []
        for product, lines in self._order.of_product():
            own = [piece for line in lines for piece in self._write_line(product, line)]
            if self._service.order == "mpc":
                own = self._with_backs(product, lines[0].fit, own)
                self._write_mpc(product, own)
            pieces.extend(own)
        self._save(LIST, order_csv(pieces))

    def _write_line(self, product: Product, line: OrderLine) -> list[OrderedPiece]:
        """Write every side once; return the pieces with the files of their sides."""
        places: dict[int, str] = {}
        for name, frame in line.pictures:
            places.setdefault(
                id(frame), f"{product.name}/{line.component.id}-{file_name(name)}.png"
            )
        frames = {id(frame): frame for _, frame in line.pictures}
        self._draw(
            {
                places[key]: canvas(frame, line.fit, self._service.dpi)
                for key, frame in frames.items()
            }
        )
        return [
            OrderedPiece(
                product.name,
                line.component.id,
                str(face.record.values.get("id")),
                face.copies,
                places[id(face.front)],
                places[id(face.back)] if face.back is not None else "",
            )
            for face in line.faces
            if face.copies
        ]

    def _with_backs(
        self, product: Product, fit: Fit, pieces: Sequence[OrderedPiece]
    ) -> list[OrderedPiece]:
        """Give pieces without a back a white one: the service prints both sides."""
        if all(piece.back for piece in pieces):
            return list(pieces)
        white = Frame(
            BLANK,
            product.width,
            product.height,
            (Shape(rectangle(0, 0, product.width, product.height), fill=PAPER),),
        )
        name = f"{product.name}/{BLANK}.png"
        self._draw({name: canvas(white, replace(fit, turned=False, scale=1.0), self._service.dpi)})
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
        from printgen.export.pdf import pdf_bytes
        from printgen.export.png import write_png

        pages = tuple(DocumentPage(frame) for frame in pictures.values())
        game = self._order.game
        section = Section(self._service.title, pages)
        data = pdf_bytes(Document(game.title, game.designer, "", "en", "none", (section,)))
        for number, name in enumerate(pictures):
            stream = io.BytesIO()
            write_png(data, number, self._service.dpi, stream)
            self._save(name, stream.getvalue())

    def _save(self, name: str, data: bytes) -> None:
        self.files[name] = write_atomically(self._folder / name, data)


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
