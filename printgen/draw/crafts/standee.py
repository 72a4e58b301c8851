"""Draw a standing figure, printed on both sides, on a foot or as a tent.

The strip to fold, from the top of the sheet down: foot or floor, back (upside down), front, foot.
Front and back meet at the figure's head.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Final

from printgen.catalog.model import Component, Game, Record
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.crafts.context import CraftContext
from printgen.draw.crafts.lettering import Items, set_frame
from printgen.draw.crafts.net import MIN_GLUE, Net, Panel, join, make_tab, upright
from printgen.draw.crafts.net_faces import faces_of_nets, paint_panels
from printgen.draw.element_kind import Settings
from printgen.draw.face import Face
from printgen.draw.setting_types import SettingType
from printgen.errors import Findings
from printgen.frame import Group

BASE: Final = 0.6  # of the width
MIN_BASE: Final = 10.0
TAB: Final = 6.0
STEEP: Final = 70.0
MIN_TENT: Final = MIN_GLUE + 1.0  # a floor that hides the tab behind it

SETTINGS: Final = {
    "width": SettingType(setting_types.positive, 20.0),
    "height": SettingType(setting_types.positive, 32.0),
    "base": SettingType(setting_types.positive),
    "front": SettingType(setting_types.text, ""),
    "back": SettingType(setting_types.text, ""),
    "stand": SettingType(setting_types.choice("foot", "tent"), "foot"),
    "ground": SettingType(setting_types.colour, "paper"),
}


def foot_net(width: float, height: float, base: float) -> Net:
    """Return a net whose front and back are glued together, with feet on a plate folded under
    them."""
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
    """Return a net whose front, back and floor form a triangle."""
    lean = math.degrees(math.asin(min(0.99, base / 2 / height)))
    back = upright("back", 0, 0, width, height, 180)
    front = upright("front", 0, height, width, height)
    floor = upright("floor", 0, -base, width, base)
    hinges = (join(front, back, 180 - 2 * lean), join(back, floor, 90 + lean))
    depth = min(TAB, base - 1)
    corners = (STEEP, STEEP)
    onto = ("floor", floor.edge(0))
    tab = make_tab("front", front.edge(2), depth, "A", onto, 90 + lean, corners)
    return Net((front, back, floor), hinges, (tab,))


def make_standees(
    game: Game, component: Component, context: DrawContext, findings: Findings
) -> tuple[Face, ...]:
    craft = CraftContext(game, component, context, findings, SETTINGS, required=("front",))
    made = []
    for record, settings in craft.records():
        width, height = settings["width"], settings["height"]
        base = settings["base"] or max(MIN_BASE, BASE * width)
        if base >= 2 * height:
            craft.fault(
                "base",
                f"of {base:g} mm is too deep for a figure {height:g} mm tall; make it smaller",
            )
            continue
        if settings["stand"] == "tent" and base < MIN_TENT:
            craft.fault(
                "base", f"of {base:g} mm leaves no room for glue; use at least {MIN_TENT:g} mm"
            )
            continue
        net = (foot_net if settings["stand"] == "foot" else tent_net)(width, height, base)
        painted = paint_panels(
            craft, net, settings["ground"], partial(_art, craft, record, settings)
        )
        made.append((record, painted, component.copies(record)))
    return faces_of_nets(craft, made)


def _art(craft: CraftContext, record: Record, settings: Settings, panel: Panel) -> Items:
    """Draw the back's own template, or the front mirrored so that the outlines match."""
    if panel.name not in ("front", "back"):
        return ()
    setting = panel.name if settings[panel.name] else "front"
    frame = craft.draw(setting, settings[setting], record)
    if frame is None:
        return ()
    items = set_frame(frame, (0, 0, panel.width, panel.height))
    if setting == panel.name:
        return items
    return (Group(items, (-1.0, 0.0, 0.0, 1.0, panel.width, 0.0)),)
