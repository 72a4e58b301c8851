"""Prices and order of a market, for players who keep track of the rest themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

NEUTRAL: Final = "neutral"
"""A disc that belongs to no player: it stays, and makes the stall more expensive."""


class Payment(Struct, frozen=True):
    """What the owner of a disc pays at a stall."""

    colour: str
    price: int


class Market(Struct, frozen=True):
    """`payments` lists who acts at a stall, in order, given its discs from the bottom up."""

    stalls: tuple[str, ...]
    payments: Callable[[Sequence[str]], tuple[Payment, ...]]
