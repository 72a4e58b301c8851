"""Mirror elements for languages that are read from right to left.

Positions and directions are mirrored at a vertical axis; text and pictures only move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from printgen.draw.element_kind import Settings
from printgen.draw.line_path import LinePath
from printgen.frame import Group, Item
from printgen.geometry import Box, Matrix, Segments, multiply, transform_segments, translate

SIDES: Final = {"left": "right", "right": "left"}
REFLECTED: Final = frozenset(
    {"arc", "arrow", "circle", "ellipse", "hex", "line", "path", "polygon", "rectangle", "star"}
)
"""Elements whose direction is mirrored too."""


class Axis(Struct, frozen=True):
    """The axis of elements that are mirrored: `width / 2` from the left."""

    width: float

    @property
    def reflection(self) -> Matrix:
        return (-1.0, 0.0, 0.0, 1.0, self.width, 0.0)

    def moved(self, matrix: Matrix) -> Matrix:
        """Return where a group goes whose own elements are mirrored at its origin."""
        return multiply(self.reflection, multiply(matrix, ORIGIN.reflection))

    def settings(self, settings: Settings) -> Settings:
        """Return an element's settings with its directions mirrored."""
        made: dict[str, Any] = dict(settings)
        align = settings.get("align")
        if isinstance(align, tuple):
            made["align"] = tuple(SIDES.get(side, side) for side in reversed(align))
        elif align is not None:
            made["align"] = SIDES.get(align, align)
        if isinstance(settings.get("along"), LinePath):
            made["along"] = settings["along"].mirrored(self.width)
        if "table" in settings:
            made |= _columns_reversed(settings)
        return made

    def box(self, box: Box) -> Box:
        x, y, width, height = box
        return self.width - x - width, y, width, height

    def items(self, kind: str, settings: Settings, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return what an element has drawn, mirrored or moved."""
        if not items or settings.get("along") is not None:
            return items
        if kind in REFLECTED:
            return (Group(items, self.reflection),)
        left, right = 0.0, 0.0
        if settings.get("box") is not None:
            left, right = settings["box"][0], settings["box"][0] + settings["box"][2]
        elif settings.get("at") is not None:
            left = right = settings["at"][0]
        shift = self.width - left - right
        return items if shift == 0 else (Group(items, translate(shift, 0.0)),)


ORIGIN: Final = Axis(0.0)


def reflected(path: Segments) -> Segments:
    """Return a path mirrored at the left edge."""
    return transform_segments(path, ORIGIN.reflection)


def _columns_reversed(settings: Settings) -> Mapping[str, Any]:
    rows = tuple(tuple(reversed(row)) for row in settings["table"])
    return {
        "table": rows,
        "header": tuple(reversed(settings["header"])),
        "widths": tuple(reversed(settings["widths"])),
    }
