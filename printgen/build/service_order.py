"""Choose the product of a print service for each component, and list what an order contains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast

from msgspec import Struct

from printgen.catalog.model import Component, Game
from printgen.catalog.services import Product, Service
from printgen.draw.component import draw_component
from printgen.draw.context import DrawContext
from printgen.draw.face import Face, face_names
from printgen.errors import Findings
from printgen.frame import Frame, num
from printgen.sheet.canvas import MAX_SCALE, MIN_SCALE, Fit, fits

Shape = Literal["rectangle", "circle", "hex", "path"]


class OrderLine(Struct, frozen=True):
    """A component that the service prints, and how its faces fit the product."""

    component: Component
    faces: tuple[Face, ...]
    fit: Fit

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
        products = self.service.products or dict.fromkeys(line.fit.product for line in self.lines)
        for product in products:
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
    for component in game.components:
        if wanted and component.id not in wanted:
            continue
        reason = _not_flat(component)
        faces = () if reason else draw_component(game, component, context, findings)
        if not reason and faces:
            shape = component.template.shape if component.template else "path"
            products = service.products or (_own_size(component, faces[0].front, shape),)
            found = fits(faces[0].front, shape, products)
            if found:
                lines.append(OrderLine(component, faces, found[0]))
                continue
            reason = _no_product(faces[0].front, shape, service)
        if reason:
            left_out.append((component, reason))
    return ServiceOrder(game, service, tuple(lines), tuple(left_out))


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
        return f"{service.title} has no {kind}"

    def difference(product: Product) -> float:
        sides, others = sorted((front.width, front.height)), sorted((product.width, product.height))
        return sum(abs(side - other) for side, other in zip(sides, others, strict=True))

    nearest = min(same, key=difference)
    return (
        f"no product is as large as {size}, or {MIN_SCALE:.0%} to {MAX_SCALE:.0%} of it; the"
        f" nearest is '{nearest.name}' with {num(nearest.width)} × {num(nearest.height)} mm"
    )
