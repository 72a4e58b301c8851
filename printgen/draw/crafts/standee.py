"""Takes a picture, gives a figure that stands: printed on both sides, on a foot or as a tent.

The strip to fold, from the top of the sheet down: foot or floor, back (upside down), front,
foot. Front and back meet at the figure's head.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Final

from printgen.catalog.model import Component, Game, Record
from printgen.draw import kind
from printgen.draw.component import Face
from printgen.draw.crafts.finish import finish, plate_of
from printgen.draw.crafts.lettering import Items, set_frame
from printgen.draw.crafts.net import Net, Panel, join, make_tab, upright
from printgen.draw.crafts.workshop import Settings, Workshop
from printgen.draw.kind import Wants
from printgen.draw.studio import Studio
from printgen.errors import Findings
from printgen.frame import Group

BASE: Final = 0.6  # of the width
LEAST_BASE: Final = 10.0
TAB: Final = 6.0
LEAST_TAB: Final = 4.0

SETTINGS: Final = {
    "width": Wants(kind.positive, 20.0),
    "height": Wants(kind.positive, 32.0),
    "base": Wants(kind.positive),
    "front": Wants(kind.text, ""),
    "back": Wants(kind.text, ""),
    "stand": Wants(kind.choice("foot", "tent"), "foot"),
    "ground": Wants(kind.colour, "paper"),
}


def foot_net(width: float, height: float, base: float) -> Net:
    """Front and back are glued together; their feet turn out onto a plate folded under them."""
    half = base / 2
    back = upright("back", 0, 0, width, height, 180)
    front = upright("front", 0, height, width, height)
    back_foot = upright("back foot", 0, -half, width, half)
    front_foot = upright("front foot", 0, 2 * height, width, half)
    plate = upright("plate", 0, -half - base, width, base)
    hinges = (
        join(front, back, 180),
        join(front, front_foot, -90),
        join(back, back_foot, -90),
        join(back_foot, plate, 180),
    )
    return Net((front, back, front_foot, back_foot, plate), hinges, note="glue the insides")


def tent_net(width: float, height: float, base: float) -> Net:
    """Front, back and floor stand around a triangle."""
    lean = math.degrees(math.asin(min(0.99, base / 2 / height)))
    back = upright("back", 0, 0, width, height, 180)
    front = upright("front", 0, height, width, height)
    floor = upright("floor", 0, -base, width, base)
    hinges = (join(front, back, 180 - 2 * lean), join(back, floor, 90 + lean))
    depth = max(LEAST_TAB, min(TAB, base - 1))
    tab = make_tab("front", front.edge(2), depth, "A", ("floor", floor.edge(0)), 90 + lean)
    return Net((front, back, floor), hinges, (tab,))


def make_standees(
    game: Game, component: Component, studio: Studio, findings: Findings
) -> tuple[Face, ...]:
    shop = Workshop(game, component, studio, findings, SETTINGS, required=("front",))
    made = []
    for record, settings in shop.records():
        width, height = settings["width"], settings["height"]
        base = settings["base"] or max(LEAST_BASE, BASE * width)
        if base >= 2 * height:
            shop.fault("base", f"of {base:g} mm is too deep for a figure {height:g} mm tall")
            continue
        net = (foot_net if settings["stand"] == "foot" else tent_net)(width, height, base)
        plate = plate_of(shop, net, settings["ground"], partial(_art, shop, record, settings))
        made.append((record, plate, component.copies(record)))
    return finish(shop, made)


def _art(shop: Workshop, record: Record, settings: Settings, panel: Panel) -> Items:
    """The back shows its own template, or the front in a mirror so that outlines agree."""
    if panel.name not in ("front", "back"):
        return ()
    setting = panel.name if settings[panel.name] else "front"
    frame = shop.draw(setting, settings[setting], record)
    if frame is None:
        return ()
    items = set_frame(frame, (0, 0, panel.width, panel.height))
    if setting == panel.name:
        return items
    return (Group(items, (-1.0, 0.0, 0.0, 1.0, panel.width, 0.0)),)
