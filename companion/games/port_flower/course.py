"""Takes a board, gives a course to race on it: the printed one, one by lot, or where players may
lay the next piece of their own; and how long and how even a course is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.chance import Chance
from companion.games.base import Fairness
from companion.games.port_flower.facts import Known
from companion.games.port_flower.sea import (
    STRIDE,
    Board,
    Course,
    around,
    cell,
    is_bypassed,
    is_connected,
    leg_lengths,
    make_sea,
)
from companion.words import say

Kind = Literal["buoy", "island", "shark"]


class Distances(Struct, frozen=True):
    """How far things lie apart at least: buoys from each other, a buoy from the one before it (or
    the first from the port), and islands and sharks from the port."""

    buoys: int
    legs: int
    islands: int
    sharks: int


BY_LOT: Final = Distances(buoys=3, legs=5, islands=2, sharks=4)
BY_HAND: Final = Distances(buoys=2, legs=1, islands=1, sharks=2)
SHORTEST_LEG: Final = 3
CALM: Final = 6
"""A shark that is so many spaces from the port is no danger to boats that set out."""


def printed_course(known: Known, board: Board, sharks: int) -> Course:
    def shifted(x: float, y: float) -> int:
        return cell(x + board.shift[0], y + board.shift[1])

    places = {
        role: tuple(shifted(piece.x, piece.y) for piece in known.laid(role))
        for role in ("buoy", "island", "shark")
    }
    more = tuple(shifted(x, y) for x, y in known.more_sharks)
    return Course(places["buoy"], places["island"], (*places["shark"], *more)[:sharks])


def pieces_to_lay(known: Known, sharks: int) -> tuple[Kind, ...]:
    """What a course is made of, in the order in which it is laid."""
    counts: tuple[tuple[Kind, int], ...] = (
        ("buoy", len(known.laid("buoy"))),
        ("island", len(known.laid("island"))),
        ("shark", sharks),
    )
    return tuple(kind for kind, count in counts for _ in range(count))


def random_course(known: Known, board: Board, sharks: int, chance: Chance) -> Course:
    """A lot that comes to nothing, cuts the sea in two, or leaves a leg that is hardly one, is
    drawn again."""
    buoys, islands = len(known.laid("buoy")), len(known.laid("island"))
    while True:
        course = _buoys_by_lot(board, buoys, chance)
        if course is None:
            continue
        course = replace(course, islands=_some(board, course, "island", islands, chance))
        course = replace(course, sharks=_some(board, course, "shark", sharks, chance))
        if is_one_sea(board, course.islands) and _is_race(leg_lengths(make_sea(board, course))):
            return course


def _buoys_by_lot(board: Board, count: int, chance: Chance) -> Course | None:
    course = Course()
    for _ in range(count):
        spots = free_spots(board, course, "buoy", BY_LOT)
        if not spots:
            return None
        course = lay(course, "buoy", chance.roll(spots))
    return course


def _some(board: Board, course: Course, kind: Kind, count: int, chance: Chance) -> tuple[int, ...]:
    spots = list(free_spots(board, course, kind, BY_LOT))
    return tuple(spots.pop(chance.below(len(spots))) for _ in range(count))


def _is_race(lengths: Sequence[int | None]) -> bool:
    *out, home = lengths
    return home is not None and all(leg is not None and leg >= SHORTEST_LEG for leg in out)


def lay(course: Course, kind: Kind, spot: int) -> Course:
    """The course with one more piece."""
    if kind == "buoy":
        return replace(course, buoys=(*course.buoys, spot))
    if kind == "island":
        return replace(course, islands=(*course.islands, spot))
    return replace(course, sharks=(*course.sharks, spot))


def free_spots(board: Board, course: Course, kind: Kind, far: Distances) -> tuple[int, ...]:
    """Where the next piece may lie: buoys where four spaces of water meet, and nothing where
    something else is. Whether an island would cut the sea in two is not looked at."""
    water = board.spaces - board.port - {*course.islands, *course.sharks}
    if kind == "buoy":
        before = course.buoys[-1:] or board.port
        spots = water - _nearer(course.buoys, far.buoys) - _nearer(before, far.legs)
        return tuple(spot for spot in sorted(spots) if water.issuperset(around(spot)))
    least = far.islands if kind == "island" else far.sharks
    taken = {space for buoy in course.buoys for space in around(buoy)}
    return tuple(sorted(water - taken - _nearer(board.port, least)))


def _nearer(spots: Iterable[int], distance: int) -> set[int]:
    """Every space that is less than the distance away from one of the spots."""
    reach = range(1 - distance, distance)
    return {spot + STRIDE * across + up for spot in spots for across in reach for up in reach}


def own_spots(board: Board, course: Course, kind: Kind) -> tuple[int, ...]:
    """Where a player may lay the next piece of a course of their own."""
    spots = free_spots(board, course, kind, BY_HAND)
    if kind != "island":
        return spots
    water = board.spaces - board.port - set(course.islands)
    seas = (water, water | board.port)
    return tuple(
        spot
        for spot in spots
        if all(is_bypassed(sea, spot) for sea in seas) or is_one_sea(board, (*course.islands, spot))
    )


def is_one_sea(board: Board, islands: Sequence[int]) -> bool:
    """Whether all water is connected, and the port with it."""
    water = board.spaces - board.port - set(islands)
    return is_connected(water) and is_connected(water | board.port)


def apart(one: int, other: int) -> int:
    """The distance of two spaces, a diagonal step counting as one."""
    across, up = one // STRIDE - other // STRIDE, one % STRIDE - other % STRIDE
    return max(abs(across), abs(up))


def from_port(board: Board, space: int) -> int:
    return min(apart(space, berth) for berth in board.port)


def fairness_of(board: Board, course: Course, legs: Sequence[int | None]) -> Fairness:
    """All sail the same course, so what can be uneven is luck and the order of turns: one long
    leg decides too much, and a shark at the port bites whoever sets out last."""
    lengths = [leg for leg in legs if leg is not None]
    even = sum(lengths) / len(lengths) / max(lengths)
    nearest = min(from_port(board, shark) for shark in course.sharks)
    return Fairness(
        round(60 * even + 40 * min(nearest, CALM) / CALM),
        say(
            "Legs of {shortest} to {longest} spaces, {total} in all; the nearest shark is {near} "
            "from the port.",
            shortest=min(lengths),
            longest=max(lengths),
            total=sum(lengths),
            near=nearest,
        ),
    )
