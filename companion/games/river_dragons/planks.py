"""Where planks may lie.

A plank is measured between the middles of its supports, as measures.csv explains. An end that
sticks out beyond a support does no harm and is ignored.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from msgspec import Struct

from companion.games.geometry import Point, distance
from companion.games.river_dragons.facts import Measures, RiverDragonsFacts
from companion.games.river_dragons.state import LaidPlank, State, Stone
from companion.language.messages import Message, say

MAX_PLANKS: Final = 3
"""The most planks on one stone or village."""

Pair = tuple[str, str]


class Support(Struct, frozen=True):
    """A stone or a village: it carries planks and blocks others in its way."""

    id: str
    at: Point
    radius: float
    village: bool


class Segment(Struct, frozen=True):
    """A plank on the board: its supports and their positions."""

    ends: Pair
    start: Point
    end: Point


class Survey(Struct, frozen=True):
    """The supports and planks on the board; `loads` counts the planks on each support."""

    supports: Mapping[str, Support]
    segments: tuple[Segment, ...]
    loads: Mapping[str, int]


def survey(facts: RiverDragonsFacts, state: State) -> Survey:
    on = supports(facts, state)
    segments = tuple(
        Segment(laid.ends, on[laid.ends[0]].at, on[laid.ends[1]].at) for laid in state.planks
    )
    return Survey(on, segments, Counter(end for laid in state.planks for end in laid.ends))


def supports(facts: RiverDragonsFacts, state: State) -> dict[str, Support]:
    found = {stone.id: _stone_support(facts, stone) for stone in state.stones}
    return found | {name: _village_support(facts, name) for name in facts.villages}


def _support(facts: RiverDragonsFacts, state: State, name: str) -> Support:
    if name in facts.villages:
        return _village_support(facts, name)
    return _stone_support(facts, next(stone for stone in state.stones if stone.id == name))


def _stone_support(facts: RiverDragonsFacts, stone: Stone) -> Support:
    return Support(stone.id, (stone.x, stone.y), facts.measures.stone, village=False)


def _village_support(facts: RiverDragonsFacts, name: str) -> Support:
    village = facts.villages[name]
    return Support(name, (village.x, village.y), facts.measures.village, village=True)


def sorted_pair(one: str, other: str) -> Pair:
    """Two ends in a fixed order, whichever was named first."""
    return (one, other) if one < other else (other, one)


# --- planks --------------------------------------------------------------------------------------


def needed_length(measures: Measures, one: Support, other: Support) -> float:
    """The length that a plank needs to lie safely on both supports."""
    gap = math.dist(one.at, other.at) - one.radius - other.radius
    return gap + 2 * measures.overlap


def fits(facts: RiverDragonsFacts, plank: str, one: Support, other: Support) -> bool:
    return facts.planks[plank].length >= needed_length(facts.measures, one, other)


def why_blocked(measures: Measures, seen: Survey, one: Support, other: Support) -> Message | None:
    """Why no plank of any length may lie there, as everybody can see; None if one may."""
    if one.id == other.id:
        return say("choose another stone or village for the other end")
    if one.village and other.village:
        return say("a plank cannot connect two villages")
    if needed_length(measures, one, other) > measures.sight:
        return say("no plank is long enough")
    if max(seen.loads.get(one.id, 0), seen.loads.get(other.id, 0)) >= MAX_PLANKS:
        return say("there are already {count} planks there", count=MAX_PLANKS)
    ends = sorted_pair(one.id, other.id)
    if any(plank.ends == ends for plank in seen.segments):
        return say("there is already a plank there")
    if any(_crosses(plank, one, other) for plank in seen.segments):
        return say("planks may not cross")
    if _is_blocked(measures, seen, one, other):
        return say("a stone or village is in the way")
    return None


def _crosses(plank: Segment, one: Support, other: Support) -> bool:
    if one.id in plank.ends or other.id in plank.ends:
        return False
    return _side(one.at, other.at, plank.start) != _side(one.at, other.at, plank.end) and _side(
        plank.start, plank.end, one.at
    ) != _side(plank.start, plank.end, other.at)


def _is_blocked(measures: Measures, seen: Survey, one: Support, other: Support) -> bool:
    half = measures.plank / 2
    return any(
        third.id not in (one.id, other.id)
        and _is_near(third.at, one.at, other.at, third.radius + half)
        for third in seen.supports.values()
    )


def open_gaps(facts: RiverDragonsFacts, state: State, reach: float | None = None) -> Iterator[Pair]:
    """The gaps where a plank might lie if it is long enough; with `reach`, only gaps that short."""
    seen, measures = survey(facts, state), facts.measures
    farthest = measures.sight if reach is None else reach
    for one, other in combinations(seen.supports.values(), 2):
        if needed_length(measures, one, other) <= farthest and not why_blocked(
            measures, seen, one, other
        ):
            yield sorted_pair(one.id, other.id)


def plank_middle(facts: RiverDragonsFacts, state: State, laid: LaidPlank) -> Point:
    """The middle of a plank, half way between the edges of its supports."""
    one, other = (_support(facts, state, name) for name in laid.ends)
    part = (1 + (one.radius - other.radius) / math.dist(one.at, other.at)) / 2
    return (
        one.at[0] + part * (other.at[0] - one.at[0]),
        one.at[1] + part * (other.at[1] - one.at[1]),
    )


def plank_angle(facts: RiverDragonsFacts, state: State, laid: LaidPlank) -> float:
    """The turn of a plank in degrees clockwise."""
    (x, y), (to_x, to_y) = (_support(facts, state, name).at for name in laid.ends)
    return math.degrees(math.atan2(to_y - y, to_x - x))


def _is_near(point: Point, start: Point, end: Point, least: float) -> bool:
    """Whether a point is closer than `least` to the line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    x, y = point[0] - start[0], point[1] - start[1]
    # Most points are far from the whole line, which is quicker to check than the exact distance.
    if abs(x * dy - y * dx) >= least * math.hypot(dx, dy):
        return False
    return distance(point, start, end) < least


def _side(one: Point, other: Point, point: Point) -> bool:
    across = (other[0] - one[0]) * (point[1] - one[1]) - (other[1] - one[1]) * (point[0] - one[0])
    return across > 0
