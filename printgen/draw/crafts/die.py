"""Takes six values and an edge, gives a die to fold.

The net is a cross: a strip of four faces with one above and one below its second.

            3rd
      5th   1st   2nd   6th
            4th

Opposite faces are the 1st and 6th, 2nd and 5th, 3rd and 4th, so that 1 to 6 sum to seven; around
their common corner 1, 2, 3 run against the clock, as on dice of the West.
"""

from __future__ import annotations

from typing import Any, Final

from printgen.catalog.model import Component, Game, Record
from printgen.draw import kind
from printgen.draw.component import Face
from printgen.draw.crafts.finish import finish
from printgen.draw.crafts.lettering import Items, set_frame, set_icon, set_text
from printgen.draw.crafts.net import Net, join, make_tab, upright
from printgen.draw.crafts.paint import make_look, paint
from printgen.draw.crafts.workshop import Settings, Workshop
from printgen.draw.kind import Wants
from printgen.draw.setting import show
from printgen.draw.studio import Studio
from printgen.errors import Findings
from printgen.frame import Color, Path, ellipse

NAMES: Final = ("1st", "2nd", "3rd", "4th", "5th", "6th")
STRIP: Final = ("5th", "1st", "2nd", "6th")
TAB: Final = 0.3

PIPS: Final = {
    1: ((0.5, 0.5),),
    2: ((0.27, 0.27), (0.73, 0.73)),
    3: ((0.27, 0.27), (0.5, 0.5), (0.73, 0.73)),
    4: ((0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73)),
    5: ((0.27, 0.27), (0.73, 0.27), (0.5, 0.5), (0.27, 0.73), (0.73, 0.73)),
    6: ((0.27, 0.25), (0.73, 0.25), (0.27, 0.5), (0.73, 0.5), (0.27, 0.75), (0.73, 0.75)),
}
PIP: Final = 0.09


def _six(value: Any, _: Studio) -> tuple[Any, ...]:
    if not isinstance(value, tuple) or len(value) != 6:
        found = f"{len(value)} of them" if isinstance(value, tuple) else repr(value)
        raise ValueError(f"should be a list of six values, not {found}")
    return value


SETTINGS: Final = {
    "edge": Wants(kind.positive, 16.0),
    "face": Wants(kind.text, ""),
    "faces": Wants(_six, (1, 2, 3, 4, 5, 6)),
    "ground": Wants(kind.colour, "paper"),
}


def die_net(edge: float) -> Net:
    strip = [upright(name, i * edge, edge, edge, edge) for i, name in enumerate(STRIP)]
    left, front, right, back = strip
    top, bottom = upright("3rd", edge, 0, edge, edge), upright("4th", edge, 2 * edge, edge, edge)
    hinges = (
        join(front, left, 90),
        join(front, right, 90),
        join(right, back, 90),
        join(front, top, 90),
        join(front, bottom, 90),
    )
    depth = TAB * edge
    seams = (
        (left, 0, top, 3),
        (right, 0, top, 1),
        (back, 0, top, 0),
        (left, 2, bottom, 3),
        (right, 2, bottom, 1),
        (back, 2, bottom, 2),
        (back, 1, left, 3),
    )
    tabs = tuple(
        make_tab(panel.name, panel.edge(side), depth, letter, (other.name, other.edge(onto)))
        for letter, (panel, side, other, onto) in zip("ABCDEFG", seams, strict=True)
    )
    return Net((front, left, right, back, top, bottom), hinges, tabs)


def make_dice(
    game: Game, component: Component, studio: Studio, findings: Findings
) -> tuple[Face, ...]:
    shop = Workshop(game, component, studio, findings, SETTINGS)
    made = []
    for record, settings in shop.records():
        net = die_net(settings["edge"])
        colour = studio.colour(settings["ground"])
        looks = {
            name: make_look(studio, colour, _face(shop, record, settings, place, value, colour))
            for place, (name, value) in enumerate(zip(NAMES, settings["faces"], strict=True), 1)
        }
        made.append((record, paint(net, looks, studio), component.copies(record)))
    return finish(shop, made)


def _face(
    shop: Workshop, record: Record, settings: Settings, place: int, value: Any, ground: Color
) -> Items:
    edge = settings["edge"]
    whole = (0.0, 0.0, edge, edge)
    if settings["face"]:
        extra = {"face": value, "place": place}
        frame = shop.draw("face", settings["face"], record, extra)
        return set_frame(frame, whole) if frame else ()
    studio = shop.studio
    ink = studio.readable(ground)
    if value in PIPS:
        spots = (ellipse(x * edge, y * edge, PIP * edge) for x, y in PIPS[value])
        return (Path(tuple(s for spot in spots for s in spot), ink),)
    inner = (0.15 * edge, 0.15 * edge, 0.7 * edge, 0.7 * edge)
    if value in studio.art.symbols:
        return set_icon(studio, value, inner, ink)
    styles = ("number", "title")
    words = set_text(
        studio, show(value), inner, ink, styles=styles, size_pt=2 * edge, smallest_pt=7.5
    )
    if words is None:
        shop.fault("faces", f"has '{show(value)}', which does not fit on a face of {edge:g} mm")
    return words or ()
