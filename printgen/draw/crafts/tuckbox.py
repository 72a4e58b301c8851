"""Draw a box with a tuck lid, sized for the cards it holds."""

from __future__ import annotations

import math
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.model import Component, Game, Record
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.crafts.boxart import BoxText, plain_art
from printgen.draw.crafts.context import CraftContext
from printgen.draw.crafts.lettering import Items, set_frame
from printgen.draw.crafts.net import (
    Hinge,
    Net,
    Panel,
    Point,
    Polygon,
    join,
    oriented,
    rounded,
    upright,
)
from printgen.draw.crafts.net_faces import faces_of_nets
from printgen.draw.crafts.paint import PanelArt, make_panel_art, paint
from printgen.draw.crafts.tube import tube, walls
from printgen.draw.element_kind import Settings
from printgen.draw.face import Face
from printgen.draw.setting_types import SettingType
from printgen.draw.show import show
from printgen.errors import Findings, did_you_mean
from printgen.frame import Group
from printgen.geometry import translate
from printgen.ink import Color

PAPER: Final = 0.25  # mm: thickness of the box's paper
CLEARANCE: Final = 1.0
MAX_DEPTH: Final = 40.0
MIN_DEPTH: Final = 10.0  # with less, the flaps have no room for glue
DUST_FLAP: Final = 0.6  # of the depth
MIN_DUST_FLAP: Final = 12.0
TUCK: Final = 0.2  # of the width, as are the next two
SLIT: Final = 0.1
NOTCH: Final = 0.15
MIN_TUCK: Final = 9.0
EASE: Final = 0.5  # mm: how much narrower the tuck is at each side


class BoxSize(Struct, frozen=True):
    """The inner size of a box."""

    width: float
    height: float
    depth: float


def _names(value: Any, _: DrawContext) -> tuple[str, ...]:
    names = value if isinstance(value, tuple) else (value,)
    if not names or not all(isinstance(name, str) and name for name in names):
        raise ValueError(f"must be a component's id or a list of them, not {value!r}")
    return names


def _whole(value: Any, context: DrawContext) -> int:
    made = setting_types.positive(value, context)
    if made != int(made):
        raise ValueError(f"must be a whole number, not {value!r}")
    return int(made)


SETTINGS: Final = {
    "holds": SettingType(_names, ()),
    "width": SettingType(setting_types.positive),
    "height": SettingType(setting_types.positive),
    "count": SettingType(_whole),
    "boxes": SettingType(_whole),
    "ground": SettingType(setting_types.colour, "paper"),
    "title": SettingType(setting_types.text),
    "label": SettingType(setting_types.text),
    "symbol": SettingType(setting_types.text, ""),
    "front": SettingType(setting_types.text, ""),
    "back": SettingType(setting_types.text, ""),
    "side": SettingType(setting_types.text, ""),
    "top": SettingType(setting_types.text, ""),
}
PANELS: Final = {"front": "front", "back": "back", "left": "side", "right": "side", "lid": "top"}


def tuckbox_net(inside: BoxSize) -> Net:
    width, height, depth = (v + 2 * PAPER for v in (inside.width, inside.height, inside.depth))
    grip = NOTCH * width
    middle = rounded(width / 2, 0, grip, 180, 0)
    made = walls(width, height, depth, middle)
    base = tube(made, depth * 0.8)
    x = made.back.points[0][0]
    lid = upright("lid", x, -depth, width, depth, 180)
    tuck = _tuck(x, -depth, width)
    deep = min(max(depth * DUST_FLAP, MIN_DUST_FLAP), width / 2 - 1)
    dust = [_dust(wall, deep) for wall in (made.left, made.right)]
    slit = SLIT * width
    inner = ((x + slit, -depth), (x + width - slit, -depth))
    hinges = (
        *base.hinges,
        join(made.back, lid, 90),
        Hinge("lid", "tuck", inner, 90),
        *(join(wall, flap, 90) for wall, flap in zip((made.left, made.right), dust, strict=True)),
    )
    slits = (((x, -depth), inner[0]), ((x + width, -depth), inner[1]))
    return replace(base, panels=(*base.panels, lid, tuck, *dust), hinges=hinges, slits=slits)


def _tuck(x: float, y: float, width: float) -> Panel:
    """Return the flap that tucks into the box: slightly narrower, with round corners."""
    deep = max(TUCK * width, MIN_TUCK)
    radius = min(TUCK * width, deep - 1)
    left, right, top = x + EASE, x + width - EASE, y - deep
    points: Polygon = (
        (right, y),
        (left, y),
        *rounded(left + radius, top + radius, radius, 180, 270),
        *rounded(right - radius, top + radius, radius, 270, 360),
    )
    return Panel("tuck", oriented(points))


def _dust(wall: Panel, deep: float) -> Panel:
    """Return a flap above a side, with slanted edges so that the lid slides in."""
    (x, y), (right, _) = wall.edge(0)
    slant = min(deep * 0.35, (right - x) / 4)
    points: tuple[Point, ...] = (
        (x, y),
        (x + slant, y - deep),
        (right - slant, y - deep),
        (right, y),
    )
    return Panel(f"{wall.name} dust flap", oriented(points))


def make_tuckboxes(
    game: Game, component: Component, context: DrawContext, findings: Findings
) -> tuple[Face, ...]:
    craft = CraftContext(game, component, context, findings, SETTINGS)
    made = []
    for record, settings in craft.records():
        measured = _measure(craft, settings)
        if measured is None:
            continue
        inside, boxes = measured
        net = tuckbox_net(inside)
        painted = paint(net, _looks(craft, record, settings, net), context)
        made.append((record, painted, boxes * component.copies(record)))
    return faces_of_nets(craft, made)


def _measure(craft: CraftContext, settings: Settings) -> tuple[BoxSize, int] | None:
    """Return the inside of one box and the number of boxes."""
    if settings["holds"]:
        held = held_pieces(craft, settings["holds"])
        if held is None:
            return None
        width, height, count = held
    else:
        missing = [name for name in ("width", "height", "count") if not settings[name]]
        if missing:
            craft.fault("holds", f"is missing; name a component, or give {' and '.join(missing)}")
            return None
        width, height, count = (settings[name] for name in ("width", "height", "count"))
    stock = craft.context.stock
    boxes = settings["boxes"] or math.ceil(count * stock / (MAX_DEPTH - CLEARANCE)) or 1
    depth = math.ceil(count / boxes) * stock + CLEARANCE
    return BoxSize(width + CLEARANCE, height + CLEARANCE, max(MIN_DEPTH, depth)), boxes


def held_pieces(craft: CraftContext, names: tuple[str, ...]) -> tuple[float, float, int] | None:
    """Return the largest width and height of the pieces, and their number."""
    components = {component.id: component for component in craft.game.components}
    width = height = 0.0
    count = 0
    for name in names:
        held = components.get(name)
        if held is None:
            hint = did_you_mean(name, components)
            craft.fault("holds", f"names '{name}', which is not a component{hint}")
            return None
        if held.template is None:
            craft.fault("holds", f"names '{name}', which is a craft and has no size to hold")
            return None
        width, height = max(width, held.template.width), max(height, held.template.height)
        count += sum(held.copies(record) for record in held.table.records)
    return width, height, count


def _looks(
    craft: CraftContext, record: Record, settings: Settings, net: Net
) -> dict[str, PanelArt]:
    colour = craft.context.colour(settings["ground"])
    return {
        panel.name: make_panel_art(
            craft.context, colour, draw_panel(craft, record, settings, panel, colour)
        )
        for panel in net.panels
    }


def draw_panel(
    craft: CraftContext,
    record: Record,
    settings: Settings,
    panel: Panel,
    ground: Color,
    inset: float = 0.0,
) -> Items:
    """Return the art of a panel: its own template, or plain art that keeps `inset` free."""
    setting = PANELS.get(panel.name, "")
    if setting and settings[setting]:
        frame = craft.draw(setting, settings[setting], record)
        return set_frame(frame, (0, 0, panel.width, panel.height)) if frame else ()
    texts = BoxText(
        craft.game.title if settings["title"] is None else settings["title"],
        _label(craft, settings),
        settings["symbol"],
    )
    smaller = upright(panel.name, 0, 0, panel.width - 2 * inset, panel.height - 2 * inset)
    items = plain_art(craft, smaller, texts, ground)
    return (Group(items, translate(inset, inset)),) if items and inset else items


def _label(craft: CraftContext, settings: Settings) -> str:
    if settings["label"] is not None:
        return show(settings["label"])
    titles = {component.id: component.title for component in craft.game.components}
    return ", ".join(titles[name] for name in settings["holds"])
