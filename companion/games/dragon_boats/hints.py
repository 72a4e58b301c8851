"""Hints that everybody could work out at the table: the bag, the points of hexes, and bids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.dragon_boats.amounts import coins
from companion.games.dragon_boats.facts import STALLS, DragonBoatsFacts
from companion.games.dragon_boats.holding import read_sheet
from companion.games.dragon_boats.score import total_of
from companion.games.dragon_boats.sheet import fill_sheets
from companion.games.dragon_boats.state import Player, State
from companion.language.messages import Message, say


def goods_in_bag(facts: DragonBoatsFacts, state: State) -> dict[str, int]:
    """The offerings of each kind that are printed and not on the table."""
    seen = Counter(good for goods in state.stalls.values() for good in goods)
    seen.update(good for player in state.players for good in player.goods)
    return {good: facts.offerings[good] - seen[good] for good in facts.goods}


def points_of_hex(facts: DragonBoatsFacts, state: State, seat: str, hex_: str) -> int:
    """How many points more a player has after settling on a hex, with all cards that the player
    knows of: open ones and the player's own."""
    player, tile = state.player(seat), state.land[hex_]
    settled = replace(player, farms=(*player.farms, tile))
    if facts.spaces[hex_].kind == "wisdom":
        settled = replace(player, wisdom=(*player.wisdom, tile))
    after = replace(state, farmers={**state.farmers, hex_: seat})
    return _points(facts, after, settled) - _points(facts, state, player)


def _points(facts: DragonBoatsFacts, state: State, player: Player) -> int:
    """A player's points so far, with the hidden cards that the player holds."""
    cards = tuple(replace(card, open=True) for card in player.cards)
    alone = replace(state, players=(replace(player, cards=cards),))
    held = read_sheet(facts, fill_sheets(facts, alone)[player.seat])
    return total_of(facts, state.options, player.seat, held).points


def why_unaffordable(state: State, player: Player, price: int) -> Message | None:
    """Why a player may be unable to pay for another disc that costs this much; None if the money
    is there. The bid is legal all the same: a disc that cannot pay is taken back for money."""
    if price > player.money:
        return say("you can’t afford this: you have {coins}", coins=coins(player.money))
    together = price + sum(_own_bids(state, player))
    if together > player.money:
        return say(
            "your bids cost {together} together, you have {money}",
            together=together,
            money=player.money,
        )
    return None


def _own_bids(state: State, player: Player) -> Iterator[int]:
    """The prices of the discs that a player has placed: each pays for those below it."""
    for stall in STALLS:
        if stall == "V" and state.options["stall_v"] == "free":
            continue
        for height, seat in enumerate(state.stacks[stall], state.neutral[stall] + 1):
            if seat == player.seat:
                yield height
