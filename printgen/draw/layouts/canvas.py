"""Put a table on a picture: from millimetres on the table to millimetres on the paper."""

from __future__ import annotations

from msgspec import Struct

from printgen.catalog.ppn.table import TablePiece
from printgen.draw.layouts.convex import Point, Polygon
from printgen.draw.layouts.stacking import INCH
from printgen.draw.layouts.view import View
from printgen.frame import Text
from printgen.geometry import Box, Matrix
from printgen.ink import Color
from printgen.lengths import MM_PER_PT
from printgen.text.typeface import Typeface


class Canvas(Struct, frozen=True):
    """`area` is the part of the table that is shown; its top left corner appears at `corner`."""

    view: View
    scale: float
    area: Box
    corner: Point

    @property
    def matrix(self) -> Matrix:
        size = self.scale
        x, y = self.corner
        return (size, 0.0, 0.0, size, x - self.area[0] * size, y - self.area[1] * size)

    def at(self, piece: TablePiece, height: float = 0.0) -> Point:
        """Return where the middle of a piece appears that lies at a height."""
        return self.place(piece.x, piece.y, height)

    def place(self, x: float, y: float, height: float = 0.0) -> Point:
        """Return where a place of the table, in inches, appears."""
        return self.paper(self.view.point((x * INCH, -y * INCH, height)))

    def paper(self, point: Point) -> Point:
        size, _, _, _, dx, dy = self.matrix
        return point[0] * size + dx, point[1] * size + dy

    def shape(self, points: Polygon) -> Polygon:
        return tuple(map(self.paper, points))

    def box(self) -> Box:
        return (*self.corner, self.area[2] * self.scale, self.area[3] * self.scale)


def set_label(
    string: str, at: Point, face: Typeface, size_pt: float, colour: Color, align: float = 0.5
) -> Text:
    """Return a text whose capitals are centred on a height; `align` 0 starts at x, 0.5 is centred
    on it, 1 ends there."""
    em = size_pt * MM_PER_PT
    width = face.width(string) * em
    return Text(
        at[0] - align * width,
        at[1] + face.cap_height * em / 2,
        string,
        face,
        size_pt,
        colour,
        width,
    )
