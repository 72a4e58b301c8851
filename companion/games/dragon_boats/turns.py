"""Takes a state after a move, gives who acts next; goes on through all that needs no decision."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.dragon_boats.boat_cards import BOAT_LISTS
from companion.games.dragon_boats.cards import card_choices, card_picks
from companion.games.dragon_boats.explore import (
    feeds_at_once,
    go_home,
    next_spaces,
    prompt,
    spaces_ahead,
)
from companion.games.dragon_boats.facts import STALLS, Known
from companion.games.dragon_boats.market import end_payment, pay_choices
from companion.games.dragon_boats.sailing import land, landings_of
from companion.games.dragon_boats.state import Flow, Held, Player, State, Walker
from companion.games.dragon_boats.storage import may_sell, upkeep
from companion.games.dragon_boats.travel import board_choices, climb_choices
from companion.words import say


def actor(known: Known, state: State) -> str:
    """The seat whose turn it is; empty text when the game is over."""
    if state.phase == "over":
        return ""
    if state.phase == "explore":
        due = prompt(known, state)
        return due.seat if due else ""
    if state.phase in ("muster", "store"):
        return state.asked[0]
    return state.players[state.active].seat


def settle(flow: Flow) -> None:
    """Moves on until somebody has to decide something."""
    steps = {
        "track": _settle_track,
        "bid": _settle_bid,
        "pay": _settle_pay,
        "muster": _settle_muster,
        "explore": _settle_explore,
        "store": _settle_store,
    }
    while flow.state.phase in steps and steps[flow.state.phase](flow):
        pass


def _settle_track(flow: Flow) -> bool:
    waiting = [player for player in flow.state.clockwise() if not player.locked]
    if not waiting:
        _open_market(flow)
        return True
    flow.state = replace(flow.state, active=flow.state.players.index(waiting[0]))
    return False


def _open_market(flow: Flow) -> None:
    state = flow.state
    for player in state.players:
        discs = flow.known.houses[player.house].discs - bool(player.locked)
        flow.set_player(replace(player, discs=discs, private=0))
    flow.state = replace(flow.state, phase="bid", active=state.first)
    name = state.players[state.first].name
    flow.tell(say("Round {round}: {who} begins", round=state.round, who=name))


def _settle_bid(flow: Flow) -> bool:
    state = flow.state
    count = len(state.players)
    order = [(state.active + step) % count for step in range(count)]
    ready = [number for number in order if state.players[number].discs]
    if ready:
        flow.state = replace(state, active=ready[0])
        return False
    flow.state = replace(state, phase="pay", stall=STALLS[0], done=(), paid=False)
    flow.tell(say("All discs lie: now the stalls, from I to V"))
    return True


def _settle_pay(flow: Flow) -> bool:
    state = flow.state
    stack = state.stacks[state.stall]
    if stack:
        seats = [player.seat for player in state.players]
        flow.state = replace(state, active=seats.index(stack[-1]))
        if state.done and not _more_to_do(flow.known, flow.state, stack[-1]):
            end_payment(flow)
            return True
        return False
    number = STALLS.index(state.stall) + 1
    if number < len(STALLS):
        flow.state = replace(state, stall=STALLS[number])
    else:
        flow.state = replace(state, stall="", phase="muster", asked=_with_cards(flow.known, state))
        flow.tell(say("The market closes; paths and boats are next"))
    return True


def _more_to_do(known: Known, state: State, seat: str) -> bool:
    """Whether a player who has used the disc could do anything but end the turn."""
    player = state.player(seat)
    return (
        len(list(pay_choices(known, state, player))) > 1
        or any(True for _ in board_choices(known, state, player))
        or any(True for _ in climb_choices(known, state, player))
        or _may_use_cards(known, state, player)
    )


def _may_use_cards(known: Known, state: State, player: Player) -> bool:
    """Whether a card could be used now, as far as others know: a turn that ends by itself must
    not tell what a hidden card is."""
    return (
        any(not card.open for card in player.cards)
        or any(True for _ in card_choices(known, state, player.seat, acting=True))
        or any(True for _ in card_picks(state, player.seat, acting=True))
    )


def _with_cards(known: Known, state: State) -> tuple[str, ...]:
    """Who is asked before the boats sail: all who may have a card for it, as far as others know.

    Asking only those who do have one would give hidden cards away.
    """
    if not any(boat.aboard for boat in state.boats):
        return ()
    return tuple(p.seat for p in state.clockwise() if _may_have_one(known, state, p))


def _may_have_one(known: Known, state: State, player: Player) -> bool:
    return any(
        not card.open
        or (card.letter in BOAT_LISTS and not card.used and _helps(known, state, player, card))
        for card in player.cards
    )


def _helps(known: Known, state: State, player: Player, card: Held) -> bool:
    return any(True for _ in BOAT_LISTS[card.letter](known, state, player.seat))


def _settle_muster(flow: Flow) -> bool:
    if flow.state.asked:
        return False
    flow.state = replace(flow.state, phase="explore")
    return True


def _settle_explore(flow: Flow) -> bool:
    known, state = flow.known, flow.state
    due = prompt(known, state)
    if due is None:
        asked = tuple(player.seat for player in state.clockwise())
        flow.state = replace(state, phase="store", asked=asked)
        return True
    if due.kind == "walk" and state.walker and _stuck(known, state, state.walker):
        go_home(flow, due.seat)
        return True
    if due.kind == "sail":
        boat = state.boat(due.place)
        landings = landings_of(known, state, boat)
        if len(landings) == 1:
            land(flow, boat, landings[0])
            return True
    return False


def _stuck(known: Known, state: State, walker: Walker) -> bool:
    """Whether a member can go no further, not even with food that a card brings; what a hidden
    card is must not be told by a walk that ends by itself."""
    cards = state.player(walker.seat).cards
    food_may_come = (
        feeds_at_once(state)
        and state.supplies["food"] > 0
        and any(not card.open or (card.letter == "P" and not card.used) for card in cards)
    )
    ahead = spaces_ahead if food_may_come else next_spaces
    return not ahead(known, state, walker)


def _settle_store(flow: Flow) -> bool:
    state = flow.state
    if not state.asked:
        _end_round(flow)
        return True
    player = state.player(state.asked[0])
    if may_sell(flow.known, player) or _may_use_cards(flow.known, state, player):
        return False
    flow.state = replace(state, asked=state.asked[1:])
    return True


def _end_round(flow: Flow) -> None:
    if flow.state.last_round:
        flow.state = replace(flow.state, phase="over")
        flow.tell(say("The last round is over"))
        return
    upkeep(flow)
    _open_market(flow)
