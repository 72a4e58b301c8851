"""Takes cards or their measures, gives a box with a tuck lid that holds them."""

from __future__ import annotations

import math
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.model import Component, Game, Record
from printgen.draw import kind
from printgen.draw.component import Face
from printgen.draw.crafts.boxart import BoxWords, plain_art
from printgen.draw.crafts.finish import finish
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
from printgen.draw.crafts.paint import Look, make_look, paint
from printgen.draw.crafts.tube import tube, walls
from printgen.draw.crafts.workshop import Settings, Workshop
from printgen.draw.kind import Wants
from printgen.draw.setting import show
from printgen.draw.studio import Studio
from printgen.errors import Findings, did_you_mean

PAPER: Final = 0.25  # the box's own sheet
CLEARANCE: Final = 1.0
DEEPEST: Final = 40.0
SHALLOWEST: Final = 10.0  # or the flaps find no room for glue
DUST_FLAP: Final = 0.6  # of the depth
LEAST_DUST_FLAP: Final = 12.0
TUCK: Final = 0.2  # of the width, as are the next two
SLIT: Final = 0.1
NOTCH: Final = 0.15
LEAST_TUCK: Final = 9.0
EASE: Final = 0.5  # what slides into the box is so much narrower at each side


class Sizes(Struct, frozen=True):
    """The inside of a box."""

    width: float
    height: float
    depth: float


def _names(value: Any, _: Studio) -> tuple[str, ...]:
    names = value if isinstance(value, tuple) else (value,)
    if not names or not all(isinstance(name, str) and name for name in names):
        raise ValueError(f"should be a component's id or a list of them, not {value!r}")
    return names


def _whole(value: Any, studio: Studio) -> int:
    made = kind.positive(value, studio)
    if made != int(made):
        raise ValueError(f"should be a whole number, not {value!r}")
    return int(made)


SETTINGS: Final = {
    "holds": Wants(_names, ()),
    "width": Wants(kind.positive),
    "height": Wants(kind.positive),
    "count": Wants(_whole),
    "boxes": Wants(_whole),
    "ground": Wants(kind.colour, "paper"),
    "title": Wants(kind.text),
    "label": Wants(kind.text),
    "symbol": Wants(kind.text, ""),
    "front": Wants(kind.text, ""),
    "back": Wants(kind.text, ""),
    "side": Wants(kind.text, ""),
    "top": Wants(kind.text, ""),
}
PANELS: Final = {"front": "front", "back": "back", "left": "side", "right": "side", "lid": "top"}


def tuckbox_net(inside: Sizes) -> Net:
    width, height, depth = (v + 2 * PAPER for v in (inside.width, inside.height, inside.depth))
    grip = NOTCH * width
    middle = rounded(width / 2, 0, grip, 180, 0)
    made = walls(width, height, depth, middle)
    base = tube(made, depth * 0.8)
    x = made.back.points[0][0]
    lid = upright("lid", x, -depth, width, depth, 180)
    tuck = _tuck(x, -depth, width)
    deep = min(max(depth * DUST_FLAP, LEAST_DUST_FLAP), width / 2 - 1)
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
    """The flap that goes into the box: narrower by a little, its corners round."""
    deep = max(TUCK * width, LEAST_TUCK)
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
    """A flap above a side, cut aslant so that lid and tuck find their way in."""
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
    game: Game, component: Component, studio: Studio, findings: Findings
) -> tuple[Face, ...]:
    shop = Workshop(game, component, studio, findings, SETTINGS)
    made = []
    for record, settings in shop.records():
        measured = _measure(shop, settings)
        if measured is None:
            continue
        inside, boxes = measured
        net = tuckbox_net(inside)
        plate = paint(net, _looks(shop, record, settings, net), studio)
        made.append((record, plate, boxes * component.copies(record)))
    return finish(shop, made)


def _measure(shop: Workshop, settings: Settings) -> tuple[Sizes, int] | None:
    """The inside of one box, and how many boxes are needed."""
    if settings["holds"]:
        held = _held(shop, settings["holds"])
        if held is None:
            return None
        width, height, count = held
    else:
        missing = [name for name in ("width", "height", "count") if not settings[name]]
        if missing:
            shop.fault("holds", f"is missing: name a component, or give {' and '.join(missing)}")
            return None
        width, height, count = (settings[name] for name in ("width", "height", "count"))
    stock = shop.studio.stock
    boxes = settings["boxes"] or math.ceil(count * stock / (DEEPEST - CLEARANCE)) or 1
    depth = math.ceil(count / boxes) * stock + CLEARANCE
    return Sizes(width + CLEARANCE, height + CLEARANCE, max(SHALLOWEST, depth)), boxes


def _held(shop: Workshop, names: tuple[str, ...]) -> tuple[float, float, int] | None:
    """The largest width and height of the pieces, and their number."""
    components = {component.id: component for component in shop.game.components}
    width = height = 0.0
    count = 0
    for name in names:
        held = components.get(name)
        if held is None:
            hint = did_you_mean(name, components)
            shop.fault("holds", f"names '{name}', which is no component{hint}")
            return None
        if held.template is None:
            shop.fault("holds", f"names '{name}', which is a craft and has no size to hold")
            return None
        width, height = max(width, held.template.width), max(height, held.template.height)
        count += sum(held.copies(record) for record in held.table.records)
    return width, height, count


def _looks(shop: Workshop, record: Record, settings: Settings, net: Net) -> dict[str, Look]:
    colour = shop.studio.colour(settings["ground"])
    words = BoxWords(
        shop.game.title if settings["title"] is None else settings["title"],
        _label(shop, settings),
        settings["symbol"],
    )
    looks: dict[str, Look] = {}
    for panel in net.panels:
        setting = PANELS.get(panel.name, "")
        items: Items
        if setting and settings[setting]:
            frame = shop.draw(setting, settings[setting], record)
            items = set_frame(frame, (0, 0, panel.width, panel.height)) if frame else ()
        else:
            items = plain_art(shop, panel, words, colour)
        looks[panel.name] = make_look(shop.studio, colour, items)
    return looks


def _label(shop: Workshop, settings: Settings) -> str:
    if settings["label"] is not None:
        return show(settings["label"])
    titles = {component.id: component.title for component in shop.game.components}
    return ", ".join(titles[name] for name in settings["holds"])
