"""Who pays what at a stall, for a market that is played on the real table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.dragon_boats.facts import STALLS
from companion.games.market import NEUTRAL, Market, Payment


def stall_payments(discs: Sequence[str]) -> tuple[Payment, ...]:
    """The top disc acts first and pays for all discs in the stack; then it leaves."""
    return tuple(_payments(list(discs)))


def _payments(stack: list[str]) -> Iterator[Payment]:
    for colour in reversed([disc for disc in stack if disc != NEUTRAL]):
        yield Payment(colour, len(stack))
        stack.pop()


MARKET = Market(STALLS, stall_payments)
