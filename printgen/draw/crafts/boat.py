"""Draw an open hull whose walls flare from a smaller bottom up to the outline of a deck.

A deck is seen from above with the bow at the left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from msgspec import Struct

from printgen.catalog.model import Component, Game, Record
from printgen.catalog.svg.paths import parse_path
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.crafts.context import CraftContext
from printgen.draw.crafts.lettering import Items, set_frame
from printgen.draw.crafts.net import (
    CHAMFER,
    Edge,
    Hinge,
    Net,
    Panel,
    Point,
    Polygon,
    Tab,
    area,
    beyond,
    box_around,
    edges,
    make_tab,
    oriented,
    turned_to,
)
from printgen.draw.crafts.net_faces import faces_of_nets, paint_panels
from printgen.draw.element_kind import Settings
from printgen.draw.face import Face
from printgen.draw.setting_types import SettingType
from printgen.errors import Findings

TAB: Final = 7.0
STEEP: Final = 80.0  # degrees: a seam tab's corner at the rim, where there is room
WEDGE_CLEAR: Final = 1.5  # degrees between a tab and the next wall
SEAM_TIP: Final = 0.05  # of the seam: the width of a tab between walls that nearly touch
MIN_CORNER: Final = 4.0  # degrees: a flatter corner leaves no room for a tab
MIN_LEDGE_LENGTH: Final = 10.0
MIN_LABEL_LENGTH: Final = 25.0
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Hull(Struct, frozen=True):
    """`above` is the deck seen from above (convex, oriented); the bottom is `height` below it and
    smaller by `flare` all round."""

    above: Polygon
    height: float
    flare: float

    @property
    def deck(self) -> Polygon:
        """The deck in the net: seen from below, because a hull is printed on its outside."""
        return oriented(tuple((x, -y) for x, y in self.above))

    @property
    def slant(self) -> float:
        return math.hypot(self.height, self.flare)

    @property
    def rise(self) -> float:
        """The slope of the walls in degrees."""
        return math.degrees(math.atan2(self.height, self.flare))


def inset(deck: Polygon, by: float) -> Polygon:
    """Move every side of a convex polygon inwards; raise ValueError if a side vanishes."""
    sides = list(edges(deck))
    made: list[Point] = []
    for (a, b), (c, d) in zip((sides[-1], *sides[:-1]), sides, strict=True):
        u, v = _direction((a, b)), _direction((c, d))
        cross = u[0] * v[1] - u[1] * v[0]
        reach = by * (1 - (u[0] * v[0] + u[1] * v[1])) / cross if abs(cross) > 1e-9 else 0.0
        made.append((c[0] - by * v[1] + reach * v[0], c[1] + by * v[0] + reach * v[1]))
    for (a, b), (c, d) in zip(edges(made), sides, strict=True):
        u, v = _direction((c, d)), (b[0] - a[0], b[1] - a[1])
        if u[0] * v[0] + u[1] * v[1] < 1.0:
            raise ValueError(
                f"of {by:g} mm leaves nothing of the side from {c} to {d}; make it smaller"
            )
    return tuple(made)


def _direction(edge: Edge) -> Point:
    (x, y), end = edge
    length = math.dist(*edge)
    return (end[0] - x) / length, (end[1] - y) / length


def boat_net(hull: Hull, ledge: float, label: str = "deck") -> Net:
    """Return the bottom with a wall at each side, and tabs that join each wall to the next.

    At the rim each wall has a flap that is folded in; the deck's topper is glued onto the flaps.
    """
    bottom = Panel("bottom", inset(hull.deck, hull.flare))
    walls = [_wall(hull, bottom, i) for i in range(len(hull.deck))]
    hinges = tuple(
        Hinge("bottom", wall.name, bottom.edge(i), hull.rise) for i, wall in enumerate(walls)
    )
    tabs = [_seam(hull, walls, i) for i in range(len(walls))]
    if ledge:
        tabs += [
            _ledge(hull, wall, ledge, label) for wall in walls if _rim(wall) >= MIN_LEDGE_LENGTH
        ]
    return Net((bottom, *walls), hinges, tuple(tabs))


def _rim(wall: Panel) -> float:
    return math.dist(*wall.edge(2))


def _wall(hull: Hull, bottom: Panel, index: int) -> Panel:
    """Return a trapezoid on a side of the bottom, as bottom end, bottom start, rim start, rim
    end."""
    edge, rim = bottom.edge(index), Panel("", hull.deck).edge(index)
    ux, uy = _direction(edge)
    slant = hull.slant
    along = [(p[0] - edge[0][0]) * ux + (p[1] - edge[0][1]) * uy for p in rim]
    length = math.dist(*edge)
    points = beyond(edge, ((length, 0), (0, 0), (along[0], slant), (along[1], slant)))
    return Panel(f"wall {index + 1}", points, turned_to(edge, slant), length, slant)


def _seam(hull: Hull, walls: Sequence[Panel], index: int) -> Tab:
    """Return a tab at the end of a wall, glued behind the next wall; it fits in the gap between
    them."""
    wall, other = walls[index], walls[(index + 1) % len(walls)]
    edge, onto = wall.edge(3), other.edge(1)
    u, v = _direction(edge), _direction((onto[0], onto[1]))
    wedge = math.degrees(math.acos(max(-1.0, min(1.0, -(u[0] * v[0] + u[1] * v[1])))))
    corner = max(MIN_CORNER, min(CHAMFER, wedge - WEDGE_CLEAR))
    target = (other.name, onto)
    turn = math.degrees(_fold_between(hull, index))
    corners = (STEEP, corner)
    return make_tab(wall.name, edge, TAB, LETTERS[index], target, turn, corners, SEAM_TIP)


def _fold_between(hull: Hull, index: int) -> float:
    """Return the angle between the outsides of two neighbouring walls."""
    count = len(hull.deck)
    deck = Panel("", hull.deck)
    u, v = _direction(deck.edge(index)), _direction(deck.edge((index + 1) % count))
    level = (hull.height / hull.slant) ** 2 * (u[0] * v[0] + u[1] * v[1])
    return math.acos(max(-1.0, min(1.0, level + (hull.flare / hull.slant) ** 2)))


def _ledge(hull: Hull, wall: Panel, depth: float, label: str) -> Tab:
    shown = label if _rim(wall) >= MIN_LABEL_LENGTH else ""
    return make_tab(wall.name, wall.edge(2), depth, shown, None, 180 - hull.rise)


def _deck(value: Any, context: DrawContext) -> Polygon:
    """Convert a path of straight lines, or a list of points, to a convex polygon."""
    if isinstance(value, str):
        try:
            segments = parse_path(value)
        except ValueError as fault:
            raise ValueError(f"is not a path: {fault}") from None
        if any(segment[0] == "C" for segment in segments):
            raise ValueError("must have only straight sides")
        points = tuple((float(s[1]), float(s[2])) for s in segments if s[0] != "Z")
        points = points[:-1] if points and points[-1] == points[0] else points
        value = points
    made = oriented(setting_types.points(value, context))
    if len(made) > len(LETTERS):
        raise ValueError(f"has {len(made)} sides; the limit is {len(LETTERS)}")
    corners = zip((made[-1], *made[:-1]), made, (*made[1:], made[0]), strict=True)
    for before, here, after in corners:
        if area((before, here, after)) <= 0.01:
            raise ValueError(f"must be convex, but does not turn outwards at {here}")
    return made


SETTINGS: Final = {
    "deck": SettingType(_deck),
    "height": SettingType(setting_types.positive, 22.0),
    "flare": SettingType(setting_types.not_negative, 4.0),
    "ledge": SettingType(setting_types.not_negative, 6.0),
    "ground": SettingType(setting_types.colour, "paper"),
    "wall": SettingType(setting_types.text, ""),
    "bow": SettingType(setting_types.text, ""),
}


def make_boats(
    game: Game, component: Component, context: DrawContext, findings: Findings
) -> tuple[Face, ...]:
    craft = CraftContext(game, component, context, findings, SETTINGS, required=("deck",))
    made = []
    for record, settings in craft.records():
        hull = Hull(settings["deck"], settings["height"], settings["flare"])
        try:
            net = boat_net(hull, settings["ledge"], context.words("deck"))
        except ValueError as fault:
            craft.fault("flare", str(fault))
            continue
        painted = paint_panels(
            craft, net, settings["ground"], partial(_art, craft, record, settings)
        )
        made.append((record, painted, component.copies(record)))
    return faces_of_nets(craft, made)


def _art(craft: CraftContext, record: Record, settings: Settings, panel: Panel) -> Items:
    """Draw the template for long walls, or the one for all others."""
    if panel.name == "bottom":
        return ()
    x, _, length, _ = box_around(settings["deck"])
    edge = panel.edge(0)
    is_long = panel.width >= length / 2
    setting = "wall" if is_long else "bow"
    if not settings[setting]:
        return ()
    # Seen from outside with the rim up, a wall's bottom edge runs from right to left.
    bow_at = "left" if edge[1][0] <= edge[0][0] else "right"
    extra: dict[str, Any] = {"bow_at": bow_at}
    if not is_long:
        middle = (edge[0][0] + edge[1][0]) / 2
        extra["end"] = "bow" if middle < x + length / 2 else "stern"
    frame = craft.draw(setting, settings[setting], record, extra)
    return set_frame(frame, (0, 0, panel.width, panel.height)) if frame else ()
