"""Takes round cards, discs and stalls, gives what may be done there and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.games.base import Choice, Step
from companion.games.dragon_boats.amounts import amounts, in_a_row, shown_on
from companion.games.dragon_boats.bonus import cards_to_take, take_card
from companion.games.dragon_boats.facts import MARKETS, PRIVATE_SPACES, SPOT_WIDTH, STALLS, Known
from companion.games.dragon_boats.moves import (
    Bid,
    Buy,
    Done,
    Learn,
    Leave,
    Private,
    Track,
    Trade,
    as_move,
)
from companion.games.dragon_boats.names import good_name, goods_named, goods_text
from companion.games.dragon_boats.state import Flow, Player, State
from companion.table.model import Refused
from companion.words import Message, say

LEAVING: Final = 1
"""Money for a disc that buys nothing."""


def track_choices(known: Known, state: State) -> Iterator[Choice]:
    for number in state.rounds:
        card = known.rounds[str(number)]
        if card.restricted:
            continue
        step = Step(
            say("Round {round}", round=number),
            face=f"round-cards/round-{number}",
            hint=shown_on(card),
        )
        yield Choice(as_move(Track(str(number))), (step,))


def do_track(flow: Flow, seat: str, verb: Track) -> None:
    card = flow.known.rounds.get(verb.round)
    if card is None or card.restricted or card.number not in flow.state.rounds:
        raise Refused("no disc can be left there")
    player = flow.state.player(seat)
    flow.set_player(replace(player, locked=card.number))
    money = flow.gain_money(seat, card.money)
    goods = flow.gain_offerings(seat, card.offerings)
    food = flow.gain_supply(seat, "food", card.food)
    treasure = flow.gain_supply(seat, "treasure", card.treasure)
    flow.tell(
        say(
            "{who} leaves a disc until round {round} and gets {gains}",
            who=player.name,
            round=card.number,
            gains=in_a_row(amounts(money, food, treasure, goods_named(flow.known, goods))),
        )
    )


def bid_choices(known: Known, state: State, player: Player) -> Iterator[Choice]:
    for stall in STALLS:
        space = known.spaces[stall]
        price = 0 if costs_nothing(state, stall) else state.price(stall) + 1
        label = say("Stall {stall}, price {price}", stall=stall, price=price)
        step = Step(label, (space.x, space.y), width=SPOT_WIDTH)
        yield Choice(as_move(Bid(stall)), (step,))
    if player.private < PRIVATE_SPACES:
        step = Step(say("Disc at home"), hint=_gain_hint(known, player, known.private_money))
        yield Choice(as_move(Private()), (step,))


def _gain_hint(known: Known, player: Player, count: int) -> Message:
    gained = known.gain(player.money, count)
    if not gained:
        return say("no money: you have all {count}", count=player.money)
    return say("take {count} money", count=gained)


def do_bid(flow: Flow, seat: str, verb: Bid) -> None:
    if verb.stall not in STALLS:
        raise Refused("there is no stall {stall}", stall=verb.stall)
    stacks = flow.state.stacks
    flow.state = replace(flow.state, stacks={**stacks, verb.stall: (*stacks[verb.stall], seat)})
    name = flow.state.player(seat).name
    flow.tell(say("{who} puts a disc on stall {stall}", who=name, stall=verb.stall))
    _disc_placed(flow, seat)


def do_private(flow: Flow, seat: str) -> None:
    player = flow.state.player(seat)
    if player.private >= PRIVATE_SPACES:
        raise Refused("both of your private actions are taken")
    flow.set_player(replace(player, private=player.private + 1))
    gained = flow.gain_money(seat, flow.known.private_money)
    if gained:
        flow.tell(say("{who} takes {count} money at home", who=player.name, count=gained))
    else:
        flow.tell(say("{who} leaves a disc at home", who=player.name))
    _disc_placed(flow, seat)


def _disc_placed(flow: Flow, seat: str) -> None:
    player = flow.state.player(seat)
    flow.set_player(replace(player, discs=player.discs - 1))
    flow.state = replace(flow.state, active=(flow.state.active + 1) % len(flow.state.players))


def costs_nothing(state: State, stall: str) -> bool:
    return stall == "V" and state.options["stall_v"] == "free"


def price_now(state: State) -> int:
    """What the active player pays at the stall, if something is done there."""
    if costs_nothing(state, state.stall) or (state.stall == "V" and state.done):
        return 0
    return state.price(state.stall)


def pay_choices(known: Known, state: State, player: Player) -> Iterator[Choice]:
    price = price_now(state)
    affordable = player.money >= price
    if state.stall in MARKETS and not state.done and affordable:
        yield from _buy_choices(known, state, price)
    if state.stall == "V" and "leave" not in state.done and affordable:
        yield from _trade_choices(known, state, player, price)
        yield from _learn_choices(known, state, player, price)
    if state.done:
        yield Choice(as_move(Done()), (Step(say("End your turn")),))
    else:
        hint = _pass_hint(known, state, player)
        yield Choice(as_move(Leave()), (Step(say("Pass"), hint=hint),))


def _pass_hint(known: Known, state: State, player: Player) -> Message:
    """What passing earns, and why nothing else is possible, if so."""
    price, gain = price_now(state), _gain_hint(known, player, LEAVING)
    if player.money < price:
        return say(
            "costs {price}, you have {money}: {gain}", price=price, money=player.money, gain=gain
        )
    if state.stall in MARKETS and not state.stalls[state.stall]:
        return say("sold out: {gain}", gain=gain)
    if state.stall == "V" and not player.goods and not player.treasure:
        return say("you have nothing to swap: {gain}", gain=gain)
    return gain


def _buy_choices(known: Known, state: State, price: int) -> Iterator[Choice]:
    goods = state.stalls[state.stall]
    for good in dict.fromkeys(goods):
        slot = known.spaces[f"{state.stall}-{goods.index(good) + 1}"]
        label = say("Buy {good} for {price}", good=good_name(known, good), price=price)
        step = Step(label, (slot.x, slot.y), width=SPOT_WIDTH)
        yield Choice(as_move(Buy(good)), (step,))


def _trade_choices(known: Known, state: State, player: Player, price: int) -> Iterator[Choice]:
    if "trade" in state.done:
        return
    space = known.spaces["V-food"]
    first = Step(
        say("Swap a good, price {price}", price=price), (space.x, space.y), width=SPOT_WIDTH
    )
    for good in dict.fromkeys(player.goods):
        label = say("Give {good}", good=good_name(known, good))
        step = Step(label, face=f"offering-tiles/offering-{good}")
        yield Choice(as_move(Trade(good)), (first, step))


def _learn_choices(known: Known, state: State, player: Player, price: int) -> Iterator[Choice]:
    if "learn" in state.done or not player.treasure:
        return
    space = known.spaces["V-card"]
    first = Step(
        say("Treasure for a card, price {price}", price=price),
        (space.x, space.y),
        width=SPOT_WIDTH,
    )
    for card, step in cards_to_take(known, state):
        yield Choice(as_move(Learn(card)), (first, step))


def do_buy(flow: Flow, seat: str, verb: Buy) -> None:
    state = flow.state
    if state.stall not in MARKETS or verb.good not in state.stalls[state.stall]:
        raise Refused("this stall does not sell that")
    if state.done:
        raise Refused("one tile for each disc")
    price = _pay_price(flow, seat)
    goods = list(state.stalls[state.stall])
    goods.remove(verb.good)
    flow.state = replace(flow.state, stalls={**state.stalls, state.stall: tuple(goods)})
    flow.add_goods(seat, [verb.good])
    _did(flow, "buy")
    flow.tell(
        say(
            "{who} buys {good} at stall {stall} for {price}",
            who=state.player(seat).name,
            stall=state.stall,
            good=good_name(flow.known, verb.good),
            price=price,
        )
    )


def do_leave(flow: Flow, seat: str) -> None:
    if flow.state.done:
        raise Refused("you have used this disc")
    gained = flow.gain_money(seat, LEAVING)
    _did(flow, "leave")
    name = flow.state.player(seat).name
    stall = flow.state.stall
    if gained:
        flow.tell(
            say(
                "{who} passes at stall {stall} for {count} money",
                who=name,
                stall=stall,
                count=gained,
            )
        )
    else:
        flow.tell(say("{who} passes at stall {stall}", who=name, stall=stall))


def do_trade(flow: Flow, seat: str, verb: Trade) -> None:
    player = flow.state.player(seat)
    _check_stall_v(flow.state, "trade")
    if verb.good not in player.goods:
        raise Refused("you do not have that good")
    _pay_price(flow, seat)
    drawn = flow.gain_offerings(seat, 1)
    flow.pay_goods(seat, [verb.good])
    food = flow.gain_supply(seat, "food", 1)
    _did(flow, "trade")
    flow.tell(
        say(
            "{who} gives {good}, draws {drawn} and takes {food}",
            who=player.name,
            good=good_name(flow.known, verb.good),
            drawn=goods_text(flow.known, drawn),
            food=in_a_row(amounts(food=food)),
        )
    )


def do_learn(flow: Flow, seat: str, verb: Learn) -> None:
    _check_stall_v(flow.state, "learn")
    if not flow.state.player(seat).treasure:
        raise Refused("you have no treasure to give")
    _pay_price(flow, seat)
    player = flow.state.player(seat)
    flow.set_player(replace(player, treasure=player.treasure - 1))
    flow.give_back("treasure", 1)
    take_card(flow, seat, verb.card)
    _did(flow, "learn")


def _check_stall_v(state: State, deed: str) -> None:
    if state.stall != "V" or "leave" in state.done:
        raise Refused("that is done at stall V, in place of taking money")
    if deed in state.done:
        raise Refused("once for each disc")


def do_done(flow: Flow, seat: str) -> None:
    if not flow.state.done:
        raise Refused("use your disc first")
    end_payment(flow)
    flow.tell(say("{who} ends the turn", who=flow.state.player(seat).name))


def end_payment(flow: Flow) -> None:
    """The top disc goes back to its player."""
    stacks, stall = flow.state.stacks, flow.state.stall
    flow.state = replace(flow.state, stacks={**stacks, stall: stacks[stall][:-1]}, done=())


def _pay_price(flow: Flow, seat: str) -> int:
    price, player = price_now(flow.state), flow.state.player(seat)
    if player.money < price:
        raise Refused("that costs {price}, and you have {money}", price=price, money=player.money)
    flow.set_player(replace(player, money=player.money - price))
    return price


def _did(flow: Flow, deed: str) -> None:
    flow.state = replace(flow.state, done=(*flow.state.done, deed), paid=True)
