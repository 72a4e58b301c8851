"""Takes nothing, gives the frozen values that sheets are planned with."""

from __future__ import annotations

from enum import Enum
from typing import Final, Literal

from msgspec import Struct

from printgen.errors import Place
from printgen.frame import MM_PER_PT, Box, Color, Frame, Matrix, Segments, Text
from printgen.typeface import Typeface

Layout = Literal["grid", "honeycomb", "strips", "poster", "booklet"]
FaceName = Literal["front", "back"]
SideName = Literal["front", "back", "fold", "map"]
Line = tuple[float, float, float, float]
"""(x1, y1, x2, y2)"""

MARK_INK: Final = Color(64, 64, 64)
SMALLEST_PT: Final = 7.5  # below this, sans letters fill in on home printers


class Duplex(Enum):
    """How a front gets its back: the paper is turned over, folded, or left alone."""

    LONG = "long"
    SHORT = "short"
    FOLD = "fold"
    NONE = "none"

    @property
    def turns_paper(self) -> bool:
        return self in (Duplex.LONG, Duplex.SHORT)


class Paper(Struct, frozen=True):
    """A sheet of paper, always upright: content turns, pages never do."""

    name: str
    width: float
    height: float


class Margins(Struct, frozen=True):
    """What a printer leaves white at each edge."""

    top: float = 5.0
    right: float = 5.0
    bottom: float = 5.0
    left: float = 5.0


PLAIN_MARGINS: Final = Margins()


class Profile(Struct, frozen=True):
    """What one printer does, and the scale that makes up for it.

    `scale_x` and `scale_y` are corrections (100 / measured). The back values are the printer's
    own error, looking at the back: moved right and down, turned clockwise in degrees.
    """

    name: str = "none"
    scale_x: float = 1.0
    scale_y: float = 1.0
    back_dx: float = 0.0
    back_dy: float = 0.0
    back_angle: float = 0.0
    margins: Margins = PLAIN_MARGINS


class Piece(Struct, frozen=True):
    front: Frame
    back: Frame | None = None

    def face(self, name: FaceName) -> Frame | None:
        return self.front if name == "front" else self.back


class Run(Struct, frozen=True):
    """All pieces of one component, each copy by itself, in the order they are printed."""

    game: str
    title: str
    version: str
    pieces: tuple[Piece, ...]
    layout: Layout = "grid"
    shared_cuts: bool = False
    gutter: float | None = None
    pointy: bool = True
    place: Place | None = None


class Slot(Struct, frozen=True):
    """One face on a page: its trim box, its clockwise turn, and the window it shows through.

    The window is the trim and as much bleed as does not reach into a neighbour.
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
    """The part of a page's margin that carries its label; `upright` text runs along x."""

    box: Box
    upright: bool


class Tile(Struct, frozen=True):
    """One page of a poster. Its right and bottom bands lie under the next tiles."""

    row: int
    column: int
    rows: int
    columns: int
    box: Box
    band_x: float
    band_y: float
    bleed: float

    @property
    def label(self) -> str:
        return tile_label(self.row, self.column)


class Chart(Struct, frozen=True):
    """The small picture of a whole poster: where it stands, and its tiles' boxes in it."""

    piece: int
    face: FaceName
    matrix: Matrix
    box: Box
    tiles: tuple[tuple[str, Box], ...]
    notes: tuple[str, ...]


class Side(Struct, frozen=True):
    """One page as numbers. `room` is where crop marks may stand, `tag` names a poster's tile.

    A page whose art leaves no room for a strip has none; `imprint` is the slot that carries
    the label at its foot instead.
    """

    name: SideName
    slots: tuple[Slot, ...]
    room: Box
    strip: Strip | None
    hint: str
    fold: Line | None = None
    tag: str = ""
    tile: Tile | None = None
    chart: Chart | None = None
    imprint: Slot | None = None


class Plan(Struct, frozen=True):
    """A run on paper: its pages in the order they are printed."""

    run: Run
    paper: Paper
    duplex: Duplex
    profile: Profile
    sides: tuple[Side, ...]


class Page(Struct, frozen=True):
    """A finished page, with what exporters and checks want to know of it.

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
    """The typeface of everything written beside the art."""

    face: Typeface
    size_pt: float = SMALLEST_PT

    def text(self, x: float, y: float, string: str, most: float | None = None) -> Text:
        """A run at a fixed place, shortened if it would be wider than `most`."""
        shown = string if most is None else self._shortened(string, most)
        return Text(
            x, y, shown, self.face, self.size_pt, MARK_INK, self._width(shown), layer="marks"
        )

    def centred(self, x: float, y: float, string: str) -> Text:
        return self.text(x - self._width(string) / 2, y, string)

    def _width(self, string: str) -> float:
        return self.face.width(string) * self.size_pt * MM_PER_PT

    def _shortened(self, string: str, most: float) -> str:
        if self._width(string) <= most:
            return string
        while string and self._width(string + "…") > most:
            string = string[:-1]
        return string.rstrip() + "…"


def tile_label(row: int, column: int) -> str:
    """Rows by letters, columns by numbers: A1 is the top left; after Z comes AA."""
    letters, rest = "", row + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{column + 1}"
