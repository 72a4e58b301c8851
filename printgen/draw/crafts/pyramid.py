"""Draw a hollow pyramid that stacks and nests: four walls, a symbol, a letter or pips."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

from printgen.catalog.model import Component, Game
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.crafts.context import CraftContext
from printgen.draw.crafts.lettering import Items, set_icon, set_text
from printgen.draw.crafts.net import MIN_GLUE, Net, join, make_tab
from printgen.draw.crafts.net_faces import faces_of_nets
from printgen.draw.crafts.paint import make_panel_art, paint
from printgen.draw.crafts.pawn import FLATTEST, fan_of_walls, turn_between_walls
from printgen.draw.element_kind import Settings
from printgen.draw.face import Face
from printgen.draw.setting_types import SettingType
from printgen.errors import Findings
from printgen.frame import Frame, Path
from printgen.geometry import ellipse, rectangle
from printgen.ink import Color

WALLS: Final = ("wall 1", "wall 2", "wall 3", "wall 4")
"""The left, front, right and back wall, in the order in which the net joins them."""
FRONT: Final = "wall 2"
LETTERED: Final = ("wall 1", "wall 3")
NEAR_TIP: Final = 0.85  # of the angle at the tip: the tab stays behind the wall that it meets
AT_FOOT: Final = 60.0
SYMBOL_FOOT: Final = 0.16  # of the slant: the free space below the symbol
PART: Final = 0.9  # of the largest square that fits between the slopes
PIP: Final = 0.055  # of the width
PIP_FOOT: Final = 0.085
TICK: Final = (0.09, 0.13)  # of the width: the mark of the front wall

SETTINGS: Final = {
    "width": SettingType(setting_types.positive, 20.0),
    "height": SettingType(setting_types.positive, 30.0),
    "ground": SettingType(setting_types.colour, "paper"),
    "symbol": SettingType(setting_types.text, ""),
    "letter": SettingType(setting_types.text, ""),
    "pips": SettingType(setting_types.not_negative, 0.0),
    "pointer": SettingType(setting_types.flag, False),
}


def pyramid_net(side: float, height: float) -> Net:
    """Return four walls in a fan around the tip, open at the foot."""
    walls = fan_of_walls(side, height)
    turn = turn_between_walls(side, height)
    slope = math.hypot(height, side / math.sqrt(2))
    tip = math.degrees(2 * math.asin(side / 2 / slope))
    seam = walls[3].edge(2)
    at_tip = NEAR_TIP * tip
    corners = (
        (AT_FOOT, at_tip) if math.hypot(*seam[1]) < math.hypot(*seam[0]) else (at_tip, AT_FOOT)
    )
    onto = ("wall 1", walls[0].edge(0))
    tab = make_tab("wall 4", seam, MIN_GLUE, "A", onto, turn, corners)
    hinges = tuple(join(a, b, turn) for a, b in pairwise(walls))
    return Net((walls[1], walls[0], walls[2], walls[3]), hinges, (tab,))


def make_pyramids(
    game: Game, component: Component, context: DrawContext, findings: Findings
) -> tuple[Face, ...]:
    craft = CraftContext(game, component, context, findings, SETTINGS)
    made = []
    for record, settings in craft.records():
        if settings["height"] < FLATTEST * settings["width"]:
            craft.fault(
                "height",
                f"of {settings['height']:g} mm is too small; use at least half the width",
            )
            continue
        net = pyramid_net(settings["width"], settings["height"])
        colour = context.colour(settings["ground"])
        panel_art = {
            wall: make_panel_art(context, colour, _wall(craft, settings, wall, colour))
            for wall in WALLS
        }
        made.append((record, paint(net, panel_art, context), component.copies(record)))
    return faces_of_nets(craft, made)


def wall_frames(craft: CraftContext, settings: Settings) -> tuple[Frame, ...]:
    """Return the front, right, back and left wall as flat pictures."""
    colour = craft.context.colour(settings["ground"])
    width, height = settings["width"], settings["height"]
    slant = math.hypot(height, width / 2)
    ground = Path(rectangle(0, 0, width, slant), craft.context.ground(colour))
    return tuple(
        Frame(wall, width, slant, (ground, *_wall(craft, settings, wall, colour)))
        for wall in (WALLS[1], WALLS[2], WALLS[3], WALLS[0])
    )


def _wall(craft: CraftContext, settings: Settings, wall: str, ground: Color) -> Items:
    context, width = craft.context, settings["width"]
    slant = math.hypot(settings["height"], width / 2)
    ink = context.readable(ground)
    free = SYMBOL_FOOT * slant
    side = PART * width * (1 - free / slant) / (1 + width / slant)
    box = ((width - side) / 2, slant - free - side, side, side)
    items: Items = ()
    if settings["letter"] and wall in LETTERED:
        styles = ("figure", "number", "title")
        text = set_text(
            context, settings["letter"], box, ink, styles=styles, size_pt=3 * side, smallest_pt=6
        )
        if text is None:
            craft.fault("letter", f"'{settings['letter']}' does not fit on the wall")
        items += text or ()
    elif settings["symbol"]:
        try:
            items += set_icon(context, settings["symbol"], box, ink)
        except ValueError as fault:
            craft.fault("symbol", str(fault))
    count = round(settings["pips"])
    if count:
        radius, y = PIP * width, slant - PIP_FOOT * width
        spread = [width / 2 + (i - (count - 1) / 2) * 3.2 * radius for i in range(count)]
        items += tuple(Path(ellipse(x, y, radius), ink) for x in spread)
    if settings["pointer"] and wall == FRONT:
        wide, high = TICK[0] * width, TICK[1] * width
        items += (Path(rectangle((width - wide) / 2, slant - high, wide, high), ink),)
    return items
