"""Takes nothing, gives what the layouts share: a piece to repeat, and the places it repeats at."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace


class Pattern(Struct, frozen=True):
    """The piece a page repeats, as it lies on the page: trim, bleed, gap between two trims."""

    width: float
    height: float
    bleed: float
    gutter: float
    pointy: bool = True

    def turned(self) -> Pattern:
        return replace(self, width=self.height, height=self.width, pointy=not self.pointy)

    @property
    def inner_bleed(self) -> float:
        """The bleed that two neighbours both have room for."""
        return min(self.bleed, self.gutter / 2)


class Cell(Struct, frozen=True):
    """The top left of one trim within its lattice, and where it stands in row and column."""

    x: float
    y: float
    row: int
    column: int


class Lattice(Struct, frozen=True):
    """All cells of a full page in reading order; the size spans their trims."""

    cells: tuple[Cell, ...]
    width: float
    height: float


EMPTY = Lattice((), 0.0, 0.0)
SLACK = 1e-6  # so that a block exactly as large as its area is not lost to rounding
