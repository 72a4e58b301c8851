"""Where tiles fit on the mountain, and the zones of foundations.

The sides around a cell are encoded as one number: eight bits per side, with the bits of the
colours that may not lie there. A tile in one of its six turns is encoded in the same way, with the
colours it has; it fits if the two numbers have no bit in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from companion.games.mines.facts import MinesFacts
from companion.games.mines.hexes import SIDES, Cell, groups, joined, neighbours
from companion.games.mines.state import LaidTile

BITS_PER_SIDE: Final = 8
ALL_BITS: Final = (1 << BITS_PER_SIDE) - 1

Mountain = Mapping[Cell, LaidTile]
"""The laid tiles by their cells."""


class Gap(Struct, frozen=True):
    """An empty cell: the number of sides it touches, and the bits that may not lie there."""

    sides: int
    barred: int


class TilePlacement(Struct, frozen=True):
    """A legal way to lay a tile; `open` if another tile must still connect it to this turn's."""

    tile: str
    cell: Cell
    turn: int
    sides: int
    open: bool = False


def tiles_by_cell(mountain: Iterable[LaidTile]) -> dict[Cell, LaidTile]:
    return {laid.cell: laid for laid in mountain}


def side_bits(facts: MinesFacts, tile: str, turn: int) -> int:
    """The colours of a turned tile's sides as bits."""
    sides = facts.tiles[tile].sides
    number = 0
    for place in range(SIDES):
        number |= facts.sides[sides[place - turn]].bit << (BITS_PER_SIDE * place)
    return number


def gap(facts: MinesFacts, mountain: Mountain, cell: Cell) -> Gap:
    sides = barred = 0
    for place, near in enumerate(neighbours(cell)):
        laid = mountain.get(near)
        if laid is None:
            continue
        sides += 1
        facing = facts.tiles[laid.tile].sides[(place + SIDES // 2 - laid.turn) % SIDES]
        bit = facts.sides[facing].bit
        if bit:
            barred |= (ALL_BITS ^ bit) << (BITS_PER_SIDE * place)
    return Gap(sides, barred)


def frontier(facts: MinesFacts, mountain: Mountain) -> dict[Cell, Gap]:
    """The empty cells around the mountain, from the top, row by row."""
    cells = {near for cell in mountain for near in neighbours(cell)} - mountain.keys()
    return {
        cell: gap(facts, mountain, cell)
        for cell in sorted(cells, key=lambda c: (c[1], 2 * c[0] + c[1]))
    }


def tile_placements(
    facts: MinesFacts, mountain: Mountain, hand: Sequence[str], fresh: Sequence[Cell] = ()
) -> Iterator[TilePlacement]:
    """All legal ways to lay a tile of the hand, by tile, cell and turn."""
    cells = frontier(facts, mountain)
    together = {cell: not fresh or joined((*fresh, cell)) for cell in cells}
    for tile in hand:
        codes = [side_bits(facts, tile, turn) for turn in range(SIDES)]
        rest = [other for other in hand if other != tile]
        for cell, around in cells.items():
            for turn, number in enumerate(codes):
                if number & around.barred:
                    continue
                if together[cell]:
                    yield TilePlacement(tile, cell, turn, around.sides)
                elif rest and can_be_joined(
                    facts, mountain, fresh, LaidTile(tile, cell, turn), rest
                ):
                    yield TilePlacement(tile, cell, turn, around.sides, open=True)


def can_be_joined(
    facts: MinesFacts,
    mountain: Mountain,
    fresh: Sequence[Cell],
    laid: LaidTile,
    rest: Sequence[str],
) -> bool:
    """Whether another tile of the hand can connect this one to the others of the turn."""
    after = {**mountain, laid.cell: laid}
    for cell in neighbours(laid.cell):
        if cell in after or not joined((*fresh, laid.cell, cell)):
            continue
        barred = gap(facts, after, cell).barred
        if any(not side_bits(facts, tile, turn) & barred for tile in rest for turn in range(SIDES)):
            return True
    return False


def sides_near(mountain: Mountain, cell: Cell) -> int:
    """The number of sides that a tile in this cell touches."""
    return sum(near in mountain for near in neighbours(cell))


def owners_near(mountain: Mountain, cell: Cell) -> frozenset[str]:
    """The owners of the foundations that touch a cell."""
    near = (mountain.get(other) for other in neighbours(cell))
    return frozenset(laid.owner for laid in near if laid is not None and laid.tokens)


class Zone(Struct, frozen=True):
    """Connected foundations of one player, and the tokens on them."""

    foundations: int
    tokens: int

    @property
    def points(self) -> int:
        return self.foundations * self.tokens


def best_first(found: Iterable[Zone]) -> tuple[Zone, ...]:
    return tuple(sorted(found, key=lambda zone: (-zone.points, -zone.foundations)))


def zones(mountain: Mountain, owner: str) -> tuple[Zone, ...]:
    """A player's zones, the best first. Tiles without tokens connect nothing."""
    own = [laid.cell for laid in mountain.values() if laid.tokens and laid.owner == owner]
    return best_first(
        Zone(len(group), sum(mountain[cell].tokens for cell in group)) for group in groups(own)
    )
