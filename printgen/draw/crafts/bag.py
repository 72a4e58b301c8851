"""Draw a paper bag with gussets."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from printgen.catalog.model import Component, Game, Record
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.crafts.boxart import BoxText, front_art
from printgen.draw.crafts.context import CraftContext
from printgen.draw.crafts.lettering import Items, set_frame
from printgen.draw.crafts.net import Crease, Net, Panel
from printgen.draw.crafts.net_faces import faces_of_nets
from printgen.draw.crafts.paint import make_panel_art, paint
from printgen.draw.crafts.tube import tube, walls
from printgen.draw.element_kind import Settings
from printgen.draw.face import Face
from printgen.draw.setting_types import SettingType
from printgen.errors import Findings
from printgen.ink import Color

GLUE: Final = 15.0

SETTINGS: Final = {
    "width": SettingType(setting_types.positive, 80.0),
    "height": SettingType(setting_types.positive, 130.0),
    "depth": SettingType(setting_types.positive, 30.0),
    "ground": SettingType(setting_types.colour, "paper"),
    "front": SettingType(setting_types.text, ""),
    "back": SettingType(setting_types.text, ""),
    "title": SettingType(setting_types.text),
    "symbol": SettingType(setting_types.text, ""),
}


def bag_net(width: float, height: float, depth: float) -> Net:
    """Return a tube with a bottom, whose sides fold inwards along their middles."""
    made = walls(width, height, depth)
    base = tube(made, min(GLUE, depth - 1))
    creases = tuple(c for side in (made.left, made.right) for c in _gusset(side, height, depth))
    return replace(base, creases=creases)


def _gusset(side: Panel, height: float, depth: float) -> tuple[Crease, ...]:
    left, right = side.points[0][0], side.points[1][0]
    apex = ((left + right) / 2, height - depth / 2)
    return (
        Crease(((apex[0], 0.0), apex), mountain=False),
        Crease(((left, height), apex), mountain=True),
        Crease(((right, height), apex), mountain=True),
    )


def make_bags(
    game: Game, component: Component, context: DrawContext, findings: Findings
) -> tuple[Face, ...]:
    craft = CraftContext(game, component, context, findings, SETTINGS)
    made = []
    for record, settings in craft.records():
        net = bag_net(settings["width"], settings["height"], settings["depth"])
        colour = context.colour(settings["ground"])
        panel_art = {
            panel.name: make_panel_art(
                context, colour, _art(craft, record, settings, panel, colour)
            )
            for panel in net.panels
        }
        made.append((record, paint(net, panel_art, context), component.copies(record)))
    return faces_of_nets(craft, made)


def _art(
    craft: CraftContext, record: Record, settings: Settings, panel: Panel, ground: Color
) -> Items:
    template = settings.get(panel.name) if panel.name in ("front", "back") else None
    if template:
        frame = craft.draw(panel.name, template, record)
        return set_frame(frame, (0, 0, panel.width, panel.height)) if frame else ()
    if panel.name == "front":
        title = craft.game.title if settings["title"] is None else settings["title"]
        return front_art(craft, panel, BoxText(title, "", settings["symbol"]), ground)
    return ()
