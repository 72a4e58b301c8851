"""How fair the farm hexes of a setup are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.games.dragon_boats.facts import DragonBoatsFacts
from companion.games.dragon_boats.names import farm_name, translated_name
from companion.games.setup import Fairness
from companion.language.messages import Message, say


def fairness_of(facts: DragonBoatsFacts, farms: Mapping[str, str]) -> Fairness:
    """How evenly the kinds of farms and the rewards of roads are spread over the islands.

    100 is as even as whole hexes allow, 0 puts every kind on a single island.
    """
    off, worst = 0.0, 0.0
    crowded, reason = 0.0, say("Every kind of farm is spread as evenly as possible.")
    icons = {space.id: space.icon for space in facts.of_kind("road")}
    for placed in (farms, icons):
        for thing in sorted(set(placed.values())):
            held = _on_islands(facts, [space for space, what in placed.items() if what == thing])
            least = _spread(_evenly(sum(held), len(held)))
            excess = _spread(held) - least
            off += excess
            worst += _spread([sum(held)] + [0] * (len(held) - 1)) - least
            if placed is farms and excess > crowded:
                crowded, reason = excess, _uneven(facts, thing, held)
    return Fairness(round(100 * (1 - off / worst)), reason)


def _uneven(facts: DragonBoatsFacts, kind: str, held: Sequence[int]) -> Message:
    """The island with too many hexes of a kind or, if there is none, an island without any."""
    total, most = sum(held), max(held)
    islands = [translated_name(name) for name in facts.islands.values()]
    farm = farm_name(facts, kind)
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


def _on_islands(facts: DragonBoatsFacts, spaces: Sequence[str]) -> list[int]:
    """The number of these spaces on each island."""
    count = Counter(facts.spaces[space].island for space in spaces)
    return [count[island] for island in facts.islands]


def _spread(held: Sequence[int]) -> float:
    mean = sum(held) / len(held)
    return sum(abs(count - mean) for count in held)


def _evenly(total: int, places: int) -> list[int]:
    each, over = divmod(total, places)
    return [each + (place < over) for place in range(places)]
