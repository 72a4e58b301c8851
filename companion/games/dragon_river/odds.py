"""Exact odds of the dice, and the best dice to keep to finish in the fewest turns.

Nothing is simulated. The value of some kept dice is the mean, over the six faces, of their value
with one more die; a full set of dice has the value of what it shows. The turns to the finish follow
from the spaces further on, from the last pearl backwards. Rivals are ignored, although a fight may
change everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Final

from msgspec import Struct

from companion.games.dragon_river.dice import FACES, Dice, is_straight, pairs_of, reachable

Ahead = tuple[int, ...]
"""The dice that a racer has on each space ahead, from the next one to the last pearl."""

Means = Mapping[Dice, float]
"""The mean value of kept dice over all throws of the other dice."""

SAME: Final = 9
"""The decimals to which two numbers of turns must agree to count as equal."""
MAX_GUESSES: Final = 60
"""Each guess at the turns to go improves on the last one; three or four are enough."""


class KeptDice(Struct, frozen=True):
    """Dice to keep, with the mean number of steps, the chance to land on the last pearl, and the
    mean number of turns after this one until it is reached."""

    dice: Dice
    steps: float
    finish: float
    turns: float


class Odds(Struct, frozen=True):
    """The prospects of a turn before its first roll, with the best keeps: the mean number of steps,
    and the chances of no step at all, of a straight and of landing on the last pearl."""

    steps: float
    still: float
    straight: float
    finish: float


class TurnsAfter(Struct, frozen=True):
    """The turns that follow a keep: `turns` on average, and with the probability `stays` all the
    turns to go from the same space."""

    turns: Means
    stays: Means

    def after(self, kept: Dice, to_go: float) -> float:
        return self.turns[kept] + self.stays[kept] * to_go


# --- dice -----------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _rolls(count: int) -> tuple[Dice, ...]:
    return tuple(combinations_with_replacement(FACES, count))


@lru_cache(maxsize=512)
def _keeps(roll: Dice) -> tuple[Dice, ...]:
    """All sets of dice that can be kept from a roll."""
    return tuple({kept for size in range(len(roll) + 1) for kept in combinations(roll, size)})


@lru_cache(maxsize=512)
def _chance(dice: Dice) -> float:
    """The probability that a roll shows exactly these dice."""
    ways = factorial(len(dice)) // prod(map(factorial, Counter(dice).values()))
    return float(ways / len(FACES) ** len(dice))


@lru_cache(maxsize=8)
def _likely_keeps(count: int) -> tuple[tuple[float, tuple[Dice, ...]], ...]:
    """The probability of every roll, and the sets that can be kept from it."""
    return tuple((_chance(roll), _keeps(roll)) for roll in _rolls(count))


@lru_cache(maxsize=8)
def _with_one_more(count: int) -> Mapping[Dice, tuple[Dice, ...]]:
    """The sets that smaller ones become with one more die, the largest sets first."""
    return {
        kept: tuple(tuple(sorted((*kept, face))) for face in FACES)
        for size in reversed(range(count))
        for kept in _rolls(size)
    }


def _means(count: int, value_of: Callable[[Dice], float]) -> Means:
    means = {dice: value_of(dice) for dice in _rolls(count)}
    for kept, larger in _with_one_more(count).items():
        means[kept] = sum(means[dice] for dice in larger) / len(FACES)
    return means


@lru_cache(maxsize=512)
def _totals(dice: Dice, distance: int) -> tuple[int, ...]:
    """The distances that these dice can cover: all pairs that do not go beyond the finish are
    played, in any order. Empty if none can be played."""
    found = reachable(pairs_of(dice), distance) - {0}
    if sum(pairs_of(dice)) in found:
        return (sum(pairs_of(dice)),)
    return tuple(
        steps
        for steps in found
        if not any(steps + pair <= distance for pair in _unplayed(dice, steps))
    )


def _unplayed(dice: Dice, steps: int) -> Dice:
    """The pairs left after a number of steps. There are two pairs at most."""
    pairs = list(pairs_of(dice))
    if steps in pairs:
        pairs.remove(steps)
    return tuple(pairs)


def _relevant_distance(count: int, distance: int) -> int:
    """The distance, capped at what this number of dice can cover."""
    return min(distance, FACES[-1] * (count // 2) + 1)


# --- turns to the finish --------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def turns_to_go(count: int, ahead: Ahead) -> float:
    """The mean number of turns that a racer needs if it always keeps the best dice."""
    if not ahead:
        return 0.0
    follow_up, to_go = _turns_after(count, ahead), turns_to_go(min(count, ahead[0]), ahead[1:])
    for _ in range(MAX_GUESSES):
        after = {kept: follow_up.after(kept, to_go) for kept in follow_up.turns}
        turns, stays = 1.0, 0.0
        for chance, keeps in _likely_keeps(count):
            kept = min(keeps, key=after.__getitem__)
            turns += chance * follow_up.turns[kept]
            stays += chance * follow_up.stays[kept]
        guess, to_go = to_go, turns / (1 - stays)
        if round(to_go - guess, SAME) == 0:
            break
    return to_go


@lru_cache(maxsize=256)
def _turns_after(count: int, ahead: Ahead) -> TurnsAfter:
    distance = len(ahead)
    reach = _relevant_distance(count, distance)
    after = {
        steps: turns_to_go(min(count, ahead[steps - 1]), ahead[steps:])
        for steps in range(1, reach + 1)
    }

    def turns(dice: Dice) -> float:
        if is_straight(dice):
            return 1.0  # a turn is missed
        totals = _totals(dice, reach)
        return min((after[steps] for steps in totals), default=0.0)

    return TurnsAfter(_means(count, turns), _stays(count, reach))


def best_keep(roll: Dice, ahead: Ahead) -> KeptDice:
    """The dice to keep to finish in the fewest turns."""
    roll, count, distance = tuple(sorted(roll)), len(roll), len(ahead)
    kept = _best(roll, ahead)
    reach = _relevant_distance(count, distance)
    to_go = turns_to_go(count, ahead)
    return KeptDice(
        kept,
        _steps(count, reach)[kept],
        _finishes(count, reach)[kept],
        _turns_after(count, ahead).after(kept, to_go),
    )


def _best(roll: Dice, ahead: Ahead) -> Dice:
    """The keep with the fewest turns to come, and of equal ones that with the fewest dice to
    reroll. But if a pair could finish next, a die that does not show its number is rolled: it is
    useless, and a third of a kind may tip a rival."""
    follow_up, to_go = _turns_after(len(roll), ahead), turns_to_go(len(roll), ahead)

    def order(kept: Dice) -> tuple[float, int, int, Dice]:
        turns = round(follow_up.after(kept, to_go), SAME)
        return turns, _useless(kept, len(ahead)), -len(kept), kept

    return min(_keeps(roll), key=order)


def _useless(kept: Dice, distance: int) -> int:
    rest = distance - sum(pairs_of(kept))
    if not pairs_of(kept) or not 0 < rest <= FACES[-1]:
        return 0
    return sum(kept.count(face) % 2 for face in FACES if face != rest)


# --- one turn -------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _steps(count: int, distance: int) -> Means:
    return _means(count, lambda dice: float(max(_totals(dice, distance), default=0)))


@lru_cache(maxsize=64)
def _finishes(count: int, distance: int) -> Means:
    return _means(count, lambda dice: float(distance in _totals(dice, distance)))


@lru_cache(maxsize=64)
def _stays(count: int, distance: int) -> Means:
    return _means(count, lambda dice: float(not _totals(dice, distance)))


@lru_cache(maxsize=8)
def _strands(count: int) -> Means:
    return _means(count, lambda dice: float(is_straight(dice)))


@lru_cache(maxsize=256)
def turn_odds(count: int, ahead: Ahead, *, reroll: bool) -> Odds:
    """The odds of a turn with `count` dice; with `reroll`, some may be rolled once more."""
    reach = _relevant_distance(count, len(ahead))
    kept = [(_chance(roll), _best(roll, ahead) if reroll else roll) for roll in _rolls(count)]

    def mean(means: Means) -> float:
        return sum(chance * means[dice] for chance, dice in kept)

    return Odds(
        mean(_steps(count, reach)),
        mean(_stays(count, reach)),
        mean(_strands(count)),
        mean(_finishes(count, reach)),
    )
