"""Takes how many things there are of each kind, gives the sets of different kinds worth most."""

from __future__ import annotations

from collections.abc import Sequence

_Chain = tuple[int, "_Chain"] | None
"""The size of the last set, and the chain of those before it: shared, so that it costs nothing."""
_Found = tuple[int, _Chain]
"""Points, and the sets that give them."""


def best_sets(counts: Sequence[int], points: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The sets as numbers of kinds, the largest set first; things worth nothing are left out.

    A set has at most as many things as `points` has entries. Sets of given sizes can be made
    exactly if, for every number of the largest ones, they ask for no more things than there are
    when each kind gives one to a set (Gale and Ryser): so sizes alone are searched.
    """
    left = list(counts)
    made = []
    for size in best_sizes(counts, points):
        kinds = sorted(range(len(left)), key=lambda kind: -left[kind])[:size]
        for kind in kinds:
            left[kind] -= 1
        made.append(tuple(sorted(kinds)))
    return tuple(made)


def best_sizes(counts: Sequence[int], points: Sequence[int]) -> tuple[int, ...]:
    """The sizes of the sets, the largest first."""
    room = [sum(min(count, sets) for count in counts) for sets in range(sum(counts) + 1)]
    levels: list[dict[int, _Found]] = [{} for _ in room]
    levels[0][0] = (0, None)
    for size in range(len(points), 0, -1):
        for sets, level in enumerate(levels[:-1], start=1):
            for things, (worth, chain) in level.items():
                more = worth + points[size - 1]
                known = levels[sets].get(things + size)
                if things + size <= room[sets] and (known is None or more > known[0]):
                    levels[sets][things + size] = (more, (size, chain))
    every = (found for level in levels for found in level.values())
    return _unchained(max(every, key=lambda found: found[0])[1])


def _unchained(chain: _Chain) -> tuple[int, ...]:
    sizes = []
    while chain is not None:
        size, chain = chain
        sizes.append(size)
    return tuple(reversed(sizes))
