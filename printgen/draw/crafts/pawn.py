"""Draw a pawn: a pyramid on a square, with a symbol on each wall."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

from printgen.catalog.model import Component, Game
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.crafts.context import CraftContext
from printgen.draw.crafts.lettering import Items, set_icon
from printgen.draw.crafts.net import (
    MIN_GLUE,
    Edge,
    Net,
    Panel,
    beyond,
    join,
    make_tab,
    oriented,
    turned_to,
)
from printgen.draw.crafts.net_faces import faces_of_nets
from printgen.draw.crafts.paint import make_panel_art, paint
from printgen.draw.face import Face
from printgen.draw.setting_types import SettingType
from printgen.errors import Findings
from printgen.ink import Color

INCH: Final = 25.4
TAB: Final = MIN_GLUE
FLATTEST: Final = 0.5  # height by width: below this, the fan of walls overlaps itself
SYMBOL_EDGE: Final = 0.12  # of the slant: the free space below the symbol
SYMBOL_PART: Final = 0.88  # of the largest square that fits between the slopes

SETTINGS: Final = {
    "diameter": SettingType(setting_types.positive, 5 / 8 * INCH),
    "height": SettingType(setting_types.positive, 9 / 8 * INCH),
    "ground": SettingType(setting_types.colour, "paper"),
    "symbol": SettingType(setting_types.text, ""),
}


def pawn_net(side: float, height: float) -> Net:
    """Return four walls in a fan around the tip, with the base on the second wall."""
    walls = fan_of_walls(side, height)
    foot = walls[1].edge(1)
    base = Panel("base", oriented(beyond(foot, ((side, 0), (0, 0), (0, side), (side, side)))))
    steep = math.degrees(math.atan2(height, side / 2))
    turn = turn_between_walls(side, height)
    hinges = (
        *(join(a, b, turn) for a, b in pairwise(walls)),
        join(walls[1], base, 180 - steep),
    )
    far = _base_edges(base, foot)
    tabs = (
        make_tab("wall 4", walls[3].edge(2), TAB, "A", ("wall 1", walls[0].edge(0)), turn),
        make_tab("wall 1", walls[0].edge(1), TAB, "B", ("base", far[0]), 180 - steep),
        make_tab("wall 3", walls[2].edge(1), TAB, "C", ("base", far[1]), 180 - steep),
        make_tab("wall 4", walls[3].edge(1), TAB, "D", ("base", far[2]), 180 - steep),
    )
    return Net((walls[1], walls[0], walls[2], walls[3], base), hinges, tabs)


def fan_of_walls(side: float, height: float) -> list[Panel]:
    """Return the walls of a pyramid on a square, around its tip; the second points straight
    down."""
    slope = math.hypot(height, side / math.sqrt(2))
    tip = 2 * math.asin(side / 2 / slope)
    start = math.pi / 2 - 1.5 * tip
    spokes = [
        (slope * math.cos(start + i * tip), slope * math.sin(start + i * tip)) for i in range(5)
    ]
    slant = math.hypot(height, side / 2)
    walls = []
    for i in range(4):
        # The foot of a wall, from right to left as seen from outside.
        foot = (spokes[i], spokes[i + 1])
        points = oriented(((0.0, 0.0), *foot))
        walls.append(Panel(f"wall {i + 1}", points, turned_to(foot[::-1], slant), side, slant))
    return walls


def turn_between_walls(side: float, height: float) -> float:
    """Return the angle by which neighbouring walls of a pyramid are folded."""
    steep = math.atan2(height, side / 2)
    return math.degrees(math.acos(math.cos(steep) ** 2))


def _base_edges(base: Panel, foot: Edge) -> tuple[Edge, ...]:
    """Return the base's edges next to wall 1, next to wall 3, and opposite its hinge."""
    at = next(i for i in range(4) if math.dist(base.edge(i)[0], foot[1]) < 1e-6)
    return base.edge((at + 1) % 4), base.edge((at + 3) % 4), base.edge((at + 2) % 4)


def make_pawns(
    game: Game, component: Component, context: DrawContext, findings: Findings
) -> tuple[Face, ...]:
    craft = CraftContext(game, component, context, findings, SETTINGS)
    made = []
    for record, settings in craft.records():
        if settings["height"] < FLATTEST * settings["diameter"]:
            craft.fault(
                "height",
                f"of {settings['height']:g} mm is too small; use at least half the diameter",
            )
            continue
        net = pawn_net(settings["diameter"], settings["height"])
        colour = context.colour(settings["ground"])
        panel_art = {
            panel.name: make_panel_art(
                context, colour, _art(craft, settings["symbol"], panel, colour)
            )
            for panel in net.panels
        }
        made.append((record, paint(net, panel_art, context), component.copies(record)))
    return faces_of_nets(craft, made)


def _art(craft: CraftContext, symbol: str, panel: Panel, ground: Color) -> Items:
    size = (panel.width, panel.height)
    return () if panel.name == "base" else wall_items(craft, symbol, size, ground)


def wall_items(craft: CraftContext, symbol: str, size: tuple[float, float], ground: Color) -> Items:
    """Draw the symbol on a wall of this width and height along its slope."""
    if not symbol:
        return ()
    width, height = size
    free = SYMBOL_EDGE * height
    side = SYMBOL_PART * width * (1 - free / height) / (1 + width / height)
    box = ((width - side) / 2, height - free - side, side, side)
    try:
        return set_icon(craft.context, symbol, box, craft.context.readable(ground))
    except ValueError as fault:
        craft.fault("symbol", str(fault))
        return ()
