"""Draw random setups from a seed exactly as R does, so that a recorded seed gives its table.

Published games name a `Seed` for R's `set.seed`; this is R's Mersenne Twister with its default
rejection sampling (R 3.6 and later).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, TypeVar

from printgen.catalog.fault import Fault
from printgen.catalog.ppn.references import parse_absolute

Drawn = TypeVar("Drawn")

_WORD: Final = 0xFFFFFFFF
_WORDS: Final = 624
_WARM_UP: Final = 50
_PER_UNIT: Final = 2.3283064365386963e-10
_HALF_WORD: Final = 16


class Draws:
    """A stream of random draws from one seed."""

    def __init__(self, seed: int) -> None:
        words = []
        for _ in range(_WARM_UP + 1):  # the word after the warm-up is overwritten by an index
            seed = (69069 * seed + 1) & _WORD
        for _ in range(_WORDS):
            seed = (69069 * seed + 1) & _WORD
            words.append(seed)
        self._twister = random.Random()  # noqa: S311 - a game's recorded seed, not a secret
        self._twister.setstate((3, (*words, _WORDS), None))

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        bits = (n - 1).bit_length()
        while True:
            value = 0
            for _ in range(0, bits + 1, _HALF_WORD):
                unit = self._twister.getrandbits(32) * _PER_UNIT
                value = (value << _HALF_WORD) + int(unit * (1 << _HALF_WORD))
            value &= (1 << bits) - 1
            if value < n:
                return value

    def shuffle(self, items: Sequence[Drawn]) -> list[Drawn]:
        left = list(items)
        drawn = []
        while left:
            at = self.below(len(left))
            drawn.append(left[at])
            left[at] = left[-1]
            left.pop()
        return drawn

    def roll(self, items: Sequence[Drawn], count: int) -> list[Drawn]:
        return [items[self.below(len(items))] for _ in range(count)]

    def spread(self, places: Sequence[str], count: int) -> list[str]:
        """Return places of which no two are next to each other, one unit apart along an axis."""
        left = [(place, parse_absolute(place)) for place in places]
        drawn = []
        for _ in range(count):
            if not left:
                raise Fault(f"there are not {count} places that are apart from one another")
            place, (x, y) = left[self.below(len(left))]
            drawn.append(place)
            left = [
                (other, (ox, oy))
                for other, (ox, oy) in left
                if other != place and abs(ox - x) + abs(oy - y) != 1
            ]
        return drawn
