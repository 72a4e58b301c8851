"""Where stones may lie: anywhere inside an island, or anywhere in open water."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Final

from companion.games.geometry import DECIMALS, Area, Ground, Point, contains, ground_near, refusal
from companion.games.river_dragons.facts import RiverDragonsFacts, Village
from companion.games.river_dragons.planks import Survey, survey
from companion.games.river_dragons.state import State
from companion.language.messages import say

FINER: Final = (1, 2, 4)
"""Factors by which the honeycomb becomes finer while none of its places is free."""


def stone_ground(facts: RiverDragonsFacts, state: State) -> Ground:
    seen = survey(facts, state)
    return _open_water(facts, seen) if state.variants.water else _island_ground(facts, seen)


def _island_ground(facts: RiverDragonsFacts, seen: Survey) -> Ground:
    measures = facts.measures
    taken = [name for name in facts.islands if name in seen.supports]
    return Ground(
        tuple(Area((_middle(facts, name),), measures.room) for name in facts.islands),
        (
            *(
                Area((_middle(facts, name),), measures.stone, say("there is already a stone there"))
                for name in taken
            ),
            *_under_planks(facts, seen),
        ),
        say("the stone must lie completely on an island"),
    )


def _open_water(facts: RiverDragonsFacts, seen: Survey) -> Ground:
    measures, edge = facts.measures, facts.measures.stone
    right, bottom = measures.width - edge, measures.height - edge
    gap = say("keep {gap} mm away from stones and villages", gap=f"{measures.apart:g}")
    return Ground(
        (Area(((edge, edge), (right, edge), (right, bottom), (edge, bottom))),),
        (
            *(
                Area((other.at,), edge + other.radius + measures.apart, gap)
                for other in seen.supports.values()
            ),
            *(_bank(facts, village) for village in facts.villages.values()),
            *_under_planks(facts, seen),
        ),
        say("the stone must lie completely on the board"),
    )


def _under_planks(facts: RiverDragonsFacts, seen: Survey) -> Iterator[Area]:
    least = facts.measures.stone + facts.measures.plank / 2
    for plank in seen.segments:
        yield Area((plank.start, plank.end), least, say("a plank is in the way"))


def _bank(facts: RiverDragonsFacts, village: Village) -> Area:
    """The land, which reaches from a village to the edge of the board."""
    measures = facts.measures
    out_x, out_y = village.x - measures.width / 2, village.y - measures.height / 2
    far = math.hypot(out_x, out_y)
    x, y = out_x / far, out_y / far
    side, out = measures.bank, math.hypot(measures.width, measures.height)
    corners = ((0.0, -side), (out, -side), (out, side), (0.0, side))
    return Area(
        tuple(
            (village.x + along * x - across * y, village.y + along * y + across * x)
            for along, across in corners
        ),
        why=say("that is on land"),
    )


def _middle(facts: RiverDragonsFacts, island: str) -> Point:
    return facts.islands[island].x, facts.islands[island].y


def island_at(facts: RiverDragonsFacts, at: Point) -> str:
    """The island nearest to a point."""
    return min(facts.islands, key=lambda name: math.dist(_middle(facts, name), at))


# --- good places ---------------------------------------------------------------------------------


def can_set_stone(facts: RiverDragonsFacts, state: State) -> bool:
    return any(free_water(facts, state) if state.variants.water else free_islands(facts, state))


def free_islands(facts: RiverDragonsFacts, state: State) -> Iterator[tuple[str, Point]]:
    """The islands with room for a stone, and a free point on each: the middle if possible."""
    ground = stone_ground(facts, state)
    for name in facts.islands:
        at = _free_on_island(facts, ground, _middle(facts, name))
        if at is not None:
            yield name, at


def _free_on_island(facts: RiverDragonsFacts, ground: Ground, middle: Point) -> Point | None:
    if refusal(ground, middle) is None:
        return middle
    room = facts.measures.room
    over = (Area(area.corners, area.reach - room) for area in ground.without)
    if any(contains(area, middle, edge=False) for area in over):
        return None
    offsets = _points_around(room)
    near = ground_near(ground, middle, math.hypot(*offsets[-1]) + 10**-DECIMALS)
    around = ((round(middle[0] + x, DECIMALS), round(middle[1] + y, DECIMALS)) for x, y in offsets)
    return next((at for at in around if refusal(near, at) is None), None)


@cache
def _points_around(reach: float) -> tuple[Point, ...]:
    """Offsets in steps of a tenth of a millimetre, the nearest first."""
    steps = range(-round(reach * 10) - 1, round(reach * 10) + 2)
    found = [(x / 10, y / 10) for x in steps for y in steps]
    return tuple(sorted(found, key=lambda at: (math.hypot(*at), at)))


def free_water(facts: RiverDragonsFacts, state: State) -> Iterator[Point]:
    """The free places of a honeycomb; points between them are legal too."""
    ground = stone_ground(facts, state)
    for finer in FINER:
        found = False
        for at in _honeycomb(facts, facts.measures.lattice / finer):
            if refusal(ground, at) is None:
                found = True
                yield at
        if found:
            return


def _honeycomb(facts: RiverDragonsFacts, across: float) -> Iterator[Point]:
    measures, down = facts.measures, across * math.sqrt(3) / 2
    row, y = 0, measures.stone
    while y <= measures.height - measures.stone:
        x = measures.stone + (across / 2 if row % 2 else 0.0)
        while x <= measures.width - measures.stone:
            yield round(x, DECIMALS), round(y, DECIMALS)
            x += across
        row, y = row + 1, y + down
