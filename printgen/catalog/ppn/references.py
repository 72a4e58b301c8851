"""Find places and pieces: Locations (`b4`, `(2.5,1)`, `2NE$?pS`) and PieceIds (`3b4`, `?tSa`).

The two are one module because they contain one another: `&?pS` is the place of a piece, `b4` the
topmost piece of a place.

Where the specification and its reference program differ, this follows the program: the first letter
of a column counts least (`ab` is column 53), a distance in one of the eight directions between the
compass points and their diagonals (`2NNE`) is squared, and looking for a rank (`/R2▲`) compares
the number plus one with the rank, whatever the set. A number alone is a piece's id, but where a
place is meant (`&15`, `pS@%15`) it counts pieces at the place of the active one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from printgen.catalog.cells import shorten
from printgen.catalog.fault import Fault
from printgen.catalog.ppn.dialect import Dialect
from printgen.catalog.ppn.specs import Spec, complete, parse_spec
from printgen.catalog.ppn.table import PieceKind, Pieces, Position, TablePiece
from printgen.errors import did_you_mean
from printgen.limits import PPN_MAX_COORDINATE, PPN_REFERENCE_DEPTH

Point = tuple[float, float]

NEAR: Final = 1.5e-8
_NUMBER: Final = r"[-+]?(?:[0-9]{1,9}(?:\.[0-9]*)?|\.[0-9]+)"
CARTESIAN: Final = re.compile(rf"\(({_NUMBER}),({_NUMBER})\)")
ALGEBRAIC: Final = re.compile(r"([a-z]{1,4})([0-9]{1,6})")
_OFFSET: Final = re.compile(rf"<({_NUMBER}),({_NUMBER})>")
_STEPS: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]*)?)([A-Z]+)")
_STRAIGHT: Final = {
    "N": (0, 1),
    "E": (1, 0),
    "S": (0, -1),
    "W": (-1, 0),
    "NE": (1, 1),
    "SE": (1, -1),
    "SW": (-1, -1),
    "NW": (-1, 1),
    "U": (0, 1),
    "R": (1, 0),
    "D": (0, -1),
    "L": (-1, 0),
    "UR": (1, 1),
    "DR": (1, -1),
    "DL": (-1, -1),
    "UL": (-1, 1),
}
_TURNED: Final = {
    "NNE": 60,
    "ENE": 30,
    "ESE": 330,
    "SSE": 300,
    "SSW": 240,
    "WSW": 210,
    "WNW": 150,
    "NNW": 120,
    "UUR": 60,
    "RUR": 30,
    "RDR": 330,
    "DDR": 300,
    "DDL": 240,
    "LDL": 210,
    "LUL": 150,
    "UUL": 120,
}
_ID: Final = re.compile(r"[0-9][0-9.]*")
_COUNTED: Final = re.compile(r"([0-9]{1,6})(.*)", re.DOTALL)
_INDEXED: Final = re.compile(r"(.*)\[([^\[\]]*)\]", re.DOTALL)
_RANGE: Final = re.compile(r"([0-9]{1,4})(?::([0-9]{1,4}))?")


class Seen(Struct, frozen=True):
    """The table on which pieces and places are looked for, and how far the search has nested."""

    position: Position
    dialect: Dialect
    depth: int = 0

    def deeper(self) -> Seen:
        if self.depth >= PPN_REFERENCE_DEPTH:
            raise Fault(f"places are nested more than {PPN_REFERENCE_DEPTH} times")
        return Seen(self.position, self.dialect, self.depth + 1)

    def at_start(self) -> Seen:
        """The table as it was when the move began."""
        then = Position(
            self.position.start, self.position.start, self.position.active, self.position.last_id
        )
        return Seen(then, self.dialect, self.depth + 1)


def find_place(text: str, seen: Seen) -> Point:
    """Return the place that a Location names. Raises Fault if it is relative to nothing."""
    (place,) = find_places(text, seen, ())
    return place


def find_places(text: str, seen: Seen, moving: Sequence[TablePiece]) -> tuple[Point, ...]:
    """Return one place for all `moving` pieces, or one for each if `text` is relative to them."""
    seen = seen.deeper()
    if text == "" or text.startswith("&"):
        return (find_place_of(text[1:], seen),)
    if text.startswith("<") or text[0].isdigit():
        return _relative(text, seen, moving)
    x, y = parse_absolute(text)
    return (_limited(x * seen.dialect.scale, y * seen.dialect.scale, text),)


def parse_absolute(text: str) -> Point:
    """Return (x, y) from Cartesian or algebraic coordinates."""
    cartesian = CARTESIAN.fullmatch(text)
    if cartesian:
        return float(cartesian[1]), float(cartesian[2])
    algebraic = ALGEBRAIC.fullmatch(text)
    if algebraic is None:
        raise Fault(
            f"'{shorten(text)}' is not a place; write (2.5,3), a square such as c2, steps such as"
            " 2NE or a piece such as &?pS"
        )
    letters = enumerate(algebraic[1])
    return float(sum((ord(c) - 96) * 26**power for power, c in letters)), float(algebraic[2])


def find_place_of(piece_id: str, seen: Seen) -> Point:
    """Return the place of the topmost piece of a PieceId; in `3b4` it is b4 itself, in `3` the
    place of the active piece."""
    counted = _COUNTED.fullmatch(piece_id)
    if counted:
        return find_place(counted[2], seen)
    piece = seen.position.pieces[find_pieces(piece_id, seen.deeper())[-1]]
    return piece.x, piece.y


def find_pieces(piece_id: str, seen: Seen, *, allow_none: bool = False) -> tuple[int, ...]:
    """Return the indices of the pieces that a PieceId names, from the bottom to the top.

    Raises Fault if there are none, unless that is allowed.
    """
    ids = set(_find_ids(piece_id, seen))
    found = tuple(index for index, piece in enumerate(seen.position.pieces) if piece.id in ids)
    if not found and not allow_none:
        if not piece_id:
            raise Fault("no piece has been moved that this could go on with; name one")
        raise Fault(f"'{shorten(piece_id)}' names no piece that is on the table")
    return found


def _find_ids(piece_id: str, seen: Seen) -> tuple[str, ...]:
    pieces = seen.position.pieces
    if piece_id == "":
        return seen.position.active
    if piece_id.startswith("^"):
        return _find_ids(piece_id[1:], seen.deeper().at_start())
    if _ID.fullmatch(piece_id):
        return (piece_id,)
    counted = _COUNTED.fullmatch(piece_id)
    if counted:
        return _nearest(pieces, find_place(counted[2], seen))[-int(counted[1]) :]
    if piece_id.startswith("?"):
        return (_find_one(piece_id[1:], seen),)
    if piece_id.startswith("/"):
        spec = parse_spec(piece_id[1:], seen.dialect)
        return tuple(piece.id for piece in pieces if fits(piece.kind, spec))
    indexed = _INDEXED.fullmatch(piece_id)
    if indexed:
        stack = _stack(pieces, find_place(indexed[1], seen))
        return tuple(stack[-n] for n in _indices(indexed[2]) if 0 < n <= len(stack))
    stack = _stack(pieces, find_place(piece_id, seen))
    if not stack:
        raise Fault(f"there is no piece at {shorten(piece_id)}")
    return stack[-1:]


def _distance(piece: TablePiece, place: Point) -> float:
    return round((piece.x - place[0]) ** 2 + (piece.y - place[1]) ** 2, 5)


def _nearest(pieces: Pieces, place: Point) -> tuple[str, ...]:
    """Return all ids, the farthest first, and the topmost last among those equally far away."""
    return tuple(p.id for p in sorted(pieces, key=lambda p: -_distance(p, place)))


def _stack(pieces: Pieces, place: Point) -> tuple[str, ...]:
    return tuple(piece.id for piece in pieces if _distance(piece, place) == 0)


def _indices(text: str) -> list[int]:
    found: list[int] = []
    for part in text.split(","):
        span = _RANGE.fullmatch(part)
        if span is None:
            raise Fault(f"'[{shorten(text)}]' must count from the top, as in [2], [1:3] or [1,3]")
        first, last = int(span[1]), int(span[2] or span[1])
        found.extend(range(min(first, last), max(first, last) + 1))
    return found


def fits(kind: PieceKind, spec: Spec) -> bool:
    """Whether a piece is all that a spec says."""
    return (
        kind.piece_side.startswith(spec.piece)
        and kind.piece_side.endswith(spec.side)
        and spec.suit in (None, kind.suit)
        and spec.rank in (None, kind.rank)
        and spec.cfg in ("", kind.cfg)
        and spec.angle in (None, kind.angle)
    )


def _find_one(text: str, seen: Seen) -> str:
    """Return the only piece that fits, else the topmost one that is the completed spec, if possible
    turned the same way."""
    spec = parse_spec(text, seen.dialect)
    fitting = [p for p in seen.position.pieces if fits(p.kind, spec)]
    if len(fitting) == 1:
        return fitting[0].id
    whole = complete(spec, seen.dialect)
    same = [p for p in seen.position.pieces if _same_but_angle(p.kind, whole)]
    turned = [p for p in same if abs(p.kind.angle - whole.angle) < NEAR]
    if not same:
        what = "several pieces are" if fitting else "no piece on the table is"
        raise Fault(f"{what} like '{shorten(text)}'{'; say more about it' if fitting else ''}")
    return (turned or same)[-1].id


def _same_but_angle(one: PieceKind, other: PieceKind) -> bool:
    return (one.piece_side, one.suit, one.rank, one.cfg) == (
        other.piece_side,
        other.suit,
        other.rank,
        other.cfg,
    )


def _relative(text: str, seen: Seen, moving: Sequence[TablePiece]) -> tuple[Point, ...]:
    step, separator, anchor = _split_anchor(text)
    dx, dy = (value * seen.dialect.scale for value in _parse_step(step))
    bases: Sequence[Point]
    if separator:
        bases = find_places(("&" if separator == "$" else "") + anchor, seen, moving)
    elif moving:
        bases = [(piece.x, piece.y) for piece in moving]
    else:
        raise Fault(f"'{shorten(text)}' is relative to nothing; add a place, as in {step}|b2")
    return tuple(_limited(x + dx, y + dy, text) for x, y in bases)


def _split_anchor(text: str) -> tuple[str, str, str]:
    found = re.search(r"[|$]", text)
    if found is None:
        return text, "", ""
    return text[: found.start()], found[0], text[found.end() :]


def _parse_step(step: str) -> Point:
    offset = _OFFSET.fullmatch(step)
    if offset:
        return float(offset[1]), float(offset[2])
    steps = _STEPS.fullmatch(step)
    if steps is None:
        raise Fault(f"'{shorten(step)}' is not a step; write 2NE, 3U or <1,-2>")
    number, direction = float(steps[1]), steps[2]
    if direction in _STRAIGHT:
        right, up = _STRAIGHT[direction]
        return number * right, number * up
    if direction in _TURNED:
        angle = math.radians(_TURNED[direction])
        return number**2 * math.cos(angle), number**2 * math.sin(angle)
    known = did_you_mean(direction, [*_STRAIGHT, *_TURNED])
    raise Fault(f"'{shorten(direction)}' is not a direction{known}")


def _limited(x: float, y: float, text: str) -> Point:
    if max(abs(x), abs(y)) > PPN_MAX_COORDINATE:
        raise Fault(f"'{shorten(text)}' is farther away than {PPN_MAX_COORDINATE:g}")
    return x, y
