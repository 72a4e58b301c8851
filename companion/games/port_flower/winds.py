"""Takes dice as winds, gives the ways in which they can be sailed."""

from __future__ import annotations

from functools import cache
from itertools import permutations

from companion.games.port_flower.facts import Division, Known

Leg = tuple[int, int]
"""A direction (what one step adds to a space) and how many steps."""


@cache
def ways(dice: tuple[Leg, ...]) -> tuple[tuple[Leg, ...], ...]:
    """One die is a straight leg; two are legs in either order, or a diagonal as long as one of
    them if their winds cross; three are legs in any order. Legs of no steps are left out."""
    found = [tuple(leg for leg in order if leg[1]) for order in permutations(dice)]
    if len(dice) == 2 and abs(dice[0][0]) != abs(dice[1][0]):
        slant = dice[0][0] + dice[1][0]
        found += [((slant, count),) if count else () for _, count in dice]
    return tuple(dict.fromkeys(found))


def divisions_of(known: Known, *, both: bool) -> tuple[Division, ...]:
    """How four dice may be divided among the boat and one shark, or the boat and two sharks."""
    return _among_three(tuple(die.suit for die in known.dice)) if both else known.divisions


@cache
def _among_three(suits: tuple[str, ...]) -> tuple[Division, ...]:
    """Every division into three, with at most one die left out; each pair of shark's dice once."""
    found: dict[Division, None] = {}
    for order in permutations(suits):
        a, b, c, d = order
        for boat, one, other in (
            ((a, b), (c,), (d,)),
            ((a,), (b, c), (d,)),
            ((a,), (b,), (c,)),
        ):
            groups = (_in_order(suits, one), _in_order(suits, other))
            sharks = sorted(groups, key=lambda group: suits.index(group[0]))
            found[Division(_in_order(suits, boat), tuple(sharks))] = None
    return tuple(sorted(found, key=lambda it: (len(it.boat), *map(suits.index, it.boat))))


def _in_order(suits: tuple[str, ...], some: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(suit for suit in suits if suit in some)
