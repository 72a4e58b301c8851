"""The stalls of the market, and what discs buy there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.games.dragon_boats.amounts import coins, describe_amounts, gain_hint, join_names
from companion.games.dragon_boats.bonus_cards import cards_to_take, take_card
from companion.games.dragon_boats.facts import (
    MARKETS,
    SPOT_WIDTH,
    DragonBoatsFacts,
)
from companion.games.dragon_boats.move_types import (
    Buy,
    Done,
    Learn,
    Leave,
    Trade,
)
from companion.games.dragon_boats.names import good_name, goods_text
from companion.games.dragon_boats.state import Draft, Player, State
from companion.games.moves import as_move
from companion.games.offers import Choice, Step
from companion.language.messages import Message, Refused, say

PASSING_GAIN: Final = 1
"""The money for a disc that buys nothing."""


def _drop_order(draft: Draft, seat: str, stall: str) -> None:
    player = draft.state.player(seat)
    orders = player.orders.get(stall, ())[1:]
    draft.set_player(replace(player, orders={**player.orders, stall: orders}))


def buy_ordered(draft: Draft, seat: str) -> bool:
    """Buy the good that the player's disc was placed for; false if there is none to buy."""
    state, player = draft.state, draft.state.player(seat)
    good, *_ = (*player.orders.get(state.stall, ()), "")
    if state.done or good not in state.stalls.get(state.stall, ()):
        return False
    if player.money < price_now(state):
        return False
    do_buy(draft, seat, Buy(good))
    return True


def costs_nothing(state: State, stall: str) -> bool:
    return stall == "V" and state.options["stall_v"] == "free"


def price_now(state: State) -> int:
    """The price of an action of the active player at the stall."""
    if costs_nothing(state, state.stall) or (state.stall == "V" and state.done):
        return 0
    return state.price(state.stall)


def pay_choices(facts: DragonBoatsFacts, state: State, player: Player) -> Iterator[Choice]:
    price = price_now(state)
    affordable = player.money >= price
    if state.stall in MARKETS and not state.done and affordable:
        yield from _buy_choices(facts, state, price)
    if state.stall == "V" and "leave" not in state.done and affordable:
        yield from _trade_choices(facts, state, player, price)
        yield from _learn_choices(facts, state, player, price)
    if state.done:
        yield Choice(as_move(Done()), (Step(say("End your turn")),))
    else:
        hint = _pass_hint(facts, state, player)
        yield Choice(as_move(Leave()), (Step(say("Pass"), hint=hint),))


def is_pass_forced(facts: DragonBoatsFacts, state: State, player: Player) -> bool:
    """Whether the player can do nothing with the disc but take it back."""
    return not state.done and len(list(pay_choices(facts, state, player))) == 1


def forced_pass(draft: Draft, seat: str) -> None:
    """Pass for a player who can do nothing else, and say why."""
    state, player = draft.state, draft.state.player(seat)
    price, reason = price_now(state), say("nothing to swap")
    if player.money < price:
        reason = say("costs {price}, has {money}", price=price, money=player.money)
    elif state.stall in MARKETS:
        reason = say("sold out")
    gained = draft.gain_money(seat, PASSING_GAIN)
    _note_action(draft, "leave")
    values = {"who": player.name, "stall": state.stall, "reason": reason}
    if gained:
        draft.announce(
            say(
                "{who} has to pass at stall {stall} ({reason}) and takes {coins}",
                **values,
                coins=coins(gained),
            )
        )
    else:
        draft.announce(say("{who} has to pass at stall {stall} ({reason})", **values))


def _pass_hint(facts: DragonBoatsFacts, state: State, player: Player) -> Message:
    """What passing earns, and the reason if nothing else is possible."""
    price, gain = price_now(state), gain_hint(facts, player, PASSING_GAIN)
    if player.money < price:
        return say(
            "costs {price}, you have {money}: {gain}", price=price, money=player.money, gain=gain
        )
    if state.stall in MARKETS and not state.stalls[state.stall]:
        return say("sold out: {gain}", gain=gain)
    if state.stall == "V" and not player.goods and not player.treasure:
        return say("you have nothing to swap: {gain}", gain=gain)
    return gain


def _buy_choices(facts: DragonBoatsFacts, state: State, price: int) -> Iterator[Choice]:
    goods = state.stalls[state.stall]
    for good in dict.fromkeys(goods):
        slot = facts.spaces[f"{state.stall}-{goods.index(good) + 1}"]
        label = say("Buy {good} for {price}", good=good_name(facts, good), price=price)
        step = Step(label, (slot.x, slot.y), width=SPOT_WIDTH)
        yield Choice(as_move(Buy(good)), (step,))


def _trade_choices(
    facts: DragonBoatsFacts, state: State, player: Player, price: int
) -> Iterator[Choice]:
    if "trade" in state.done:
        return
    hint = say("price {price}", price=price) if price else None
    for good in dict.fromkeys(player.goods):
        label = say("Swap {good} for a tile from the bag and food", good=good_name(facts, good))
        step = Step(label, face=f"offering-tiles/offering-{good}", hint=hint)
        yield Choice(as_move(Trade(good)), (step,))


def _learn_choices(
    facts: DragonBoatsFacts, state: State, player: Player, price: int
) -> Iterator[Choice]:
    if "learn" in state.done or not player.treasure:
        return
    paid = say("for a treasure")
    if price:
        paid = say("for a treasure, price {price}", price=price)
    for card, step in cards_to_take(facts, state):
        hint = say("{paid}. {note}", paid=paid, note=step.hint) if step.hint else paid
        yield Choice(as_move(Learn(card)), (replace(step, hint=hint),))


def do_buy(draft: Draft, seat: str, move: Buy) -> None:
    state = draft.state
    if state.stall not in MARKETS or move.good not in state.stalls[state.stall]:
        raise Refused("this stall does not sell that")
    if state.done:
        raise Refused("each disc buys only one tile")
    price = _pay_price(draft, seat)
    goods = list(state.stalls[state.stall])
    goods.remove(move.good)
    draft.state = replace(draft.state, stalls={**state.stalls, state.stall: tuple(goods)})
    draft.add_goods(seat, [move.good])
    _note_action(draft, "buy")
    draft.announce(
        say(
            "{who} buys {good} at stall {stall} for {price}",
            who=state.player(seat).name,
            stall=state.stall,
            good=good_name(draft.facts, move.good),
            price=price,
        )
    )


def do_leave(draft: Draft, seat: str) -> None:
    if draft.state.done:
        raise Refused("you have already used this disc")
    gained = draft.gain_money(seat, PASSING_GAIN)
    _note_action(draft, "leave")
    name = draft.state.player(seat).name
    stall = draft.state.stall
    if gained:
        draft.announce(
            say(
                "{who} passes at stall {stall} and takes {coins}",
                who=name,
                stall=stall,
                coins=coins(gained),
            )
        )
    else:
        draft.announce(say("{who} passes at stall {stall}", who=name, stall=stall))


def do_trade(draft: Draft, seat: str, move: Trade) -> None:
    player = draft.state.player(seat)
    _check_stall_v(draft.state, "trade")
    if move.good not in player.goods:
        raise Refused("you don’t have that good")
    _pay_price(draft, seat)
    drawn = draft.gain_offerings(seat, 1)
    draft.pay_goods(seat, [move.good])
    food = draft.gain_supply(seat, "food", 1)
    _note_action(draft, "trade")
    draft.announce(
        say(
            "{who} gives {good}, draws {drawn}, and takes {food}",
            who=player.name,
            good=good_name(draft.facts, move.good),
            drawn=goods_text(draft.facts, drawn),
            food=join_names(describe_amounts(food=food)),
        )
    )


def do_learn(draft: Draft, seat: str, move: Learn) -> None:
    _check_stall_v(draft.state, "learn")
    if not draft.state.player(seat).treasure:
        raise Refused("you have no treasure to give")
    _pay_price(draft, seat)
    player = draft.state.player(seat)
    draft.set_player(replace(player, treasure=player.treasure - 1))
    draft.give_back("treasure", 1)
    take_card(draft, seat, move.card)
    _note_action(draft, "learn")


def _check_stall_v(state: State, deed: str) -> None:
    if state.stall != "V" or "leave" in state.done:
        raise Refused("you can only do that at stall V, and only if you don’t pass")
    if deed in state.done:
        raise Refused("you can only do that once per disc")


def do_done(draft: Draft, seat: str) -> None:
    if not draft.state.done:
        raise Refused("use your disc first")
    end_payment(draft)
    draft.announce(say("{who} ends the turn", who=draft.state.player(seat).name))


def end_payment(draft: Draft) -> None:
    """Return the top disc to its player."""
    stacks, stall = draft.state.stacks, draft.state.stall
    _drop_order(draft, stacks[stall][-1], stall)
    draft.state = replace(draft.state, stacks={**stacks, stall: stacks[stall][:-1]}, done=())


def _pay_price(draft: Draft, seat: str) -> int:
    price, player = price_now(draft.state), draft.state.player(seat)
    if player.money < price:
        raise Refused("that costs {price}, but you have {money}", price=price, money=player.money)
    draft.set_player(replace(player, money=player.money - price))
    return price


def _note_action(draft: Draft, deed: str) -> None:
    draft.state = replace(draft.state, done=(*draft.state.done, deed), paid=True)
