"""Legal moves of Dragon Boats and the taps that lead to them."""

from __future__ import annotations

from companion.games.dragon_boats.bidding import bid_choices, track_choices
from companion.games.dragon_boats.cards import card_choices, card_picks
from companion.games.dragon_boats.explore import explore_choices, next_prompt
from companion.games.dragon_boats.facts import DragonBoatsFacts
from companion.games.dragon_boats.market import pay_choices
from companion.games.dragon_boats.move_types import Done
from companion.games.dragon_boats.options import apply_options
from companion.games.dragon_boats.pauses import pause_offers, quiet_choices
from companion.games.dragon_boats.state import State
from companion.games.dragon_boats.storage import (
    sell_later_choices,
    store_choices,
    store_picks,
)
from companion.games.dragon_boats.travel import board_choices, climb_choices
from companion.games.dragon_boats.turns import actor
from companion.games.moves import as_move
from companion.games.offers import Choice, Offers, Step
from companion.language.messages import say


def list_offers(facts: DragonBoatsFacts, state: State, seat: str) -> Offers:
    facts = apply_options(facts, state.options)
    if all(player.seat != seat for player in state.players) or state.phase == "over":
        return Offers()
    if state.phase == "pause":
        return pause_offers(facts, state, seat)
    acting = actor(facts, state) == seat
    cards = tuple(card_choices(facts, state, seat, acting=acting))
    picks = tuple(card_picks(state, seat, acting=acting))
    if not acting:
        return Offers(cards, picks)
    player = state.player(seat)
    match state.phase:
        case "track":
            return Offers(tuple(track_choices(facts, state)))
        case "bid" | "pay":
            bidding = state.phase == "bid"
            main = (bid_choices if bidding else pay_choices)(facts, state, player)
            travel = (*board_choices(facts, state, player), *climb_choices(facts, state, player))
            more = (*sell_later_choices(facts, state, player), *quiet_choices(state, player))
            return Offers((*main, *travel, *cards, *more), picks)
        case "muster":
            done = Choice(as_move(Done()), (Step(say("Let the boats sail")),))
            return Offers((done, *cards), picks)
        case "store":
            choices = (*store_choices(player), *cards)
            return Offers(choices, (*store_picks(facts, player), *picks))
    due = next_prompt(facts, state)
    return Offers((*explore_choices(facts, state, due), *cards), picks) if due else Offers()
