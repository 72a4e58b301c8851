"""Takes members on paths and boats, gives whose move it is in the exploring, and every step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.base import Choice, Step
from companion.games.dragon_boats.amounts import amounts, in_a_row
from companion.games.dragon_boats.bonus import cards_to_take, take_card
from companion.games.dragon_boats.facts import HEX_WIDTH, PATHS, ROAD_WIDTH, SPOT_WIDTH, Known
from companion.games.dragon_boats.moves import Home, Land, Take, Walk, as_move
from companion.games.dragon_boats.setup import goods_text, port_name
from companion.games.dragon_boats.state import Boat, Flow, Player, State, Walker
from companion.table.model import Refused
from companion.words import Message, say

HEXES: Final = ("farm", "wisdom")
GROUND: Final = (*HEXES, "road", "path", "landing")
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
        return Prompt("gift" if state.gifts else "walk", state.walker.seat)
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


def next_ashore(boat: Boat) -> int:
    """The seat whose passenger goes ashore next: from front to rear, unless a card says so."""
    if boat.first in boat.seats and boat.first and not boat.unloading:
        return boat.seats.index(boat.first)
    return next(number for number, who in enumerate(boat.seats) if who)


def steersman(boat: Boat) -> str:
    """The passenger furthest back."""
    return next(who for who in reversed(boat.seats) if who)


def sails(known: Known, state: State, boat: Boat) -> bool:
    """Whether a boat sets off this round, as it is."""
    least = 1 if state.last_round or boat.alone else known.toppers[boat.topper].passengers
    return not boat.sailed and boat.aboard >= least


def sail_order(known: Known, state: State) -> list[Boat]:
    ready = [boat for boat in state.boats if sails(known, state, boat)]
    return sorted(
        ready,
        key=lambda boat: (boat.id == state.lead, known.toppers[boat.topper].beats),
        reverse=True,
    )


def free_landings(known: Known, state: State) -> list[str]:
    """Landings where no boat lies or is sent to."""
    taken = {boat.landing or boat.course for boat in state.boats}
    return [space.id for space in known.of_kind("landing") if space.id not in taken]


def landings_of(known: Known, state: State, boat: Boat) -> list[str]:
    """Where a boat may land: where it is sent, or at the end of one of its tracks."""
    if boat.course:
        return [boat.course]
    tracks = known.spaces[known.boats[boat.id]].neighbours
    return [landing for landing in free_landings(known, state) if landing in tracks]


def setting_off(state: State, due: Prompt) -> Walker:
    """The member who is due to walk, as it stands before its first own step."""
    if state.walker:
        return state.walker
    if due.kind == "path":
        return Walker(due.seat, (due.place,), 0)
    return Walker(due.seat, (state.boat(due.place).landing,), 1)


def next_spaces(known: Known, state: State, walker: Walker) -> list[str]:
    """Where a member may step now."""
    player = state.player(walker.seat)
    if walker.steps >= player.free_steps and not player.food:
        return []
    return [
        name
        for name in known.spaces[walker.way[-1]].neighbours
        if known.spaces[name].kind in GROUND
        and name not in walker.way
        and name not in state.farmers
    ]


def reach(known: Known, state: State, walker: Walker) -> dict[str, int]:
    """Every hex a member could settle on, and how much food the shortest way costs.

    Food that lies on the way is not counted in.
    """
    player = state.player(walker.seat)
    far = player.free_steps + player.food
    steps = {walker.way[-1]: walker.steps}
    row, found = [walker.way[-1]], dict[str, int]()
    for at in row:
        for name in known.spaces[at].neighbours:
            space = known.spaces[name]
            if (
                space.kind not in GROUND
                or name in walker.way
                or name in steps
                or name in state.farmers
                or steps[at] >= far
            ):
                continue
            steps[name] = steps[at] + 1
            if space.kind in HEXES:
                found[name] = max(0, steps[name] - player.free_steps)
            else:
                row.append(name)
    return found


def explore_choices(known: Known, state: State, due: Prompt) -> Iterator[Choice]:
    if due.kind == "gift":
        for card, step in cards_to_take(known, state):
            yield Choice(as_move(Take(card)), (step,))
    elif due.kind == "sail":
        for landing in landings_of(known, state, state.boat(due.place)):
            space = known.spaces[landing]
            label = say("Land at {place}", place=landing_name(known, landing))
            step = Step(label, (space.x, space.y), width=SPOT_WIDTH)
            yield Choice(as_move(Land(landing)), (step,))
    else:
        yield from _walk_choices(known, state, setting_off(state, due))


def landing_name(known: Known, landing: str) -> Message:
    island = known.islands[known.spaces[landing].island]
    return say("{island}, quay {port}", island=island, port=quay_name(landing))


def quay_name(landing: str) -> str:
    """A quay is called after the boat that is nearest."""
    return landing.rpartition("-")[2].upper()


def _walk_choices(known: Known, state: State, walker: Walker) -> Iterator[Choice]:
    player = state.player(walker.seat)
    hint = say("costs 1 food") if walker.steps >= player.free_steps else None
    for name in next_spaces(known, state, walker):
        space = known.spaces[name]
        width = HEX_WIDTH if space.kind in HEXES else ROAD_WIDTH
        label = space_name(known, state, name)
        step = Step(label, (space.x, space.y), width=width, hint=hint)
        yield Choice(as_move(Walk(name)), (step,))
    yield Choice(as_move(Home()), (Step(say("Go home"), hint=say("takes no hex")),))


def space_name(known: Known, state: State, name: str) -> Message:
    space = known.spaces[name]
    if space.kind == "farm":
        return say("Settle: {hex}, {place}", hex=known.farms[state.land[name]].name, place=name)
    if space.kind == "wisdom":
        title = known.cards[state.land[name]].title
        return say("Settle: {hex}, {place}", hex=title, place=name)
    if space.kind == "road":
        rewards = {
            "coin": say("Road with money"),
            "food": say("Road with food"),
            "card": say("Road with a card"),
            "offering": say("Road with an offering"),
            "treasure": say("Road with treasure"),
        }
        return rewards[space.icon]
    if space.kind == "landing":
        return say("Quay {port}", port=quay_name(name))
    return say("Path {place}", place=name)


def do_land(flow: Flow, due: Prompt, verb: Land) -> None:
    if due.kind != "sail":
        raise Refused("no boat is about to land")
    boat = flow.state.boat(due.place)
    if verb.landing not in landings_of(flow.known, flow.state, boat):
        raise Refused("this boat cannot land there")
    land(flow, boat, verb.landing)


def land(flow: Flow, boat: Boat, landing: str) -> None:
    number = 1 + max(other.sailed for other in flow.state.boats)
    flow.set_boat(replace(boat, landing=landing, sailed=number, course=""))
    flow.tell(
        say(
            "Boat {boat} sails to {place}",
            boat=port_name(flow.known, boat.id),
            place=landing_name(flow.known, landing),
        )
    )


def do_walk(flow: Flow, due: Prompt, verb: Walk) -> None:
    walker, player = _start(flow, due), flow.state.player(due.seat)
    if verb.to not in next_spaces(flow.known, flow.state, walker):
        raise Refused("that step is not possible")
    if walker.steps >= player.free_steps:
        flow.set_player(replace(player, food=player.food - 1))
        flow.give_back("food", 1)
        flow.tell(say("{who} pays 1 food for a step", who=player.name))
    walker = Walker(walker.seat, (*walker.way, verb.to), walker.steps + 1)
    if flow.known.spaces[verb.to].kind in HEXES:
        _settle_on(flow, due.seat, verb.to)
        return
    flow.state = replace(flow.state, walker=walker)
    _reward(flow, due.seat, flow.known.spaces[verb.to].icon)


def _settle_on(flow: Flow, seat: str, hex_: str) -> None:
    state, player = flow.state, flow.state.player(seat)
    flow.state = replace(state, farmers={**state.farmers, hex_: seat}, walker=None)
    tile = state.land[hex_]
    if flow.known.spaces[hex_].kind == "farm":
        flow.set_player(replace(player, farms=(*player.farms, tile)))
        title = flow.known.farms[tile].name
    else:
        flow.set_player(replace(player, wisdom=(*player.wisdom, tile)))
        title = flow.known.cards[tile].title
    flow.tell(say("{who} settles on {place}: {hex}", who=player.name, place=hex_, hex=title))


def _reward(flow: Flow, seat: str, icon: str) -> None:
    player = flow.state.player(seat)
    count = 2 if icon in DOUBLED_BY and player.has(DOUBLED_BY[icon]) else 1
    if icon == "coin":
        gained = flow.gain_money(seat, count)
        flow.tell(say("{who} finds {gains}", who=player.name, gains=in_a_row(amounts(gained))))
    elif icon == "food":
        gained = flow.gain_supply(seat, "food", count)
        found = in_a_row(amounts(food=gained))
        flow.tell(say("{who} finds {gains}", who=player.name, gains=found))
    elif icon == "treasure":
        gained = flow.gain_supply(seat, "treasure", count)
        found = in_a_row(amounts(treasure=gained))
        flow.tell(say("{who} finds {gains}", who=player.name, gains=found))
    elif icon == "offering":
        goods = goods_text(flow.known, flow.gain_offerings(seat, 1))
        found = in_a_row(amounts(goods=goods))
        flow.tell(say("{who} finds {gains}", who=player.name, gains=found))
    elif icon == "card" and (flow.state.display or flow.state.deck):
        flow.state = replace(flow.state, gifts=1)
        flow.tell(say("{who} finds a bonus card", who=player.name))
    else:
        flow.tell(say("{who} walks on", who=player.name))


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
    take_card(flow, due.seat, verb.card)
    flow.state = replace(flow.state, gifts=0)


def _start(flow: Flow, due: Prompt) -> Walker:
    """The member who walks, taken off its boat or path if it stands there still."""
    if due.kind not in ("walk", "path", "ashore"):
        raise Refused("nobody is walking now")
    state, walker = flow.state, setting_off(flow.state, due)
    if due.kind == "path":
        queue = state.paths[due.place][1:]
        flow.state = replace(state, paths={**state.paths, due.place: queue})
    elif due.kind == "ashore":
        boat = state.boat(due.place)
        left = next_ashore(boat)
        front, middle, rear = ("" if n == left else who for n, who in enumerate(boat.seats))
        flow.set_boat(replace(boat, seats=(front, middle, rear), unloading=True))
    flow.state = replace(flow.state, walker=walker)
    return walker


def stuck(known: Known, state: State, player: Player) -> bool:
    """Whether the member on the way can go no further."""
    walker = state.walker
    return (
        walker is not None
        and walker.seat == player.seat
        and not state.gifts
        and not next_spaces(known, state, walker)
    )
