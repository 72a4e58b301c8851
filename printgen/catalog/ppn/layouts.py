"""Read the pieces of a PPN layout, in the order in which they are placed.

PPN (Portable Piecepack Notation, 0.14) describes whole games. A layout uses metadata, comments,
move numbers, brace lists, drops (`t@(1.5,2.5)`) and replacements (`b2=Sa`). Everything else is
reported as a mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from printgen.catalog.cells import CellFormat, shorten
from printgen.catalog.fault import Fault
from printgen.catalog.model import Column, Node
from printgen.catalog.ppn.lexer import Element, is_comment, is_number, read_elements
from printgen.catalog.ppn.metadata import read_metadata
from printgen.catalog.ppn.pieces import PIECES, SIDES, PpnPiece, parse_piece, parse_place
from printgen.catalog.ppn.sections import Section, split_games
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
    section = _only_game(text, display_name, findings)
    metadata = read_metadata(section, display_name, findings)
    if metadata is not None:
        _check_metadata(metadata.nodes, findings)
    for element in read_elements(section.movetext, section.movetext_row, display_name, findings):
        if not is_comment(element.text):
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


def _only_game(text: str, display_name: str, findings: Findings) -> Section:
    section, *more = split_games(text)
    if more:
        _report_header("---", "another game", more[0].header_row, display_name, findings)
    for index, line in enumerate(section.movetext):
        if line.startswith("..."):
            row = section.movetext_row + index
            _report_header("...", "the end of metadata", row, display_name, findings)
            return section._replace(movetext=section.movetext[:index])
    return section


def _report_header(line: str, what: str, row: int, display_name: str, findings: Findings) -> None:
    findings.error(
        Location(display_name, row),
        f"'{line}' starts {what}, but a layout is one game with one header",
    )


def _check_metadata(keys: Mapping[str, Node], findings: Findings) -> None:
    setup = keys.get("SetUp") or keys.get("GameType")
    if setup is not None and str(setup.value).lower() not in ("none", ""):
        name = f" '{setup.value}'" if isinstance(setup.value, str) else ""
        findings.error(
            setup.place,
            f"the setup{name} is not supported; write 'SetUp: None' and place every piece",
        )
    if "Macros" in keys:
        findings.error(keys["Macros"].place, "macros are not supported; write the pieces out")
    parser = keys.get("MovetextParser")
    if parser is not None and str(parser.value).lower() != "default":
        findings.error(parser.place, "only the default movetext is supported; remove this key")
    for key in ("ScalingFactor", "scale_factor"):
        if key in keys:
            findings.error(keys[key].place, "scales are not supported; write places in inches")


class _Layout:
    """The pieces placed so far."""

    def __init__(self, findings: Findings) -> None:
        self.placed: list[PpnPlacement] = []
        self._findings = findings
        self._number = ""
        self._numbers: set[str] = set()

    def add(self, element: Element) -> None:
        if is_number(element.text):
            self._start(element)
            return
        try:
            self._place(element.text, element.place)
        except Fault as fault:
            self._findings.error(element.place, str(fault))

    def _start(self, element: Element) -> None:
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


def _not_placed(move: str) -> str:
    rule = "a layout only drops pieces (t@(1.5,2.5)) and replaces them (b2=Sa)"
    for token, what in _OTHER_MOVES.items():
        if token in move:
            return f"'{shorten(move)}' {what}; {rule}"
    return f"'{shorten(move)}' is not a move; {rule}"
