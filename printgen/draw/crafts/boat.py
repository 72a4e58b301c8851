"""Takes a deck's outline, gives an open hull whose walls flare from a smaller bottom to it.

A deck is seen from above with the bow at the left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from msgspec import Struct

from printgen.catalog.model import Component, Game, Record
from printgen.catalog.svgpath import parse_path
from printgen.draw import kind
from printgen.draw.component import Face
from printgen.draw.crafts.finish import finish, plate_of
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
from printgen.draw.crafts.workshop import Settings, Workshop
from printgen.draw.kind import Wants
from printgen.draw.studio import Studio
from printgen.errors import Findings

TAB: Final = 7.0
STEEP: Final = 70.0  # a seam tab's corner at the rim, where it has room
WEDGE_CLEAR: Final = 3.0  # degrees between a tab and the next wall
LEAST_CORNER: Final = 4.0  # degrees: a flatter corner leaves no room for a tab
LEAST_LEDGE_LENGTH: Final = 10.0
LEAST_LABEL_LENGTH: Final = 25.0
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Hull(Struct, frozen=True):
    """A deck as it is seen from above (convex, oriented), how far below it the bottom lies, and
    by how much that is smaller all round."""

    above: Polygon
    height: float
    flare: float

    @property
    def deck(self) -> Polygon:
        """The deck as the net shows it: a hull is printed on its outside, seen from below."""
        return oriented(tuple((x, -y) for x, y in self.above))

    @property
    def slant(self) -> float:
        return math.hypot(self.height, self.flare)

    @property
    def rise(self) -> float:
        """How steep the walls stand, in degrees."""
        return math.degrees(math.atan2(self.height, self.flare))


def inset(deck: Polygon, by: float) -> Polygon:
    """A convex polygon with every side moved inwards; ValueError if nothing is left of a side."""
    sides = list(edges(deck))
    made: list[Point] = []
    for (a, b), (c, d) in zip((sides[-1], *sides[:-1]), sides, strict=True):
        u, v = _way((a, b)), _way((c, d))
        cross = u[0] * v[1] - u[1] * v[0]
        reach = by * (1 - (u[0] * v[0] + u[1] * v[1])) / cross if abs(cross) > 1e-9 else 0.0
        made.append((c[0] - by * v[1] + reach * v[0], c[1] + by * v[0] + reach * v[1]))
    for (a, b), (c, d) in zip(edges(made), sides, strict=True):
        u, v = _way((c, d)), (b[0] - a[0], b[1] - a[1])
        if u[0] * v[0] + u[1] * v[1] < 1.0:
            raise ValueError(f"of {by:g} mm leaves nothing of the side from {c} to {d}")
    return tuple(made)


def _way(edge: Edge) -> Point:
    (x, y), end = edge
    length = math.dist(*edge)
    return (end[0] - x) / length, (end[1] - y) / length


def boat_net(hull: Hull, ledge: float) -> Net:
    """The bottom with a wall at each side, and tabs that join each wall to the next.

    At the rim each wall has a flap that is folded in; the deck's topper is glued on them.
    """
    bottom = Panel("bottom", inset(hull.deck, hull.flare))
    walls = [_wall(hull, bottom, i) for i in range(len(hull.deck))]
    hinges = tuple(
        Hinge("bottom", wall.name, bottom.edge(i), hull.rise) for i, wall in enumerate(walls)
    )
    tabs = [_seam(hull, walls, i) for i in range(len(walls))]
    if ledge:
        tabs += [_ledge(hull, wall, ledge) for wall in walls if _rim(wall) >= LEAST_LEDGE_LENGTH]
    return Net((bottom, *walls), hinges, tuple(tabs))


def _rim(wall: Panel) -> float:
    return math.dist(*wall.edge(2))


def _wall(hull: Hull, bottom: Panel, index: int) -> Panel:
    """A trapezoid on a side of the bottom: its points are bottom end, start, rim start, end."""
    edge, rim = bottom.edge(index), Panel("", hull.deck).edge(index)
    ux, uy = _way(edge)
    slant = hull.slant
    along = [(p[0] - edge[0][0]) * ux + (p[1] - edge[0][1]) * uy for p in rim]
    length = math.dist(*edge)
    points = beyond(edge, ((length, 0), (0, 0), (along[0], slant), (along[1], slant)))
    return Panel(f"wall {index + 1}", points, turned_to(edge, slant), length, slant)


def _seam(hull: Hull, walls: Sequence[Panel], index: int) -> Tab:
    """A tab at a wall's far end, behind the next wall; it keeps to the wedge between them."""
    wall, other = walls[index], walls[(index + 1) % len(walls)]
    edge, onto = wall.edge(3), other.edge(1)
    u, v = _way(edge), _way((onto[0], onto[1]))
    wedge = math.degrees(math.acos(max(-1.0, min(1.0, -(u[0] * v[0] + u[1] * v[1])))))
    corner = max(LEAST_CORNER, min(CHAMFER, wedge - WEDGE_CLEAR))
    target = (other.name, onto)
    turn = math.degrees(_fold_between(hull, index))
    return make_tab(wall.name, edge, TAB, LETTERS[index], target, turn, (STEEP, corner))


def _fold_between(hull: Hull, index: int) -> float:
    """The angle between the outsides of two neighbouring walls."""
    count = len(hull.deck)
    deck = Panel("", hull.deck)
    u, v = _way(deck.edge(index)), _way(deck.edge((index + 1) % count))
    level = (hull.height / hull.slant) ** 2 * (u[0] * v[0] + u[1] * v[1])
    return math.acos(max(-1.0, min(1.0, level + (hull.flare / hull.slant) ** 2)))


def _ledge(hull: Hull, wall: Panel, depth: float) -> Tab:
    label = "deck" if _rim(wall) >= LEAST_LABEL_LENGTH else ""
    return make_tab(wall.name, wall.edge(2), depth, label, None, 180 - hull.rise)


def _deck(value: Any, studio: Studio) -> Polygon:
    """A path of straight lines, or a list of points; convex."""
    if isinstance(value, str):
        try:
            segments = parse_path(value)
        except ValueError as fault:
            raise ValueError(f"is not a path: {fault}") from None
        if any(segment[0] == "C" for segment in segments):
            raise ValueError("should have straight sides only")
        points = tuple((float(s[1]), float(s[2])) for s in segments if s[0] != "Z")
        points = points[:-1] if points and points[-1] == points[0] else points
        value = points
    made = oriented(kind.points(value, studio))
    if len(made) > len(LETTERS):
        raise ValueError(f"has {len(made)} sides; a hull takes {len(LETTERS)}")
    corners = zip((made[-1], *made[:-1]), made, (*made[1:], made[0]), strict=True)
    for before, here, after in corners:
        if area((before, here, after)) <= 0.01:
            raise ValueError(f"turns inwards, or not at all, at {here}: a hull is convex")
    return made


SETTINGS: Final = {
    "deck": Wants(_deck),
    "height": Wants(kind.positive, 22.0),
    "flare": Wants(kind.not_negative, 4.0),
    "ledge": Wants(kind.not_negative, 6.0),
    "ground": Wants(kind.colour, "paper"),
    "wall": Wants(kind.text, ""),
    "bow": Wants(kind.text, ""),
}


def make_boats(
    game: Game, component: Component, studio: Studio, findings: Findings
) -> tuple[Face, ...]:
    shop = Workshop(game, component, studio, findings, SETTINGS, required=("deck",))
    made = []
    for record, settings in shop.records():
        hull = Hull(settings["deck"], settings["height"], settings["flare"])
        try:
            net = boat_net(hull, settings["ledge"])
        except ValueError as fault:
            shop.fault("flare", str(fault))
            continue
        plate = plate_of(shop, net, settings["ground"], partial(_art, shop, record, settings))
        made.append((record, plate, component.copies(record)))
    return finish(shop, made)


def _art(shop: Workshop, record: Record, settings: Settings, panel: Panel) -> Items:
    """Long walls and the others have a template each, if any."""
    if panel.name == "bottom":
        return ()
    x, _, length, _ = box_around(settings["deck"])
    edge = panel.edge(0)
    is_long = panel.width >= length / 2
    setting = "wall" if is_long else "bow"
    if not settings[setting]:
        return ()
    # A wall's bottom runs from its own right to its left, seen from outside with the rim up.
    bow_at = "left" if edge[1][0] <= edge[0][0] else "right"
    extra: dict[str, Any] = {"bow_at": bow_at}
    if not is_long:
        middle = (edge[0][0] + edge[1][0]) / 2
        extra["end"] = "bow" if middle < x + length / 2 else "stern"
    frame = shop.draw(setting, settings[setting], record, extra)
    return set_frame(frame, (0, 0, panel.width, panel.height)) if frame else ()
