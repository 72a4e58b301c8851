"""The course of the game: whose turn it is, and everything that needs no decision."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.dragon_boats.bidding import keep_promised_disc
from companion.games.dragon_boats.boat_cards import BOAT_CARD_MOVES
from companion.games.dragon_boats.cards import card_choices, card_picks
from companion.games.dragon_boats.edition import makes_forced_moves
from companion.games.dragon_boats.explore import go_home, next_prompt, take_only_card
from companion.games.dragon_boats.facts import STALLS, DragonBoatsFacts
from companion.games.dragon_boats.market import (
    buy_ordered,
    end_payment,
    forced_pass,
    is_pass_forced,
    pay_choices,
)
from companion.games.dragon_boats.pauses import ask_again, can_use, open_pause, use_planned_card
from companion.games.dragon_boats.sailing import land, landings_of
from companion.games.dragon_boats.state import Draft, HeldCard, Player, State, Walker
from companion.games.dragon_boats.storage import is_asked_to_sell, prepare_round
from companion.games.dragon_boats.travel import board_choices, climb_choices
from companion.games.dragon_boats.walking import found_food_counts, next_spaces, spaces_ahead
from companion.language.messages import say


def actor(facts: DragonBoatsFacts, state: State) -> str:
    """The seat whose turn it is; empty text if the game is over."""
    if state.phase == "over":
        return ""
    if state.phase == "explore":
        due = next_prompt(facts, state)
        return due.seat if due else ""
    if state.phase in ("muster", "store"):
        return state.asked[0]
    if state.phase == "pause":
        return actors(facts, state)[0]
    return state.players[state.active].seat


def actors(facts: DragonBoatsFacts, state: State) -> tuple[str, ...]:
    """All seats that the game waits for."""
    if state.phase == "pause":
        return state.asked or state.calls[:1]
    acting = actor(facts, state)
    return (acting,) if acting else ()


def settle(draft: Draft) -> None:
    """Continue until a player has to decide something."""
    steps = {
        "track": _settle_track,
        "bid": _settle_bid,
        "pay": _settle_pay,
        "muster": _settle_muster,
        "explore": _settle_explore,
        "store": _settle_store,
        "pause": _settle_pause,
    }
    while draft.state.phase in steps and steps[draft.state.phase](draft):
        pass


def _settle_track(draft: Draft) -> bool:
    waiting = [player for player in draft.state.clockwise() if not player.locked]
    if not waiting:
        _open_market(draft)
        return True
    draft.state = replace(draft.state, active=draft.state.players.index(waiting[0]))
    return False


def _open_market(draft: Draft) -> None:
    state = draft.state
    for player in state.players:
        discs = draft.facts.houses[player.house].discs - bool(player.locked)
        draft.set_player(replace(player, discs=discs, private=0))
    draft.state = replace(
        draft.state, phase="bid", active=state.first, passed=(), keeping=(), selling=()
    )
    name = state.players[state.first].name
    draft.announce(say("Round {round}: {who} starts", round=state.round, who=name))


def _settle_bid(draft: Draft) -> bool:
    state = draft.state
    count = len(state.players)
    order = [(state.active + step) % count for step in range(count)]
    ready = [number for number in order if state.players[number].discs]
    if ready:
        draft.state = replace(state, active=ready[0])
        return keep_promised_disc(draft, state.players[ready[0]].seat)
    if not open_pause(draft, "discs"):
        _begin_payment(draft)
    return True


def _begin_payment(draft: Draft) -> None:
    draft.state = replace(draft.state, phase="pay", stall=STALLS[0], done=(), paid=False)
    draft.announce(say("All discs are placed: now the stalls, from I to V"))


def _settle_pay(draft: Draft) -> bool:
    state = draft.state
    stack = state.stacks[state.stall]
    if stack:
        seats = [player.seat for player in state.players]
        draft.state = replace(state, active=seats.index(stack[-1]))
        if state.done and not _more_to_do(draft.facts, draft.state, stack[-1]):
            end_payment(draft)
            return True
        if buy_ordered(draft, stack[-1]):
            return True
        if makes_forced_moves(draft.facts) and _has_to_pass(draft.facts, draft.state, stack[-1]):
            forced_pass(draft, stack[-1])
            return True
        return False
    number = STALLS.index(state.stall) + 1
    if number < len(STALLS):
        draft.state = replace(state, stall=STALLS[number])
        return True
    draft.announce(say("The market closes: now paths and boats"))
    draft.state = replace(state, stall="", phase="explore")
    if not state.asks:
        draft.state = replace(draft.state, phase="muster", asked=_with_cards(draft.facts, state))
    else:
        open_pause(draft, "muster")
    return True


def _more_to_do(facts: DragonBoatsFacts, state: State, seat: str) -> bool:
    """Whether a player who has used a disc can do anything but end the turn."""
    player = state.player(seat)
    can_pay = len(list(pay_choices(facts, state, player))) > 1
    return can_pay or _can_leave_the_stall(facts, state, player)


def _has_to_pass(facts: DragonBoatsFacts, state: State, seat: str) -> bool:
    """Whether a player at a stall can do nothing but pass, as far as others know."""
    player = state.player(seat)
    must_pass = is_pass_forced(facts, state, player)
    return must_pass and not _can_leave_the_stall(facts, state, player)


def _can_leave_the_stall(facts: DragonBoatsFacts, state: State, player: Player) -> bool:
    """Whether a player at a stall can do something elsewhere, as far as others know: board a boat,
    climb a path or use a card."""
    return (
        any(True for _ in board_choices(facts, state, player))
        or any(True for _ in climb_choices(facts, state, player))
        or _may_use_cards(facts, state, player)
    )


def _may_use_cards(facts: DragonBoatsFacts, state: State, player: Player) -> bool:
    """Whether a card could be used now, as far as others know: a turn that ends by itself must not
    reveal a hidden card. Players who do not want to be asked about cards have said so."""
    return player.seat not in state.quiet and (
        any(not card.open for card in player.cards)
        or any(True for _ in card_choices(facts, state, player.seat, acting=True))
        or any(True for _ in card_picks(state, player.seat, acting=True))
    )


def _with_cards(facts: DragonBoatsFacts, state: State) -> tuple[str, ...]:
    """The seats that are asked before the boats sail: all that may have a card for it, as far as
    others know. Asking only those that do have one would reveal hidden cards."""
    if not any(boat.aboard for boat in state.boats):
        return ()
    return tuple(p.seat for p in state.clockwise() if _may_have_one(facts, state, p))


def _may_have_one(facts: DragonBoatsFacts, state: State, player: Player) -> bool:
    return any(
        not card.open
        or (card.letter in BOAT_CARD_MOVES and not card.used and _helps(facts, state, player, card))
        for card in player.cards
    )


def _helps(facts: DragonBoatsFacts, state: State, player: Player, card: HeldCard) -> bool:
    return any(True for _ in BOAT_CARD_MOVES[card.letter](facts, state, player.seat))


def _settle_muster(draft: Draft) -> bool:
    if draft.state.asked:
        return False
    draft.state = replace(draft.state, phase="explore")
    return True


def _settle_explore(draft: Draft) -> bool:
    facts, landed = draft.facts, draft.state.landed
    draft.state = replace(draft.state, landed=False)
    if landed and open_pause(draft, "landed"):
        return True
    state = draft.state
    due = next_prompt(facts, state)
    if due is None:
        # If no boat sailed, nothing has changed for cards since the last pause.
        sailed = any(boat.sailed for boat in state.boats)
        if not sailed or not open_pause(draft, "store"):
            _begin_storage(draft)
        return True
    if due.kind == "gift" and makes_forced_moves(facts) and take_only_card(draft, due.seat):
        return True
    if due.kind == "walk" and state.walker and _stuck(facts, state, state.walker):
        go_home(draft, due.seat)
        return True
    if due.kind == "sail":
        boat = state.boat(due.place)
        landings = landings_of(facts, state, boat)
        if len(landings) == 1:
            land(draft, boat, landings[0])
            return True
    return False


def _begin_storage(draft: Draft) -> None:
    asked = tuple(player.seat for player in draft.state.clockwise())
    draft.state = replace(draft.state, phase="store", asked=asked)


def _settle_pause(draft: Draft) -> bool:
    state = draft.state
    if state.asked:
        return False
    if state.calls:
        if use_planned_card(draft):
            return True
        if can_use(draft.facts, state, state.calls[0]):
            return False
        draft.state = replace(draft.state, calls=state.calls[1:])
        return True
    if ask_again(draft):
        return False
    if state.window == "discs":
        _begin_payment(draft)
    elif state.window == "store" and next_prompt(draft.facts, state) is None:
        _begin_storage(draft)
    else:
        draft.state = replace(draft.state, phase="explore")
    return True


def _stuck(facts: DragonBoatsFacts, state: State, walker: Walker) -> bool:
    """Whether a member cannot go further, not even with food that a card brings: a walk that ends
    by itself must not reveal a hidden card."""
    cards = state.player(walker.seat).cards
    food_may_come = (
        found_food_counts(state)
        and state.supplies["food"] > 0
        and any(not card.open or (card.letter == "P" and not card.used) for card in cards)
    )
    ahead = spaces_ahead if food_may_come else next_spaces
    return not ahead(facts, state, walker)


def _settle_store(draft: Draft) -> bool:
    state = draft.state
    if not state.asked:
        _end_round(draft)
        return True
    player = state.player(state.asked[0])
    if is_asked_to_sell(draft.facts, state, player):
        return False
    if not makes_forced_moves(draft.facts) and _may_use_cards(draft.facts, state, player):
        return False
    draft.state = replace(state, asked=state.asked[1:])
    return True


def _end_round(draft: Draft) -> None:
    if draft.state.last_round:
        draft.state = replace(draft.state, phase="over")
        draft.announce(say("The last round is over"))
        return
    prepare_round(draft)
    _open_market(draft)
