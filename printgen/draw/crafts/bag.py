"""Takes width, height and depth, gives a paper bag with gussets."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from printgen.catalog.model import Component, Game, Record
from printgen.draw import kind
from printgen.draw.component import Face
from printgen.draw.crafts.boxart import BoxWords, front_art
from printgen.draw.crafts.finish import finish
from printgen.draw.crafts.lettering import Items, set_frame
from printgen.draw.crafts.net import Crease, Net, Panel
from printgen.draw.crafts.paint import make_look, paint
from printgen.draw.crafts.tube import tube, walls
from printgen.draw.crafts.workshop import Settings, Workshop
from printgen.draw.kind import Wants
from printgen.draw.studio import Studio
from printgen.errors import Findings
from printgen.frame import Color

GLUE: Final = 15.0

SETTINGS: Final = {
    "width": Wants(kind.positive, 80.0),
    "height": Wants(kind.positive, 130.0),
    "depth": Wants(kind.positive, 30.0),
    "ground": Wants(kind.colour, "paper"),
    "front": Wants(kind.text, ""),
    "back": Wants(kind.text, ""),
    "title": Wants(kind.text),
    "symbol": Wants(kind.text, ""),
}


def bag_net(width: float, height: float, depth: float) -> Net:
    """A tube with a bottom; its sides can be pressed in along their middles."""
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
    game: Game, component: Component, studio: Studio, findings: Findings
) -> tuple[Face, ...]:
    shop = Workshop(game, component, studio, findings, SETTINGS)
    made = []
    for record, settings in shop.records():
        net = bag_net(settings["width"], settings["height"], settings["depth"])
        colour = studio.colour(settings["ground"])
        looks = {
            panel.name: make_look(studio, colour, _art(shop, record, settings, panel, colour))
            for panel in net.panels
        }
        made.append((record, paint(net, looks, studio), component.copies(record)))
    return finish(shop, made)


def _art(shop: Workshop, record: Record, settings: Settings, panel: Panel, ground: Color) -> Items:
    template = settings.get(panel.name) if panel.name in ("front", "back") else None
    if template:
        frame = shop.draw(panel.name, template, record)
        return set_frame(frame, (0, 0, panel.width, panel.height)) if frame else ()
    if panel.name == "front":
        title = shop.game.title if settings["title"] is None else settings["title"]
        return front_art(shop, panel, BoxWords(title, "", settings["symbol"]), ground)
    return ()
