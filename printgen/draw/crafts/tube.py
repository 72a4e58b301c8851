"""The net that boxes and bags share: four walls and a bottom.

From left to right: left side, front, right side, back, glue strip. The bottom hangs on the front;
the back and the sides have flaps that are glued under it.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from printgen.draw.crafts.net import Net, Panel, Polygon, Tab, join, make_tab, upright

BACK_FLAP: Final = 0.8  # of the depth
SIDE_FLAP: Final = 0.6
STEEP: Final = 75.0  # corners of flaps that need all the room for glue


class Walls(Struct, frozen=True):
    left: Panel
    front: Panel
    right: Panel
    back: Panel
    bottom: Panel

    @property
    def all(self) -> tuple[Panel, ...]:
        return self.front, self.left, self.right, self.back, self.bottom


def walls(width: float, height: float, depth: float, notch: Polygon = ()) -> Walls:
    """`notch` replaces the middle of the front's top edge, from left to right."""
    front = upright("front", depth, 0, width, height)
    if notch:
        corners = front.points
        cut = tuple((x + depth, y) for x, y in notch)
        front = Panel(front.name, (corners[0], *cut, *corners[1:]), front.art, width, height)
    return Walls(
        upright("left", 0, 0, depth, height),
        front,
        upright("right", depth + width, 0, depth, height),
        upright("back", 2 * depth + width, 0, width, height),
        upright("bottom", depth, height, width, depth),
    )


def tube(made: Walls, glue: float) -> Net:
    """Join the walls, with tabs for the long seam (A) and the bottom (B, C, D)."""
    depth = made.bottom.height
    hinges = (
        join(made.front, made.left, 90),
        join(made.front, made.right, 90),
        join(made.right, made.back, 90),
        join(made.front, made.bottom, 90),
    )
    flap = min(depth * SIDE_FLAP, made.bottom.width / 2 - 1)
    corners = (STEEP, STEEP)
    back = depth * BACK_FLAP
    bottom = made.bottom
    tabs: tuple[Tab, ...] = (
        make_tab("back", made.back.edge(1), glue, "A", ("left", made.left.edge(3)), 90, corners),
        make_tab("back", made.back.edge(2), back, "B", ("bottom", bottom.edge(2)), 90, corners),
        make_tab("left", made.left.edge(2), flap, "C", ("bottom", bottom.edge(3)), 90, corners),
        make_tab("right", made.right.edge(2), flap, "D", ("bottom", bottom.edge(1)), 90, corners),
    )
    return Net(made.all, hinges, tabs)
