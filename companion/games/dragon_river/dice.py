"""What dice show: pairs, a spare die, or a straight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

FACES: Final = (1, 2, 3, 4, 5, 6)
DIE: Final = "d6"

Dice = tuple[int, ...]


def pairs_of(dice: Sequence[int]) -> Dice:
    """The number of each pair; four of a kind are two pairs."""
    return tuple(face for face in sorted(set(dice)) for _ in range(dice.count(face) // 2))


def spare_of(dice: Sequence[int]) -> int | None:
    """The die left over from three or five of a kind; five dice have one such group at most."""
    odd = [face for face in set(dice) if dice.count(face) >= 3 and dice.count(face) % 2]
    return odd[0] if odd else None


def is_straight(dice: Sequence[int]) -> bool:
    """Whether all dice form one unbroken sequence."""
    return len(set(dice)) == len(dice) > 1 and max(dice) - min(dice) == len(dice) - 1


def reachable(pairs: Sequence[int], distance: int) -> set[int]:
    """The numbers of steps that some of these pairs make without going too far."""
    sums = (sum(some) for size in range(len(pairs) + 1) for some in combinations(pairs, size))
    return {steps for steps in sums if steps <= distance}


def dice_text(dice: Iterable[int]) -> str:
    """Dice as text, such as `2 3 3`."""
    return " ".join(map(str, dice))
