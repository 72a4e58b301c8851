"""Takes seats and moves, gives the game from its first disc to its last point."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from companion.chance import Chance
from companion.games.base import Choice, Move, Offers, Options, Setup, Step, Turn
from companion.games.dragon_boats.cards import card_choices, card_picks, do_card, is_card
from companion.games.dragon_boats.explore import (
    Prompt,
    do_home,
    do_land,
    do_take,
    do_walk,
    explore_choices,
    prompt,
)
from companion.games.dragon_boats.facts import MARKETS, PATHS, STALLS, Known
from companion.games.dragon_boats.market import (
    bid_choices,
    do_bid,
    do_buy,
    do_done,
    do_learn,
    do_leave,
    do_private,
    do_track,
    do_trade,
    pay_choices,
    track_choices,
)
from companion.games.dragon_boats.moves import (
    Bid,
    Board,
    Buy,
    Climb,
    Done,
    Home,
    Land,
    Learn,
    Leave,
    Private,
    Store,
    Take,
    Track,
    Trade,
    Verb,
    Walk,
    as_move,
    read_move,
)
from companion.games.dragon_boats.names import COLOURS, named
from companion.games.dragon_boats.setup import bag_of, card_pool
from companion.games.dragon_boats.state import Boat, Flow, Player, State
from companion.games.dragon_boats.storage import do_store, store_choices, store_picks
from companion.games.dragon_boats.travel import board_choices, climb_choices, do_board, do_climb
from companion.games.dragon_boats.turns import actor, settle
from companion.table.model import Refused, Seat
from companion.words import say


def begin_game(
    known: Known, seats: Sequence[Seat], options: Options, setup: Setup, chance: Chance
) -> Turn:
    """The setup as it lies, and every stack and bag in an order that nobody sees."""
    stalls = {stall: tuple(setup.part("stalls").values[stall]) for stall in MARKETS}
    display = tuple(setup.part("cards").values["display"])
    lying, held = setup.part("boats").values, setup.part("neutral").values["stalls"]
    drawn = Counter(good for goods in stalls.values() for good in goods)
    left_in_bag = tuple((Counter(bag_of(known)) - drawn).elements())
    deck = tuple(letter for letter in card_pool(known, options) if letter not in display)
    toppers = tuple(topper for topper in known.toppers if topper not in lying.values())
    state = State(
        options=dict(options),
        players=_players(known, seats),
        first=setup.part("first").values["first"],
        rounds=tuple(int(name) for name in setup.part("rounds").values["rounds"]),
        land={**setup.part("farms").values, **setup.part("wisdom").values},
        stalls=stalls,
        neutral={stall: int(stall in held) for stall in STALLS},
        boats=tuple(Boat(boat, lying[boat]) for boat in known.boats),
        bag=chance.shuffle(left_in_bag),
        deck=chance.shuffle(deck),
        display=display,
        toppers=chance.shuffle(toppers),
        supplies=dict(known.supplies),
        stacks=dict.fromkeys(STALLS, ()),
        paths=dict.fromkeys(PATHS, ()),
    )
    flow = Flow(known, state, chance)
    for player in state.players:
        house = named(known.houses[player.house].name)
        colour = COLOURS[player.house]
        flow.tell(
            say("{who} leads the {house}, {colour}", who=player.name, house=house, colour=colour)
        )
    settle(flow)
    return Turn(flow.state, tuple(flow.says))


def _players(known: Known, seats: Sequence[Seat]) -> tuple[Player, ...]:
    """Everybody gets the house of the seat's colour, if there is one, else one that is left."""
    own = {seat.id: seat.colour for seat in seats if seat.colour in known.houses}
    free = [house for house in known.houses if house not in own.values()]
    return tuple(
        Player(seat.id, seat.name, own[seat.id] if seat.id in own else free.pop(0))
        for seat in seats
    )


def act_in_game(known: Known, state: State, seat: str, move: Move, chance: Chance) -> Turn:
    verb = read_move(move)
    flow = Flow(known, state, chance)
    acting = actor(known, state) == seat
    if state.phase == "over":
        raise Refused("the game is over")
    if all(player.seat != seat for player in state.players):
        raise Refused("you are not in this game")
    if is_card(verb):
        do_card(flow, seat, verb, acting=acting)
    elif not acting:
        raise Refused("it is not your turn")
    else:
        _do(flow, seat, verb)
    settle(flow)
    return Turn(flow.state, tuple(flow.says))


def _do(flow: Flow, seat: str, verb: Verb) -> None:
    if flow.state.phase in ("track", "bid", "pay"):
        _do_in_market(flow, seat, verb)
    elif flow.state.phase == "explore":
        _do_exploring(flow, verb)
    elif flow.state.phase == "muster" and isinstance(verb, Done):
        flow.state = replace(flow.state, asked=flow.state.asked[1:])
        flow.tell(say("{who} lets the boats sail", who=flow.state.player(seat).name))
    elif flow.state.phase == "store" and isinstance(verb, Store):
        do_store(flow, seat, verb)
    else:
        raise Refused("this is not the time for that")


def _do_in_market(flow: Flow, seat: str, verb: Verb) -> None:
    match flow.state.phase, verb:
        case "track", Track():
            do_track(flow, seat, verb)
        case "bid", Bid():
            do_bid(flow, seat, verb)
        case "bid", Private():
            do_private(flow, seat)
        case "pay", Buy():
            do_buy(flow, seat, verb)
        case "pay", Leave():
            do_leave(flow, seat)
        case "pay", Trade():
            do_trade(flow, seat, verb)
        case "pay", Learn():
            do_learn(flow, seat, verb)
        case "pay", Done():
            do_done(flow, seat)
        case "bid" | "pay", Board():
            do_board(flow, seat, verb)
        case "bid" | "pay", Climb():
            do_climb(flow, seat, verb)
        case _:
            raise Refused("this is not the time for that")


def _do_exploring(flow: Flow, verb: Verb) -> None:
    match prompt(flow.known, flow.state), verb:
        case Prompt() as due, Land():
            do_land(flow, due, verb)
        case Prompt() as due, Walk():
            do_walk(flow, due, verb)
        case Prompt() as due, Home():
            do_home(flow, due)
        case Prompt() as due, Take():
            do_take(flow, due, verb)
        case _:
            raise Refused("this is not the time for that")


def offers_in_game(known: Known, state: State, seat: str) -> Offers:
    if all(player.seat != seat for player in state.players) or state.phase == "over":
        return Offers()
    acting = actor(known, state) == seat
    cards = tuple(card_choices(known, state, seat, acting=acting))
    picks = tuple(card_picks(state, seat, acting=acting))
    if not acting:
        return Offers(cards, picks)
    player = state.player(seat)
    match state.phase:
        case "track":
            return Offers(tuple(track_choices(known, state)))
        case "bid" | "pay":
            bidding = state.phase == "bid"
            main = (bid_choices if bidding else pay_choices)(known, state, player)
            travel = (*board_choices(known, state, player), *climb_choices(known, state, player))
            return Offers((*main, *travel, *cards), picks)
        case "muster":
            done = Choice(as_move(Done()), (Step(say("Let the boats sail")),))
            return Offers((done, *cards), picks)
        case "store":
            choices = (*store_choices(player), *cards)
            return Offers(choices, (*store_picks(known, player), *picks))
    due = prompt(known, state)
    return Offers((*explore_choices(known, state, due), *cards), picks) if due else Offers()
