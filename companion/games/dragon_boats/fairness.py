"""Takes the farm hexes of a setup, gives how evenly they lie, and why not evenly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.games.base import Fairness
from companion.games.dragon_boats.facts import Known
from companion.games.dragon_boats.names import farm_name, named
from companion.words import Message, say


def fairness_of(known: Known, farms: Mapping[str, str]) -> Fairness:
    """How evenly kinds of farms and rewards of the roads lie over the islands.

    100 is as even as whole hexes can be, 0 is every kind on an island of its own.
    """
    off, worst = 0.0, 0.0
    crowded, reason = 0.0, say("Every kind of farm is spread as evenly as it can be.")
    icons = {space.id: space.icon for space in known.of_kind("road")}
    for lying in (farms, icons):
        for thing in sorted(set(lying.values())):
            held = _on_islands(known, [space for space, what in lying.items() if what == thing])
            least = _spread(_evenly(sum(held), len(held)))
            excess = _spread(held) - least
            off += excess
            worst += _spread([sum(held)] + [0] * (len(held) - 1)) - least
            if lying is farms and excess > crowded:
                crowded, reason = excess, _uneven(known, thing, held)
    return Fairness(round(100 * (1 - off / worst)), reason)


def _uneven(known: Known, kind: str, held: Sequence[int]) -> Message:
    """Which island has too many of a kind; if none has, which one lacks it."""
    total, most = sum(held), max(held)
    islands = [named(name) for name in known.islands.values()]
    farm = farm_name(known, kind)
    if most > max(_evenly(total, len(held))):
        island = islands[held.index(most)]
        return say(
            "{island} has {count} of the {total} {farm} hexes.",
            island=island,
            count=most,
            total=total,
            farm=farm,
        )
    lacking = islands[held.index(0)]
    return say(
        "{island} has none of the {total} {farm} hexes.", island=lacking, total=total, farm=farm
    )


def _on_islands(known: Known, spaces: Sequence[str]) -> list[int]:
    """How many of the spaces are on each island."""
    count = Counter(known.spaces[space].island for space in spaces)
    return [count[island] for island in known.islands]


def _spread(held: Sequence[int]) -> float:
    mean = sum(held) / len(held)
    return sum(abs(count - mean) for count in held)


def _evenly(total: int, places: int) -> list[int]:
    each, over = divmod(total, places)
    return [each + (place < over) for place in range(places)]
