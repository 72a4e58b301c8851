"""The exact chances of drawing cards from a shuffled deck."""

from __future__ import annotations

from fractions import Fraction
from math import comb


def chance_of_at_least(wanted: int, *, good: int, deck: int, drawn: int) -> Fraction:
    """Return the chance that the first `drawn` cards of a deck have at least `wanted` of its `good`
    ones: the hypergeometric distribution."""
    if not 0 <= good <= deck or not 0 <= drawn <= deck:
        raise ValueError("a deck has no more good or drawn cards than cards")
    hits = range(max(wanted, 0), min(good, drawn) + 1)
    ways = sum(comb(good, k) * comb(deck - good, drawn - k) for k in hits)
    return Fraction(ways, comb(deck, drawn))
