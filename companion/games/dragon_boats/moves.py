"""Moves of Dragon Boats: checked and carried out."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.dragon_boats.bidding import (
    do_bid,
    do_bid_for,
    do_keep_discs,
    do_private,
    do_track,
)
from companion.games.dragon_boats.cards import do_card, is_card
from companion.games.dragon_boats.explore import (
    Prompt,
    do_home,
    do_land,
    do_settle,
    do_take,
    do_walk,
    next_prompt,
)
from companion.games.dragon_boats.facts import DragonBoatsFacts
from companion.games.dragon_boats.market import do_buy, do_done, do_learn, do_leave, do_trade
from companion.games.dragon_boats.move_types import (
    Answer,
    Bid,
    BidFor,
    Board,
    Buy,
    Climb,
    Done,
    Home,
    KeepDiscs,
    Land,
    Learn,
    Leave,
    Private,
    SellLater,
    Settle,
    Store,
    Take,
    Track,
    Trade,
    Walk,
    read_move,
)
from companion.games.dragon_boats.options import apply_options
from companion.games.dragon_boats.pauses import act_in_pause, may_stay_quiet, stay_quiet
from companion.games.dragon_boats.state import Draft, State
from companion.games.dragon_boats.storage import do_sell_later, do_store
from companion.games.dragon_boats.travel import do_board, do_climb
from companion.games.dragon_boats.turns import actor, settle
from companion.games.moves import Move, Transition, TypedMove
from companion.language.messages import Refused, say


def make_move(
    facts: DragonBoatsFacts, state: State, seat: str, move: Move, chance: Chance
) -> Transition:
    """Raises Refused for an illegal move."""
    facts = apply_options(facts, state.options)
    read = read_move(move)
    draft = Draft(facts, state, chance)
    acting = actor(facts, state) == seat
    if state.phase == "over":
        raise Refused("the game is over")
    if all(player.seat != seat for player in state.players):
        raise Refused("you are not in this game")
    if state.phase == "pause":
        act_in_pause(draft, seat, read)
    elif is_card(read):
        do_card(draft, seat, read, acting=acting)
    elif not acting:
        raise Refused("it is not your turn")
    else:
        _do(draft, seat, read)
    settle(draft)
    return draft.finish()


def _do(draft: Draft, seat: str, move: TypedMove) -> None:
    if draft.state.phase in ("track", "bid", "pay"):
        _do_in_market(draft, seat, move)
    elif draft.state.phase == "explore":
        _do_exploring(draft, move)
    elif draft.state.phase == "muster" and isinstance(move, Done):
        draft.state = replace(draft.state, asked=draft.state.asked[1:])
        draft.announce(say("{who} lets the boats sail", who=draft.state.player(seat).name))
    elif draft.state.phase == "store" and isinstance(move, Store):
        do_store(draft, seat, move)
    else:
        raise Refused("you can’t do that now")


def _do_in_market(draft: Draft, seat: str, move: TypedMove) -> None:
    match draft.state.phase, move:
        case "track", Track():
            do_track(draft, seat, move)
        case "bid" | "pay", Board():
            do_board(draft, seat, move)
        case "bid" | "pay", Climb():
            do_climb(draft, seat, move)
        case "bid" | "pay", SellLater():
            do_sell_later(draft, seat)
        case "bid", _:
            _do_bidding(draft, seat, move)
        case "pay", _:
            _do_at_stall(draft, seat, move)
        case _:
            raise Refused("you can’t do that now")


def _do_bidding(draft: Draft, seat: str, move: TypedMove) -> None:
    match move:
        case Bid():
            do_bid(draft, seat, move)
        case BidFor():
            do_bid_for(draft, seat, move)
        case Private():
            do_private(draft, seat)
        case KeepDiscs():
            do_keep_discs(draft, seat)
        case _:
            raise Refused("you can’t do that now")


def _do_at_stall(draft: Draft, seat: str, move: TypedMove) -> None:
    match move:
        case Buy():
            do_buy(draft, seat, move)
        case Leave():
            do_leave(draft, seat)
        case Trade():
            do_trade(draft, seat, move)
        case Learn():
            do_learn(draft, seat, move)
        case Done():
            do_done(draft, seat)
        case Answer(reply="quiet") if may_stay_quiet(draft.state, draft.state.player(seat)):
            do_done(draft, seat)
            stay_quiet(draft, seat)
        case _:
            raise Refused("you can’t do that now")


def _do_exploring(draft: Draft, move: TypedMove) -> None:
    match next_prompt(draft.facts, draft.state), move:
        case Prompt() as due, Land():
            do_land(draft, due, move)
        case Prompt() as due, Walk():
            do_walk(draft, due, move)
        case Prompt() as due, Settle():
            do_settle(draft, due, move)
        case Prompt() as due, Home():
            do_home(draft, due)
        case Prompt() as due, Take():
            do_take(draft, due, move)
        case _:
            raise Refused("you can’t do that now")
