"""Spare pieces: the coins that are sharks, and the pieces that repel them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from companion.games.port_flower.facts import CoursePiece, PortFlowerFacts
from companion.games.port_flower.options import Variants
from companion.games.port_flower.sea import make_board

VALUES: Final = ("null", "ace", "2", "3", "4", "5")


class Spares(Struct, frozen=True):
    """`each` is the number of repellents per player; `handed` are the faces of the pieces that
    stand for all of them."""

    sharks: tuple[str, ...]
    each: int
    handed: tuple[str, ...]


def coin_of(piece: CoursePiece) -> str:
    return f"{piece.suit}-{VALUES[piece.rank]}"


def suit_face(suit: str) -> str:
    """The side of a suit's coins that shows the suit."""
    return f"coins/{suit}-null-back"


def number_face(facts: PortFlowerFacts, coin: str) -> str:
    """The side of a coin that shows its value. It looks the same in every suit, so it is drawn only
    once, for the suit of the buoys."""
    _, _, value = coin.partition("-")
    return f"coins/{facts.laid('buoy')[0].suit}-{value}"


def spares_of(
    facts: PortFlowerFacts, variants: Variants, suits: Sequence[str], players: int
) -> Spares:
    """The pieces of two piecepacks that the course and the rows of these suits do not use."""
    rows = {coin for boat in facts.boats if boat.suit in suits for coin in boat.coins}
    laid = {coin_of(piece) for piece in facts.course if piece.piece == "coin"}
    left = [coin for coin in facts.coins if coin not in rows | laid]
    printed = tuple(map(coin_of, facts.laid("shark")))
    fish = facts.laid("shark")[0].suit
    further = sorted(left, key=lambda coin: not coin.startswith(fish))
    sharks = (*printed, *further)[: variants.sharks]
    coins = [coin for coin in (*further, *printed) if coin not in sharks]
    each, handed = _handed_out(facts, variants, suits, coins, players)
    return Spares(sharks, each, handed)


def _handed_out(
    facts: PortFlowerFacts,
    variants: Variants,
    suits: Sequence[str],
    coins: Sequence[str],
    players: int,
) -> tuple[int, tuple[str, ...]]:
    if variants.repellent == "off":
        return 0, ()
    tiles = facts.tiles - len(make_board(facts, variants.waters).tiles)
    if variants.repellent == "tiles" and tiles >= players:
        each = tiles // players
        return each, ("tiles/back",) * (each * players)
    faces = [f"coins/{coin}" for coin in coins]
    # Four dice are never rolled and at least two pawns never sail, so there is enough for all.
    faces += ["tiles/back"] * tiles
    faces += [f"dice/{name}" for name, suit in facts.suits.items() if not suit.wind]
    faces += [f"pawns/{name}" for name in facts.suits if name not in suits]
    return 1, tuple(faces[:players])
