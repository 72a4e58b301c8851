"""The footprint of a piece, and the cells that a page repeats it in."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace


class Footprint(Struct, frozen=True):
    """The piece that a page repeats, as it lies on the page: trim, bleed, and the gap between two
    trims."""

    width: float
    height: float
    bleed: float
    gutter: float
    pointy: bool = True

    def turned(self) -> Footprint:
        return replace(self, width=self.height, height=self.width, pointy=not self.pointy)

    @property
    def inner_bleed(self) -> float:
        """The bleed that two neighbours both have room for."""
        return min(self.bleed, self.gutter / 2)


class Cell(Struct, frozen=True):
    """The top left of one trim within its lattice, with its row and column."""

    x: float
    y: float
    row: int
    column: int


class Lattice(Struct, frozen=True):
    """All cells of a full page in reading order; the size covers their trims."""

    cells: tuple[Cell, ...]
    width: float
    height: float


EMPTY = Lattice((), 0.0, 0.0)
SLACK = 1e-6  # rounding must not exclude a block that fits exactly
