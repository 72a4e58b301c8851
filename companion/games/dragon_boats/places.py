"""Takes a boat or a space of the board, gives its name in words that can be found on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from companion.games.dragon_boats.facts import Known, Space
from companion.games.dragon_boats.names import named
from companion.words import Message, say

ASIDE: Final = 10.0
"""How far off the middle of its island a hex lies at least to be called left or upper, in mm."""
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
"""By how a farm hex lies to the middle of its island: down, and to the right."""


def port_name(known: Known, boat: str) -> str:
    return known.boats[boat].removeprefix("home-").upper()


def landing_name(known: Known, landing: str) -> Message:
    island = island_name(known, landing)
    return say("{island}, quay {port}", island=island, port=quay_name(landing))


def quay_name(landing: str) -> str:
    """A quay is called after the boat that is nearest."""
    return landing.rpartition("-")[2].upper()


def hex_name(known: Known, name: str) -> Message:
    """Where a hex lies: its island, and where on that."""
    return hex_names(known)[name]


def hex_names(known: Known) -> dict[str, Message]:
    return {
        name: say("{island}, {where}", island=island_name(known, name), where=where)
        for name, where in hex_spots(known).items()
    }


def island_name(known: Known, name: str) -> Message:
    island = known.spaces[name].island
    return named(known.islands[island]) if island in known.islands else say("Mountain")


def hex_spots(known: Known) -> dict[str, Message]:
    """Where on its island each hex lies."""
    spots: dict[str, Message] = {}
    mountain, fields = known.of_kind("wisdom"), known.of_kind("farm")
    middle, _ = _middle(mountain)
    for space in mountain:
        row = 1 + sum(other.y < space.y for other in mountain if other.x == space.x)
        spots[space.id] = _column(_side(space.x, middle), row)
    for island in known.islands:
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
    """-1 before the middle, 0 in it, 1 behind it."""
    return (here > middle + ASIDE) - (here < middle - ASIDE)


def in_rows(spaces: Iterable[Space]) -> list[list[Space]]:
    """Spaces as people read: row by row from the top, each from the left."""
    rows: dict[float, list[Space]] = {}
    for space in sorted(spaces, key=lambda space: (space.y, space.x)):
        rows.setdefault(space.y, []).append(space)
    return list(rows.values())
