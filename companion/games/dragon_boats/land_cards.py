"""Takes a card about discs, goods or farmers, gives the ways to use it now and what
comes of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from companion.games.base import Pick, Step
from companion.games.dragon_boats.amounts import amounts, in_a_row
from companion.games.dragon_boats.facts import HEX_WIDTH, STALLS, Known
from companion.games.dragon_boats.moves import (
    Bargain,
    Fields,
    Gather,
    Restack,
    Verb,
    as_move,
)
from companion.games.dragon_boats.names import good_name, goods_named
from companion.games.dragon_boats.places import hex_name
from companion.games.dragon_boats.state import Flow, State
from companion.table.model import Refused
from companion.words import say

Listed = Iterator[tuple[Verb, tuple[Step, ...]]]


def stalls_to_restack(state: State) -> list[str]:
    """Stalls whose discs would lie differently in another order."""
    return [stall for stall in STALLS if len(set(state.stacks[stall])) > 1]


def restack_picks(state: State) -> Iterator[Pick]:
    for stall in stalls_to_restack(state):
        stack = state.stacks[stall]
        items = tuple(
            (str(number), Step(say("{who}", who=state.player(owner).name)))
            for number, owner in enumerate(stack, 1)
        )
        move = {key: value for key, value in as_move(Restack(stall, ())).items() if key != "order"}
        label = say("Restack {stall}: bottom first", stall=stall)
        yield Pick(move, "order", items, len(items), len(items), label, ordered=True)


def check_order(state: State, verb: Restack) -> None:
    stack = state.stacks.get(verb.stall, ())
    if sorted(verb.order) != sorted(str(number) for number in range(1, len(stack) + 1)):
        raise Refused("every disc of one stack has its place in the new order")
    if _restacked(stack, verb) == stack:
        raise Refused("the discs lie like that already")


def _restacked(stack: tuple[str, ...], verb: Restack) -> tuple[str, ...]:
    return tuple(stack[int(number) - 1] for number in verb.order)


def _do_restack(flow: Flow, verb: Restack) -> None:
    stack = _restacked(flow.state.stacks[verb.stall], verb)
    flow.state = replace(flow.state, stacks={**flow.state.stacks, verb.stall: stack})
    names = [flow.state.player(owner).name for owner in reversed(stack)]
    flow.tell(say("Stall {stall} from the top: {names}", stall=verb.stall, names=", ".join(names)))


def _bargain(known: Known, state: State, seat: str) -> Listed:
    own = dict.fromkeys(state.player(seat).goods)
    for rival in state.players:
        if rival.seat == seat:
            continue
        for get in dict.fromkeys(rival.goods):
            for give in own:
                if give != get:
                    steps = (
                        Step(say("{who}", who=rival.name)),
                        Step(say("Get {good}", good=good_name(known, get)), face=_tile(get)),
                        Step(say("Give {good}", good=good_name(known, give)), face=_tile(give)),
                    )
                    yield Bargain(rival.seat, get, give), steps


def _do_bargain(flow: Flow, seat: str, verb: Bargain) -> None:
    flow.take_goods(seat, [verb.give])
    flow.take_goods(verb.rival, [verb.get])
    flow.add_goods(seat, [verb.get])
    flow.add_goods(verb.rival, [verb.give])
    flow.tell(
        say(
            "{who} swaps {give} for {get} with {rival}",
            who=flow.state.player(seat).name,
            give=good_name(flow.known, verb.give),
            get=good_name(flow.known, verb.get),
            rival=flow.state.player(verb.rival).name,
        )
    )


def _tile(good: str) -> str:
    return f"offering-tiles/offering-{good}"


def _gather(known: Known, state: State, seat: str) -> Listed:  # noqa: ARG001
    yield Gather(), ()


def _do_gather(flow: Flow, seat: str) -> None:
    goods = flow.gain_offerings(seat, 1)
    food, treasure = flow.gain_supply(seat, "food", 1), flow.gain_supply(seat, "treasure", 1)
    flow.tell(
        say(
            "{who} takes {gains}",
            who=flow.state.player(seat).name,
            gains=in_a_row(amounts(0, food, treasure, goods_named(flow.known, goods))),
        )
    )


def lone_farmers(known: Known, state: State) -> list[str]:
    """Hexes with a farmer who has no neighbour of the same house."""
    return [
        hex_
        for hex_, owner in sorted(state.farmers.items())
        if all(state.farmers.get(near) != owner for near in known.spaces[hex_].neighbours)
    ]


def _fields(known: Known, state: State, seat: str) -> Listed:  # noqa: ARG001
    for one, other in combinations(lone_farmers(known, state), 2):
        if state.farmers[one] != state.farmers[other]:
            steps = (_farmer_step(known, state, one), _farmer_step(known, state, other))
            yield Fields(one, other), steps


def _farmer_step(known: Known, state: State, hex_: str) -> Step:
    space, owner = known.spaces[hex_], state.player(state.farmers[hex_])
    label = say("{who}: {place}", who=owner.name, place=hex_name(known, hex_))
    return Step(label, (space.x, space.y), width=HEX_WIDTH)


def _do_fields(flow: Flow, verb: Fields) -> None:
    state, farmers = flow.state, flow.state.farmers
    one, other = farmers[verb.one], farmers[verb.other]
    flow.state = replace(state, farmers={**farmers, verb.one: other, verb.other: one})
    flow.tell(
        say(
            "farmers of {one} ({place}) and {other} ({there}) swap",
            one=state.player(one).name,
            place=hex_name(flow.known, verb.one),
            other=state.player(other).name,
            there=hex_name(flow.known, verb.other),
        )
    )


LAND_LISTS: Final[Mapping[str, Callable[[Known, State, str], Listed]]] = {
    "F": _bargain,
    "P": _gather,
    "S": _fields,
}


def do_land_card(flow: Flow, seat: str, verb: Verb) -> None:
    match verb:
        case Restack():
            _do_restack(flow, verb)
        case Bargain():
            _do_bargain(flow, seat, verb)
        case Gather():
            _do_gather(flow, seat)
        case Fields():
            _do_fields(flow, verb)
