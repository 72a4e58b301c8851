"""Takes the text of a layout in PPN, gives its pieces in the order in which they are laid.

PPN (Portable Piecepack Notation, 0.14) writes down whole games. Read here is what a layout needs:
metadata, comments, move numbers, brace lists, drops (`t@(1.5,2.5)`) and replacements (`b2=Sa`).
All else is told, never guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from printgen.catalog.fault import Fault
from printgen.catalog.model import Column, Record, Table, Value
from printgen.catalog.ppnpiece import PIECES, SIDES, SUITS, Piece, parse_piece, parse_place
from printgen.catalog.ppntext import Element, read_elements
from printgen.catalog.rows import Row, Rows
from printgen.catalog.typed import Marks, shorten
from printgen.errors import DataError, Finding, Findings, Place, did_you_mean

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
"""What a table has that is read from a .ppn file."""
MOST_PIECES: Final = 2000
SAME_PLACE: Final = 1e-6

_MOVE_NUMBER: Final = re.compile(r"[\w.]*\.")
_PLAYED: Final[Mapping[str, str]] = {
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


class Placed(NamedTuple):
    """A piece, and the row of the file that laid it."""

    row: int
    piece: Piece


def read_ppn(text: str, shown: str, findings: Findings) -> tuple[Placed, ...]:
    """The pieces of the file's one layout, as far as it is right; every fault is in `findings`."""
    layout = _Layout(findings)
    for element in read_elements(text, shown, findings):
        layout.take(element)
    return tuple(layout.placed)


def ppn_rows(text: str, shown: str, findings: Findings) -> Rows:
    """The layout as the rows of a table, numbered by the rows of the file."""
    rows = [Row(1, [column.name for column in PPN_COLUMNS])]
    for number, (row, p) in enumerate(read_ppn(text, shown, findings), start=1):
        cells = (number, p.piece, p.side, p.suit_name, p.rank, p.x, p.y, p.angle, p.cfg, p.move)
        rows.append(Row(row, [str(cell) for cell in cells]))
    if len(rows) == 1 and not findings.errors:
        raise Fault("the layout places no piece")
    return Rows(rows, Marks(), padded=False, lettered=False)


def pieces_of(table: Table) -> tuple[Piece, ...]:
    """The pieces of a table that has the columns of a layout, from whatever file it was read."""
    return tuple(_piece(record) for record in table.records)


def _piece(record: Record) -> Piece:
    v = record.values
    suit, cfg = v["suit"], str(v["cfg"])
    name = str(suit.values["id"] if isinstance(suit, Record) else suit)
    names = SUITS.get(cfg, ())
    if name not in names and not name.isdecimal():
        known = did_you_mean(name, names)
        raise DataError([Finding(record.place, f"the set '{cfg}' has no suit '{name}'{known}")])
    return Piece(
        piece=str(v["piece"]),
        side=str(v["side"]),
        suit=names.index(name) if name in names else int(name),
        rank=int(_number(v["rank"])),
        x=_number(v["x"]),
        y=_number(v["y"]),
        angle=_number(v["angle"]),
        cfg=cfg,
        move=str(v["move"] or ""),
    )


def _number(value: Value) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


class _Layout:
    """The pieces laid so far."""

    def __init__(self, findings: Findings) -> None:
        self.placed: list[Placed] = []
        self._findings = findings
        self._number = ""
        self._numbers: set[str] = set()

    def take(self, element: Element) -> None:
        if _MOVE_NUMBER.fullmatch(element.text):
            self._start(element)
            return
        try:
            for move in _expanded(element.text):
                self._lay(move, element.place)
        except Fault as fault:
            self._findings.error(element.place, str(fault))

    def _start(self, element: Element) -> None:
        self._number = self._number + "." if element.text == "." else element.text
        if self._number in self._numbers:
            self._findings.warn(element.place, f"the move number '{self._number}' is there twice")
        self._numbers.add(self._number)

    def _lay(self, move: str, place: Place) -> None:
        spec, drop, where = move.partition("@")
        target, exchange, other = move.partition("=")
        row = place.row or 1
        if drop and not where.startswith(">") and "%" not in where:
            if len(self.placed) >= MOST_PIECES:
                raise Fault(f"the layout has more than {MOST_PIECES} pieces")
            x, y = parse_place(where)
            number = self._number.removesuffix(".")
            piece = replace(parse_piece(spec), x=x, y=y, move=number)
            self.placed.append(Placed(row, piece))
        elif exchange and not drop:
            index = self._top(target)
            old = self.placed[index].piece
            piece = replace(parse_piece(other), x=old.x, y=old.y, move=old.move)
            self.placed[index] = Placed(row, piece)
        else:
            raise Fault(_not_laid(move))

    def _top(self, where: str) -> int:
        x, y = parse_place(where)
        for index in reversed(range(len(self.placed))):
            piece = self.placed[index].piece
            if abs(piece.x - x) < SAME_PLACE and abs(piece.y - y) < SAME_PLACE:
                return index
        raise Fault(f"no piece lies at {where}, so none can be replaced there")


def _expanded(move: str) -> list[str]:
    if "{" not in move and "}" not in move:
        return [move]
    import bracex

    try:
        moves: list[str] = bracex.expand(move, keep_escapes=True, limit=MOST_PIECES)
    except bracex.ExpansionLimitException:
        raise Fault(f"'{shorten(move)}' stands for more than {MOST_PIECES} moves") from None
    if any("{" in each or "}" in each for each in moves):
        raise Fault(
            f"'{shorten(move)}' has braces that are no list such as {{a,c}} or {{1..8..2}};"
            " a comment has blanks on both sides"
        )
    return moves


def _not_laid(move: str) -> str:
    lays = "a layout only drops pieces (t@(1.5,2.5)) and replaces them (b2=Sa)"
    for token, what in _PLAYED.items():
        if token in move:
            return f"'{shorten(move)}' {what}; {lays}"
    return f"'{shorten(move)}' is no move; {lays}"
