"""Takes stones and planks on the board, gives where more of them may lie.

A plank is measured between the middles of its supports, as board.yaml tells. What sticks out
beyond a support does no harm and is not looked at.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from msgspec import Struct

from companion.games.river_dragons.facts import Box, Measures, Village
from companion.games.river_dragons.state import Laid, State, Stone
from companion.words import Message, say

MOST_PLANKS: Final = 3
"""On one stone or village."""

Point = tuple[float, float]
Pair = tuple[str, str]


class Support(Struct, frozen=True):
    """A stone or a village: what can carry planks, and stops those that are in its way."""

    id: str
    at: Point
    radius: float
    village: bool


class Line(Struct, frozen=True):
    """A plank that lies on the board, by its ends."""

    ends: Pair
    start: Point
    end: Point


class Survey(Struct, frozen=True):
    """The board as a builder sees it. `loads` says how many planks each support carries."""

    supports: Mapping[str, Support]
    lines: tuple[Line, ...]
    loads: Mapping[str, int]


def survey(box: Box, state: State) -> Survey:
    on = supports(box, state)
    lines = tuple(
        Line(laid.ends, on[laid.ends[0]].at, on[laid.ends[1]].at) for laid in state.planks
    )
    return Survey(on, lines, Counter(end for laid in state.planks for end in laid.ends))


def supports(box: Box, state: State) -> dict[str, Support]:
    found = {stone.id: _stone_support(box, stone) for stone in state.stones}
    return found | {name: _village_support(box, name) for name in box.villages}


def _support(box: Box, state: State, name: str) -> Support:
    if name in box.villages:
        return _village_support(box, name)
    return _stone_support(box, next(stone for stone in state.stones if stone.id == name))


def _stone_support(box: Box, stone: Stone) -> Support:
    return Support(stone.id, (stone.x, stone.y), box.measures.stone, village=False)


def _village_support(box: Box, name: str) -> Support:
    village = box.villages[name]
    return Support(name, (village.x, village.y), box.measures.village, village=True)


def pair(one: str, other: str) -> Pair:
    """Two ends, the same way round whichever was named first."""
    return (one, other) if one < other else (other, one)


# --- planks --------------------------------------------------------------------------------------


def needs(measures: Measures, one: Support, other: Support) -> float:
    """How long a plank must be to lie safely on both."""
    gap = math.dist(one.at, other.at) - one.radius - other.radius
    return gap + 2 * measures.overlap


def fits(box: Box, plank: str, one: Support, other: Support) -> bool:
    return box.planks[plank].length >= needs(box.measures, one, other)


def hindrance(measures: Measures, seen: Survey, one: Support, other: Support) -> Message | None:
    """Why everybody can see that no plank may lie there, whatever its length."""
    if one.id == other.id:
        return say("a plank has two ends: choose another stone or village")
    if one.village and other.village:
        return say("villages are never joined to one another")
    if needs(measures, one, other) > measures.sight:
        return say("that is farther than any plank reaches")
    if max(seen.loads.get(one.id, 0), seen.loads.get(other.id, 0)) >= MOST_PLANKS:
        return say("{count} planks rest there already", count=MOST_PLANKS)
    ends = pair(one.id, other.id)
    if any(line.ends == ends for line in seen.lines):
        return say("a plank lies there already")
    if any(_crosses(line, one, other) for line in seen.lines):
        return say("planks never cross each other")
    if _is_blocked(measures, seen, one, other):
        return say("something else is in the way")
    return None


def _crosses(line: Line, one: Support, other: Support) -> bool:
    if one.id in line.ends or other.id in line.ends:
        return False
    return _side(one.at, other.at, line.start) != _side(one.at, other.at, line.end) and _side(
        line.start, line.end, one.at
    ) != _side(line.start, line.end, other.at)


def _is_blocked(measures: Measures, seen: Survey, one: Support, other: Support) -> bool:
    half = measures.plank / 2
    return any(
        third.id not in (one.id, other.id)
        and _is_near(third.at, one.at, other.at, third.radius + half)
        for third in seen.supports.values()
    )


def open_gaps(box: Box, state: State, reach: float | None = None) -> Iterator[Pair]:
    """Where a plank might lie if only it were long enough; with `reach`, where one so long does."""
    seen, measures = survey(box, state), box.measures
    farthest = measures.sight if reach is None else reach
    for one, other in combinations(seen.supports.values(), 2):
        if needs(measures, one, other) <= farthest and not hindrance(measures, seen, one, other):
            yield pair(one.id, other.id)


def middle(box: Box, state: State, laid: Laid) -> Point:
    """Where a plank's middle is: half way between the edges of its supports."""
    one, other = (_support(box, state, name) for name in laid.ends)
    part = (1 + (one.radius - other.radius) / math.dist(one.at, other.at)) / 2
    return (
        one.at[0] + part * (other.at[0] - one.at[0]),
        one.at[1] + part * (other.at[1] - one.at[1]),
    )


def slant(box: Box, state: State, laid: Laid) -> float:
    """How a plank is turned, in degrees clockwise."""
    (x, y), (to_x, to_y) = (_support(box, state, name).at for name in laid.ends)
    return math.degrees(math.atan2(to_y - y, to_x - x))


def _is_near(point: Point, start: Point, end: Point, least: float) -> bool:
    """Whether a point is less than that away from a line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    x, y = point[0] - start[0], point[1] - start[1]
    # Most points are far from the whole line, which is quicker to see than how far exactly.
    if abs(x * dy - y * dx) >= least * math.hypot(dx, dy):
        return False
    part = min(1.0, max(0.0, (x * dx + y * dy) / (dx * dx + dy * dy)))
    return math.hypot(x - part * dx, y - part * dy) < least


def _side(one: Point, other: Point, point: Point) -> bool:
    across = (other[0] - one[0]) * (point[1] - one[1]) - (other[1] - one[1]) * (point[0] - one[0])
    return across > 0


# --- stones --------------------------------------------------------------------------------------


def water_hindrance(box: Box, seen: Survey, at: Point) -> Message | None:
    """Why no stone may lie there in open water."""
    measures, radius = box.measures, box.measures.stone
    inside = radius <= at[0] <= measures.width - radius
    if not inside or not radius <= at[1] <= measures.height - radius:
        return say("a stone lies wholly on the board")
    for other in seen.supports.values():
        if math.dist(at, other.at) < radius + other.radius + measures.apart:
            return say("leave {gap} mm to stones and villages", gap=f"{measures.apart:g}")
    if any(_on_bank(measures, at, village) for village in box.villages.values()):
        return say("that is on land")
    return cover(measures, seen, at)


def cover(measures: Measures, seen: Survey, at: Point) -> Message | None:
    """Whether a plank lies over that place, so that no stone can be put there."""
    least = measures.stone + measures.plank / 2
    if any(_is_near(at, line.start, line.end, least) for line in seen.lines):
        return say("a plank lies over that place")
    return None


def _on_bank(measures: Measures, at: Point, village: Village) -> bool:
    """Land reaches from each village outward to the edge of the board."""
    x, y = measures.width / 2, measures.height / 2
    out_x, out_y = village.x - x, village.y - y
    far = math.hypot(out_x, out_y)
    along = ((at[0] - x) * out_x + (at[1] - y) * out_y) / far
    across = ((at[0] - x) * out_y - (at[1] - y) * out_x) / far
    return along > far and abs(across) < measures.bank


def free_islands(box: Box, state: State) -> Iterator[str]:
    seen = survey(box, state)
    for name, island in box.islands.items():
        if name not in seen.supports and not cover(box.measures, seen, (island.x, island.y)):
            yield name


def free_water(box: Box, state: State) -> Iterator[Point]:
    """Places of a honeycomb that are free; between them is room for others that are as legal."""
    seen, measures = survey(box, state), box.measures
    across, down = measures.lattice, measures.lattice * math.sqrt(3) / 2
    row, y = 0, measures.stone
    while y <= measures.height - measures.stone:
        x = measures.stone + (across / 2 if row % 2 else 0.0)
        while x <= measures.width - measures.stone:
            at = (round(x, 1), round(y, 1))
            if not water_hindrance(box, seen, at):
                yield at
            x += across
        row, y = row + 1, y + down
