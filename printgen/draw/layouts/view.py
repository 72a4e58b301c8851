"""The directions from which a table is drawn.

Both views are parallel projections that show whatever lies flat at its true shape: from above, and
at an angle, where a height of one millimetre moves a point by `shift` on the page.
"""

from __future__ import annotations

import math
from typing import Final, Literal

from msgspec import Struct

from printgen.draw.layouts.bodies import Vector
from printgen.draw.layouts.convex import Point
from printgen.geometry import Matrix

ViewName = Literal["top", "oblique"]


class View(Struct, frozen=True):
    name: ViewName
    shift: Point

    def point(self, vector: Vector) -> Point:
        x, y, height = vector
        return x + self.shift[0] * height, y + self.shift[1] * height

    def matrix(self, origin: Vector, right: Vector, down: Vector) -> Matrix:
        """Return where a flat picture appears whose corner is at `origin` and whose millimetres run
        along `right` and `down`. It faces the reader if the matrix does not mirror it."""
        return (*self.point(right), *self.point(down), *self.point(origin))


def _shift(degrees: float, length: float) -> Point:
    return length * math.cos(math.radians(degrees)), -length * math.sin(math.radians(degrees))


VIEWS: Final = {
    "top": View("top", (0.0, 0.0)),
    "oblique": View("oblique", _shift(60.0, 0.6)),
}
