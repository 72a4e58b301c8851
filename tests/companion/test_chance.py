"""Chance is fair, repeatable, and fixed before it is used."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chance.provable import Chance, chance_for, chance_from_words, commitment, pool

SEED = bytes(range(32))


def test_known_answers() -> None:
    """Every machine and every later version gives the same numbers."""
    chance = chance_for(SEED, [b"phone one", b"phone two"], 7)
    assert [chance.below(6) + 1 for _ in range(12)] == [5, 4, 2, 1, 2, 5, 1, 2, 4, 5, 4, 2]
    assert chance_from_words("jade-otter-41").shuffle("abcdefgh") == tuple("hagdecfb")


def test_a_stream_is_hmac() -> None:
    """Anyone with the seed and the log can recompute a roll."""
    digest = hashlib.sha256(b"paperboat entropy 1\0" + (3).to_bytes(4, "big") + b"abc").digest()
    assert pool([b"abc"]) == digest
    message = b"paperboat act 1\0" + digest + (5).to_bytes(8, "big")
    key = hmac.digest(SEED, message, "sha256")
    first = hmac.digest(key, (0).to_bytes(8, "big"), "sha256")[0]
    assert chance_for(SEED, [b"abc"], 5).below(256) == first


@given(st.binary(min_size=32, max_size=32), st.integers(1, 10_000), st.integers(1, 500))
def test_numbers_stay_below(seed: bytes, act: int, limit: int) -> None:
    """No number reaches its limit."""
    chance = chance_for(seed, [], act)
    assert all(0 <= chance.below(limit) < limit for _ in range(20))


@pytest.mark.parametrize("limit", [2, 6, 7, 100, 255, 257])
def test_no_number_is_favoured(limit: int) -> None:
    """Each number comes up equally often (chi-squared, fixed seed)."""
    chance = Chance(b"k" * 32)
    each = 400
    counts = Counter(chance.below(limit) for _ in range(limit * each))
    chi = sum((counts[n] - each) ** 2 / each for n in range(limit))
    freedom = limit - 1
    assert chi < freedom + 5 * (2 * freedom) ** 0.5


@given(st.lists(st.integers(), max_size=40), st.binary(min_size=1, max_size=40))
def test_shuffles_keep_everything(things: list[int], key: bytes) -> None:
    """A shuffle neither loses nor duplicates anything."""
    assert sorted(Chance(key).shuffle(things)) == sorted(things)


def test_every_order_is_possible() -> None:
    """All 24 orders of four cards come up about equally often."""
    chance = Chance(b"orders")
    counts = Counter(chance.shuffle("abcd") for _ in range(4800))
    assert len(counts) == 24
    assert all(140 < count < 265 for count in counts.values())


def test_phones_change_everything_after_them() -> None:
    """Bytes of another phone, or another act, change the numbers."""

    def run(entropies: list[bytes], act: int) -> list[int]:
        chance = chance_for(SEED, entropies, act)
        return [chance.below(1000) for _ in range(8)]

    assert run([b"a"], 1) != run([b"a", b"b"], 1)
    assert run([b"a"], 1) != run([b"a"], 2)
    assert run([b"ab", b"c"], 1) != run([b"a", b"bc"], 1)


def test_the_commitment_fixes_the_seed() -> None:
    """Different seeds have different commitments."""
    assert commitment(SEED, b"") != commitment(SEED + b"\0", b"")
    assert commitment(SEED, b"dice") != commitment(SEED, b"loaded dice")
    assert len(commitment(SEED, b"")) == 64


@pytest.mark.parametrize("count", [-1, 4])
def test_too_many_draws(count: int) -> None:
    """A bag cannot give more than it holds."""
    with pytest.raises(ValueError, match="cannot be drawn"):
        Chance(b"x").draw("abc", count)
