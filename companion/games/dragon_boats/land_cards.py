"""Bonus cards about discs, goods and farmers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from companion.games.dragon_boats.amounts import describe_amounts, join_names
from companion.games.dragon_boats.board_names import hex_name
from companion.games.dragon_boats.bonus_cards import CardMoves, ListCardMoves
from companion.games.dragon_boats.facts import HEX_WIDTH, STALLS, DragonBoatsFacts
from companion.games.dragon_boats.move_types import Bargain, Fields, Gather, Restack
from companion.games.dragon_boats.names import good_name, goods_names
from companion.games.dragon_boats.state import Draft, State
from companion.games.moves import TypedMove
from companion.games.offers import Pick, Step
from companion.language.messages import Refused, listing, say


def stalls_to_restack(state: State) -> list[str]:
    """The stalls whose discs can be put in a different order."""
    return [stall for stall in STALLS if len(set(state.stacks[stall])) > 1]


def restack_picks(state: State) -> Iterator[Pick]:
    for stall in stalls_to_restack(state):
        stack = state.stacks[stall]
        items = tuple(
            (str(number), Step(say("{who}", who=state.player(owner).name)))
            for number, owner in enumerate(stack, 1)
        )
        label = say("Restack stall {stall}, bottom disc first", stall=stall)
        yield Pick(
            {"do": "D", "stall": stall}, "order", items, len(items), len(items), label, ordered=True
        )


def check_order(state: State, move: Restack) -> None:
    stack = state.stacks.get(move.stall, ())
    if sorted(move.order) != sorted(str(number) for number in range(1, len(stack) + 1)):
        raise Refused("put every disc of the stack into the new order, each once")
    if _restacked(stack, move) == stack:
        raise Refused("the discs are in that order already")


def _restacked(stack: tuple[str, ...], move: Restack) -> tuple[str, ...]:
    return tuple(stack[int(number) - 1] for number in move.order)


def _do_restack(draft: Draft, move: Restack) -> None:
    stack = _restacked(draft.state.stacks[move.stall], move)
    draft.state = replace(draft.state, stacks={**draft.state.stacks, move.stall: stack})
    names = [draft.state.player(owner).name for owner in reversed(stack)]
    draft.announce(
        say("Stall {stall}, from the top: {names}", stall=move.stall, names=listing(names))
    )


def _bargain(facts: DragonBoatsFacts, state: State, seat: str) -> CardMoves:
    own = dict.fromkeys(state.player(seat).goods)
    for rival in state.players:
        if rival.seat == seat:
            continue
        for get in dict.fromkeys(rival.goods):
            for give in own:
                if give != get:
                    steps = (
                        Step(say("{who}", who=rival.name)),
                        Step(say("Get {good}", good=good_name(facts, get)), face=_tile(get)),
                        Step(say("Give {good}", good=good_name(facts, give)), face=_tile(give)),
                    )
                    yield Bargain(rival.seat, get, give), steps


def _do_bargain(draft: Draft, seat: str, move: Bargain) -> None:
    draft.take_goods(seat, [move.give])
    draft.take_goods(move.rival, [move.get])
    draft.add_goods(seat, [move.get])
    draft.add_goods(move.rival, [move.give])
    draft.announce(
        say(
            "{who} swaps {give} for {get} with {rival}",
            who=draft.state.player(seat).name,
            give=good_name(draft.facts, move.give),
            get=good_name(draft.facts, move.get),
            rival=draft.state.player(move.rival).name,
        )
    )


def _tile(good: str) -> str:
    return f"offering-tiles/offering-{good}"


def _gather(facts: DragonBoatsFacts, state: State, seat: str) -> CardMoves:
    yield Gather(), ()


def _do_gather(draft: Draft, seat: str) -> None:
    goods = draft.gain_offerings(seat, 1)
    food, treasure = draft.gain_supply(seat, "food", 1), draft.gain_supply(seat, "treasure", 1)
    draft.announce(
        say(
            "{who} takes {gains}",
            who=draft.state.player(seat).name,
            gains=join_names(describe_amounts(0, food, treasure, goods_names(draft.facts, goods))),
        )
    )


def lone_farmers(facts: DragonBoatsFacts, state: State) -> list[str]:
    """The hexes with a farmer who has no neighbour of the same house."""
    return [
        hex_
        for hex_, owner in sorted(state.farmers.items())
        if all(state.farmers.get(near) != owner for near in facts.spaces[hex_].neighbours)
    ]


def _fields(facts: DragonBoatsFacts, state: State, seat: str) -> CardMoves:
    for one, other in combinations(lone_farmers(facts, state), 2):
        if state.farmers[one] != state.farmers[other]:
            steps = (_farmer_step(facts, state, one), _farmer_step(facts, state, other))
            yield Fields(one, other), steps


def _farmer_step(facts: DragonBoatsFacts, state: State, hex_: str) -> Step:
    space, owner = facts.spaces[hex_], state.player(state.farmers[hex_])
    label = say("{who}: {place}", who=owner.name, place=hex_name(facts, hex_))
    return Step(label, (space.x, space.y), width=HEX_WIDTH)


def _do_fields(draft: Draft, move: Fields) -> None:
    state, farmers = draft.state, draft.state.farmers
    one, other = farmers[move.one], farmers[move.other]
    draft.state = replace(state, farmers={**farmers, move.one: other, move.other: one})
    draft.announce(
        say(
            "The farmers of {one} ({place}) and {other} ({there}) swap places",
            one=state.player(one).name,
            place=hex_name(draft.facts, move.one),
            other=state.player(other).name,
            there=hex_name(draft.facts, move.other),
        )
    )


LAND_CARD_MOVES: Final[Mapping[str, ListCardMoves]] = {
    "F": _bargain,
    "P": _gather,
    "S": _fields,
}


def do_land_card(draft: Draft, seat: str, move: TypedMove) -> None:
    match move:
        case Restack():
            _do_restack(draft, move)
        case Bargain():
            _do_bargain(draft, seat, move)
        case Gather():
            _do_gather(draft, seat)
        case Fields():
            _do_fields(draft, move)
