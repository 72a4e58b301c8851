"""Rotate and mirror slots and boxes. Only this module knows how paper is flipped."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex
from printgen.geometry import (
    Box,
    Matrix,
    Segments,
    bounds,
    multiply,
    rotate,
    transform_segments,
    translate,
)
from printgen.sheet.model import Slot


class Mirror(Struct, frozen=True):
    """The line about which a sheet is flipped or folded; `at` is its x or y."""

    axis: Literal["vertical", "horizontal"]
    at: float

    @property
    def matrix(self) -> Matrix:
        if self.axis == "vertical":
            return (-1.0, 0.0, 0.0, 1.0, 2 * self.at, 0.0)
        return (1.0, 0.0, 0.0, -1.0, 0.0, 2 * self.at)

    def box(self, box: Box) -> Box:
        x, y, width, height = box
        if self.axis == "vertical":
            return 2 * self.at - x - width, y, width, height
        return x, 2 * self.at - y - height, width, height

    def turn(self, turn: int) -> int:
        """Return the rotation of a back whose top is behind its front's top.

        Flipping about a vertical line makes a clockwise rotation anticlockwise; flipping about
        a horizontal line also turns it upside down.
        """
        return (-turn if self.axis == "vertical" else 180 - turn) % 360

    def slot(self, slot: Slot) -> Slot:
        x, y, _, _ = self.box(slot.box)
        window = transform_segments(slot.window, self.matrix)
        turn = self.turn(slot.turn)
        return replace(slot, face="back", x=x, y=y, turn=turn, window=window)


def paper_mirror(paper: Paper, duplex: Duplex) -> Mirror:
    """Return the line about which a duplex printer flips portrait paper."""
    if duplex is Duplex.SHORT:
        return Mirror("horizontal", paper.height / 2)
    return Mirror("vertical", paper.width / 2)


def slot_matrix(slot: Slot) -> Matrix:
    """Return the matrix from a face's coordinates to the page's."""
    corner = {
        0: (slot.x, slot.y),
        90: (slot.x + slot.width, slot.y),
        180: (slot.x + slot.width, slot.y + slot.height),
        270: (slot.x, slot.y + slot.height),
    }[slot.turn]
    return multiply(translate(*corner), rotate(slot.turn))


def window_box(slot: Slot) -> Box:
    return bounds(slot.window)


def around(boxes: list[Box]) -> Box:
    """Return the smallest box around all boxes."""
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, bottom = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
    return left, top, right - left, bottom - top


def inset(box: Box, by: float) -> Box:
    return box[0] + by, box[1] + by, box[2] - 2 * by, box[3] - 2 * by


def moved(segments: Segments, dx: float, dy: float) -> Segments:
    return transform_segments(segments, translate(dx, dy))
