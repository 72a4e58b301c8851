"""Boarding boats and climbing paths, paid with goods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from companion.games.dragon_boats.board_names import port_name
from companion.games.dragon_boats.facts import (
    PATH_PRICE,
    PATHS,
    SEATS,
    SPOT_WIDTH,
    DragonBoatsFacts,
)
from companion.games.dragon_boats.move_types import Board, Climb
from companion.games.dragon_boats.names import goods_text
from companion.games.dragon_boats.state import Boat, Draft, Player, State, members_at_home
from companion.games.moves import as_move
from companion.games.offers import Choice, Step
from companion.language.messages import Message, Refused, say

FEW_SEATS: Final = 8
"""Up to this many ways to board, each of them is a button."""


def fares(facts: DragonBoatsFacts, boat: Boat, place: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The ways to pay for a place: the spared good (empty text for none) and the goods paid."""
    cost = facts.toppers[boat.topper].cost
    if place != "middle":
        yield "", cost
        return
    for number, good in enumerate(cost):
        yield good, cost[:number] + cost[number + 1 :]


def can_pay(player: Player, goods: tuple[str, ...]) -> bool:
    return all(player.goods.count(good) >= goods.count(good) for good in goods)


def boardings(
    facts: DragonBoatsFacts, state: State, player: Player
) -> Iterator[tuple[Boat, str, str]]:
    """Every boat, place and spared good that a player with a member at home can pay for."""
    if not player.goods or not members_at_home(facts, state, player.seat):
        return
    for boat in state.boats:
        for place, taken in zip(SEATS, boat.seats, strict=True):
            if taken:
                continue
            for spare, paid in fares(facts, boat, place):
                if can_pay(player, paid):
                    yield boat, place, spare


def board_choices(facts: DragonBoatsFacts, state: State, player: Player) -> Iterator[Choice]:
    """One tap for boat and place if there are few of them; otherwise the boat comes first."""
    able = list(boardings(facts, state, player))
    for boat, place, spare in able:
        port, face = port_name(facts, boat.id), f"boat-toppers/{boat.topper}"
        second = _place_step(facts, place, dict(fares(facts, boat, place))[spare])
        steps: tuple[Step, ...] = (Step(say("Get on boat {port}", port=port), face=face), second)
        if len(able) <= FEW_SEATS:
            label = say("Boat {port}: {seat}", port=port, seat=second.label)
            steps = (Step(label, face=face),)
        yield Choice(as_move(Board(boat.id, place, spare)), steps)


def do_board(draft: Draft, seat: str, move: Board) -> None:
    facts, state, player = draft.facts, draft.state, draft.state.player(seat)
    boat = next((boat for boat in state.boats if boat.id == move.boat), None)
    if boat is None or move.place not in SEATS or boat.seats[SEATS.index(move.place)]:
        raise Refused("that seat is not free")
    paid = dict(fares(facts, boat, move.place)).get(move.spare)
    if paid is None or not can_pay(player, paid):
        raise Refused("you can’t pay for that seat")
    _check_member(draft, seat)
    draft.pay_goods(seat, paid)
    draft.set_boat(replace(boat, seats=seated(boat, move.place, seat)))
    draft.announce(
        say(
            "{who} gets on boat {port} ({seat}) for {goods}",
            who=player.name,
            port=port_name(facts, boat.id),
            seat=place_name(move.place),
            goods=goods_text(facts, paid),
        )
    )


def seated(boat: Boat, place: str, who: str) -> tuple[str, str, str]:
    """The boat's seats with a seat id, or empty text for nobody, in a place."""
    front, middle, rear = (
        who if name == place else held for name, held in zip(SEATS, boat.seats, strict=True)
    )
    return front, middle, rear


def place_name(place: str) -> Message:
    return {"front": say("front"), "middle": say("middle"), "rear": say("rear")}[place]


def _place_step(facts: DragonBoatsFacts, place: str, paid: tuple[str, ...]) -> Step:
    goods = goods_text(facts, paid)
    labels = {
        "front": say("Front seat for {goods}", goods=goods),
        "middle": say("Middle seat for {goods}", goods=goods),
        "rear": say("Rear seat for {goods}", goods=goods),
    }
    return Step(labels[place])


def is_path_free(state: State, path: str) -> bool:
    return state.options["paths"] == "many" or not state.paths[path]


def climb_choices(facts: DragonBoatsFacts, state: State, player: Player) -> Iterator[Choice]:
    """A path, then the payment; equal goods make one choice."""
    if not members_at_home(facts, state, player.seat):
        return
    prices = tuple(dict.fromkeys(combinations(player.goods, PATH_PRICE)))
    for path in PATHS:
        if not is_path_free(state, path):
            continue
        space = facts.spaces[path]
        label = say("Climb path {path}", path=path)
        first = Step(label, (space.x, space.y), width=SPOT_WIDTH)
        for paid in prices:
            names = tuple(name for name, _ in number_goods(paid))
            second = Step(say("Pay {goods}", goods=goods_text(facts, paid)))
            yield Choice(as_move(Climb(path, names)), (first, second))


def do_climb(draft: Draft, seat: str, move: Climb) -> None:
    state, player = draft.state, draft.state.player(seat)
    if move.path not in PATHS:
        raise Refused("there is no path {path}", path=move.path)
    if not is_path_free(state, move.path):
        raise Refused("path {path} is already taken", path=move.path)
    paid = picked_goods(player.goods, move.pay)
    if len(paid) != PATH_PRICE:
        raise Refused("a path costs {count} goods", count=PATH_PRICE)
    _check_member(draft, seat)
    draft.pay_goods(seat, paid)
    queue = (*draft.state.paths[move.path], seat)
    draft.state = replace(draft.state, paths={**draft.state.paths, move.path: queue})
    draft.announce(
        say(
            "{who} climbs path {path} for {goods}",
            who=player.name,
            path=move.path,
            goods=goods_text(draft.facts, paid),
        )
    )


def number_goods(goods: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Goods with unique names, such as tea-1 and tea-2."""
    seen: Counter[str] = Counter()
    for good in goods:
        seen[good] += 1
        yield f"{good}-{seen[good]}", good


def picked_goods(goods: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """The goods with these unique names. Raises Refused for goods that are not there."""
    by_name = dict(number_goods(goods))
    if len(set(names)) != len(names) or not by_name.keys() >= set(names):
        raise Refused("you don’t have those goods")
    return tuple(by_name[name] for name in names)


def _check_member(draft: Draft, seat: str) -> None:
    if not members_at_home(draft.facts, draft.state, seat):
        raise Refused("all members of your house are away")
