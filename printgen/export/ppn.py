"""Write layouts, tables and games as PPN that readers, ours included, read back as the same pieces.

Coordinates are Cartesian because readers disagree about columns of two letters, and every move
number appears once because readers warn about a second.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cache
from itertools import groupby
from typing import Any, Final, TextIO

from msgspec.structs import replace

from printgen.catalog.fault import Fault
from printgen.catalog.ppn.dialect import Dialect
from printgen.catalog.ppn.glyphs import CARD_BACK, GLYPHS
from printgen.catalog.ppn.pieces import PIECES, PpnPiece, parse_piece
from printgen.catalog.ppn.specs import (
    ANGLE_LETTERS,
    CARD_SUITS,
    COLOURS,
    PIECE_LETTERS,
    PIECEPACK,
    RANK_LETTERS,
    RANKS_FROM_ONE,
    SIDE_LETTERS,
    SUIT_LETTERS,
    parse_kind,
)
from printgen.catalog.ppn.table import PieceKind, Pieces, TablePiece
from printgen.errors import CallError

MAX_LINE_LENGTH: Final = 100

_PIECE_LETTERS: Final = {piece: letter for letter, piece in PIECE_LETTERS.items()}
_OTHER_PIECES: Final = {"bit": "●", "pyramid": "▲", "card": CARD_BACK, "board": "■"}
_SIDE_LETTERS: Final = {side: letter for letter, side in SIDE_LETTERS.items()}
_SUIT_LETTERS: Final = {PIECEPACK: SUIT_LETTERS, **CARD_SUITS}
_BIT_LETTERS: Final = {"checkers2": "c", "meeples": "m", "go": "s"}
_ANGLE_LETTERS: Final = {
    angle: "" if letter == "^" else letter for letter, angle in ANGLE_LETTERS.items()
}


def write_ppn(rows: Sequence[PpnPiece], title: str, stream: TextIO) -> None:
    """Write one layout; raise CallError for anything that PPN cannot express."""
    _write_head({"Event": title, "SetUp": "None"}, stream)
    written: set[str] = set()
    for move, pieces in groupby(rows, key=lambda piece: piece.move):
        if move in written:
            raise CallError(f"the pieces of the move '{move}' must be next to each other")
        if not move and written:
            raise CallError("pieces without a move must come first")
        written.add(move)
        elements = [f"{spec(piece)}@({_plain(piece.x)},{_plain(piece.y)})" for piece in pieces]
        stream.writelines(f"{line}\n" for line in _lines(_number(move) + elements))


def write_table(pieces: Pieces, title: str, stream: TextIO) -> None:
    """Write a table of pieces as one game without moves: reading gives the same pieces in the same
    order, numbered from one. Raises CallError for anything that PPN cannot express."""
    _write_head({"Event": title, "SetUp": "None"}, stream)
    stream.writelines(f"{line}\n" for line in _lines([_drop(piece) for piece in pieces]))


def _drop(piece: TablePiece) -> str:
    kind, flip = piece.kind, ""
    if kind.side == "base":  # has no letter; it is the top, flipped
        kind, flip = replace(kind, piece_side=f"{kind.piece}_top"), "+"
    return f"{kind_spec(kind)}@({_signed(piece.x)},{_signed(piece.y)}){flip}"


def write_movetext(metadata: Any, elements: Sequence[str], stream: TextIO) -> None:
    """Write one game from its move numbers, moves and comments (in braces)."""
    _write_head(metadata, stream)
    for line in _lines(elements):
        # A line that starts with three periods would end the metadata.
        stream.write(f" {line}\n" if line.startswith("...") else f"{line}\n")


def _write_head(metadata: Any, stream: TextIO) -> None:
    import yaml

    stream.write("---\n")
    if metadata:
        stream.write(
            yaml.safe_dump(dict(metadata), allow_unicode=True, sort_keys=False, width=math.inf)
        )
    stream.write("...\n")


def spec(piece: PpnPiece) -> str:
    """Return the shortest PieceSpec that reads back as this piece of a layout."""
    wanted = replace(piece, x=0.0, y=0.0, angle=piece.angle % 360, move="")
    if wanted.piece not in PIECES:
        raise CallError(f"PPN has no piece or side '{wanted.piece}'")
    for text in _specs(wanted):
        try:
            if parse_piece(text) == wanted:
                return text
        except Fault:
            continue
    raise CallError(f"PPN cannot express {wanted}")


def kind_spec(kind: PieceKind) -> str:
    """Return the shortest PieceSpec that reads back as this piece of a game."""
    wanted = replace(kind, angle=kind.angle % 360)
    rank = wanted.rank if wanted.cfg in RANKS_FROM_ONE else wanted.rank - 1
    numbered = PpnPiece(
        wanted.piece, wanted.side, wanted.suit - 1, rank, angle=wanted.angle, cfg=wanted.cfg
    )
    for text in (*_glyph_specs(wanted), *_colour_specs(numbered), *_specs(numbered)):
        try:
            if parse_kind(text, Dialect()) == wanted:
                return text
        except Fault:
            continue
    raise CallError(f"PPN cannot express {wanted}")


@cache
def _glyphs() -> dict[PieceKind, str]:
    """The characters that are whole pieces by themselves, such as a card, without the turned
    chessmen, which few fonts have."""
    shapes = "●○▲△■▦"
    whole = (name for name, glyph in GLYPHS.items() if not (glyph.chess and glyph.angle))
    return {parse_kind(name, Dialect()): name for name in whole if name not in shapes}


def _glyph_specs(kind: PieceKind) -> Iterator[str]:
    for angle, turn in _ANGLE_LETTERS.items():
        glyph = _glyphs().get(replace(kind, angle=(kind.angle - angle) % 360))
        if glyph is not None:
            yield f"{glyph}{turn}"


def _colour_specs(piece: PpnPiece) -> Iterator[str]:
    """Yield candidates whose suit is a colour, such as R2▲ and Kc."""
    turn, letters = _ANGLE_LETTERS.get(piece.angle), tuple(COLOURS)
    if turn is None or not 0 <= piece.suit < len(letters):
        return
    known = {**_PIECE_LETTERS, **_OTHER_PIECES}
    kind = _BIT_LETTERS.get(piece.cfg, "") if piece.piece == "bit" else known.get(piece.piece, "")
    start = f"{letters[piece.suit]}{kind}"
    yield f"{start}{turn}"
    if 0 <= piece.rank < len(RANK_LETTERS):
        yield f"{start}{piece.rank}{turn}"
        yield f"{start}{_SIDE_LETTERS.get(piece.side, '')}{piece.rank}{turn}"


def _specs(piece: PpnPiece) -> Iterator[str]:
    """Yield candidates, shortest first, in the order of the format: piece, side, suit, rank …"""
    try:
        kind = {**_PIECE_LETTERS, **_OTHER_PIECES}[piece.piece]
        side = _SIDE_LETTERS[piece.side]
    except KeyError as unknown:
        raise CallError(f"PPN has no piece or side {unknown}") from None
    letters = _SUIT_LETTERS.get(piece.cfg, "")
    suit = letters[piece.suit] if 0 <= piece.suit < len(letters) else ""
    rank = RANK_LETTERS[piece.rank] if 0 <= piece.rank < len(RANK_LETTERS) else ""
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
    yield f"{kind}{side}{suit}{rank}{turn}{tail},{piece.cfg}'"


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


def _signed(value: float) -> str:
    return f"-{_plain(-value)}" if value < 0 else _plain(value)


def _lines(elements: Sequence[str]) -> Iterator[str]:
    line = ""
    for element in elements:
        if line and len(line) + 1 + len(element) > MAX_LINE_LENGTH:
            yield line
            line = ""
        line += f" {element}" if line else element
    if line:
        yield line
