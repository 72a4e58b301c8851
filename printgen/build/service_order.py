"""Choose the product of a print service for each component, and list what an order contains."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal, cast

from msgspec import Struct

from printgen.catalog.model import Component, Game
from printgen.catalog.services import Product, Service, TuckBox
from printgen.draw.component import draw_component
from printgen.draw.context import DrawContext
from printgen.draw.crafts.box_sheet import draw_box_sheets
from printgen.draw.face import Face, face_names
from printgen.errors import Findings
from printgen.frame import Frame
from printgen.geometry import num
from printgen.sheet.canvas import MAX_SCALE, MIN_SCALE, Fit, fits

Shape = Literal["rectangle", "circle", "hex", "path"]


class OrderLine(Struct, frozen=True):
    """A component that the service prints, and how its faces fit the product."""

    component: Component
    faces: tuple[Face, ...]
    fit: Fit
    panels: tuple[Frame, ...] = ()
    """The panels of a tuck box, between its folds."""

    @property
    def pictures(self) -> list[tuple[str, Frame]]:
        """Return every side that is printed, with its name in the component."""
        return face_names(self.faces)

    @property
    def copies(self) -> int:
        return sum(face.copies for face in self.faces)


class ServiceOrder(Struct, frozen=True):
    """What a service prints of a game, and why it does not print the other components."""

    game: Game
    service: Service
    lines: tuple[OrderLine, ...]
    left_out: tuple[tuple[Component, str], ...]

    def of_product(self) -> Iterator[tuple[Product, tuple[OrderLine, ...]]]:
        """Yield every product that is needed, with its components."""
        boxes = tuple(box.sheet for box in self.service.tuck_boxes)
        products = self.service.products or dict.fromkeys(line.fit.product for line in self.lines)
        for product in (*products, *boxes):
            lines = tuple(line for line in self.lines if line.fit.product == product)
            if lines:
                yield product, lines


def plan_order(
    game: Game,
    service: Service,
    context: DrawContext,
    findings: Findings,
    wanted: tuple[str, ...] = (),
) -> ServiceOrder:
    """Return the order of a game, or of its `wanted` components."""
    lines: list[OrderLine] = []
    left_out: list[tuple[Component, str]] = []
    parts = [part for part in game.components if not wanted or part.id in wanted]
    # A box needs to know which cards are ordered.
    for component in sorted(parts, key=_is_tuck_box):
        if _is_tuck_box(component):
            reason = _add_boxes(lines, game, component, service, context, findings)
        else:
            reason = _not_flat(component) or _add_line(
                lines, game, component, service, context, findings
            )
        if reason:
            left_out.append((component, reason))
    return ServiceOrder(game, service, tuple(lines), tuple(left_out))


def _is_tuck_box(component: Component) -> bool:
    return component.craft is not None and component.craft.kind == "tuckbox"


def _add_line(
    lines: list[OrderLine],
    game: Game,
    component: Component,
    service: Service,
    context: DrawContext,
    findings: Findings,
) -> str:
    """Add a component to the lines of an order, or return why the service cannot print it."""
    faces = draw_component(game, component, context, findings)
    if not faces:
        return ""
    shape = component.template.shape if component.template else "path"
    products = service.products or (_own_size(component, faces[0].front, shape),)
    found = fits(faces[0].front, shape, products)
    if not found:
        return _no_product(faces[0].front, shape, service)
    lines.append(OrderLine(component, faces, found[0]))
    return ""


def _add_boxes(
    lines: list[OrderLine],
    game: Game,
    component: Component,
    service: Service,
    context: DrawContext,
    findings: Findings,
) -> str:
    """Add the tuck boxes of a component to the lines, or return why there is none for them."""
    if not service.tuck_boxes:
        return f"the profile of {service.title} has no tuck boxes; print them at home"
    ordered = {line.component.id: line.fit.product for line in lines}
    refused = ["it names no component that it holds; print it at home"]

    def choose(names: tuple[str, ...], count: int) -> tuple[TuckBox, int] | None:
        held = {ordered[name].name if name in ordered else "" for name in names}
        boxes = sorted(
            (box for box in service.tuck_boxes if held == {box.holds}), key=lambda box: box.count
        )
        if not boxes:
            refused[0] = (
                f"{service.title} has no tuck box for {' and '.join(names)}; print it at home"
            )
            return None
        needed = math.ceil(count / boxes[-1].count)
        return next(box for box in boxes if box.count * needed >= count), needed

    made = draw_box_sheets(game, component, context, findings, service.bleed, service.safe, choose)
    for box in dict.fromkeys(sheet.box for sheet in made):
        own = [sheet for sheet in made if sheet.box == box]
        lines.append(
            OrderLine(
                component,
                tuple(sheet.face for sheet in own),
                Fit(box.sheet, turned=False, scale=1.0),
                tuple(panel for sheet in own for panel in sheet.panels),
            )
        )
    return "" if made else refused[0]


def _own_size(component: Component, front: Frame, shape: str) -> Product:
    """Return the product of a service that prints any size."""
    return Product(component.id, component.title, front.width, front.height, cast(Shape, shape))


def _not_flat(component: Component) -> str:
    if component.layout == "booklet":
        return "booklets are bound at home"
    return "papercraft is printed at home" if component.craft else ""


def _no_product(front: Frame, shape: str, service: Service) -> str:
    """Return why no product fits, with the nearest size of that shape."""
    size = f"{num(front.width)} × {num(front.height)} mm"
    same = [product for product in service.products if product.shape == shape]
    if not same:
        shaped = {"rectangle": "rectangular", "circle": "round", "hex": "hexagonal"}.get(shape)
        kind = f"{shaped} pieces" if shaped else "pieces with an outline of their own"
        return f"{service.title} has no {kind}; print them at home"

    def difference(product: Product) -> float:
        sides, others = sorted((front.width, front.height)), sorted((product.width, product.height))
        return sum(abs(side - other) for side, other in zip(sides, others, strict=True))

    nearest = min(same, key=difference)
    return (
        f"no product is as large as {size}, or {MIN_SCALE:.0%} to {MAX_SCALE:.0%} of it; the"
        f" nearest is '{nearest.name}' with {num(nearest.width)} × {num(nearest.height)} mm;"
        " print it at home"
    )
