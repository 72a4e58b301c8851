"""Draw a tuck box on the sheet of a print service, which cuts, folds and glues it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from printgen.catalog.model import Component, Game
from printgen.catalog.services import TuckBox
from printgen.draw.context import DrawContext
from printgen.draw.crafts.context import CraftContext
from printgen.draw.crafts.net import Panel, upright
from printgen.draw.crafts.tuckbox import SETTINGS, draw_panel, held_pieces
from printgen.draw.face import Face
from printgen.draw.show import show
from printgen.errors import Findings
from printgen.frame import Frame, Group, Item, Path
from printgen.geometry import rectangle
from printgen.ink import WHITE

CLOSE: Final = 1.0
"""mm: plain art comes no closer to the edges of its panel."""
GLUE_LEFT: Final = 0.375
"""Of the strip, from its fold to the glue. Together with the next one, as the templates of The
Game Crafter have it."""
GLUE_MARGIN: Final = 2.5

Choice = Callable[[tuple[str, ...], int], tuple[TuckBox, int] | None]
"""Return a box for cards of these components, this many in all, and how many boxes it takes."""


class BoxSheet(Struct, frozen=True):
    """A box with its panels alone, which are checked for type that is too close to a fold."""

    box: TuckBox
    face: Face
    panels: tuple[Frame, ...]


def draw_box_sheets(
    game: Game,
    component: Component,
    context: DrawContext,
    findings: Findings,
    bleed: float,
    safe: float,
    choose: Choice,
) -> tuple[BoxSheet, ...]:
    """Return a sheet for each row of a tuck box whose cards fit in a box of the service."""
    craft = CraftContext(game, component, context, findings, SETTINGS)
    made = []
    for record, settings in craft.records():
        held = held_pieces(craft, settings["holds"]) if settings["holds"] else None
        chosen = None if held is None else choose(settings["holds"], held[2])
        if chosen is None:
            continue
        box, boxes = chosen
        colour = context.colour(settings["ground"])
        ground = context.ground(colour)
        name = f"{component.id}/{show(record.values.get('id'))}"
        sheet = rectangle(-bleed, -bleed, box.sheet.width + 2 * bleed, box.sheet.height + 2 * bleed)
        items: list[Item] = [Path(sheet, ground), Path(rectangle(*_glue(box)), WHITE)]
        panels = []
        for panel in panels_of(box):
            art = draw_panel(craft, record, settings, panel, colour, safe - CLOSE)
            area = rectangle(-bleed, -bleed, panel.width + 2 * bleed, panel.height + 2 * bleed)
            panels.append(
                Frame(
                    f"{name} {panel.name}",
                    panel.width,
                    panel.height,
                    (Path(area, ground), *art),
                    bleed,
                    safe,
                    origin=record.place,
                )
            )
            # The front is cut above and below; the other panels go on behind their folds.
            more = bleed if panel.name == "front" else 0.0
            clip = rectangle(0, -more, panel.width, panel.height + 2 * more)
            items.append(Group(art, panel.art, clip=clip))
        face = Face(
            record,
            Frame(
                name, box.sheet.width, box.sheet.height, tuple(items), bleed, origin=record.place
            ),
            None,
            boxes * component.copies(record),
        )
        made.append(BoxSheet(box, face, tuple(panels)))
    return tuple(made)


def panels_of(box: TuckBox) -> tuple[Panel, ...]:
    """Return the panels that carry art. The back's neighbour is the right side of who looks at the
    front, and the lid is upside down, as it folds over the top."""
    x, (top, bottom) = box.across, box.down
    height, depth = bottom - top, x[1] - x[0]
    return (
        upright("right", x[0], top, depth, height),
        upright("back", x[1], top, x[2] - x[1], height),
        upright("left", x[2], top, x[3] - x[2], height),
        upright("front", x[3], top, x[4] - x[3], height),
        upright("lid", x[1], top - depth, x[2] - x[1], depth, 180),
    )


def _glue(box: TuckBox) -> tuple[float, float, float, float]:
    """Return the part of the strip that stays without ink."""
    left, right = box.across[4:]
    top, bottom = box.down
    start = left + GLUE_LEFT * (right - left)
    return (
        start,
        top + GLUE_MARGIN,
        right - GLUE_MARGIN - start,
        bottom - top - 2 * GLUE_MARGIN,
    )
