"""Write a layout as PPN that readers, ours included, read back as the same pieces.

Coordinates are Cartesian because readers disagree about columns of two letters, and every move
number appears once because readers warn about a second.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Final, TextIO

from msgspec.structs import replace

from printgen.catalog.fault import Fault
from printgen.catalog.ppn.pieces import PIECEPACK, PIECES, SIDES, PpnPiece, parse_piece
from printgen.errors import CallError

MAX_LINE_LENGTH: Final = 100

_PIECE_LETTERS: Final = dict(zip(PIECES, "tcdpms", strict=True))
_SIDE_LETTERS: Final = dict(zip(SIDES, "fblrx", strict=True))
_SUIT_LETTERS: Final = {
    PIECEPACK: "SMCA",
    "playing_cards_expansion": "♥♠♣♦",
    "dual_piecepacks_expansion": "♡♤♧♢",
}
_RANK_LETTERS: Final = "na23456789"
_ANGLE_LETTERS: Final = {0.0: "", 90.0: "<", 180.0: "v", 270.0: ">"}


def write_ppn(rows: Sequence[PpnPiece], title: str, stream: TextIO) -> None:
    """Write one layout; raise CallError for anything that PPN cannot express."""
    import yaml

    metadata = {"Event": title, "SetUp": "None"}
    head = yaml.safe_dump(metadata, allow_unicode=True, sort_keys=False, width=math.inf)
    stream.write(f"---\n{head}...\n")
    written: set[str] = set()
    for move, pieces in groupby(rows, key=lambda piece: piece.move):
        if move in written:
            raise CallError(f"the pieces of the move '{move}' must be next to each other")
        if not move and written:
            raise CallError("pieces without a move must come first")
        written.add(move)
        elements = [f"{spec(piece)}@({_plain(piece.x)},{_plain(piece.y)})" for piece in pieces]
        stream.writelines(f"{line}\n" for line in _lines(_number(move) + elements))


def spec(piece: PpnPiece) -> str:
    """Return the shortest PieceSpec that reads back as this piece."""
    wanted = replace(piece, x=0.0, y=0.0, move="")
    for text in _specs(wanted):
        try:
            if parse_piece(text) == wanted:
                return text
        except Fault:
            continue
    raise CallError(f"PPN cannot express {wanted}")


def _specs(piece: PpnPiece) -> Iterator[str]:
    """Yield candidates, shortest first, in the order of the format: piece, side, suit, rank …"""
    try:
        kind, side = _PIECE_LETTERS[piece.piece], _SIDE_LETTERS[piece.side]
    except KeyError as unknown:
        raise CallError(f"PPN has no piece or side {unknown}") from None
    letters = _SUIT_LETTERS.get(piece.cfg, "")
    suit = letters[piece.suit] if 0 <= piece.suit < len(letters) else ""
    rank = _RANK_LETTERS[piece.rank] if 0 <= piece.rank < len(_RANK_LETTERS) else ""
    angle = _ANGLE_LETTERS.get(piece.angle)
    tail = "" if suit else f",s{piece.suit}"
    tail += "" if rank else f",r{piece.rank}"
    tail += "" if angle is not None else f",a{_plain(piece.angle)}"
    own = "" if piece.cfg == PIECEPACK or suit else f",{piece.cfg}'"
    turn = angle or ""
    yield f"{kind}{turn}"
    yield f"{kind}{suit}{turn}{tail}{own}"
    yield f"{kind}{suit}{rank}{turn}{tail}{own}"
    yield f"{kind}{side}{suit}{rank}{turn}{tail}{own}"


def _number(move: str) -> list[str]:
    if not move:
        return []
    # A line that starts with three periods would end the metadata.
    if not all(letter.isalnum() or letter in "_." for letter in move) or move.startswith(".."):
        raise CallError(f"'{move}' is not a move number; use letters, digits, '_' and '.'")
    return [f"{move}."]


def _plain(value: float) -> str:
    """Return a number without sign or exponent, unrounded."""
    if not 0 <= value < 1e6:
        raise CallError(f"PPN coordinates and angles must be from 0 to 999999, not {value:g}")
    text = format(Decimal(repr(float(value))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _lines(elements: Sequence[str]) -> Iterator[str]:
    line = ""
    for element in elements:
        if line and len(line) + 1 + len(element) > MAX_LINE_LENGTH:
            yield line
            line = ""
        line += f" {element}" if line else element
    if line:
        yield line
