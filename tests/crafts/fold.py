"""Fold a net in space: where its panels end up, and how well its seams meet."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from printgen.draw.crafts.net import Edge, Hinge, Net, Point, middle

Vector = tuple[float, float, float]

ORIGIN: Final[Vector] = (0.0, 0.0, 0.0)


class PanelPlane(Struct, frozen=True):
    """A panel's plane in space: its origin, and its x, y and z directions (z towards the
    reader)."""

    origin: Vector
    x: Vector
    y: Vector
    z: Vector

    def point(self, at: Point) -> Vector:
        return self.place((at[0], at[1], 0.0))

    def place(self, at: Vector) -> Vector:
        return _plus(self.origin, self.turn(at))

    def turn(self, direction: Vector) -> Vector:
        return _plus(
            _times(self.x, direction[0]),
            _plus(_times(self.y, direction[1]), _times(self.z, direction[2])),
        )


FLAT: Final = PanelPlane(ORIGIN, (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def _plus(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _times(a: Vector, factor: float) -> Vector:
    return a[0] * factor, a[1] * factor, a[2] * factor


def fold(net: Net) -> Mapping[str, PanelPlane]:
    """The plane of every panel; the first panel stays where it is."""
    placed = {net.panels[0].name: FLAT}
    waiting = list(net.hinges)
    while waiting:
        ready = [hinge for hinge in waiting if hinge.one in placed or hinge.other in placed]
        if not ready:
            loose = ", ".join(sorted({hinge.other for hinge in waiting}))
            raise ValueError(f"nothing joins {loose} to '{net.panels[0].name}'")
        for hinge in ready:
            waiting.remove(hinge)
            known, new = hinge.one, hinge.other
            if known not in placed:
                known, new = new, known
            if new not in placed:
                placed[new] = _about(placed[known], hinge, net, new)
    return placed


def _about(plane: PanelPlane, hinge: Hinge, net: Net, moved: str) -> PanelPlane:
    """The plane of a panel that is turned about a hinge of one already placed."""
    (x, y), end = hinge.edge
    length = math.dist(*hinge.edge)
    ux, uy = (end[0] - x) / length, (end[1] - y) / length
    outward = (-uy, ux)
    cx, cy = middle(net.panel(moved).points)
    if (cx - x) * outward[0] + (cy - y) * outward[1] < 0:
        outward = (uy, -ux)
    cos, sin = math.cos(math.radians(hinge.angle)), math.sin(math.radians(hinge.angle))

    def turned(direction: Vector) -> Vector:
        along = direction[0] * ux + direction[1] * uy
        out = direction[0] * outward[0] + direction[1] * outward[1]
        ahead, up = cos * out + sin * direction[2], cos * direction[2] - sin * out
        return (along * ux + ahead * outward[0], along * uy + ahead * outward[1], up)

    anchor = (x, y, 0.0)
    shift = _plus(anchor, _times(turned(anchor), -1.0))
    return PanelPlane(
        plane.place(shift),
        plane.turn(turned(FLAT.x)),
        plane.turn(turned(FLAT.y)),
        plane.turn(turned(FLAT.z)),
    )


def apart(planes: Mapping[str, PanelPlane], one: str, edge: Edge, other: str, onto: Edge) -> float:
    """How far two edges are from lying on each other, at the worse of their ends."""
    a, b = (planes[one].point(point) for point in edge)
    c, d = (planes[other].point(point) for point in onto)
    same = max(math.dist(a, c), math.dist(b, d))
    crossed = max(math.dist(a, d), math.dist(b, c))
    return min(same, crossed)


def gaps(net: Net) -> Mapping[str, float]:
    """How far each glued seam is from closing, by its tab's label."""
    planes = fold(net)
    return {
        tab.label: apart(planes, tab.panel, tab.edge, tab.meets, tab.onto)
        for tab in net.tabs
        if tab.meets is not None and tab.onto is not None
    }
