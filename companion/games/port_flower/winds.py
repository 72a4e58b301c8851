"""Divisions of the dice, and the paths that winds allow."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

from msgspec import Struct

Dice = tuple[str, ...]
"""Some of the dice, by their suits."""
Leg = tuple[int, int]
"""A direction (the number that one step adds to a space) and the number of steps."""


class Division(Struct, frozen=True):
    """The dice that the boat gets, and those of each shark that moves."""

    boat: Dice
    sharks: tuple[Dice, ...]


@cache
def divisions_of(suits: Dice, sharks: int) -> tuple[Division, ...]:
    """All divisions of the dice among the boat and this number of sharks: each gets at least one
    die, and at most one is left out. Which shark gets which share is still open."""
    found: dict[Division, None] = {}
    boat, *swimmers, nobody = range(sharks + 2)
    for owners in product((boat, *swimmers, nobody), repeat=len(suits)):
        shares = [
            tuple(suit for suit, owner in zip(suits, owners, strict=True) if owner == one)
            for one in (boat, *swimmers)
        ]
        if owners.count(nobody) <= 1 and all(shares):
            swum = sorted(shares[1:], key=lambda share: suits.index(share[0]))
            found[Division(shares[0], tuple(swum))] = None
    return tuple(sorted(found, key=lambda it: (len(it.boat), *map(suits.index, it.boat))))


@cache
def ways(dice: tuple[Leg, ...]) -> tuple[tuple[Leg, ...], ...]:
    """The sequences of legs that dice allow. One die is a straight leg; two are legs in either
    order, or a diagonal as long as one of them if their winds cross; three are legs in any order.
    Legs without steps are left out."""
    found = [tuple(leg for leg in order if leg[1]) for order in permutations(dice)]
    if len(dice) == 2 and abs(dice[0][0]) != abs(dice[1][0]):
        slant = dice[0][0] + dice[1][0]
        found += [((slant, count),) if count else () for _, count in dice]
    return tuple(dict.fromkeys(found))


@cache
def shifts(dice: tuple[Leg, ...]) -> frozenset[int]:
    """The total shift of each sequence of legs."""
    return frozenset(sum(delta * count for delta, count in way) for way in ways(dice))
