"""Read PieceSpecs: what a piece is, in a few letters (`tSa`, `M3v`, `R2▲`, `c,s2,r4,a45`).

Letters may come in any order, parts with a comma come last. A spec is read in two steps, because
looking for a piece compares only what the spec says, while placing one fills in the rest.

Where the specification and its reference program differ, this follows the program: `,sN` and `,rN`
count from zero, and a digit of a set whose ranks begin at one (`RANKS_FROM_ONE`) is that rank.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from printgen.catalog.cells import shorten
from printgen.catalog.fault import Fault
from printgen.catalog.ppn.dialect import Dialect
from printgen.catalog.ppn.glyphs import CARD_BACK, GLYPHS, Glyph
from printgen.catalog.ppn.table import PieceKind

PIECEPACK: Final = "piecepack"
PIECE_LETTERS: Final[Mapping[str, str]] = {
    "t": "tile",
    "c": "coin",
    "d": "die",
    "p": "pawn",
    "m": "matchstick",
    "s": "saucer",
}
SIDE_LETTERS: Final[Mapping[str, str]] = {
    "f": "face",
    "b": "back",
    "l": "left",
    "r": "right",
    "x": "top",
}
SUIT_LETTERS: Final = "SMCA"
CARD_SUITS: Final[Mapping[str, str]] = {
    "playing_cards_expansion": "♥♠♣♦",
    "dual_piecepacks_expansion": "♡♤♧♢",
}
COLOURS: Final[Mapping[str, str]] = {
    "R": "red",
    "K": "black",
    "G": "green",
    "B": "blue",
    "Y": "yellow",
    "W": "white",
}
"""The colours in the order of their suits."""
RANK_LETTERS: Final = "na23456789"
ANGLE_LETTERS: Final[Mapping[str, float]] = {"^": 0.0, "<": 90.0, "v": 180.0, ">": 270.0}
HEXPACK: Final = "⬢"
SMALL: Final = "uµμ"
RANKS_FROM_ONE: Final = frozenset(
    (
        "checkers1",
        "checkers2",
        "chess1",
        "chess2",
        "go",
        "dice",
        "icehouse_pieces",
        "playing_cards",
        "playing_cards_colored",
        "playing_cards_tarot",
    )
)
ASCII_PIECES: Final[Mapping[str, str]] = {
    "/\\": "▲",
    "[]": CARD_BACK,
    "()": "●",
    "[X]": "■",
    "[#]": "▦",
}
_SMALLER: Final[Mapping[str, str]] = {
    "chess1": "chess1",
    "chess2": "chess1",
    "checkers1": "checkers1",
    "checkers2": "checkers1",
    PIECEPACK: "subpack",
}
_DEFAULT_SUITS: Final[Mapping[str, int]] = {"go": 2, "checkers1": 3, "checkers2": 3, "dice": 6}
_BOARD_RANKS: Final[Mapping[str, int]] = {"go": 19, "marbles": 4}
_MARBLE_RANK: Final = 9
_PART: Final = re.compile(
    r",(?:(?P<key>[sr])(?P<whole>[0-9]{1,4})|a(?P<degrees>-?[0-9]{1,6}(?:\.[0-9]+)?)"
    r"|(?P<cfg>[A-Za-z_][A-Za-z0-9_]*)')(?=,|$)"
)


class Spec(Struct, frozen=True):
    """What a PieceSpec says; None and empty texts are unsaid.

    `rank` is the number in the spec plus one. `colour` is the letter of a colour, which also makes
    `c`, `m` and `s` coloured bits (`bit`).
    """

    text: str
    piece: str = ""
    side: str = ""
    suit: int | None = None
    rank: int | None = None
    angle: float | None = None
    cfg: str = ""
    colour: str = ""
    bit: str = ""
    small: bool = False


_Said = dict[str, Any]
_LETTERS: Final[Mapping[str, _Said]] = {
    **{letter: {"piece": piece} for letter, piece in PIECE_LETTERS.items()},
    **{letter: {"side": side} for letter, side in SIDE_LETTERS.items()},
    **{letter: {"suit": suit} for suit, letter in enumerate(SUIT_LETTERS, start=1)},
    **{
        letter: {"suit": suit, "cfg": cfg}
        for cfg, letters in CARD_SUITS.items()
        for suit, letter in enumerate(letters, start=1)
    },
    **{letter: {"suit": n, "colour": letter} for n, letter in enumerate(COLOURS, start=1)},
    **{letter: {"small": True} for letter in SMALL},
    HEXPACK: {"cfg": "hexpack"},
    **{letter: {"rank": rank + 1} for rank, letter in enumerate(RANK_LETTERS)},
    "0": {"rank": 1},
    "1": {"rank": 2},
    **{letter: {"angle": angle} for letter, angle in ANGLE_LETTERS.items()},
}
_NUMBERS: Final = {"s": "suit", "r": "rank"}
_KEY_NAMES: Final = {"cfg": "set", "small": "size"}


def parse_spec(text: str, dialect: Dialect) -> Spec:
    """Return what a PieceSpec says. Raises Fault for a letter without a meaning."""
    letters, comma, rest = text.partition(",")
    for ascii_piece, character in ASCII_PIECES.items():
        letters = letters.replace(ascii_piece, character)
    said: _Said = {}
    glyph = None
    for letter in letters:
        if letter in GLYPHS:
            if glyph is not None:
                raise Fault(f"the piece '{shorten(text)}' gives its piece twice; remove one")
            glyph = GLYPHS[letter]
        elif letter in _LETTERS:
            _add(said, _LETTERS[letter], text)
        else:
            raise Fault(f"'{letter}' in the piece '{shorten(text)}' has no meaning")
    parts, own_cfg = _comma_parts(comma + rest, text)
    if glyph is not None:
        _add_glyph(said, glyph, text, dialect)
    if "angle" in parts and "angle" in said:
        said["angle"] = (said["angle"] + parts.pop("angle")) % 360
    elif "angle" in parts:
        said["angle"] = parts.pop("angle") % 360
    if "colour" in said and "suit" in parts:
        said["suit"] = parts.pop("suit")
    _add(said, parts, text)
    if own_cfg:  # `,name'` overrides the set of the suit's letter
        said["cfg"] = own_cfg
    if "colour" in said and said.get("piece") in ("coin", "matchstick", "saucer"):
        said["bit"], said["piece"] = said["piece"], "bit"
    return Spec(text, **said)


def _comma_parts(parts: str, text: str) -> tuple[_Said, str]:
    said: _Said = {}
    own_cfg, at = "", 0
    while at < len(parts):
        part = _PART.match(parts, at)
        if part is None:
            raise Fault(
                f"'{shorten(parts[at:])}' in the piece '{shorten(text)}' must be one of ,sN ,rN ,aN"
                " and ,name' (N counts from zero)"
            )
        at = part.end()
        if part["cfg"] is not None:
            own_cfg = part["cfg"]
        elif part["key"] is not None:
            _add(said, {_NUMBERS[part["key"]]: int(part["whole"]) + 1}, text)
        else:
            _add(said, {"angle": float(part["degrees"])}, text)
    return said, own_cfg


def _add(said: _Said, more: _Said, text: str) -> None:
    for key, value in more.items():
        if key in said:
            name = _KEY_NAMES.get(key, key)
            raise Fault(f"the piece '{shorten(text)}' gives its {name} twice; remove one")
        said[key] = value


def _add_glyph(said: _Said, glyph: Glyph, text: str, dialect: Dialect) -> None:
    if "piece" in said and not glyph.domino:
        raise Fault(f"the piece '{shorten(text)}' gives its piece twice; remove one")
    if glyph.colour and "colour" not in said:
        _add(said, _LETTERS[glyph.colour], text)
    if glyph.rank is not None:
        _add(said, {"rank": glyph.rank}, text)
    if glyph.angle is not None:
        said["angle"] = (said["angle"] + glyph.angle) % 360 if "angle" in said else glyph.angle
    if glyph.chess:
        said |= {"piece": "bit", "cfg": dialect.chess}
        said.setdefault("side", "face")
        if "colour" not in said:
            said["suit"] = glyph.suit
        return
    for key in ("piece", "cfg", "suit"):
        if getattr(glyph, key):
            said[key] = getattr(glyph, key)
    if glyph.side:
        said.setdefault("side", glyph.side)
    if glyph.domino:
        colour = said.pop("colour", "")
        said |= {"cfg": f"dominoes_{COLOURS[colour]}" if colour else "dominoes"}
        said |= {"suit": glyph.suit}


def complete(spec: Spec, dialect: Dialect) -> PieceKind:
    """Return the whole piece, with everything unsaid filled in as the format defines."""
    piece = spec.piece or _default_piece(spec)
    cfg = spec.cfg or _default_cfg(spec, piece, dialect)
    if spec.small:
        if cfg not in _SMALLER:
            raise Fault(
                f"the piece '{shorten(spec.text)}' gives its set twice; only piecepacks, chessmen"
                " and checkers have a small version"
            )
        cfg = _SMALLER[cfg]
    side = spec.side or _default_side(spec, piece)
    suit = spec.suit if spec.suit is not None else _DEFAULT_SUITS.get(cfg, 1)
    if spec.rank is not None:
        rank = spec.rank - 1 if cfg in RANKS_FROM_ONE else spec.rank
    elif piece == "board":
        rank = _BOARD_RANKS.get(cfg, 8)
    else:
        rank = _MARBLE_RANK if piece == "bit" and cfg == "marbles" else 1
    return PieceKind(f"{piece}_{side}", suit, rank, spec.angle or 0.0, cfg)


def parse_kind(text: str, dialect: Dialect) -> PieceKind:
    return complete(parse_spec(text, dialect), dialect)


def _default_piece(spec: Spec) -> str:
    if spec.side in ("left", "right", "top"):
        return "pyramid"
    if spec.colour:
        return "bit"
    return "tile" if (spec.suit is None) == (spec.rank is None) else "coin"


def _default_cfg(spec: Spec, piece: str, dialect: Dialect) -> str:
    if not spec.colour:
        others = {"card": "playing_cards_tarot", "bit": "go", "board": dialect.checkers}
        return others.get(piece, PIECEPACK)
    match piece:
        case "bit":
            bits = {"coin": dialect.checkers, "matchstick": "meeples", "saucer": "go"}
            cfg = bits.get(spec.bit, dialect.bits)
        case "die":
            cfg = "dice"
        case "pyramid":
            cfg = "icehouse_pieces"
        case "tile":
            cfg = f"dominoes_{COLOURS[spec.colour]}"
        case _:
            cfg = ""
    if not cfg:
        raise Fault(
            f"'{shorten(spec.text)}' does not say which set it is from; add it, as in"
            f" '{shorten(spec.text)},marbles''"
        )
    return cfg


def _default_side(spec: Spec, piece: str) -> str:
    match piece:
        case "tile" | "card":
            return "back" if spec.suit is None or spec.rank is None else "face"
        case "coin" | "saucer":
            return "face" if spec.suit is None else "back"
        case "pyramid":
            return "top"
        case "bit":
            return "back"
        case _:
            return "face"
