"""Takes dice and how far the finish is, gives exact odds and what is best kept.

Nothing is simulated. The worth of some kept dice is the mean, over the six faces, of the worth of
those dice with one die more; a full set of dice is worth what it brings. All of it is counted in
whole numbers and divided once, at the end. Rivals are left out: a fight may change what comes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

from msgspec import Struct

from companion.games.dragon_river.dice import FACES, Dice, is_straight, pairs_of, reachable

Brings = Callable[[Dice, int], int]
"""How much a full set of dice brings so far from the finish."""

Worth = Mapping[Dice, int]
"""How much some kept dice bring, summed over all ways in which the other dice may fall."""


class Kept(Struct, frozen=True):
    """Dice to keep, and what that brings on average."""

    dice: Dice
    mean: float


class Odds(Struct, frozen=True):
    """What a turn brings on average, before its first roll, to a player who keeps what is best:
    steps, and the chances of no step at all, of a straight and of landing on the last pearl."""

    steps: float
    still: float
    straight: float
    finish: float


def _steps(dice: Dice, distance: int) -> int:
    return max(reachable(pairs_of(dice), distance))


def _finishes(dice: Dice, distance: int) -> int:
    return int(distance in reachable(pairs_of(dice), distance))


def _stays(dice: Dice, distance: int) -> int:
    return int(_steps(dice, distance) == 0)


def _strands(dice: Dice, _distance: int) -> int:
    return int(is_straight(dice))


@lru_cache(maxsize=128)
def _worth(brings: Brings, count: int, distance: int) -> Worth:
    worth = {dice: brings(dice, distance) for dice in _rolls(count)}
    for size in reversed(range(count)):
        for kept in combinations_with_replacement(FACES, size):
            worth[kept] = sum(worth[tuple(sorted((*kept, face)))] for face in FACES)
    return worth


def _rolls(count: int) -> tuple[Dice, ...]:
    return tuple(combinations_with_replacement(FACES, count))


def _falls(count: int) -> int:
    """In how many ways so many dice can fall."""
    return int(len(FACES) ** count)


def _ways(dice: Dice) -> int:
    """In how many of those ways a roll shows just these dice."""
    return factorial(len(dice)) // prod(map(factorial, Counter(dice).values()))


def _best(worth: Worth, roll: Dice) -> Dice:
    """What to keep of a roll (in order); of equal keeps the one that rolls fewest dice again."""
    keeps = {kept for size in range(len(roll) + 1) for kept in combinations(roll, size)}
    return max(keeps, key=lambda kept: (worth[kept] * _falls(len(kept)), len(kept), kept))


def _within(count: int, distance: int) -> int:
    """The distance, as far as it matters to so many dice."""
    return min(distance, FACES[-1] * (count // 2) + 1)


def is_near(distance: int) -> bool:
    """Whether one pair can reach the last pearl. Then nothing else counts: no space that is
    closer to it is any better."""
    return distance <= FACES[-1]


def best_keep(roll: Dice, distance: int) -> Kept:
    """What to keep for most steps, or near the finish for the last pearl; then the mean is the
    chance to land on it."""
    count = len(roll)
    worth = _worth(_finishes if is_near(distance) else _steps, count, _within(count, distance))
    kept = _best(worth, tuple(sorted(roll)))
    return Kept(kept, worth[kept] / _falls(count - len(kept)))


@lru_cache(maxsize=128)
def _odds(count: int, distance: int, again: bool) -> Odds:
    aim = _worth(_finishes if is_near(distance) else _steps, count, distance)

    def mean(brings: Brings) -> float:
        worth = _worth(brings, count, distance)
        if not again:
            return worth[()] / _falls(count)
        total = 0
        for roll in _rolls(count):
            kept = _best(aim, roll)
            total += _ways(roll) * worth[kept] * _falls(len(kept))
        return total / _falls(2 * count)

    return Odds(mean(_steps), mean(_stays), mean(_strands), mean(_finishes))


def turn_odds(count: int, distance: int, *, again: bool) -> Odds:
    """The odds of so many dice; `again`: some may be rolled once more."""
    return _odds(count, _within(count, distance), again)
