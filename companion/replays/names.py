"""The names of pieces in PPN and of their places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.language.messages import Message, say, say_count
from printgen.catalog.ppn.pieces import SUITS
from printgen.catalog.ppn.table import PieceKind, TablePiece

_SUITS: Final[Mapping[str, Message]] = {
    "sun": say("Suns"),
    "moon": say("Moons"),
    "crown": say("Crowns"),
    "arms": say("Arms"),
    "leaf": say("Leaves"),
    "snowflake": say("Snowflakes"),
    "fish": say("Fish"),
    "flower": say("Flowers"),
    "heart": say("Hearts"),
    "spade": say("Spades"),
    "club": say("Clubs"),
    "diamond": say("Diamonds"),
}
_VALUES: Final = (say("null"), say("ace"))
_KINDS: Final[Mapping[str, Message]] = {
    "tile": say("Tile"),
    "coin": say("Coin"),
    "die": say("Die"),
    "pawn": say("Pawn"),
    "saucer": say("Saucer"),
    "matchstick": say("Matchstick"),
    "pyramid": say("Pyramid"),
    "card": say("Card"),
    "board": say("Board"),
    "bit": say("Counter"),
}
_COLUMNS: Final = 26


def piece_name(kind: PieceKind) -> Message:
    """What can be seen of a piece: a tile that lies face down is not named."""
    name = _KINDS.get(kind.piece) or say("Piece")
    suit = _suit(kind)
    if suit is None:
        return name
    value = value_name(kind)
    match kind.piece, kind.side:
        case "tile", "back":
            return say("Face-down tile")
        case ("tile", _) | ("die", _):
            return say("{piece} ({suit} {value})", piece=name, suit=suit, value=value)
        case "coin", "face":
            return say("{piece} ({value})", piece=name, value=value)
    return suit_name(kind)


def suit_name(kind: PieceKind) -> Message:
    """A piece with its suit, whatever its value."""
    name, suit = _KINDS.get(kind.piece) or say("Piece"), _suit(kind)
    return name if suit is None else say("{piece} ({suit})", piece=name, suit=suit)


def _suit(kind: PieceKind) -> Message | None:
    suits = SUITS.get(kind.cfg)
    if suits is None or not 0 < kind.suit <= len(suits):
        return None
    return _SUITS[suits[kind.suit - 1]]


def value_name(kind: PieceKind) -> Message | str:
    return _VALUES[kind.rank - 1] if 0 < kind.rank <= len(_VALUES) else str(kind.rank - 1)


def place_name(piece: TablePiece, scale: float) -> str:
    """A square such as c2, else coordinates, in the units of the game."""
    x, y = piece.x / scale, piece.y / scale
    if _is_whole(x) and _is_whole(y) and 1 <= round(x) <= _COLUMNS and round(y) >= 0:
        return f"{chr(96 + round(x))}{round(y)}"
    return f"({_plain(x)}, {_plain(y)})"


def _is_whole(number: float) -> bool:
    return abs(number - round(number)) < 1e-6


def _plain(number: float) -> str:
    return f"{round(number, 2) + 0:g}"


def count_pieces(kind: str, count: int) -> Message:
    """A number of pieces of one kind, as in a list of what a game needs."""
    match kind:
        case "tile":
            return say_count("{count} tile", "{count} tiles", count)
        case "coin":
            return say_count("{count} coin", "{count} coins", count)
        case "die":
            return say_count("{count} die", "{count} dice", count)
        case "pawn":
            return say_count("{count} pawn", "{count} pawns", count)
    return say_count("{count} piece", "{count} pieces", count)
