"""The most valuable sets of different kinds."""

from __future__ import annotations

from collections.abc import Sequence

_Sizes = tuple[int, "_Sizes"] | None
"""A linked list of set sizes, the last one first, so that lists can share their tails."""
_Found = tuple[int, _Sizes]
"""Points and the sets that give them."""


def best_sets(counts: Sequence[int], points: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The sets as indexes of kinds, the largest set first; things worth nothing are left out.

    A set has at most as many things as `points` has entries. By the Gale–Ryser theorem, sets of
    given sizes exist if for every k the k largest ones need no more things than there are when
    each kind gives at most one to each set. So it is enough to search for sizes.
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
    return _as_tuple(max(every, key=lambda found: found[0])[1])


def _as_tuple(chain: _Sizes) -> tuple[int, ...]:
    sizes = []
    while chain is not None:
        size, chain = chain
        sizes.append(size)
    return tuple(reversed(sizes))
