"""Takes members on paths and boats, gives whose move it is in the exploring, and every step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.base import Choice, Step
from companion.games.dragon_boats.amounts import amounts, in_a_row
from companion.games.dragon_boats.bonus import cards_found, take_card
from companion.games.dragon_boats.facts import (
    HEX_WIDTH,
    PATHS,
    ROAD_WIDTH,
    SEATS,
    SPOT_WIDTH,
    Known,
)
from companion.games.dragon_boats.moves import Home, Land, Take, Walk, as_move
from companion.games.dragon_boats.names import goods_named, tile_name
from companion.games.dragon_boats.places import hex_name, hex_spots, landing_name, quay_name
from companion.games.dragon_boats.sailing import (
    land,
    landings_of,
    next_ashore,
    sail_order,
    steersman,
)
from companion.games.dragon_boats.state import Flow, Player, State, Walker
from companion.games.dragon_boats.travel import seated
from companion.table.model import Refused
from companion.words import Message, say

HEXES: Final = ("farm", "wisdom")
INLAND: Final = (*HEXES, "road", "path")
GROUND: Final = (*INLAND, "landing")
DOUBLED_BY: Final = {"food": "J", "treasure": "K", "coin": "M"}
"""The card that gives its owner two of a road's reward."""


class Prompt(Struct, frozen=True):
    """What is due in the exploring, who decides, and on which path or boat."""

    kind: Literal["gift", "walk", "path", "ashore", "sail"]
    seat: str
    place: str = ""


def prompt(known: Known, state: State) -> Prompt | None:
    """What is due; nothing, if all who can have set off and gone ashore."""
    if state.walker:
        return Prompt("gift" if state.gift else "walk", state.walker.seat)
    for path in PATHS:
        if state.paths[path]:
            return Prompt("path", state.paths[path][0], path)
    landed = [boat for boat in state.boats if boat.sailed and boat.aboard]
    if landed:
        boat = max(landed, key=lambda boat: boat.sailed)
        return Prompt("ashore", boat.seats[next_ashore(boat)], boat.id)
    order = sail_order(known, state)
    if order:
        return Prompt("sail", steersman(order[0]), order[0].id)
    return None


def setting_off(known: Known, state: State, due: Prompt) -> Walker:
    """The member who is due to walk, where it stands after the step that leaves no choice: onto
    the quay, or onto the first stone of a path."""
    if state.walker:
        return state.walker
    if due.kind == "path":
        way = known.spaces[due.place].neighbours
    else:
        way = (state.boat(due.place).landing,)
    return Walker(due.seat, way, 1, state.player(due.seat).food)


def next_spaces(known: Known, state: State, walker: Walker) -> list[str]:
    """Where a member may step now."""
    player = state.player(walker.seat)
    if walker.steps >= player.free_steps and not provisions(state, walker):
        return []
    return spaces_ahead(known, state, walker)


def provisions(state: State, walker: Walker) -> int:
    """How much food a member may spend on this walk, as far as it goes by now."""
    return state.player(walker.seat).food if feeds_at_once(state) else walker.pack


def feeds_at_once(state: State) -> bool:
    """Whether food that is gained on a walk can be spent on it."""
    return state.options["found_food"] == "now"


def spaces_ahead(known: Known, state: State, walker: Walker) -> list[str]:
    """Where a member could step who has steps left."""
    ground = GROUND if state.options["ports"] == "open" else INLAND
    return [
        name
        for name in known.spaces[walker.way[-1]].neighbours
        if known.spaces[name].kind in ground
        and name not in walker.way
        and name not in state.farmers
    ]


def reach(known: Known, state: State, walker: Walker) -> dict[str, int]:
    """Every hex a member could settle on, and how much food the shortest way there costs from now.

    Food that lies on the way feeds the steps after it, unless the table has it kept.
    """
    player, food = state.player(walker.seat), provisions(state, walker)
    unpaid = max(walker.steps, player.free_steps)
    found: dict[str, int] = {}
    ways = [(walker, 0)]
    for way, gained in ways:
        spent = max(0, way.steps - unpaid)
        if way.steps >= player.free_steps and spent >= food + gained:
            continue
        for name in spaces_ahead(known, state, way):
            onward = Walker(way.seat, (*way.way, name), way.steps + 1)
            costs = max(0, onward.steps - unpaid)
            if known.spaces[name].kind in HEXES:
                found.setdefault(name, costs)
            elif known.spaces[name].icon == "food" and feeds_at_once(state):
                left = state.supplies["food"] + costs - gained
                ways.append((onward, gained + min(_reward_count(player, "food"), left)))
            else:
                ways.append((onward, gained))
    return found


def explore_choices(known: Known, state: State, due: Prompt) -> Iterator[Choice]:
    if due.kind == "gift":
        for card, step in cards_found(known, state):
            yield Choice(as_move(Take(card)), (step,))
    elif due.kind == "sail":
        for landing in landings_of(known, state, state.boat(due.place)):
            space = known.spaces[landing]
            label = say("Land at {place}", place=landing_name(known, landing))
            step = Step(label, (space.x, space.y), width=SPOT_WIDTH)
            yield Choice(as_move(Land(landing)), (step,))
    else:
        yield from _walk_choices(known, state, setting_off(known, state, due))


def _walk_choices(known: Known, state: State, walker: Walker) -> Iterator[Choice]:
    player = state.player(walker.seat)
    hint = say("costs 1 food") if walker.steps >= player.free_steps else None
    for name in next_spaces(known, state, walker):
        space = known.spaces[name]
        width = HEX_WIDTH if space.kind in HEXES else ROAD_WIDTH
        step = Step(_step_name(known, state, name), (space.x, space.y), width=width, hint=hint)
        yield Choice(as_move(Walk(name)), (step,))
    yield Choice(as_move(Home()), (Step(say("Go home"), hint=say("takes no hex")),))


def _step_name(known: Known, state: State, name: str) -> Message:
    space = known.spaces[name]
    match space.kind:
        case "farm":
            tile, where = tile_name(known, state.land[name]), hex_spots(known)[name]
            return say("Settle: {hex}, {place}", hex=tile, place=where)
        case "wisdom":
            return say("Settle: {hex}", hex=tile_name(known, state.land[name]))
        case "landing":
            return say("Quay {port}", port=quay_name(name))
        case "path":
            return say("Up the path")
    rewards = {
        "coin": say("Road with money"),
        "food": say("Road with food"),
        "card": say("Road with a card"),
        "offering": say("Road with an offering"),
        "treasure": say("Road with treasure"),
    }
    return rewards[space.icon]


def do_land(flow: Flow, due: Prompt, verb: Land) -> None:
    if due.kind != "sail":
        raise Refused("no boat is about to land")
    boat = flow.state.boat(due.place)
    if verb.landing not in landings_of(flow.known, flow.state, boat):
        raise Refused("this boat cannot land there")
    land(flow, boat, verb.landing)


def do_walk(flow: Flow, due: Prompt, verb: Walk) -> None:
    walker, player = _start(flow, due), flow.state.player(due.seat)
    if verb.to not in next_spaces(flow.known, flow.state, walker):
        raise Refused("that step is not possible")
    paid = int(walker.steps >= player.free_steps)
    if paid:
        flow.set_player(replace(player, food=player.food - 1))
        flow.give_back("food", 1)
        flow.tell(say("{who} pays 1 food for a step", who=player.name))
    if flow.known.spaces[verb.to].kind in HEXES:
        _settle_on(flow, due.seat, verb.to)
        return
    way, pack = (*walker.way, verb.to), max(0, walker.pack - paid)
    onward = Walker(walker.seat, way, walker.steps + 1, pack)
    flow.state = replace(flow.state, walker=onward)
    _reward(flow, due.seat, flow.known.spaces[verb.to].icon)


def _settle_on(flow: Flow, seat: str, name: str) -> None:
    known, state, player = flow.known, flow.state, flow.state.player(seat)
    flow.state = replace(state, farmers={**state.farmers, name: seat}, walker=None)
    tile = state.land[name]
    if known.spaces[name].kind == "farm":
        flow.set_player(replace(player, farms=(*player.farms, tile)))
    else:
        flow.set_player(replace(player, wisdom=(*player.wisdom, tile)))
    flow.tell(
        say(
            "{who} settles on {hex} ({place})",
            who=player.name,
            hex=tile_name(known, tile),
            place=hex_name(known, name),
        )
    )


def _reward(flow: Flow, seat: str, icon: str) -> None:
    player = flow.state.player(seat)
    count = _reward_count(player, icon)
    match icon:
        case "coin":
            gains = amounts(money=flow.gain_money(seat, count))
        case "food":
            gains = amounts(food=flow.gain_supply(seat, "food", count))
        case "treasure":
            gains = amounts(treasure=flow.gain_supply(seat, "treasure", count))
        case "offering":
            gains = amounts(goods=goods_named(flow.known, flow.gain_offerings(seat, 1)))
        case "card" if flow.state.display or flow.state.deck:
            flow.state = replace(flow.state, gift=True)
            gains = amounts(cards=1)
        case _:
            flow.tell(say("{who} walks on", who=player.name))
            return
    flow.tell(say("{who} finds {gains}", who=player.name, gains=in_a_row(gains)))


def _reward_count(player: Player, icon: str) -> int:
    return 2 if icon in DOUBLED_BY and player.has(DOUBLED_BY[icon]) else 1


def do_home(flow: Flow, due: Prompt) -> None:
    _start(flow, due)
    go_home(flow, due.seat)


def go_home(flow: Flow, seat: str) -> None:
    flow.state = replace(flow.state, walker=None)
    name = flow.state.player(seat).name
    flow.tell(say("{who} goes home without a hex", who=name))


def do_take(flow: Flow, due: Prompt, verb: Take) -> None:
    if due.kind != "gift":
        raise Refused("there is no card to take")
    if verb.card not in dict(cards_found(flow.known, flow.state)):
        raise Refused("that card is not there to take")
    take_card(flow, due.seat, verb.card)
    flow.state = replace(flow.state, gift=False)


def _start(flow: Flow, due: Prompt) -> Walker:
    """The member who walks, taken off its boat or path if it stands there still."""
    if due.kind not in ("walk", "path", "ashore"):
        raise Refused("nobody is walking now")
    state, walker = flow.state, setting_off(flow.known, flow.state, due)
    if due.kind == "path":
        queue = state.paths[due.place][1:]
        flow.state = replace(state, paths={**state.paths, due.place: queue})
    elif due.kind == "ashore":
        boat = state.boat(due.place)
        seats = seated(boat, SEATS[next_ashore(boat)], "")
        flow.set_boat(replace(boat, seats=seats, unloading=True))
    flow.state = replace(flow.state, walker=walker)
    return walker
