"""Parse the pieces and places of PPN."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from printgen.catalog.fault import Fault

PIECEPACK: Final = "piecepack"
PIECES: Final = ("tile", "coin", "die", "pawn", "matchstick", "saucer")
SIDES: Final = ("face", "back", "left", "right", "top")
_PACK_SUITS: Final = ("sun", "moon", "crown", "arms")
_CARD_SUITS: Final = ("heart", "spade", "club", "diamond")
SUITS: Final[Mapping[str, tuple[str, ...]]] = {
    PIECEPACK: _PACK_SUITS,
    "subpack": _PACK_SUITS,
    "hexpack": _PACK_SUITS,
    "playing_cards_expansion": _CARD_SUITS,
    "dual_piecepacks_expansion": _CARD_SUITS,
    # PPN names the set but does not define the order of its suits; this order is ours.
    "four_seasons_expansion": ("leaf", "snowflake", "flower", "fish"),
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


_Parts = dict[str, Any]
_LETTERS: Final[Mapping[str, _Parts]] = {
    **{letter: {"piece": piece} for letter, piece in zip("tcdpms", PIECES, strict=True)},
    **{letter: {"side": side} for letter, side in zip("fblrx", SIDES, strict=True)},
    **{letter: {"suit": suit} for suit, letter in enumerate("SMCA")},
    **{
        letter: {"suit": suit, "cfg": cfg}
        for letters, cfg in (
            ("♥♠♣♦", "playing_cards_expansion"),
            ("♡♤♧♢", "dual_piecepacks_expansion"),
        )
        for suit, letter in enumerate(letters)
    },
    **{letter: {"cfg": "subpack"} for letter in "uµμ"},
    "⬢": {"cfg": "hexpack"},
    "n": {"rank": 0},
    "a": {"rank": 1},
    **{str(rank): {"rank": rank} for rank in range(10)},
    **{letter: {"angle": 90.0 * turn} for turn, letter in enumerate("^<v>")},
}
_OUTSIDE: Final[Mapping[str, str]] = {
    **dict.fromkeys("RKGBYW", "the pieces of other games"),
    **dict.fromkeys("●○()", "bits"),
    **dict.fromkeys("▲/\\", "pyramids"),
    **dict.fromkeys("[]🂠■▦", "cards and boards"),
    **dict.fromkeys("`'", "macros"),
}
_NUMBERS: Final = {"s": "suit", "r": "rank"}
_KEY_NAMES: Final = {"cfg": "set"}
_PART: Final = re.compile(
    r",(?:(?P<key>[sr])(?P<whole>[0-9]{1,4})|(?P<turn>a)(?P<degrees>[0-9]{1,6}(?:\.[0-9]+)?)"
    r"|(?P<cfg>[A-Za-z_][A-Za-z0-9_]*)')(?=,|$)"
)
_CARTESIAN: Final = re.compile(
    r"\(([0-9]{1,6}(?:\.[0-9]*)?|\.[0-9]+),([0-9]{1,6}(?:\.[0-9]*)?|\.[0-9]+)\)"
)
_ALGEBRAIC: Final = re.compile(r"([a-z]{1,4})([0-9]{1,6})")


def parse_piece(text: str) -> PpnPiece:
    """Return the piece of a PieceSpec, with omitted parts filled in as the format defines."""
    letters, comma, rest = text.partition(",")
    given: _Parts = {}
    for letter in letters:
        meaning = _LETTERS.get(letter)
        if meaning is None:
            what = _OUTSIDE.get(letter)
            why = f"stands for {what}, which is not supported" if what else "has no meaning"
            raise Fault(f"'{letter}' in the piece '{text}' {why}")
        _add(given, meaning, text)
    parts = comma + rest
    at = 0
    own_cfg = None
    while at < len(parts):
        part = _PART.match(parts, at)
        if part is None:
            raise Fault(
                f"'{parts[at:]}' in the piece '{text}' must be one of ,sN ,rN ,aN and ,name'"
                " (N counts from zero)"
            )
        at = part.end()
        if part["cfg"] is not None:
            own_cfg = part["cfg"]
        elif part["key"] is not None:
            _add(given, {_NUMBERS[part["key"]]: int(part["whole"])}, text)
        else:
            _add(given, {"angle": float(part["degrees"])}, text)
    if own_cfg is not None:  # `,name'` overrides the set of the suit's letter
        given["cfg"] = own_cfg
    return _completed(given, text)


def _add(given: _Parts, more: _Parts, text: str) -> None:
    for key, value in more.items():
        if key in given:
            raise Fault(
                f"the piece '{text}' gives its {_KEY_NAMES.get(key, key)} twice; remove one"
            )
        given[key] = value


def _completed(given: _Parts, text: str) -> PpnPiece:
    has_suit, has_rank = "suit" in given, "rank" in given
    if "piece" not in given:
        if given.get("side") in ("left", "right", "top"):
            raise Fault(f"'{text}' stands for a pyramid, which is not supported")
        given["piece"] = "tile" if has_suit == has_rank else "coin"
    if "side" not in given:
        match given["piece"]:
            case "tile":
                shown = has_suit and has_rank
            case "coin" | "saucer":
                shown = not has_suit
            case _:
                shown = True
        given["side"] = "face" if shown else "back"
    return PpnPiece(**{"suit": 0, "rank": 0, **given})


def parse_place(text: str) -> tuple[float, float]:
    """Return (x, y) from Cartesian or algebraic coordinates."""
    cartesian = _CARTESIAN.fullmatch(text)
    if cartesian:
        return float(cartesian[1]), float(cartesian[2])
    algebraic = _ALGEBRAIC.fullmatch(text)
    if algebraic is None:
        raise Fault(f"'{text}' is not a place; write (2.5,3) or a square such as c2")
    letters, row = algebraic[1], int(algebraic[2])
    weights = [26**power for power in range(len(letters))]
    numbers = [ord(letter) - 96 for letter in letters]
    column = sum(n * w for n, w in zip(reversed(numbers), weights, strict=True))
    other = sum(n * w for n, w in zip(numbers, weights, strict=True))
    if column != other:
        raise Fault(
            f"'{text}' is column {column} by the format's definition but {other} in its first"
            f" implementation; write ({column},{row})"
        )
    return float(column), float(row)
