"""Where members can walk, and the ways to hexes that they can settle on."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from companion.games.dragon_boats.facts import DragonBoatsFacts
from companion.games.dragon_boats.state import Player, State, Walker
from companion.language.messages import say

HEXES: Final = ("farm", "wisdom")
INLAND: Final = (*HEXES, "road", "path")
GROUND: Final = (*INLAND, "landing")
DOUBLED_BY: Final = {"food": "J", "treasure": "K", "coin": "M"}
"""The card that doubles a road's reward for its owner."""
ICON_NAMES: Final = {
    "coin": say("a coin"),
    "food": say("food"),
    "card": say("a card"),
    "offering": say("an offering"),
    "treasure": say("a treasure"),
}


def next_spaces(facts: DragonBoatsFacts, state: State, walker: Walker) -> list[str]:
    """The spaces where a member may step now."""
    player = state.player(walker.seat)
    if walker.steps >= player.free_steps and not food_for_walk(state, walker):
        return []
    return spaces_ahead(facts, state, walker)


def food_for_walk(state: State, walker: Walker) -> int:
    """The food that a member may still spend on this walk."""
    return state.player(walker.seat).food if found_food_counts(state) else walker.pack


def found_food_counts(state: State) -> bool:
    """Whether food that is found on a walk can be spent on it."""
    return state.options["found_food"] == "now"


def spaces_ahead(facts: DragonBoatsFacts, state: State, walker: Walker) -> list[str]:
    """The spaces where a member with steps left could step."""
    ground = GROUND if state.options["ports"] == "open" else INLAND
    return [
        name
        for name in facts.spaces[walker.way[-1]].neighbours
        if facts.spaces[name].kind in ground
        and name not in walker.way
        and name not in state.farmers
    ]


class HexWay(Struct, frozen=True):
    """A way to a hex: every space of it, the hex last, and the food that it costs."""

    spaces: tuple[str, ...]
    food: int


def hexes_in_reach(facts: DragonBoatsFacts, state: State, walker: Walker) -> dict[str, int]:
    """All hexes that a member could settle on, and the food that the shortest way there costs."""
    return {name: way.food for name, way in ways_to_hexes(facts, state, walker).items()}


def ways_to_hexes(facts: DragonBoatsFacts, state: State, walker: Walker) -> dict[str, HexWay]:
    """The way to each hex in reach that costs the least food; of those, the one that finds most.

    Food that is found on the way pays for later steps, unless the table plays otherwise.
    """
    player, food = state.player(walker.seat), food_for_walk(state, walker)
    unpaid = max(walker.steps, player.free_steps)
    found: dict[str, HexWay] = {}
    ways = [(walker, 0)]
    for way, gained in ways:
        spent = max(0, way.steps - unpaid)
        if way.steps >= player.free_steps and spent >= food + gained:
            continue
        for name in spaces_ahead(facts, state, way):
            onward = Walker(way.seat, (*way.way, name), way.steps + 1)
            costs = max(0, onward.steps - unpaid)
            if facts.spaces[name].kind in HEXES:
                new = HexWay(onward.way[len(walker.way) :], costs)
                found[name] = min(found.get(name, new), new, key=lambda w: _rank(facts, w))
            elif facts.spaces[name].icon == "food" and found_food_counts(state):
                left = state.supplies["food"] + costs - gained
                ways.append((onward, gained + min(reward_count(player, "food"), left)))
            else:
                ways.append((onward, gained))
    return found


def longer_ways(facts: DragonBoatsFacts, state: State, walker: Walker) -> dict[str, HexWay]:
    """The ways to hexes that take more than one step."""
    ways = ways_to_hexes(facts, state, walker)
    return {name: way for name, way in ways.items() if len(way.spaces) > 1}


def _rank(facts: DragonBoatsFacts, way: HexWay) -> tuple[int, int, int]:
    icons = sum(facts.spaces[name].icon in ICON_NAMES for name in way.spaces)
    return way.food, -icons, len(way.spaces)


def reward_count(player: Player, icon: str) -> int:
    return 2 if icon in DOUBLED_BY and player.has(DOUBLED_BY[icon]) else 1
