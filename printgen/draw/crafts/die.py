"""Draw a die to fold, from six values and an edge length.

The net is a cross: a strip of four faces with one above and one below its second.

            3rd
      5th   1st   2nd   6th
            4th

Opposite faces are the 1st and 6th, 2nd and 5th, 3rd and 4th, so that 1 to 6 sum to seven; around
their common corner 1, 2, 3 run anticlockwise, as on Western dice.
"""

from __future__ import annotations

from typing import Any, Final

from printgen.catalog.model import Component, Game, Record
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.crafts.context import CraftContext
from printgen.draw.crafts.lettering import Items, set_frame, set_icon, set_text
from printgen.draw.crafts.net import MIN_GLUE, Net, join, make_tab, upright
from printgen.draw.crafts.net_faces import faces_of_nets
from printgen.draw.crafts.paint import make_panel_art, paint
from printgen.draw.element_kind import Settings
from printgen.draw.face import Face
from printgen.draw.setting_types import SettingType
from printgen.draw.show import show
from printgen.errors import Findings
from printgen.frame import Path
from printgen.geometry import ellipse
from printgen.ink import Color

NAMES: Final = ("1st", "2nd", "3rd", "4th", "5th", "6th")
STRIP: Final = ("5th", "1st", "2nd", "6th")
TAB: Final = 0.3  # of the edge
MAX_TAB_DEPTH: Final = 0.45  # of the edge: two tabs lie behind one face, from opposite sides
SMALL_TAB: Final = 0.7  # of a small die's edge: each tab has a face for itself
STEEP: Final = 75.0
# Three tabs meet behind a face. At the corners they share, their angles add up to 90 degrees.
BESIDE: Final = 40.0
BEHIND: Final = 50.0
ALONE: Final = 60.0

PIPS: Final = {
    1: ((0.5, 0.5),),
    2: ((0.27, 0.27), (0.73, 0.73)),
    3: ((0.27, 0.27), (0.5, 0.5), (0.73, 0.73)),
    4: ((0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73)),
    5: ((0.27, 0.27), (0.73, 0.27), (0.5, 0.5), (0.27, 0.73), (0.73, 0.73)),
    6: ((0.27, 0.25), (0.73, 0.25), (0.27, 0.5), (0.73, 0.5), (0.27, 0.75), (0.73, 0.75)),
}
PIP: Final = 0.09


def _six(value: Any, _: DrawContext) -> tuple[Any, ...]:
    if not isinstance(value, tuple) or len(value) != 6:
        found = f"{len(value)} values" if isinstance(value, tuple) else repr(value)
        raise ValueError(f"must be a list of six values, not {found}")
    return value


SETTINGS: Final = {
    "edge": SettingType(setting_types.positive, 16.0),
    "face": SettingType(setting_types.text, ""),
    "faces": SettingType(_six, (1, 2, 3, 4, 5, 6)),
    "ground": SettingType(setting_types.colour, "paper"),
}


def die_net(edge: float) -> Net:
    """Return a net with seven tabs, or with three long ones if the die is too small for glue on
    seven."""
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
    few = MAX_TAB_DEPTH * edge < MIN_GLUE
    depth = SMALL_TAB * edge if few else max(TAB * edge, MIN_GLUE)
    behind, alone = (STEEP, STEEP) if few else (BEHIND, BEHIND), (STEEP if few else ALONE,) * 2
    above, below = (back, 0, top, 0, behind), (back, 2, bottom, 2, behind)
    closing = (back, 1, left, 3, alone)
    seams = (
        (above, below, closing)
        if few
        else (
            (left, 0, top, 3, (BESIDE, STEEP)),
            (right, 0, top, 1, (STEEP, BESIDE)),
            above,
            (left, 2, bottom, 3, (STEEP, BESIDE)),
            (right, 2, bottom, 1, (BESIDE, STEEP)),
            below,
            closing,
        )
    )
    tabs = tuple(
        make_tab(
            panel.name,
            panel.edge(side),
            depth,
            letter,
            (other.name, other.edge(onto)),
            corners=corners,
        )
        for letter, (panel, side, other, onto, corners) in zip("ABCDEFG", seams, strict=False)
    )
    return Net((front, left, right, back, top, bottom), hinges, tabs)


def make_dice(
    game: Game, component: Component, context: DrawContext, findings: Findings
) -> tuple[Face, ...]:
    craft = CraftContext(game, component, context, findings, SETTINGS)
    made = []
    for record, settings in craft.records():
        net = die_net(settings["edge"])
        colour = context.colour(settings["ground"])
        panel_art = {
            name: make_panel_art(
                context, colour, side_items(craft, record, settings, place, value, colour)
            )
            for place, (name, value) in enumerate(zip(NAMES, settings["faces"], strict=True), 1)
        }
        made.append((record, paint(net, panel_art, context), component.copies(record)))
    return faces_of_nets(craft, made)


def side_items(
    craft: CraftContext, record: Record, settings: Settings, place: int, value: Any, ground: Color
) -> Items:
    """Draw what one side shows, on its ground."""
    edge = settings["edge"]
    whole = (0.0, 0.0, edge, edge)
    if settings["face"]:
        extra = {"face": value, "place": place}
        frame = craft.draw("face", settings["face"], record, extra)
        return set_frame(frame, whole) if frame else ()
    context = craft.context
    ink = context.readable(ground)
    if value in PIPS:
        spots = (ellipse(x * edge, y * edge, PIP * edge) for x, y in PIPS[value])
        return (Path(tuple(s for spot in spots for s in spot), ink),)
    inner = (0.15 * edge, 0.15 * edge, 0.7 * edge, 0.7 * edge)
    if value in context.art.symbols:
        return set_icon(context, value, inner, ink)
    styles = ("number", "title")
    text = set_text(
        context, show(value), inner, ink, styles=styles, size_pt=2 * edge, smallest_pt=7.5
    )
    if text is None:
        craft.fault("faces", f"has '{show(value)}', which does not fit on a face of {edge:g} mm")
    return text or ()
