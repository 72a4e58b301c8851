"""The end of a round: players store and sell goods, and the next round is prepared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.games.dragon_boats.amounts import coins, describe_amounts, join_names
from companion.games.dragon_boats.edition import makes_forced_moves
from companion.games.dragon_boats.facts import DragonBoatsFacts
from companion.games.dragon_boats.move_types import SellLater, Store
from companion.games.dragon_boats.names import good_name, goods_names
from companion.games.dragon_boats.setup import GOODS_PER_STALL
from companion.games.dragon_boats.state import Boat, Draft, Player, State
from companion.games.dragon_boats.travel import number_goods, picked_goods
from companion.games.moves import as_move
from companion.games.offers import Choice, Pick, Step
from companion.language.messages import Refused, say, say_count

GOOD_PRICE: Final = 1
TREASURE_PRICE: Final = 2


def wares(player: Player) -> tuple[str, ...]:
    return player.goods + ("treasure",) * player.treasure


def may_sell(facts: DragonBoatsFacts, player: Player) -> bool:
    """Whether a player has to sell goods or can earn money by selling."""
    return len(player.goods) > player.room or (
        bool(wares(player)) and facts.gain(player.money, 1) > 0
    )


def is_asked_to_sell(facts: DragonBoatsFacts, state: State, player: Player) -> bool:
    """Whether storage waits for a player: for those who have to sell goods or want to."""
    if len(player.goods) > player.room:
        return True
    wants_to = player.seat in state.selling or not makes_forced_moves(facts)
    return wants_to and may_sell(facts, player)


def sell_later_choices(facts: DragonBoatsFacts, state: State, player: Player) -> Iterator[Choice]:
    if _may_sell_later(facts, state, player):
        step = Step(say("Sell goods after this round"), hint=say("before the next round begins"))
        yield Choice(as_move(SellLater()), (step,))


def _may_sell_later(facts: DragonBoatsFacts, state: State, player: Player) -> bool:
    is_asked = player.seat in state.selling or not makes_forced_moves(facts)
    return bool(wares(player)) and not is_asked


def do_sell_later(draft: Draft, seat: str) -> None:
    if not _may_sell_later(draft.facts, draft.state, draft.state.player(seat)):
        raise Refused("you can’t ask for that now")
    draft.state = replace(draft.state, selling=(*draft.state.selling, seat))
    name = draft.state.player(seat).name
    draft.announce(say("{who} wants to sell goods after this round", who=name))


def store_choices(player: Player) -> Iterator[Choice]:
    if len(player.goods) <= player.room:
        yield Choice(as_move(Store(())), (Step(say("Keep everything")),))


def store_picks(facts: DragonBoatsFacts, player: Player) -> Iterator[Pick]:
    items = tuple((name, _ware_step(facts, ware)) for name, ware in number_goods(wares(player)))
    if not items:
        return
    over = len(player.goods) - player.room
    hint = say_count(
        "You can keep {count} good. Sell any that you don’t need.",
        "You can keep {count} goods. Sell any that you don’t need.",
        player.room,
    )
    if over > 0:
        hint = say_count(
            "You can keep {count} good: sell {over} or more.",
            "You can keep {count} goods: sell {over} or more.",
            player.room,
            over=over,
        )
    move = {"do": "store"}
    yield Pick(move, "sell", items, max(1, over), len(items), say("Sell these"), hint=hint)


def _ware_step(facts: DragonBoatsFacts, ware: str) -> Step:
    if ware == "treasure":
        label = say("Treasure for {coins}", coins=coins(TREASURE_PRICE))
        return Step(label, face="treasure-cards/treasure")
    label = say("{good} for {coins}", good=good_name(facts, ware), coins=coins(GOOD_PRICE))
    return Step(label, face=f"offering-tiles/offering-{ware}")


def do_store(draft: Draft, seat: str, move: Store) -> None:
    player = draft.state.player(seat)
    sold = picked_goods(wares(player), move.sell)
    treasures = sold.count("treasure")
    goods = tuple(ware for ware in sold if ware != "treasure")
    if len(player.goods) - len(goods) > player.room:
        raise Refused("you can keep only {count} goods", count=player.room)
    draft.set_player(replace(player, treasure=player.treasure - treasures))
    draft.give_back("treasure", treasures)
    draft.pay_goods(seat, goods)
    gained = draft.gain_money(seat, GOOD_PRICE * len(goods) + TREASURE_PRICE * treasures)
    draft.state = replace(draft.state, asked=draft.state.asked[1:])
    if not sold:
        draft.announce(say("{who} keeps everything", who=player.name))
        return
    wares_sold = describe_amounts(treasure=treasures, goods=goods_names(draft.facts, goods))
    draft.announce(
        say(
            "{who} sells {wares} for {coins}",
            who=player.name,
            wares=join_names(wares_sold),
            coins=coins(gained),
        )
    )


def prepare_round(draft: Draft) -> None:
    """Bring boats home with new toppers, fill the stalls and return the discs of the next card."""
    for boat in draft.state.boats:
        if boat.sailed:
            draft.state = replace(draft.state, worn=(*draft.state.worn, boat.topper))
    for boat in draft.state.boats:
        topper = _new_topper(draft) if boat.sailed else boat.topper
        draft.set_boat(Boat(boat.id, topper, boat.seats))
    for stall, goods in draft.state.stalls.items():
        drawn = draft.draw_offerings(GOODS_PER_STALL - len(goods))
        draft.state = replace(draft.state, stalls={**draft.state.stalls, stall: goods + drawn})
    state = draft.state
    first = (state.first + 1) % len(state.players)
    draft.state = replace(state, turn=state.turn + 1, first=first, lead="")
    for player in draft.state.players:
        if player.locked == draft.state.round:
            draft.set_player(replace(player, locked=0))
            draft.announce(
                say(
                    "{who} gets the disc on round {round} back",
                    who=player.name,
                    round=player.locked,
                )
            )


def _new_topper(draft: Draft) -> str:
    if not draft.state.toppers:
        mixed = draft.chance.shuffle(draft.state.worn)
        draft.state = replace(draft.state, toppers=mixed, worn=())
        draft.announce(say("The used toppers are shuffled"))
    topper = draft.state.toppers[0]
    draft.state = replace(draft.state, toppers=draft.state.toppers[1:])
    return topper
