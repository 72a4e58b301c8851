"""The frozen values that sheets are planned with."""

from __future__ import annotations

import math
from typing import Final, Literal

from msgspec import Struct

from printgen.catalog.cutters import Cutter
from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Profile
from printgen.errors import Location
from printgen.frame import Frame, Group, Item, Text
from printgen.geometry import Box, Matrix, Segments
from printgen.ink import Color
from printgen.lengths import MM_PER_PT
from printgen.text.bidi import has_rtl
from printgen.text.plain_line import lay_out
from printgen.text.typeface import PLAIN, Typeface

Layout = Literal["grid", "honeycomb", "strips", "poster", "booklet", "packed"]
FaceName = Literal["front", "back"]
SideName = Literal["front", "back", "fold", "map"]
Line = tuple[float, float, float, float]
"""(x1, y1, x2, y2)"""

MARK_INK: Final = Color(64, 64, 64)
MIN_PT: Final = 7.5  # smaller sans type fills in on home printers
SEAM_BLEED: Final = 1.0
"""A poster's tile has so much art beyond the edges that are trimmed and glued onto others, so that
a cut a little outside the line shows no white."""


class Piece(Struct, frozen=True):
    front: Frame
    back: Frame | None = None

    def face(self, name: FaceName) -> Frame | None:
        return self.front if name == "front" else self.back


class Run(Struct, frozen=True):
    """All pieces of one component, every copy listed, in printing order."""

    game: str
    title: str
    version: str
    pieces: tuple[Piece, ...]
    layout: Layout = "grid"
    shared_cuts: bool = False
    gutter: float | None = None
    pointy: bool = True
    place: Location | None = None
    language: str = "en"
    """The language of the margins, or two such as `de+en`."""
    second: tuple[str, str] | None = None
    """The names of the game and of the component in the second language."""
    shared_legend: Frame | None = None
    """The legends of all pieces, if they come from several components."""
    max_bleed: float | None = None
    """Less bleed than the pieces have: 0 makes them touch."""
    skip: int = 0
    """Slots of the first sheet that stay empty, because they were used before."""

    @property
    def legend(self) -> Frame | None:
        """The explanation of line types that every sheet of the run prints in its margin."""
        if self.shared_legend is not None:
            return self.shared_legend
        return self.pieces[0].front.legend if self.pieces else None


class Slot(Struct, frozen=True):
    """One face on a page: its trim box, its clockwise rotation, and the window it shows through.

    The window is the trim plus as much bleed as does not reach into a neighbour.
    """

    piece: int
    face: FaceName
    x: float
    y: float
    width: float
    height: float
    turn: int
    window: Segments

    @property
    def box(self) -> Box:
        return self.x, self.y, self.width, self.height


class Strip(Struct, frozen=True):
    """The part of a page's margin that carries its label; `upright` text runs along x.

    Its first `legend` millimetres are reserved for the run's legend; the label's lines follow, in
    each language.
    """

    box: Box
    upright: bool
    legend: float = 0.0


class Block(Struct, frozen=True):
    """Some slots of a packed page that are cut out together: the first of them, the one after the
    last, and the box around them with room for their bleed and marks."""

    start: int
    stop: int
    box: Box
    honeycomb: bool


class Tile(Struct, frozen=True):
    """One page of a poster. Its right and bottom bands are covered by the next tiles."""

    row: int
    column: int
    rows: int
    columns: int
    box: Box
    band_x: float
    band_y: float
    bleed_x: float
    bleed_y: float

    @property
    def label(self) -> str:
        return tile_label(self.row, self.column)


class PosterMap(Struct, frozen=True):
    """The small overview of a whole poster: its position, and the boxes of the tiles in it."""

    piece: int
    face: FaceName
    matrix: Matrix
    box: Box
    tiles: tuple[tuple[str, Box], ...]
    notes: tuple[str, ...]


class Side(Struct, frozen=True):
    """The plan of one page. `room` is the area for art and crop marks; `tag` names a poster's tile.

    If there is no space for a strip, `imprint` is the slot that has the label at its bottom.
    A packed page is cut along its `cuts` in their order, then each of its `blocks` by itself.
    """

    name: SideName
    slots: tuple[Slot, ...]
    room: Box
    strip: Strip | None
    hint: str
    """What to do with the page: sentences, each on a line."""
    fold: Line | None = None
    tag: str = ""
    bleed: float | None = None
    """The bleed of pieces that have less here than they could have."""
    tile: Tile | None = None
    poster_map: PosterMap | None = None
    imprint: Slot | None = None
    blocks: tuple[Block, ...] = ()
    cuts: tuple[Line, ...] = ()


class Plan(Struct, frozen=True):
    """A run laid out on paper: its pages in printing order."""

    run: Run
    paper: Paper
    duplex: Duplex
    profile: Profile
    sides: tuple[Side, ...]
    cutter: Cutter | None = None
    """The machine that cuts the pieces, if it is not done by hand."""


class Page(Struct, frozen=True):
    """A finished page, with what exporters and checks need to know about it.

    Boxes are as planned; `correction` is what the printer profile did to them.
    """

    frame: Frame
    side: SideName
    number: int
    count: int
    trim_boxes: tuple[Box, ...]
    bleed_boxes: tuple[Box, ...]
    correction: Matrix


class Label(Struct, frozen=True):
    """Writes text outside the art in one typeface; names that have other characters, in others."""

    face: Typeface
    size_pt: float = MIN_PT
    others: tuple[Typeface, ...] = ()

    def text(self, x: float, y: float, string: str, max_width: float | None = None) -> Text:
        """Return text at a fixed position, shortened if it is wider than `max_width`."""
        fitted = string if max_width is None else self._shortened(string, max_width)
        return Text(
            x, y, fitted, self.face, self.size_pt, MARK_INK, self._width(fitted), layer="marks"
        )

    def name(self, x: float, y: float, string: str, max_width: float) -> Item:
        """Return text with names from the game's data, in any script."""
        is_usual = string.isascii() or not (
            has_rtl(string) or self.face.word(string.replace(" ", ""), PLAIN).missing
        )
        if is_usual:
            return self.text(x, y, string, max_width)
        em = self.size_pt * MM_PER_PT
        while True:
            runs = lay_out(string, (self.face, *self.others))
            if math.fsum(run.width for run in runs) * em <= max_width or len(string) < 2:
                break
            string = string.removesuffix("…")[:-1].rstrip() + "…"
        placed: list[Item] = []
        for run in runs:
            width = run.width * em
            placed.append(
                Text(
                    x,
                    y,
                    run.string,
                    run.face,
                    self.size_pt,
                    MARK_INK,
                    width,
                    layer="marks",
                    shaping=run.shaping,
                )
            )
            x += width
        return Group(tuple(placed), layer="marks")

    def centred(self, x: float, y: float, string: str) -> Text:
        return self.text(x - self._width(string) / 2, y, string)

    def _width(self, string: str) -> float:
        return self.face.width(string) * self.size_pt * MM_PER_PT

    def _shortened(self, string: str, max_width: float) -> str:
        if self._width(string) <= max_width:
            return string
        while string and self._width(string + "…") > max_width:
            string = string[:-1]
        return string.rstrip() + "…"


def tile_label(row: int, column: int) -> str:
    """Return the name of a tile: letters for rows, numbers for columns; A1 is the top left."""
    letters, rest = "", row + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{column + 1}"
