"""Read supports, planks and possible links from the drawn frames of River Dragons."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import load_game
from printgen.catalog.model import Component, Game
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.face import Face
from printgen.errors import Findings
from printgen.frame import Frame, Group, Item, Path, Use
from printgen.geometry import IDENTITY, Matrix, bounds, multiply, transform_segments
from printgen.ink import Ink

GENERATORS = ((183, 17), (42, -1), (173, -22), (104, -1), (69, 30))
LENGTHS = (45.0, 60.0, 75.0, 92.0, 110.0, 130.0)
PLANK_WIDTH, OVERLAP = 12.0, 5.0
ISLAND, STONE, VILLAGE, VILLAGES_AT = 14.0, 10.0, 26.0, 190.0
EXACT = 1e-5

Point = tuple[float, float]


class Support(NamedTuple):
    """Where a plank may rest: the middle of an island's stone, or a village."""

    at: Point
    radius: float

    @property
    def is_village(self) -> bool:
        return self.radius == VILLAGE


class Disc(NamedTuple):
    at: Point
    fill: Ink | None


@lru_cache(maxsize=1)
def open_game() -> Game:
    findings = Findings()
    game = load_game("river-dragons", builtin_cards(), builtin_templates(), findings)
    assert game is not None
    return game


@lru_cache(maxsize=16)
def drawn(name: str) -> tuple[Component, tuple[Face, ...]]:
    game = open_game()
    (component,) = (c for c in game.components if c.id == name)
    findings = Findings()
    faces = draw_component(game, component, make_draw_context(game, "full", None), findings)
    assert not list(findings), [str(finding) for finding in findings]
    return component, faces


def board(name: str = "board") -> Frame:
    _, (face,) = drawn(name)
    return face.front


def placed_paths(items: Sequence[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Path, Matrix]]:
    for item in items:
        if isinstance(item, Path):
            yield item, matrix
        elif isinstance(item, Group):
            yield from placed_paths(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Use):
            yield from placed_paths(item.frame.items, multiply(matrix, item.matrix))


def discs(frame: Frame, radius: float) -> list[Disc]:
    """Every circle of a radius, wherever in the picture it stands."""
    found = []
    for path, matrix in placed_paths(frame.items):
        kinds = "".join(str(segment[0]) for segment in path.segments)
        if kinds != "MCCCCZ":
            continue
        x, y, width, height = bounds(transform_segments(path.segments, matrix))
        if abs(width - 2 * radius) < EXACT and abs(height - 2 * radius) < EXACT:
            found.append(Disc((x + width / 2, y + height / 2), path.fill))
    return found


def printed_supports() -> list[Support]:
    frame = board()
    stones = [Support(disc.at, STONE) for disc in discs(frame, ISLAND)]
    return stones + [Support(disc.at, VILLAGE) for disc in discs(frame, VILLAGE)]


def on_page(radius: float, angle: float, frame: Frame) -> Point:
    """Our places are about the middle with y up; pages start at the top left with y down."""
    turn = math.radians(angle)
    return (
        frame.width / 2 + radius * math.cos(turn),
        frame.height / 2 - radius * math.sin(turn),
    )


def exact_supports() -> list[Support]:
    frame = board()
    angles = {
        (radius, (base + turn) % 360)
        for radius, angle in GENERATORS
        for base in (angle, 60 - angle)
        for turn in (0, 120, 240)
    }
    stones = [Support(on_page(*place, frame), STONE) for place in sorted(angles)]
    villages = [Support(on_page(VILLAGES_AT, turn, frame), VILLAGE) for turn in range(0, 360, 60)]
    return stones + villages


def printed_lengths() -> tuple[float, ...]:
    """The planks' lengths, by their numbers, out of the faces that are cut."""
    return tuple(drawn(f"plank-{number}")[1][0].front.width for number in range(1, 7))


def matched(printed: Sequence[Support], exact: Sequence[Support]) -> list[Support]:
    """The printed supports in the order of the exact ones they are nearest to."""
    return [
        min(
            (support for support in printed if support.radius == one.radius),
            key=lambda support: math.dist(support.at, one.at),
        )
        for one in exact
    ]


def smallest_plank(one: Support, other: Support, lengths: Sequence[float]) -> int | None:
    """The number of the shortest plank that reaches; villages are never joined to villages."""
    if one.is_village and other.is_village:
        return None
    least = math.dist(one.at, other.at) - one.radius - other.radius + 2 * OVERLAP
    return next((number for number, length in enumerate(lengths, 1) if length >= least), None)


def gap(point: Point, start: Point, end: Point) -> float:
    """How far a point is from a plank's centre line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)
    part = min(1.0, max(0.0, along))
    return math.dist(point, (start[0] + part * dx, start[1] + part * dy))


def obstructs(third: Support, one: Support, other: Support) -> bool:
    """A plank on its way may not touch a third stone or village."""
    return gap(third.at, one.at, other.at) < third.radius + PLANK_WIDTH / 2


Links = dict[int, dict[int, int]]


def links(supports: Sequence[Support], lengths: Sequence[float], *, stones: bool) -> Links:
    """Each pair's smallest plank. With `stones`, every island has one, and stones obstruct."""
    made: Links = {index: {} for index in range(len(supports))}
    for (i, one), (j, other) in combinations(enumerate(supports), 2):
        number = smallest_plank(one, other, lengths)
        others = [s for k, s in enumerate(supports) if k not in (i, j)]
        if number is None or (stones and any(obstructs(s, one, other) for s in others)):
            continue
        made[i][j] = made[j][i] = number
    return made


def one_set_does(needed: Sequence[int]) -> bool:
    """Can planks 1 to 6, one each, be dealt to gaps that need at least these numbers?"""
    return all(need <= 6 - place for place, need in enumerate(sorted(needed, reverse=True)))


def routes(
    all_links: Links, supports: Sequence[Support], start: int, goal: int, planks: int
) -> int:
    """Bridges of so many planks over stones of their own that one set of planks can build."""

    def go(path: tuple[int, ...], needed: tuple[int, ...]) -> int:
        if len(needed) == planks:
            return int(path[-1] == goal and one_set_does(needed) and _lies_free(path, supports))
        return sum(
            go((*path, step), (*needed, number))
            for step, number in all_links[path[-1]].items()
            if step not in path and (step == goal) == (len(needed) + 1 == planks)
        )

    return go((start,), ())


def _lies_free(path: Sequence[int], supports: Sequence[Support]) -> bool:
    return not any(
        obstructs(supports[third], supports[one], supports[other])
        for one, other in pairwise(path)
        for third in path
        if third not in (one, other)
    )


def board_matrices(items: Sequence[Item], matrix: Matrix = IDENTITY) -> Iterator[Matrix]:
    """Where a page places the board."""
    for item in items:
        if isinstance(item, Use) and item.frame is board():
            yield multiply(matrix, item.matrix)
        elif isinstance(item, Group):
            yield from board_matrices(item.items, multiply(matrix, item.matrix))
