"""Takes painted nets of a component's rows, gives its faces, all of one size."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from printgen.catalog.model import Record
from printgen.draw.component import Face
from printgen.draw.crafts.lettering import Items
from printgen.draw.crafts.net import Net, Panel
from printgen.draw.crafts.paint import Plate, common_size, make_look, paint
from printgen.draw.crafts.workshop import Workshop
from printgen.draw.setting import show
from printgen.frame import Color, Frame

STEP: Final = 0.5  # sizes are whole steps: they are read, and rulers are laid along them
PAGE: Final = (190.0, 277.0)  # what is surely printable of A4, its label left out


def plate_of(shop: Workshop, net: Net, ground: str | Color, art: Callable[[Panel], Items]) -> Plate:
    """A net with one ground for all its panels, and on each what `art` draws there."""
    colour = shop.studio.colour(ground)
    looks = {panel.name: make_look(shop.studio, colour, art(panel)) for panel in net.panels}
    return paint(net, looks, shop.studio)


def finish(shop: Workshop, made: Sequence[tuple[Record, Plate, int]]) -> tuple[Face, ...]:
    """Each row's plate with its number of copies, padded to one size: a run has one size."""
    if not made:
        return ()
    width, height = (
        math.ceil(size / STEP) * STEP for size in common_size([plate for _, plate, _ in made])
    )
    if not _fits(width, height):
        shop.findings.error(
            shop.craft.place,
            f"the net of '{shop.component.id}' is {width:.0f} × {height:.0f} mm, and a page of A4"
            f" takes {PAGE[0]:g} × {PAGE[1]:g} mm: make it smaller",
            "too-large",
        )
        return ()
    return tuple(
        Face(record, _frame(shop, record, plate, width, height), None, copies)
        for record, plate, copies in made
    )


def _fits(width: float, height: float) -> bool:
    return min(width, height) <= min(PAGE) and max(width, height) <= max(PAGE)


def _frame(shop: Workshop, record: Record, plate: Plate, width: float, height: float) -> Frame:
    name = f"{shop.component.id}/{show(record.values.get('id'))}"
    return Frame(name, width, height, plate.items, outline=plate.outline, origin=record.place)
