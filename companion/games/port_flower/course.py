"""Courses: the printed one, a random one, or one that the players lay piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.port_flower.facts import PortFlowerFacts
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
from companion.games.setup import Fairness
from companion.language.messages import say

PieceKind = Literal["buoy", "island", "shark"]


class Distances(Struct, frozen=True):
    """Least distances: between buoys, from a buoy to the one before it (or from the first to the
    port), and from islands and sharks to the port."""

    buoys: int
    legs: int
    islands: int
    sharks: int


RANDOM: Final = Distances(buoys=3, legs=5, islands=2, sharks=4)
OWN: Final = Distances(buoys=2, legs=1, islands=1, sharks=2)
MIN_LEG: Final = 3
CALM: Final = 6
"""A shark this many spaces from the port is not a danger to boats that set out."""


def printed_course(facts: PortFlowerFacts, board: Board, sharks: int) -> Course:
    def shifted(x: float, y: float) -> int:
        return cell(x + board.shift[0], y + board.shift[1])

    places = {
        role: tuple(shifted(piece.x, piece.y) for piece in facts.laid(role))
        for role in ("buoy", "island", "shark")
    }
    more = tuple(shifted(x, y) for x, y in facts.more_sharks)
    return Course(places["buoy"], places["island"], (*places["shark"], *more)[:sharks])


def pieces_to_lay(facts: PortFlowerFacts, sharks: int) -> tuple[PieceKind, ...]:
    """The pieces of a course, in the order in which they are laid."""
    counts: tuple[tuple[PieceKind, int], ...] = (
        ("buoy", len(facts.laid("buoy"))),
        ("island", len(facts.laid("island"))),
        ("shark", sharks),
    )
    return tuple(kind for kind, count in counts for _ in range(count))


def random_course(facts: PortFlowerFacts, board: Board, sharks: int, chance: Chance) -> Course:
    """Draw courses until one is complete, leaves the sea connected and has no leg that is too
    short."""
    buoys, islands = len(facts.laid("buoy")), len(facts.laid("island"))
    while True:
        course = _random_buoys(board, buoys, chance)
        if course is None:
            continue
        course = replace(course, islands=_random_spots(board, course, "island", islands, chance))
        course = replace(course, sharks=_random_spots(board, course, "shark", sharks, chance))
        if is_one_sea(board, course.islands) and _has_long_legs(
            leg_lengths(make_sea(board, course))
        ):
            return course


def _random_buoys(board: Board, count: int, chance: Chance) -> Course | None:
    course = Course()
    for _ in range(count):
        spots = free_spots(board, course, "buoy", RANDOM)
        if not spots:
            return None
        course = lay(course, "buoy", chance.roll(spots))
    return course


def _random_spots(
    board: Board, course: Course, kind: PieceKind, count: int, chance: Chance
) -> tuple[int, ...]:
    spots = list(free_spots(board, course, kind, RANDOM))
    return tuple(spots.pop(chance.below(len(spots))) for _ in range(count))


def _has_long_legs(lengths: Sequence[int | None]) -> bool:
    *out, home = lengths
    return home is not None and all(leg is not None and leg >= MIN_LEG for leg in out)


def lay(course: Course, kind: PieceKind, spot: int) -> Course:
    """The course with another piece."""
    if kind == "buoy":
        return replace(course, buoys=(*course.buoys, spot))
    if kind == "island":
        return replace(course, islands=(*course.islands, spot))
    return replace(course, sharks=(*course.sharks, spot))


def free_spots(board: Board, course: Course, kind: PieceKind, least: Distances) -> tuple[int, ...]:
    """Where the next piece may lie: buoys where four spaces of water meet, other pieces on free
    water. This does not check whether an island would cut the sea in two."""
    water = board.spaces - board.port - {*course.islands, *course.sharks}
    if kind == "buoy":
        before = course.buoys[-1:] or board.port
        spots = water - _nearer(course.buoys, least.buoys) - _nearer(before, least.legs)
        return tuple(spot for spot in sorted(spots) if water.issuperset(around(spot)))
    distance = least.islands if kind == "island" else least.sharks
    taken = {space for buoy in course.buoys for space in around(buoy)}
    return tuple(sorted(water - taken - _nearer(board.port, distance)))


def _nearer(spots: Iterable[int], distance: int) -> set[int]:
    """All spaces closer than `distance` to one of the spots."""
    reach = range(1 - distance, distance)
    return {spot + STRIDE * across + up for spot in spots for across in reach for up in reach}


def own_spots(board: Board, course: Course, kind: PieceKind) -> tuple[int, ...]:
    """Where a player may lay the next piece of the players' own course."""
    spots = free_spots(board, course, kind, OWN)
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
    """Whether all water and the port are connected."""
    water = board.spaces - board.port - set(islands)
    return is_connected(water) and is_connected(water | board.port)


def apart(one: int, other: int) -> int:
    """The distance of two spaces; a diagonal step counts as one."""
    across, up = one // STRIDE - other // STRIDE, one % STRIDE - other % STRIDE
    return max(abs(across), abs(up))


def from_port(board: Board, space: int) -> int:
    return min(apart(space, berth) for berth in board.port)


def fairness_of(board: Board, course: Course, legs: Sequence[int | None]) -> Fairness:
    """All sail the same course, so only luck and the order of turns can be unfair: a single long
    leg decides too much, and a shark at the port meets the boats that set out last."""
    lengths = [leg for leg in legs if leg is not None]
    even = sum(lengths) / len(lengths) / max(lengths)
    nearest = min(from_port(board, shark) for shark in course.sharks)
    return Fairness(
        round(60 * even + 40 * min(nearest, CALM) / CALM),
        say(
            "Legs of {shortest} to {longest} spaces, {total} in total. The nearest shark is {near} "
            "spaces from the port.",
            shortest=min(lengths),
            longest=max(lengths),
            total=sum(lengths),
            near=nearest,
        ),
    )
