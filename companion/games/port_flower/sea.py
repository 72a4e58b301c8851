"""The board as a sea: its water, closed steps, and the lengths of the legs.

A space is one number, its column times STRIDE plus its row, so that a step is an addition. The
port counts as one place: a boat may leave it from any of its four spaces.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from msgspec import Struct

from companion.games.port_flower.facts import PortFlowerFacts, Waters

STRIDE: Final = 100
NORTH, SOUTH, WEST, EAST = 1, -1, -STRIDE, STRIDE
DELTAS: Final[Mapping[str, int]] = {"north": NORTH, "south": SOUTH, "west": WEST, "east": EAST}
STRAIGHT: Final = frozenset(DELTAS.values())
PORT: Final = 0
"""The place of a boat in the port."""
ADRIFT: Final = -1
"""The place of a boat that a shark has met, until it is towed."""


class Course(Struct, frozen=True):
    """The places of pieces. A buoy is named by the south-western of its four spaces."""

    buoys: tuple[int, ...] = ()
    islands: tuple[int, ...] = ()
    sharks: tuple[int, ...] = ()


class Board(Struct, frozen=True):
    """The spaces of a board; columns and rows count from 1."""

    width: int
    height: int
    tiles: tuple[tuple[float, float], ...]
    spaces: frozenset[int]
    port: frozenset[int]
    shift: tuple[int, int]
    """The shift that puts the printed course in the middle."""


class Sea(Struct, frozen=True):
    """`open` is the water without islands, `barred` the closed diagonal steps, `near` the number of
    the buoy that is reached in a space."""

    open: frozenset[int]
    port: frozenset[int]
    islands: frozenset[int]
    barred: frozenset[tuple[int, int]]
    near: Mapping[int, int]
    buoys: tuple[int, ...]


def cell(x: float, y: float) -> int:
    """The space with this centre; for a buoy's corner, the space to its south-west."""
    return int(x) * STRIDE + int(y)


def around(buoy: int) -> tuple[int, ...]:
    """The four spaces that meet at a buoy."""
    return (buoy, buoy + EAST, buoy + NORTH, buoy + NORTH + EAST)


def make_board(facts: PortFlowerFacts, waters: str) -> Board:
    size, printed = facts.waters[waters], next(iter(facts.waters.values()))
    shift = (size.columns - printed.columns, size.rows - printed.rows)
    tiles = tuple(
        (2 * column + 1.5, 2 * row + 1.5)
        for column in range(size.columns)
        for row in range(size.rows)
        if not _is_cut(size, column, row)
    )
    harbour = next(piece for piece in facts.course if piece.role == "port")
    port = _quarters(harbour.x + shift[0], harbour.y + shift[1])
    spaces = frozenset(space for tile in tiles for space in _quarters(*tile))
    return Board(2 * size.columns, 2 * size.rows, tiles, spaces, frozenset(port), shift)


def _is_cut(size: Waters, column: int, row: int) -> bool:
    across = min(column, size.columns - 1 - column)
    return across < size.cut and min(row, size.rows - 1 - row) < size.cut


def _quarters(x: float, y: float) -> tuple[int, ...]:
    return around(cell(x, y))


def make_sea(board: Board, course: Course, *, open_corners: bool = False) -> Sea:
    islands = frozenset(course.islands)
    barred = set(_squeezes(islands))
    if not open_corners:
        for buoy in course.buoys:
            barred |= _both_ways(buoy, buoy + NORTH + EAST)
            barred |= _both_ways(buoy + EAST, buoy + NORTH)
    near = {
        space: number for number, buoy in enumerate(course.buoys, start=1) for space in around(buoy)
    }
    water = board.spaces - board.port - islands
    return Sea(water, board.port, islands, frozenset(barred), near, course.buoys)


def _squeezes(islands: Collection[int]) -> Iterable[tuple[int, int]]:
    """The diagonal steps between two islands that touch at a corner."""
    for island in islands:
        for upward in (NORTH, SOUTH):
            if island + EAST + upward in islands:
                yield from _both_ways(island + EAST, island + upward)


def _both_ways(one: int, other: int) -> set[tuple[int, int]]:
    return {(one, other), (other, one)}


def leg_lengths(sea: Sea) -> tuple[int | None, ...]:
    """The least number of straight steps of each leg, from port to port; None for a leg that cannot
    be sailed."""
    stops = [tuple(sea.port), *map(around, sea.buoys), tuple(sea.port)]
    return tuple(
        distance(sea.open, stops[leg], frozenset(stops[leg + 1])) for leg in range(len(stops) - 1)
    )


def distance(water: frozenset[int], starts: Iterable[int], goals: frozenset[int]) -> int | None:
    """The fewest straight steps through the water; None if there is no path."""
    edge, seen, steps = set(starts), set(starts), 0
    while edge:
        if edge & goals:
            return steps
        reached = {space + delta for space in edge for delta in STRAIGHT}
        edge = {space for space in reached if space in water or space in goals} - seen
        seen |= edge
        steps += 1
    return None


def is_bypassed(water: frozenset[int], space: int) -> bool:
    """Whether the water beside a space is connected right around it. Then connected water stays
    connected without the space; otherwise a full search is needed."""
    beside = {space + delta for delta in STRAIGHT} & water
    ring = {space + across + up for across in (WEST, 0, EAST) for up in (SOUTH, 0, NORTH)}
    ring = (ring - {space}) & water
    edge = set(tuple(beside)[:1])
    seen = set(edge)
    while edge:
        edge = {near + delta for near in edge for delta in STRAIGHT} & ring - seen
        seen |= edge
    return beside <= seen


def is_connected(water: frozenset[int]) -> bool:
    """Whether every space can be sailed to from every other by straight steps."""
    if not water:
        return True
    edge = {min(water)}
    seen = set(edge)
    while edge:
        edge = {space + delta for space in edge for delta in STRAIGHT} & water - seen
        seen |= edge
    return len(seen) == len(water)
