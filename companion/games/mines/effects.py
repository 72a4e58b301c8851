"""What a mine does to the score of its player: the zone that it starts, enlarges or joins."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from companion.games.mines.dig import Dig
from companion.games.mines.hexes import Cell, groups, neighbours
from companion.games.mines.mountain import Mountain, Zone, zones
from companion.games.mines.state import LaidTile, Player
from companion.language.messages import Message, say


class DigEffect(Struct, frozen=True):
    """The points of the zones that a mine touches and of the zone that they become, and the
    player's points before and after it."""

    zone_before: int
    zone_after: int
    total_before: int
    total_after: int

    @property
    def on_zone(self) -> Message:
        if self.zone_before == self.zone_after:
            return say("your zones stay the same")
        return say("zone {before} → {after}", before=self.zone_before, after=self.zone_after)

    @property
    def on_total(self) -> Message:
        return say("total {before} → {after}", before=self.total_before, after=self.total_after)


def dig_effect(mountain: Mountain, player: Player, cell: Cell, dig: Dig) -> DigEffect:
    """The effect of a mine in a cell; a tile may lie there already."""
    zone_points = sum(zone.points for zone in zones(mountain, player.id))
    total = player.points + zone_points
    if not dig.tokens:
        return DigEffect(0, 0, total, total + dig.points)
    own = [laid.cell for laid in mountain.values() if laid.tokens and laid.owner == player.id]
    near = set(neighbours(cell))
    before = sum(
        _zone(mountain, group).points for group in groups(own) if not near.isdisjoint(group)
    )
    after = {**mountain, cell: LaidTile("", cell, 0, player.id, dig.tokens)}
    joined = next(group for group in groups([*own, cell]) if cell in group)
    zone = _zone(after, joined).points
    return DigEffect(before, zone, total, total + dig.points + zone - before)


def _zone(mountain: Mountain, cells: Collection[Cell]) -> Zone:
    return Zone(len(cells), sum(mountain[cell].tokens for cell in cells))
