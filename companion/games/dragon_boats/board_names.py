"""Names of boats and spaces that players can find on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from companion.games.dragon_boats.facts import DragonBoatsFacts, Space
from companion.games.dragon_boats.names import translated_name
from companion.language.messages import Message, say

ASIDE: Final = 10.0
"""The least distance from the middle of the island for a hex to be left or upper, in mm."""
SPOTS: Final = {
    (-1, -1): say("upper left"),
    (-1, 0): say("top"),
    (-1, 1): say("upper right"),
    (0, -1): say("left"),
    (0, 0): say("centre"),
    (0, 1): say("right"),
    (1, -1): say("lower left"),
    (1, 0): say("bottom"),
    (1, 1): say("lower right"),
}
"""Names of farm hexes by their side of the island's middle: vertical, then horizontal."""


def port_name(facts: DragonBoatsFacts, boat: str) -> Message:
    """A boat is called by the corner of the board where its home port is."""
    return translated_name(facts.boats[boat].removeprefix("home-").upper())


def landing_name(facts: DragonBoatsFacts, landing: str) -> Message:
    island = island_name(facts, landing)
    return say("{island} ({port})", island=island, port=landing_port(landing))


def landing_port(landing: str) -> Message:
    """The home port that a landing is nearest to."""
    return translated_name(landing.rpartition("-")[2].upper())


def hex_name(facts: DragonBoatsFacts, name: str) -> Message:
    """A hex by its island and its place there."""
    return hex_names(facts)[name]


def hex_names(facts: DragonBoatsFacts) -> dict[str, Message]:
    return {
        name: say("{island}, {where}", island=island_name(facts, name), where=where)
        for name, where in hex_spots(facts).items()
    }


def island_name(facts: DragonBoatsFacts, name: str) -> Message:
    island = facts.spaces[name].island
    return translated_name(facts.islands[island]) if island in facts.islands else say("Mountain")


def hex_spots(facts: DragonBoatsFacts) -> dict[str, Message]:
    """The place of each hex on its island."""
    spots: dict[str, Message] = {}
    mountain, fields = facts.of_kind("wisdom"), facts.of_kind("farm")
    middle, _ = _middle(mountain)
    for space in mountain:
        row = 1 + sum(other.y < space.y for other in mountain if other.x == space.x)
        spots[space.id] = _column(_side(space.x, middle), row)
    for island in facts.islands:
        farms = [space for space in fields if space.island == island]
        x, y = _middle(farms)
        for space in farms:
            spots[space.id] = SPOTS[_side(space.y, y), _side(space.x, x)]
    return spots


def _column(side: int, row: int) -> Message:
    names = {
        -1: say("left {row}", row=row),
        0: say("middle {row}", row=row),
        1: say("right {row}", row=row),
    }
    return names[side]


def _middle(spaces: Sequence[Space]) -> tuple[float, float]:
    count = len(spaces)
    return sum(space.x for space in spaces) / count, sum(space.y for space in spaces) / count


def _side(here: float, middle: float) -> int:
    """-1 before the middle, 0 near it, 1 behind it."""
    return (here > middle + ASIDE) - (here < middle - ASIDE)


def in_rows(spaces: Iterable[Space]) -> list[list[Space]]:
    """Spaces in rows from the top, each from the left."""
    rows: dict[float, list[Space]] = {}
    for space in sorted(spaces, key=lambda space: (space.y, space.x)):
        rows.setdefault(space.y, []).append(space)
    return list(rows.values())
