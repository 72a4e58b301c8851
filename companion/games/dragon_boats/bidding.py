"""Discs that players put on round cards and stalls, or keep."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.dragon_boats.amounts import (
    coins,
    describe_amounts,
    describe_gains,
    gain_hint,
    join_names,
)
from companion.games.dragon_boats.edition import makes_forced_moves
from companion.games.dragon_boats.facts import (
    MARKETS,
    PRIVATE_SPACES,
    SPOT_WIDTH,
    STALLS,
    DragonBoatsFacts,
)
from companion.games.dragon_boats.hints import why_unaffordable
from companion.games.dragon_boats.market import costs_nothing
from companion.games.dragon_boats.move_types import (
    Bid,
    BidFor,
    KeepDiscs,
    Private,
    Track,
)
from companion.games.dragon_boats.names import good_name, goods_names
from companion.games.dragon_boats.state import Draft, Player, State
from companion.games.moves import as_move
from companion.games.offers import Choice, Step
from companion.language.messages import Message, Refused, say


def track_choices(facts: DragonBoatsFacts, state: State) -> Iterator[Choice]:
    for number in state.rounds:
        card = facts.rounds[str(number)]
        if card.restricted:
            continue
        step = Step(
            say("Round {round}", round=number),
            face=f"round-cards/round-{number}",
            hint=describe_gains(card),
        )
        yield Choice(as_move(Track(str(number))), (step,))


def do_track(draft: Draft, seat: str, move: Track) -> None:
    card = draft.facts.rounds.get(move.round)
    if card is None or card.restricted or card.number not in draft.state.rounds:
        raise Refused("you can’t put a disc there")
    player = draft.state.player(seat)
    draft.set_player(replace(player, locked=card.number))
    money = draft.gain_money(seat, card.money)
    goods = draft.gain_offerings(seat, card.offerings)
    food = draft.gain_supply(seat, "food", card.food)
    treasure = draft.gain_supply(seat, "treasure", card.treasure)
    draft.announce(
        say(
            "{who} puts a disc on round {round} and gets {gains}",
            who=player.name,
            round=card.number,
            gains=join_names(
                describe_amounts(money, food, treasure, goods_names(draft.facts, goods))
            ),
        )
    )


def bid_choices(facts: DragonBoatsFacts, state: State, player: Player) -> Iterator[Choice]:
    for stall in STALLS:
        space = facts.spaces[stall]
        price = 0 if costs_nothing(state, stall) else state.price(stall) + 1
        label = say("Bid on stall {stall} (price {price})", stall=stall, price=price)
        doubt = why_unaffordable(state, player, price)
        step = Step(label, (space.x, space.y), width=SPOT_WIDTH, hint=doubt, doubtful=bool(doubt))
        yield Choice(as_move(Bid(stall)), (step,))
        if stall in MARKETS:
            yield from _order_choices(facts, state, stall, price, doubt)
    yield from _keep_choices(facts, player)


def _order_choices(
    facts: DragonBoatsFacts, state: State, stall: str, price: int, doubt: Message | None
) -> Iterator[Choice]:
    """A tap on a tile bids for it: it is bought without another tap."""
    goods = state.stalls[stall]
    for good in dict.fromkeys(goods):
        slot = facts.spaces[f"{stall}-{goods.index(good) + 1}"]
        label = say(
            "Bid for {good} on stall {stall} (price {price})",
            good=good_name(facts, good),
            stall=stall,
            price=price,
        )
        hint = doubt or say("bought without asking")
        at = (slot.x, slot.y)
        step = Step(label, at, width=SPOT_WIDTH, hint=hint, doubtful=bool(doubt))
        yield Choice(as_move(BidFor(stall, good)), (step,))


def _keep_choices(facts: DragonBoatsFacts, player: Player) -> Iterator[Choice]:
    """Keeping a disc is only offered if it earns money, except at old tables."""
    money = facts.private_money
    earns = facts.gain(player.money, money) or not makes_forced_moves(facts)
    if player.private < PRIVATE_SPACES and earns:
        step = Step(say("Keep the disc"), hint=gain_hint(facts, player, money))
        yield Choice(as_move(Private()), (step,))
    if _may_keep_two(facts, player):
        label, hint = say("Keep two discs"), gain_hint(facts, player, 2 * money)
        yield Choice(as_move(KeepDiscs()), (Step(label, hint=hint),))


def _may_keep_two(facts: DragonBoatsFacts, player: Player) -> bool:
    money = facts.private_money
    earns_twice = facts.gain(player.money, 2 * money) > money
    return not player.private and player.discs >= PRIVATE_SPACES and earns_twice


def do_bid(draft: Draft, seat: str, move: Bid) -> None:
    if move.stall not in STALLS:
        raise Refused("stall {stall} does not exist", stall=move.stall)
    _note_order(draft, seat, move.stall, "")
    _put_disc(draft, seat, move.stall)


def _put_disc(draft: Draft, seat: str, stall: str) -> None:
    stacks = draft.state.stacks
    draft.state = replace(draft.state, stacks={**stacks, stall: (*stacks[stall], seat)})
    name = draft.state.player(seat).name
    draft.announce(say("{who} puts a disc on stall {stall}", who=name, stall=stall))
    _disc_placed(draft, seat)


def do_bid_for(draft: Draft, seat: str, move: BidFor) -> None:
    if move.good not in draft.state.stalls.get(move.stall, ()):
        raise Refused("this stall does not sell that")
    _note_order(draft, seat, move.stall, move.good)
    _put_disc(draft, seat, move.stall)


def _note_order(draft: Draft, seat: str, stall: str, good: str) -> None:
    """Discs act from the top down, so the last one placed comes first."""
    player = draft.state.player(seat)
    orders = (good, *player.orders.get(stall, ()))
    draft.set_player(replace(player, orders={**player.orders, stall: orders}))


def do_private(draft: Draft, seat: str) -> None:
    player = draft.state.player(seat)
    if player.private >= PRIVATE_SPACES:
        raise Refused("both of your private actions are used")
    earns = draft.facts.gain(player.money, draft.facts.private_money)
    if makes_forced_moves(draft.facts) and not earns:
        raise Refused("you have all the money that you can have")
    _keep_disc(draft, seat)


def _keep_disc(draft: Draft, seat: str) -> None:
    player = draft.state.player(seat)
    draft.set_player(replace(player, private=player.private + 1))
    gained = draft.gain_money(seat, draft.facts.private_money)
    if gained:
        draft.announce(
            say("{who} keeps a disc and takes {coins}", who=player.name, coins=coins(gained))
        )
    else:
        draft.announce(say("{who} keeps a disc", who=player.name))
    _disc_placed(draft, seat)


def do_keep_discs(draft: Draft, seat: str) -> None:
    """Keep a disc now, and the next one when it is the player's turn again."""
    if not _may_keep_two(draft.facts, draft.state.player(seat)):
        raise Refused("you can’t keep two discs")
    draft.state = replace(draft.state, keeping=(*draft.state.keeping, seat))
    _keep_disc(draft, seat)


def keep_promised_disc(draft: Draft, seat: str) -> bool:
    """Keep the second disc of a player who keeps two."""
    if seat not in draft.state.keeping:
        return False
    keeping = tuple(one for one in draft.state.keeping if one != seat)
    draft.state = replace(draft.state, keeping=keeping)
    _keep_disc(draft, seat)
    return True


def _disc_placed(draft: Draft, seat: str) -> None:
    player = draft.state.player(seat)
    draft.set_player(replace(player, discs=player.discs - 1))
    draft.state = replace(draft.state, active=(draft.state.active + 1) % len(draft.state.players))
