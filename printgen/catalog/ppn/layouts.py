"""Read the pieces of a PPN layout, in the order in which they are placed.

PPN (Portable Piecepack Notation, 0.14) describes whole games. A layout uses metadata, comments,
move numbers, brace lists, drops (`t@(1.5,2.5)`) and replacements (`b2=Sa`). Everything else is
reported as a mistake.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from printgen.catalog.cells import CellFormat, shorten
from printgen.catalog.fault import Fault
from printgen.catalog.model import Column
from printgen.catalog.ppn.pieces import PIECES, SIDES, PpnPiece, parse_piece, parse_place
from printgen.catalog.ppn.syntax import PpnElement, read_elements
from printgen.catalog.rows import Row, Rows
from printgen.errors import Findings, Location
from printgen.limits import PPN_PIECES

PPN_COLUMNS: Final = (
    Column("id", "text"),
    Column("piece", "choice", choices=PIECES),
    Column("side", "choice", choices=SIDES),
    Column("suit", "text"),
    Column("rank", "integer"),
    Column("x", "number"),
    Column("y", "number"),
    Column("angle", "number"),
    Column("cfg", "text"),
    Column("move", "text", optional=True),
)
"""The columns of a table that is read from a .ppn file."""
SAME_PLACE: Final = 1e-6

_MOVE_NUMBER: Final = re.compile(r"[\w.]*\.")
_OTHER_MOVES: Final[Mapping[str, str]] = {
    "\\": "drops a piece beneath others",
    "*": "removes pieces",
    "-": "moves a piece",
    "_": "moves a piece beneath others",
    "‿": "moves a piece beneath others",
    "#": "swaps pieces",
    ":": "captures a piece",
    "+": "flips a piece",
    "~": "updates a piece",
    "!": "raises a piece",
    "$": "turns a stack",
}


class PpnPlacement(NamedTuple):
    """A piece, and the row of the file that placed it."""

    row: int
    piece: PpnPiece


def read_ppn(text: str, display_name: str, findings: Findings) -> tuple[PpnPlacement, ...]:
    """Return the pieces of the file's layout; mistakes are in `findings`."""
    layout = _Layout(findings)
    for element in read_elements(text, display_name, findings):
        layout.add(element)
    return tuple(layout.placed)


def ppn_rows(text: str, display_name: str, findings: Findings) -> Rows:
    """Return the layout as the rows of a table, numbered by the rows of the file."""
    rows = [Row(1, [column.name for column in PPN_COLUMNS])]
    for number, (row, p) in enumerate(read_ppn(text, display_name, findings), start=1):
        cells = (number, p.piece, p.side, p.suit_name, p.rank, p.x, p.y, p.angle, p.cfg, p.move)
        rows.append(Row(row, [str(cell) for cell in cells]))
    if len(rows) == 1 and not findings.errors:
        raise Fault("the layout has no pieces; add one")
    return Rows(rows, CellFormat(), padded=False, lettered=False)


class _Layout:
    """The pieces placed so far."""

    def __init__(self, findings: Findings) -> None:
        self.placed: list[PpnPlacement] = []
        self._findings = findings
        self._number = ""
        self._numbers: set[str] = set()

    def add(self, element: PpnElement) -> None:
        if _MOVE_NUMBER.fullmatch(element.text):
            self._start(element)
            return
        try:
            for move in _expanded(element.text):
                self._place(move, element.place)
        except Fault as fault:
            self._findings.error(element.place, str(fault))

    def _start(self, element: PpnElement) -> None:
        self._number = self._number + "." if element.text == "." else element.text
        if self._number in self._numbers:
            self._findings.warn(element.place, f"the move number '{self._number}' is used twice")
        self._numbers.add(self._number)

    def _place(self, move: str, place: Location) -> None:
        spec, drop, where = move.partition("@")
        target, exchange, other = move.partition("=")
        row = place.row or 1
        if drop and not where.startswith(">") and "%" not in where:
            if len(self.placed) >= PPN_PIECES:
                raise Fault(f"the layout has more than {PPN_PIECES} pieces; remove some")
            x, y = parse_place(where)
            number = self._number.removesuffix(".")
            piece = replace(parse_piece(spec), x=x, y=y, move=number)
            self.placed.append(PpnPlacement(row, piece))
        elif exchange and not drop:
            index = self._top(target)
            old = self.placed[index].piece
            piece = replace(parse_piece(other), x=old.x, y=old.y, move=old.move)
            self.placed[index] = PpnPlacement(row, piece)
        else:
            raise Fault(_not_placed(move))

    def _top(self, where: str) -> int:
        x, y = parse_place(where)
        for index in reversed(range(len(self.placed))):
            piece = self.placed[index].piece
            if abs(piece.x - x) < SAME_PLACE and abs(piece.y - y) < SAME_PLACE:
                return index
        raise Fault(f"there is no piece at {where} to replace; drop one first")


def _expanded(move: str) -> list[str]:
    if "{" not in move and "}" not in move:
        return [move]
    import bracex

    try:
        moves: list[str] = bracex.expand(move, keep_escapes=True, limit=PPN_PIECES)
    except bracex.ExpansionLimitException:
        raise Fault(f"'{shorten(move)}' stands for more than {PPN_PIECES} moves") from None
    if any("{" in each or "}" in each for each in moves):
        raise Fault(
            f"'{shorten(move)}' has braces that are not a list such as {{a,c}} or {{1..8..2}};"
            " put spaces on both sides of a comment"
        )
    return moves


def _not_placed(move: str) -> str:
    rule = "a layout only drops pieces (t@(1.5,2.5)) and replaces them (b2=Sa)"
    for token, what in _OTHER_MOVES.items():
        if token in move:
            return f"'{shorten(move)}' {what}; {rule}"
    return f"'{shorten(move)}' is not a move; {rule}"
