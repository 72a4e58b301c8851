"""One-time bonus cards: when they can be used, and their moves.

Each card lists the moves it allows; a move is legal if it is in that list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.games.dragon_boats.boat_cards import BOAT_CARD_MOVES, do_boat_card
from companion.games.dragon_boats.bonus_cards import use_card
from companion.games.dragon_boats.facts import DragonBoatsFacts
from companion.games.dragon_boats.land_cards import (
    LAND_CARD_MOVES,
    check_order,
    do_land_card,
    restack_picks,
)
from companion.games.dragon_boats.move_types import Restack
from companion.games.dragon_boats.names import card_name
from companion.games.dragon_boats.state import Draft, State, Window
from companion.games.moves import TypedMove, as_move
from companion.games.offers import Choice, Pick, Step
from companion.language.messages import Refused, say

OWN_TURN: Final = frozenset("FPS")
"""Cards for any turn of the player's own."""
ABOARD: Final = frozenset("BGI")
"""Cards about passengers: for the player's own turns in the market, and before boats sail."""
SAILING: Final = frozenset("ACHR")
"""Cards for the exploration only."""
EXPLORING: Final = ABOARD | SAILING
WINDOWS: Final[Mapping[Window, frozenset[str]]] = {
    "discs": frozenset("D"),
    "muster": EXPLORING,
    "landed": EXPLORING,
    "store": EXPLORING - frozenset("BH"),
}
"""The cards for which the game pauses, by the moment of the pause."""
CARD_MOVES: Final = {**BOAT_CARD_MOVES, **LAND_CARD_MOVES}


def usable_cards(state: State, seat: str, *, acting: bool) -> Iterator[str]:
    """The letters of a seat's one-time cards that can be used now.

    Anybody may restack discs while they are placed. While boats land and unload, but not while a
    member walks, the acting player may use a card about boats; the others have the pauses. At a
    table without pauses players call out: anybody may restack until the first disc is taken back,
    and anybody may use a card about boats.
    """
    if state.phase == "pause":
        times = set(WINDOWS[state.window]) if acting else set()
        return (letter for letter in sorted(times) if state.player(seat).has(letter))
    times = set()
    if acting and state.phase != "track":
        times |= OWN_TURN
    if state.phase == "bid" or (state.phase == "pay" and not state.paid and not state.asks):
        times.add("D")
    if acting and state.phase in ("bid", "pay"):
        times |= ABOARD
    sailing = state.phase == "explore" and not state.walker and (acting or not state.asks)
    if sailing or (acting and state.phase == "muster"):
        times |= EXPLORING
    return (letter for letter in sorted(times) if state.player(seat).has(letter))


def card_choices(
    facts: DragonBoatsFacts, state: State, seat: str, *, acting: bool
) -> Iterator[Choice]:
    for letter in usable_cards(state, seat, acting=acting):
        if letter in CARD_MOVES:
            first = _card_step(facts, letter)
            for move, steps in CARD_MOVES[letter](facts, state, seat):
                yield Choice(as_move(move), (first, *steps))


def card_picks(state: State, seat: str, *, acting: bool) -> Iterator[Pick]:
    if "D" in usable_cards(state, seat, acting=acting):
        yield from restack_picks(state)


def is_card(move: TypedMove) -> bool:
    return letter_of(move) in CARD_MOVES or isinstance(move, Restack)


def do_card(draft: Draft, seat: str, move: TypedMove, *, acting: bool) -> None:
    letter = letter_of(move)
    if letter not in usable_cards(draft.state, seat, acting=acting):
        raise Refused("you can’t use that card now")
    if isinstance(move, Restack):
        check_order(draft.state, move)
    elif move not in (allowed for allowed, _ in CARD_MOVES[letter](draft.facts, draft.state, seat)):
        raise Refused("the card can’t do that now")
    use_card(draft, seat, letter)
    draft.announce(
        say(
            "{who} uses the card {card}",
            who=draft.state.player(seat).name,
            card=card_name(draft.facts, letter),
        )
    )
    if letter in BOAT_CARD_MOVES:
        do_boat_card(draft, seat, move)
    else:
        do_land_card(draft, seat, move)


def letter_of(move: TypedMove) -> str:
    return str(move.__struct_config__.tag)


def _card_step(facts: DragonBoatsFacts, letter: str) -> Step:
    return Step(say("Use {card}", card=card_name(facts, letter)), face=f"bonus-cards/{letter}")
