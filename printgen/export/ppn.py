"""Takes pieces laid on a table, gives PPN that our reader and others read back as the same pieces.

Places are Cartesian, since readers disagree about columns of two letters, and every move number
stands once, since readers warn of a second.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Final, TextIO

from msgspec.structs import replace

from printgen.catalog.fault import Fault
from printgen.catalog.ppnpiece import PIECEPACK, PIECES, SIDES, Piece, parse_piece
from printgen.errors import CallError

WIDEST: Final = 100

_PIECE_LETTERS: Final = dict(zip(PIECES, "tcdpms", strict=True))
_SIDE_LETTERS: Final = dict(zip(SIDES, "fblrx", strict=True))
_SUIT_LETTERS: Final = {
    PIECEPACK: "SMCA",
    "playing_cards_expansion": "♥♠♣♦",
    "dual_piecepacks_expansion": "♡♤♧♢",
}
_RANK_LETTERS: Final = "na23456789"
_ANGLE_LETTERS: Final = {0.0: "", 90.0: "<", 180.0: "v", 270.0: ">"}


def write_ppn(rows: Sequence[Piece], title: str, stream: TextIO) -> None:
    """Writes one layout; raises CallError for what PPN cannot say."""
    import yaml

    metadata = {"Event": title, "SetUp": "None"}
    head = yaml.safe_dump(metadata, allow_unicode=True, sort_keys=False, width=math.inf)
    stream.write(f"---\n{head}...\n")
    told: set[str] = set()
    for move, pieces in groupby(rows, key=lambda piece: piece.move):
        if move in told:
            raise CallError(f"the pieces of the move '{move}' must stand together")
        if not move and told:
            raise CallError("pieces without a move must come first")
        told.add(move)
        words = [f"{spec(piece)}@({_plain(piece.x)},{_plain(piece.y)})" for piece in pieces]
        stream.writelines(f"{line}\n" for line in _lines(_number(move) + words))


def spec(piece: Piece) -> str:
    """The shortest PieceSpec that reads back as this piece."""
    wanted = replace(piece, x=0.0, y=0.0, move="")
    for text in _specs(wanted):
        try:
            if parse_piece(text) == wanted:
                return text
        except Fault:
            continue
    raise CallError(f"PPN cannot say {wanted}")


def _specs(piece: Piece) -> Iterator[str]:
    """Ways to say it, in the order of the format: piece, side, suit, rank, angle, set."""
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
        raise CallError(f"'{move}' is no move number: letters, digits, '_' and '.' are allowed")
    return [f"{move}."]


def _plain(value: float) -> str:
    """A number without sign or exponent, exactly as it is."""
    if not 0 <= value < 1e6:
        raise CallError(f"PPN writes places and angles from 0 to 999999, not {value:g}")
    text = format(Decimal(repr(float(value))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _lines(words: Sequence[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDEST:
            yield line
            line = ""
        line += f" {word}" if line else word
    if line:
        yield line
