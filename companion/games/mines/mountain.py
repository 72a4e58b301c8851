"""Takes the mountain and a hand, gives where its tiles fit, and the zones of foundations.

The sides around a cell are one number: eight bits for each side, and in it the colours that may
not lie there. A tile in one of its six turns is such a number too, with the colours it has; it
fits if the two have no bit in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from companion.games.mines.facts import MinesFacts
from companion.games.mines.hexes import SIDES, Cell, groups, joined, neighbours
from companion.games.mines.state import Laid

WIDTH: Final = 8
ALL: Final = (1 << WIDTH) - 1

Ground = Mapping[Cell, Laid]
"""The mountain by its cells."""


class Gap(Struct, frozen=True):
    """An empty cell: how many sides of the mountain it touches, and what may not lie there."""

    sides: int
    barred: int


class Lay(Struct, frozen=True):
    """A legal way to lay a tile; `open` if one more tile must join it to those of this turn."""

    tile: str
    cell: Cell
    turn: int
    sides: int
    open: bool = False


def ground(mountain: Iterable[Laid]) -> dict[Cell, Laid]:
    return {laid.cell: laid for laid in mountain}


def code(facts: MinesFacts, tile: str, turn: int) -> int:
    """The colours of a tile's sides, as it lies turned."""
    sides = facts.tiles[tile].sides
    number = 0
    for place in range(SIDES):
        number |= facts.sides[sides[place - turn]].bit << (WIDTH * place)
    return number


def gap(facts: MinesFacts, land: Ground, cell: Cell) -> Gap:
    sides = barred = 0
    for place, near in enumerate(neighbours(cell)):
        laid = land.get(near)
        if laid is None:
            continue
        sides += 1
        facing = facts.tiles[laid.tile].sides[(place + SIDES // 2 - laid.turn) % SIDES]
        bit = facts.sides[facing].bit
        if bit:
            barred |= (ALL ^ bit) << (WIDTH * place)
    return Gap(sides, barred)


def frontier(facts: MinesFacts, land: Ground) -> dict[Cell, Gap]:
    """The empty cells around the mountain, from the top, row by row."""
    cells = {near for cell in land for near in neighbours(cell)} - land.keys()
    return {
        cell: gap(facts, land, cell)
        for cell in sorted(cells, key=lambda c: (c[1], 2 * c[0] + c[1]))
    }


def lays(
    facts: MinesFacts, land: Ground, hand: Sequence[str], fresh: Sequence[Cell] = ()
) -> Iterator[Lay]:
    """All ways to lay a tile of the hand, by tile, cell and turn."""
    cells = frontier(facts, land)
    together = {cell: joined((*fresh, cell)) for cell in cells}
    for tile in hand:
        codes = [code(facts, tile, turn) for turn in range(SIDES)]
        rest = [other for other in hand if other != tile]
        for cell, around in cells.items():
            for turn, number in enumerate(codes):
                if number & around.barred:
                    continue
                if together[cell]:
                    yield Lay(tile, cell, turn, around.sides)
                elif rest and can_be_joined(facts, land, fresh, Laid(tile, cell, turn), rest):
                    yield Lay(tile, cell, turn, around.sides, open=True)


def can_be_joined(
    facts: MinesFacts, land: Ground, fresh: Sequence[Cell], laid: Laid, rest: Sequence[str]
) -> bool:
    """Whether a tile of the rest fits where it joins this one to the others of the turn."""
    after = {**land, laid.cell: laid}
    for cell in neighbours(laid.cell):
        if cell in after or not joined((*fresh, laid.cell, cell)):
            continue
        barred = gap(facts, after, cell).barred
        if any(not code(facts, tile, turn) & barred for tile in rest for turn in range(SIDES)):
            return True
    return False


def sides_near(land: Ground, cell: Cell) -> int:
    """How many sides of the mountain a tile in this cell touches."""
    return sum(near in land for near in neighbours(cell))


def owners_near(land: Ground, cell: Cell) -> frozenset[str]:
    """Whose foundations touch a cell."""
    near = (land.get(other) for other in neighbours(cell))
    return frozenset(laid.owner for laid in near if laid is not None and laid.tokens)


class Zone(Struct, frozen=True):
    """Foundations of one player that touch, and the tokens on them."""

    foundations: int
    tokens: int

    @property
    def points(self) -> int:
        return self.foundations * self.tokens


def best_first(found: Iterable[Zone]) -> tuple[Zone, ...]:
    return tuple(sorted(found, key=lambda zone: (-zone.points, -zone.foundations)))


def zones(land: Ground, owner: str) -> tuple[Zone, ...]:
    """A player's zones, the best first. Tiles without tokens join nothing."""
    own = [laid.cell for laid in land.values() if laid.tokens and laid.owner == owner]
    return best_first(
        Zone(len(group), sum(land[cell].tokens for cell in group)) for group in groups(own)
    )
