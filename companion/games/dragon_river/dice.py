"""Takes dice, gives the moves they bring: pairs, a spare, or a straight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

FACES: Final = (1, 2, 3, 4, 5, 6)
DIE: Final = "d6"

Dice = tuple[int, ...]


def pairs_of(dice: Sequence[int]) -> Dice:
    """One number for each pair: four alike are two pairs of that number."""
    return tuple(face for face in sorted(set(dice)) for _ in range(dice.count(face) // 2))


def spare_of(dice: Sequence[int]) -> int | None:
    """What is left over of three or five alike. Five dice have one such group at most."""
    odd = [face for face in set(dice) if dice.count(face) >= 3 and dice.count(face) % 2]
    return odd[0] if odd else None


def is_straight(dice: Sequence[int]) -> bool:
    """Whether all the dice make one unbroken row."""
    return len(set(dice)) == len(dice) > 1 and max(dice) - min(dice) == len(dice) - 1


def reachable(pairs: Sequence[int], distance: int) -> set[int]:
    """How many steps can be made of some of these pairs, without going too far."""
    sums = (sum(some) for size in range(len(pairs) + 1) for some in combinations(pairs, size))
    return {steps for steps in sums if steps <= distance}


def listed(dice: Iterable[int]) -> str:
    """Dice as they are read out: `2 3 3`."""
    return " ".join(map(str, dice))
