"""Takes a player's goods, gives the seats and paths they pay for, and seats members there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from companion.games.base import Choice, Step
from companion.games.dragon_boats.facts import PATH_PRICE, PATHS, SEATS, SPOT_WIDTH, Known
from companion.games.dragon_boats.moves import Board, Climb, as_move
from companion.games.dragon_boats.names import goods_text
from companion.games.dragon_boats.places import port_name
from companion.games.dragon_boats.state import Boat, Flow, Player, State, at_home
from companion.table.model import Refused
from companion.words import Message, say


def fares(known: Known, boat: Boat, seat: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The ways to pay for a seat: the good that is spared (none: empty text), and what is paid."""
    cost = known.toppers[boat.topper].cost
    if seat != "middle":
        yield "", cost
        return
    for number, good in enumerate(cost):
        yield good, cost[:number] + cost[number + 1 :]


def can_pay(player: Player, goods: tuple[str, ...]) -> bool:
    return all(player.goods.count(good) >= goods.count(good) for good in goods)


def boardings(known: Known, state: State, player: Player) -> Iterator[tuple[Boat, str, str]]:
    """Every boat, seat and spared good that a player can pay for now, with a member to send."""
    if not player.goods or not at_home(known, state, player.seat):
        return
    for boat in state.boats:
        for seat, taken in zip(SEATS, boat.seats, strict=True):
            if taken:
                continue
            for spare, paid in fares(known, boat, seat):
                if can_pay(player, paid):
                    yield boat, seat, spare


def board_choices(known: Known, state: State, player: Player) -> Iterator[Choice]:
    for boat, seat, spare in boardings(known, state, player):
        label = say("Board {port}", port=port_name(known, boat.id))
        first = Step(label, face=f"boat-toppers/{boat.topper}")
        paid = dict(fares(known, boat, seat))[spare]
        yield Choice(as_move(Board(boat.id, seat, spare)), (first, _seat_step(known, seat, paid)))


def do_board(flow: Flow, seat: str, verb: Board) -> None:
    known, state, player = flow.known, flow.state, flow.state.player(seat)
    boat = next((boat for boat in state.boats if boat.id == verb.boat), None)
    if boat is None or verb.place not in SEATS or boat.seats[SEATS.index(verb.place)]:
        raise Refused("that seat is not free")
    paid = dict(fares(known, boat, verb.place)).get(verb.spare)
    if paid is None or not can_pay(player, paid):
        raise Refused("you cannot pay for that seat")
    _check_member(flow, seat)
    flow.pay_goods(seat, paid)
    flow.set_boat(replace(boat, seats=seated(boat, verb.place, seat)))
    flow.tell(
        say(
            "{who} boards {port} ({seat}) for {goods}",
            who=player.name,
            port=port_name(known, boat.id),
            seat=seat_name(verb.place),
            goods=goods_text(known, paid),
        )
    )


def seated(boat: Boat, place: str, who: str) -> tuple[str, str, str]:
    """The boat's seats with somebody (or, with empty text, nobody) in a place."""
    front, middle, rear = (
        who if name == place else held for name, held in zip(SEATS, boat.seats, strict=True)
    )
    return front, middle, rear


def seat_name(seat: str) -> Message:
    return {"front": say("front"), "middle": say("middle"), "rear": say("rear")}[seat]


def _seat_step(known: Known, seat: str, paid: tuple[str, ...]) -> Step:
    goods = goods_text(known, paid)
    labels = {
        "front": say("Front seat for {goods}", goods=goods),
        "middle": say("Middle seat for {goods}", goods=goods),
        "rear": say("Rear seat for {goods}", goods=goods),
    }
    return Step(labels[seat])


def path_free(state: State, path: str) -> bool:
    return state.options["paths"] == "many" or not state.paths[path]


def climb_choices(known: Known, state: State, player: Player) -> Iterator[Choice]:
    """A path, then what is paid: goods that are alike are one way to pay."""
    if not at_home(known, state, player.seat):
        return
    prices = tuple(dict.fromkeys(combinations(player.goods, PATH_PRICE)))
    for path in PATHS:
        if not path_free(state, path):
            continue
        space = known.spaces[path]
        label = say("Climb path {path}", path=path)
        first = Step(label, (space.x, space.y), width=SPOT_WIDTH)
        for paid in prices:
            names = tuple(name for name, _ in numbered(paid))
            second = Step(say("Pay {goods}", goods=goods_text(known, paid)))
            yield Choice(as_move(Climb(path, names)), (first, second))


def do_climb(flow: Flow, seat: str, verb: Climb) -> None:
    state, player = flow.state, flow.state.player(seat)
    if verb.path not in PATHS:
        raise Refused("there is no path {path}", path=verb.path)
    if not path_free(state, verb.path):
        raise Refused("somebody is on path {path} already", path=verb.path)
    paid = picked(player.goods, verb.pay)
    if len(paid) != PATH_PRICE:
        raise Refused("a path costs {count} goods", count=PATH_PRICE)
    _check_member(flow, seat)
    flow.pay_goods(seat, paid)
    queue = (*flow.state.paths[verb.path], seat)
    flow.state = replace(flow.state, paths={**flow.state.paths, verb.path: queue})
    flow.tell(
        say(
            "{who} takes path {path} for {goods}",
            who=player.name,
            path=verb.path,
            goods=goods_text(flow.known, paid),
        )
    )


def numbered(goods: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each good with a name of its own: tea-1, tea-2."""
    seen: Counter[str] = Counter()
    for good in goods:
        seen[good] += 1
        yield f"{good}-{seen[good]}", good


def picked(goods: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """The goods that were picked by their names. Raises Refused for what is not there."""
    known = dict(numbered(goods))
    if len(set(names)) != len(names) or not known.keys() >= set(names):
        raise Refused("you do not have those goods")
    return tuple(known[name] for name in names)


def _check_member(flow: Flow, seat: str) -> None:
    if not at_home(flow.known, flow.state, seat):
        raise Refused("all members of your house are away")
