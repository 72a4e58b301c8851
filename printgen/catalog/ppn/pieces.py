"""The pieces and places of a layout: those of the piecepack and its expansions, placed absolutely.

A layout is stricter than a game. It is read by every program alike, so it has no pieces of other
games, no macros, no relative places, and no columns that readers count differently.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from printgen.catalog.fault import Fault
from printgen.catalog.ppn.dialect import Dialect
from printgen.catalog.ppn.references import ALGEBRAIC, parse_absolute
from printgen.catalog.ppn.specs import (
    COLOURS,
    PIECE_LETTERS,
    PIECEPACK,
    SIDE_LETTERS,
    complete,
    parse_spec,
)

PIECES: Final = tuple(PIECE_LETTERS.values())
SIDES: Final = tuple(SIDE_LETTERS.values())
_PACK_SUITS: Final = ("sun", "moon", "crown", "arms")
_CARD_SUITS: Final = ("heart", "spade", "club", "diamond")
SUITS: Final[Mapping[str, tuple[str, ...]]] = {
    PIECEPACK: _PACK_SUITS,
    "subpack": _PACK_SUITS,
    "hexpack": _PACK_SUITS,
    "playing_cards_expansion": _CARD_SUITS,
    "dual_piecepacks_expansion": _CARD_SUITS,
    # Fall, winter, summer, spring, as in the one published configuration of that name.
    "four_seasons_expansion": ("leaf", "snowflake", "fish", "flower"),
}


class PpnPiece(Struct, frozen=True):
    """A piece on the table; one unit is an inch and y points up.

    Suit and rank count from zero: the spec calls `,sN` and `,rN` the internal integers, but its
    parser and that parser's tests count from zero, and a null has no value anyway. `move` is
    the move number under which the piece was dropped, without its last period.
    """

    piece: str
    side: str
    suit: int
    rank: int
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    cfg: str = PIECEPACK
    move: str = ""

    @property
    def suit_name(self) -> str:
        """The suit's name if the set is known, else its number in PPN."""
        names = SUITS.get(self.cfg, ())
        return names[self.suit] if self.suit < len(names) else str(self.suit)


_OUTSIDE: Final[Mapping[str, str]] = {
    **dict.fromkeys(COLOURS, "the pieces of other games"),
    **dict.fromkeys("●○()", "bits"),
    **dict.fromkeys("▲△/\\", "pyramids"),
    **dict.fromkeys("[]🂠■▦", "cards and boards"),
    **dict.fromkeys("`'", "macros"),
}
_ABSOLUTE: Final = re.compile(
    r"\((?:[0-9]{1,6}(?:\.[0-9]*)?|\.[0-9]+),(?:[0-9]{1,6}(?:\.[0-9]*)?|\.[0-9]+)\)"
    r"|[a-z]{1,4}[0-9]{1,6}"
)


def parse_piece(text: str) -> PpnPiece:
    """Return the piece of a PieceSpec, with omitted parts filled in as the format defines."""
    for letter in text.partition(",")[0]:
        if letter in _OUTSIDE:
            raise Fault(
                f"'{letter}' in the piece '{text}' stands for {_OUTSIDE[letter]}, which is not"
                " supported"
            )
    spec = parse_spec(text, Dialect())
    kind = complete(spec, Dialect())
    if kind.piece not in PIECES:
        raise Fault(f"'{text}' stands for a {kind.piece}, which is not supported")
    suit, rank = (0 if number is None else number - 1 for number in (spec.suit, spec.rank))
    return PpnPiece(kind.piece, kind.side, suit, rank, angle=kind.angle, cfg=kind.cfg)


def parse_place(text: str) -> tuple[float, float]:
    """Return (x, y) from Cartesian or algebraic coordinates."""
    if not _ABSOLUTE.fullmatch(text):
        raise Fault(f"'{text}' is not a place; write (2.5,3) or a square such as c2")
    column, row = parse_absolute(text)
    algebraic = ALGEBRAIC.fullmatch(text)
    if algebraic:
        defined, _ = parse_absolute(algebraic[1][::-1] + algebraic[2])
        if defined != column:
            raise Fault(
                f"'{text}' is column {defined:g} by the format's definition but {column:g} in its"
                f" first implementation; write ({defined:g},{row:g})"
            )
    return column, row
