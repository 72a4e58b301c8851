"""Takes the end of a round, gives what players store and sell, and the next round laid out."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.base import Choice, Pick, Step
from companion.games.dragon_boats.amounts import amounts, in_a_row
from companion.games.dragon_boats.facts import Known
from companion.games.dragon_boats.moves import Store, as_move
from companion.games.dragon_boats.names import good_name, goods_named
from companion.games.dragon_boats.setup import GOODS_PER_STALL
from companion.games.dragon_boats.state import Boat, Flow, Player
from companion.games.dragon_boats.travel import numbered, picked
from companion.table.model import Refused
from companion.words import say

GOOD_PRICE = 1
TREASURE_PRICE = 2


def wares(player: Player) -> tuple[str, ...]:
    return player.goods + ("treasure",) * player.treasure


def may_sell(known: Known, player: Player) -> bool:
    """Whether there is something to decide: goods to sell, or what brings money."""
    return len(player.goods) > player.room or (
        bool(wares(player)) and known.gain(player.money, 1) > 0
    )


def store_choices(player: Player) -> Iterator[Choice]:
    if len(player.goods) <= player.room:
        yield Choice(as_move(Store(())), (Step(say("Keep everything")),))


def store_picks(known: Known, player: Player) -> Iterator[Pick]:
    items = tuple((name, _ware(known, ware)) for name, ware in numbered(wares(player)))
    if not items:
        return
    move = {key: value for key, value in as_move(Store(())).items() if key != "sell"}
    over = len(player.goods) - player.room
    hint = say("You may keep {count} goods. Sell what you need not.", count=player.room)
    if over > 0:
        hint = say("You may keep {count} goods: sell {over} or more.", count=player.room, over=over)
    yield Pick(move, "sell", items, max(1, over), len(items), say("Sell these"), hint=hint)


def _ware(known: Known, ware: str) -> Step:
    if ware == "treasure":
        return Step(
            say("Treasure for {price}", price=TREASURE_PRICE), face="treasure-cards/treasure"
        )
    label = say("{good} for {price}", good=good_name(known, ware), price=GOOD_PRICE)
    return Step(label, face=f"offering-tiles/offering-{ware}")


def do_store(flow: Flow, seat: str, verb: Store) -> None:
    player = flow.state.player(seat)
    sold = picked(wares(player), verb.sell)
    treasures = sold.count("treasure")
    goods = tuple(ware for ware in sold if ware != "treasure")
    if len(player.goods) - len(goods) > player.room:
        raise Refused("you may keep {count} goods", count=player.room)
    flow.set_player(replace(player, treasure=player.treasure - treasures))
    flow.give_back("treasure", treasures)
    flow.pay_goods(seat, goods)
    gained = flow.gain_money(seat, GOOD_PRICE * len(goods) + TREASURE_PRICE * treasures)
    flow.state = replace(flow.state, asked=flow.state.asked[1:])
    if not sold:
        flow.tell(say("{who} keeps everything", who=player.name))
        return
    wares_sold = amounts(treasure=treasures, goods=goods_named(flow.known, goods))
    flow.tell(
        say(
            "{who} sells {wares} for {money} money",
            who=player.name,
            wares=in_a_row(wares_sold),
            money=gained,
        )
    )


def upkeep(flow: Flow) -> None:
    """Boats come home with new toppers, stalls fill up, the next round card gives discs back."""
    for boat in flow.state.boats:
        if boat.sailed:
            flow.state = replace(flow.state, worn=(*flow.state.worn, boat.topper))
    for boat in flow.state.boats:
        topper = _new_topper(flow) if boat.sailed else boat.topper
        flow.set_boat(Boat(boat.id, topper, boat.seats))
    for stall, goods in flow.state.stalls.items():
        drawn = flow.draw_offerings(GOODS_PER_STALL - len(goods))
        flow.state = replace(flow.state, stalls={**flow.state.stalls, stall: goods + drawn})
    state = flow.state
    first = (state.first + 1) % len(state.players)
    flow.state = replace(state, turn=state.turn + 1, first=first, lead="")
    for player in flow.state.players:
        if player.locked == flow.state.round:
            flow.set_player(replace(player, locked=0))
            flow.tell(
                say(
                    "{who} gets the disc of round {round} back",
                    who=player.name,
                    round=player.locked,
                )
            )


def _new_topper(flow: Flow) -> str:
    if not flow.state.toppers:
        mixed = flow.chance.shuffle(flow.state.worn)
        flow.state = replace(flow.state, toppers=mixed, worn=())
        flow.tell(say("The old toppers are shuffled"))
    topper = flow.state.toppers[0]
    flow.state = replace(flow.state, toppers=flow.state.toppers[1:])
    return topper
