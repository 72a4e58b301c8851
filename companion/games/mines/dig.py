"""Mines that can be built or extended on a tile."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.games.mines.facts import DigCost, MinesFacts
from companion.games.mines.hexes import SIDES, Cell
from companion.games.mines.mountain import Mountain, owners_near, sides_near
from companion.games.mines.names import count_points, count_sides, count_tokens
from companion.games.mines.state import Player, State
from companion.language.messages import Message, say

DigKind = Literal["build", "extend"]


class Dig(Struct, frozen=True):
    kind: DigKind
    tokens: int
    points: int

    @property
    def offer(self) -> Message:
        """The points it scores and the tokens it costs."""
        tokens, points = count_tokens(self.tokens), count_points(self.points)
        if self.kind == "build":
            return say("build a mine: {points}, costs {tokens}", points=points, tokens=tokens)
        return say("extend your mine: {points}, costs {tokens}", points=points, tokens=tokens)


def find_dig(
    facts: MinesFacts, state: State, player: Player, mountain: Mountain, cell: Cell
) -> Dig | Message:
    """The mine that a player may dig in a cell, or the reason why not."""
    owners = owners_near(mountain, cell)
    sides = sides_near(mountain, cell)
    if owners and player.id not in owners:
        return say("no mine here: it only touches other players’ foundations")
    cost = next((cost for cost in facts.dig_costs if cost.sides == sides), None)
    found = _extension(cost, state) if owners else _new_mine(cost)
    if found is None:
        return _too_few_sides(facts, sides, extend=bool(owners))
    if found.tokens > player.tokens:
        return say(
            "no mine here: it costs {need}, you have {left}",
            need=count_tokens(found.tokens),
            left=count_tokens(player.tokens),
        )
    return found


def _new_mine(cost: DigCost | None) -> Dig | None:
    return Dig("build", cost.build_tokens, cost.build_points) if cost is not None else None


def _extension(cost: DigCost | None, state: State) -> Dig | None:
    if cost is None or cost.extend_tokens is None or cost.extend_points is None:
        return None
    surrounded = cost.sides == SIDES
    points = int(state.options["extend6"]) if surrounded else cost.extend_points
    return Dig("extend", cost.extend_tokens, points)


def _too_few_sides(facts: MinesFacts, sides: int, *, extend: bool) -> Message:
    if extend:
        least = min(cost.sides for cost in facts.dig_costs if cost.extend_tokens is not None)
        return say(
            "no mine here: it touches {sides}, extending needs {least}",
            sides=count_sides(sides),
            least=least,
        )
    least = min(cost.sides for cost in facts.dig_costs)
    return say(
        "no mine here: it touches {sides}, building needs {least}",
        sides=count_sides(sides),
        least=least,
    )
