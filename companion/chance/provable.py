"""Dice, shuffles and draws that can be proven fair afterwards.

Before the first act the table shows its commitment. Each random act has its own number and draws
from its own stream: HMAC-SHA-256, keyed with the seed, over the entropy that phones had added by
then and that number. Whoever knows the revealed seed and the log can compute all of it again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, TypeVar

from companion.chance.seedwords import CREATURES, QUALITIES

Thing = TypeVar("Thing")

SEED_BYTES: Final = 32
_COMMITMENT: Final = b"paperboat seed commitment 2\0"
_POOL: Final = b"paperboat entropy 1\0"
_ACT: Final = b"paperboat act 1\0"
_WORDS: Final = b"paperboat words 1\0"


def commitment(seed: bytes, content: bytes) -> str:
    """What a table shows before the first roll; it fixes the seed and the content of the table,
    and reveals nothing about the seed."""
    return hashlib.sha256(_COMMITMENT + hashlib.sha256(content).digest() + seed).hexdigest()


def pool(entropies: Sequence[bytes]) -> bytes:
    """The entropy of all phones, in the order they joined, as one digest."""
    digest = hashlib.sha256(_POOL)
    for entropy in entropies:
        digest.update(len(entropy).to_bytes(4, "big"))
        digest.update(entropy)
    return digest.digest()


def seed_from_words(words: str) -> bytes:
    """The seed that a short word seed such as `jade-otter-41` stands for."""
    return hashlib.sha256(_WORDS + words.strip().lower().encode()).digest()


class Chance:
    """One act's stream of fair numbers. The same key gives the same numbers on every machine."""

    def __init__(self, key: bytes) -> None:
        self._bytes = _stream(key)

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each as likely as any other: bytes that do not divide
        evenly are rejected and drawn again."""
        if limit < 1:
            raise ValueError(f"there is no number below {limit}")
        size = max(1, (limit - 1).bit_length() + 7) // 8
        values = 256**size
        usable = values - values % limit
        while True:
            value = int.from_bytes(bytes(islice(self._bytes, size)), "big")
            if value < usable:
                return value % limit

    def roll(self, faces: Sequence[Thing]) -> Thing:
        return faces[self.below(len(faces))]

    def throw(self, die: str, faces: Sequence[Thing]) -> Thing:
        """Throw a die that everybody sees, by its name at the table: it is counted together with
        those thrown by hand. `faces` are in the table's order. Use `roll` for secret dice."""
        return faces[self._thrown(die, len(faces))]

    def _thrown(self, die: str, sides: int) -> int:  # noqa: ARG002
        return self.below(sides)

    def shuffle(self, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """Fisher–Yates: every order is as likely as any other."""
        mixed = list(things)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return tuple(mixed)

    def draw(self, things: Sequence[Thing], count: int) -> tuple[Thing, ...]:
        """`count` of them, without replacement."""
        if not 0 <= count <= len(things):
            raise ValueError(f"{count} cannot be drawn from {len(things)}")
        return self.shuffle(things)[:count]


class Recorded(Chance):
    """Records every number that another chance gives."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.numbers: list[int] = []

    def below(self, limit: int) -> int:
        number = self._chance.below(limit)
        self.numbers.append(number)
        return number


class Replayed(Chance):
    """Gives recorded numbers again. Raises ReplayMismatch if other ones are asked for.

    `thrown` are the dice that were thrown with them: which die, and which of its faces came up.
    """

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = list(reversed(numbers))
        self.thrown: list[tuple[str, int]] = []

    def _thrown(self, die: str, sides: int) -> int:
        face = self.below(sides)
        self.thrown.append((die, face))
        return face

    def below(self, limit: int) -> int:
        if not self._numbers or self._numbers[-1] >= limit:
            raise ReplayMismatch
        return self._numbers.pop()

    def check_done(self) -> None:
        if self._numbers:
            raise ReplayMismatch


class ReplayMismatch(Exception):
    """A replay asks for numbers that were not recorded: what led here has changed."""


def chance_for(seed: bytes, entropies: Sequence[bytes], act: int) -> Chance:
    """The stream of one act, by its number in the table's log."""
    message = _ACT + pool(entropies) + act.to_bytes(8, "big")
    return Chance(hmac.digest(seed, message, "sha256"))


def chance_from_words(words: str) -> Chance:
    return Chance(seed_from_words(words))


def words_from(chance: Chance) -> str:
    """A short seed that is easy to say, such as `jade-otter-41`."""
    return f"{chance.roll(QUALITIES)}-{chance.roll(CREATURES)}-{chance.below(90) + 10}"


def _stream(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac.digest(key, block.to_bytes(8, "big"), "sha256")
        block += 1
