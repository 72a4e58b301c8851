"""Where a boat or a shark can go with some dice."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from companion.games.port_flower.options import Variants
from companion.games.port_flower.sea import PORT, STRAIGHT, Sea
from companion.games.port_flower.state import BUOYS
from companion.games.port_flower.winds import Leg, ways


class Walk(NamedTuple):
    """The end of a boat's move, the buoys reached by then, and all spaces it enters."""

    end: int
    reached: int
    path: frozenset[int]


class Met(NamedTuple):
    """A boat that a shark meets, and the space from which the shark comes."""

    boat: int
    before: int


def boat_walks(
    sea: Sea, variants: Variants, at: int, reached: int, dice: tuple[Leg, ...]
) -> Iterator[Walk]:
    """All paths of a boat at a space (or in the port) with this many buoys, as if it were alone at
    sea."""
    for way in ways(dice):
        if at == PORT and not way:
            yield Walk(PORT, reached, frozenset())
            continue
        for start in sea.port if at == PORT else (at,):
            walk = _sail(sea, variants, start, reached, way)
            if walk is not None:
                yield walk


def _sail(sea: Sea, variants: Variants, at: int, reached: int, way: tuple[Leg, ...]) -> Walk | None:
    path: list[int] = []
    left = sum(count for _, count in way)
    for delta, count in way:
        for _ in range(count):
            to = at + delta
            left -= 1
            if delta not in STRAIGHT and (at, to) in sea.barred:
                return None
            if to not in sea.open and (left or not _may_end(sea, variants, to, reached)):
                return None
            at = to
            path.append(to)
            if not variants.stop_at_buoys and sea.near.get(at) == reached + 1:
                reached += 1
    # A boat that was towed beside its next buoy does not reach it by staying there.
    if variants.stop_at_buoys and way and sea.near.get(at) == reached + 1:
        reached += 1
    return Walk(PORT if at in sea.port else at, reached, frozenset(path))


def _may_end(sea: Sea, variants: Variants, to: int, reached: int) -> bool:
    """Whether a move may end outside the water."""
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
) -> Iterator[tuple[int, ...]]:
    """The spaces that a shark enters on each of its paths; `boats` maps spaces to boats. A shark
    stops where it meets a boat, unless the table plays with hungry sharks."""
    for way in ways(dice):
        path = _swim(sea, variants, at, way, sharks, boats)
        if path is not None:
            yield path


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
    """The boats on a shark's path in order; each is met only once, as it is towed away."""
    met: dict[int, Met] = {}
    for before, space in zip((at, *path), path, strict=False):
        if space in boats:
            met.setdefault(boats[space], Met(boats[space], before))
    return tuple(met.values())
