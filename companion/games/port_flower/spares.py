"""Takes how many play and how, gives which coins are sharks and which spare pieces repel them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from companion.games.port_flower.facts import Known, Laid
from companion.games.port_flower.sea import make_board
from companion.games.port_flower.variants import Variants

VALUES: Final = ("null", "ace", "2", "3", "4", "5")


class Spares(Struct, frozen=True):
    """`each` is how many repellents a sailor gets; `handed` are the pieces that stand for all of
    them, as faces."""

    sharks: tuple[str, ...]
    each: int
    handed: tuple[str, ...]


def coin_of(piece: Laid) -> str:
    return f"{piece.suit}-{VALUES[piece.rank]}"


def suit_face(suit: str) -> str:
    """The side of a suit's coins that shows the suit."""
    return f"coins/{suit}-null-back"


def number_face(known: Known, coin: str) -> str:
    """The side of a coin that shows its value. It is drawn but once, for the suit of the buoys,
    since it looks alike whatever the suit."""
    _, _, value = coin.partition("-")
    return f"coins/{known.laid('buoy')[0].suit}-{value}"


def spares_of(known: Known, variants: Variants, suits: Sequence[str]) -> Spares:
    """What is left of two piecepacks beside the course and the rows of these suits' boats."""
    rows = {coin for boat in known.boats if boat.suit in suits for coin in boat.coins}
    laid = {coin_of(piece) for piece in known.course if piece.piece == "coin"}
    left = [coin for coin in known.coins if coin not in rows | laid]
    printed = tuple(map(coin_of, known.laid("shark")))
    fish = known.laid("shark")[0].suit
    further = sorted(left, key=lambda coin: not coin.startswith(fish))
    sharks = (*printed, *further)[: variants.sharks]
    coins = [coin for coin in (*further, *printed) if coin not in sharks]
    each, handed = _handed_out(known, variants, suits, coins)
    return Spares(sharks, each, handed)


def _handed_out(
    known: Known, variants: Variants, suits: Sequence[str], coins: Sequence[str]
) -> tuple[int, tuple[str, ...]]:
    players = len(suits)
    if variants.repellent == "off":
        return 0, ()
    tiles = known.tiles - len(make_board(known, variants.waters).tiles)
    if variants.repellent == "tiles" and tiles >= players:
        each = tiles // players
        return each, ("tiles/back",) * (each * players)
    faces = [f"coins/{coin}" for coin in coins]
    # Four dice are never rolled, and two pawns at least never sail: with them it goes round.
    faces += ["tiles/back"] * tiles
    faces += [f"dice/{name}" for name, suit in known.suits.items() if not suit.wind]
    faces += [f"pawns/{name}" for name in known.suits if name not in suits]
    return 1, tuple(faces[:players])
