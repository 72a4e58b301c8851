"""Takes a sea and dice, gives where a boat or a shark can come to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from companion.games.port_flower.sea import PORT, STRAIGHT, Sea
from companion.games.port_flower.state import BUOYS, Boat
from companion.games.port_flower.variants import Variants
from companion.games.port_flower.winds import Leg, ways


class Came(NamedTuple):
    """How many buoys a boat has reached when it ends its move, and the way it came."""

    reached: int
    way: tuple[Leg, ...]


class Met(NamedTuple):
    """A boat that a shark meets, and the space from which it comes."""

    boat: int
    before: int


def boat_ends(
    sea: Sea,
    variants: Variants,
    boat: Boat,
    dice: tuple[Leg, ...],
    sharks: Collection[int],
    others: Collection[int],
) -> dict[int, Came]:
    """Where the boat can end its move, and how it comes there. Of several ways to one space the
    one by most buoys is taken: no sailor would want another."""
    found: dict[int, Came] = {}
    for way in ways(dice):
        if boat.at == PORT and not way:
            found[PORT] = Came(boat.reached, way)
            continue
        for start in sea.port if boat.at == PORT else (boat.at,):
            came = _sail(sea, variants, start, boat.reached, way, sharks)
            if came is None or came[0] in others:
                continue
            end = PORT if came[0] in sea.port else came[0]
            if end not in found or found[end].reached < came[1]:
                found[end] = Came(came[1], way)
    return found


def _sail(
    sea: Sea,
    variants: Variants,
    at: int,
    reached: int,
    way: tuple[Leg, ...],
    sharks: Collection[int],
) -> tuple[int, int] | None:
    left = sum(count for _, count in way)
    for delta, count in way:
        for _ in range(count):
            to = at + delta
            left -= 1
            if delta not in STRAIGHT and (at, to) in sea.barred:
                return None
            if not _may_enter(sea, variants, to, reached, left, sharks):
                return None
            at = to
            if not variants.stop_at_buoys and sea.near.get(at) == reached + 1:
                reached += 1
    # A boat that was towed beside its next buoy has not sailed there by staying where it is.
    if variants.stop_at_buoys and way and sea.near.get(at) == reached + 1:
        reached += 1
    return at, reached


def _may_enter(
    sea: Sea, variants: Variants, to: int, reached: int, left: int, sharks: Collection[int]
) -> bool:
    if to in sea.open:
        return to not in sharks
    if left:
        return False
    if to in sea.port:
        return reached == BUOYS
    return variants.refuge and to in sea.islands


def shark_paths(
    sea: Sea,
    variants: Variants,
    at: int,
    dice: tuple[Leg, ...],
    sharks: Collection[int],
    boats: Mapping[int, int],
) -> Iterator[tuple[tuple[Leg, ...], tuple[int, ...]]]:
    """Each way a shark can swim, and the spaces it enters; `boats` says which boat is where.
    A shark's move is over where it meets a boat, unless the table plays with hungry sharks."""
    for way in ways(dice):
        path = _swim(sea, variants, at, way, sharks, boats)
        if path is not None:
            yield way, path


def _swim(
    sea: Sea,
    variants: Variants,
    at: int,
    way: tuple[Leg, ...],
    sharks: Collection[int],
    boats: Mapping[int, int],
) -> tuple[int, ...] | None:
    path: list[int] = []
    for delta, count in way:
        for _ in range(count):
            to = at + delta
            if to not in sea.open or to in sharks:
                return None
            if delta not in STRAIGHT and (at, to) in sea.barred:
                return None
            at = to
            path.append(to)
            if to in boats and not variants.hungry:
                return tuple(path)
    return tuple(path)


def meetings(at: int, path: tuple[int, ...], boats: Mapping[int, int]) -> tuple[Met, ...]:
    """The boats on a shark's path, in order; each is met once, since it is gone then."""
    met: dict[int, Met] = {}
    for before, space in zip((at, *path), path, strict=False):
        if space in boats:
            met.setdefault(boats[space], Met(boats[space], before))
    return tuple(met.values())
