"""Turn painted nets of a component's rows into faces of one size."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from printgen.catalog.model import Record
from printgen.draw.crafts.context import CraftContext
from printgen.draw.crafts.legend import draw_legend
from printgen.draw.crafts.lettering import Items, plain_face
from printgen.draw.crafts.net import Net, Panel
from printgen.draw.crafts.paint import PaintedNet, common_size, make_panel_art, paint
from printgen.draw.face import Face
from printgen.draw.show import show
from printgen.frame import Frame
from printgen.geometry import translate
from printgen.ink import Color

STEP: Final = 0.5  # sizes are rounded up to half a millimetre, because people measure them
PAGE: Final = (190.0, 276.0)  # the printable area of A4 without label and legend


def paint_panels(
    craft: CraftContext, net: Net, ground: str | Color, art: Callable[[Panel], Items]
) -> PaintedNet:
    """Paint a net with one ground for all panels and the art that `art` returns for each."""
    colour = craft.context.colour(ground)
    panel_art = {
        panel.name: make_panel_art(craft.context, colour, art(panel)) for panel in net.panels
    }
    return paint(net, panel_art, craft.context)


def faces_of_nets(
    craft: CraftContext, made: Sequence[tuple[Record, PaintedNet, int]]
) -> tuple[Face, ...]:
    """Return a face for each painted net, all of one size, as a print run needs, with smaller nets
    in the middle."""
    if not made:
        return ()
    size = common_size([painted for _, painted, _ in made])
    width, height = (math.ceil(side / STEP) * STEP for side in size)
    if not _fits(width, height):
        craft.findings.error(
            craft.component.place,
            f"the net of '{craft.component.id}' is {width:.0f} × {height:.0f} mm, but A4 has room"
            f" for {PAGE[0]:g} × {PAGE[1]:g} mm; make it smaller",
            "too-large",
        )
        return ()
    words = craft.context.words
    keys = [replace(key, text=words(key.text)) for _, painted, _ in made for key in painted.keys]
    legend = draw_legend(keys, plain_face(craft.context))
    return tuple(
        Face(
            record,
            _frame(craft, record, _centred(painted, size), (width, height), legend),
            None,
            copies,
        )
        for record, painted, copies in made
    )


def _fits(width: float, height: float) -> bool:
    return min(width, height) <= min(PAGE) and max(width, height) <= max(PAGE)


def _centred(painted: PaintedNet, size: tuple[float, float]) -> PaintedNet:
    dx, dy = (size[0] - painted.width) / 2, (size[1] - painted.height) / 2
    return painted.moved(translate(dx, dy), *size) if max(dx, dy) > 0 else painted


def _frame(
    craft: CraftContext,
    record: Record,
    painted: PaintedNet,
    size: tuple[float, float],
    legend: Frame,
) -> Frame:
    return Frame(
        f"{craft.component.id}/{show(record.values.get('id'))}",
        *size,
        painted.items,
        outline=painted.outline,
        origin=record.place,
        legend=legend,
    )
