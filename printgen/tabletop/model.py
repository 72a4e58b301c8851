"""A game on a table, as exporters to virtual tables read it.

Units are millimetres, the origin is the top left of the board, and y points towards the players
at the bottom. Positions are those of a thing's middle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from printgen.frame import Frame

Kind = Literal["board", "card", "tile", "die", "figure"]
Shape = Literal["rectangle", "rounded", "circle", "hex", "other"]
"""What a piece is cut to; a hex has a corner at the top."""


class DieSide(Struct, frozen=True):
    """One of the six sides of a die, in the order of its net: the first is opposite the last, the
    second the fifth, the third the fourth."""

    value: str
    frame: Frame


class Piece(Struct, frozen=True):
    """One piece. Its `id` is `component/row`, with `#2` for the second copy of a row, so that a
    later export names the same piece the same way.

    A figure's `front` is seen by whoever stands before it. `thickness` is how far a piece rises
    from the table, or the edge of a die.
    """

    id: str
    kind: Kind
    title: str
    front: Frame
    back: Frame | None = None
    shape: Shape = "rectangle"
    thickness: float = 0.3
    text: str = ""
    sides: tuple[DieSide, ...] = ()

    @property
    def row(self) -> str:
        """The row that it is printed from: its id without the number of the copy."""
        return self.id.partition("#")[0]


class Pile(Struct, frozen=True):
    """Pieces on top of each other, the top one first."""

    id: str
    title: str
    pieces: tuple[Piece, ...]


class Bag(Struct, frozen=True):
    """Pieces that nobody sees until they are drawn. `colour` is #rrggbb, `size` what it covers."""

    id: str
    title: str
    pieces: tuple[Piece, ...]
    colour: str = "#8a6d4b"
    size: tuple[float, float] = (60.0, 60.0)


Thing = Piece | Pile | Bag


class PlacedThing(Struct, frozen=True):
    """A thing and where it lies. Later things lie on top of earlier ones.

    `turn` is in degrees clockwise. `scale` enlarges a piece that is shown smaller or larger than
    it is printed. A thing of a `seat` (counted from 0) lies in front of that player, or with
    `in_hand` in that player's hand.
    """

    thing: Thing
    x: float
    y: float
    turn: float = 0.0
    face_up: bool = True
    locked: bool = False
    scale: float = 1.0
    seat: int | None = None
    in_hand: bool = False


class SnapPoint(Struct, frozen=True):
    x: float
    y: float
    turn: float | None = None


class Seat(Struct, frozen=True):
    """A player: the colour of their pieces, and where their hand is held."""

    title: str
    colour: str
    x: float
    y: float
    width: float


class Note(Struct, frozen=True):
    title: str
    text: str


class TableLayout(Struct, frozen=True):
    """A whole game on the table. `left`, `top`, `width` and `height` are those of everything."""

    slug: str
    title: str
    credit: str
    placed: tuple[PlacedThing, ...]
    seats: tuple[Seat, ...] = ()
    snap_points: tuple[SnapPoint, ...] = ()
    notes: tuple[Note, ...] = ()
    left: float = 0.0
    top: float = 0.0
    width: float = 0.0
    height: float = 0.0

    def pieces(self) -> Iterator[Piece]:
        """Yield every piece, also those in piles and bags."""
        for placed in self.placed:
            yield from pieces_of(placed.thing)

    def frames(self) -> tuple[Frame, ...]:
        """Return every picture once, in the order in which it first appears."""
        return frames_of(self.pieces())


def frames_of(pieces: Iterable[Piece]) -> tuple[Frame, ...]:
    """Return every picture of pieces once, in the order in which it first appears."""
    found: dict[int, Frame] = {}
    for piece in pieces:
        for frame in (piece.front, piece.back, *(side.frame for side in piece.sides)):
            if frame is not None:
                found.setdefault(id(frame), frame)
    return tuple(found.values())


def pieces_of(thing: Thing) -> tuple[Piece, ...]:
    return (thing,) if isinstance(thing, Piece) else thing.pieces


def size_of(placed: PlacedThing) -> tuple[float, float]:
    """Return the width and height of what a thing covers, before it is turned."""
    thing = placed.thing
    if isinstance(thing, Bag):
        return thing.size
    sizes = [_footprint(piece) for piece in pieces_of(thing)]
    width, height = (max(size[axis] for size in sizes) for axis in (0, 1))
    return width * placed.scale, height * placed.scale


def _footprint(piece: Piece) -> tuple[float, float]:
    if piece.kind == "die":
        return piece.thickness, piece.thickness
    return piece.front.width, piece.front.height
