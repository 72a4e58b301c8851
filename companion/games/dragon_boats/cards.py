"""Takes a one-time card and the state, gives whether it is time for it, and uses it.

Each card lists the moves it allows; a move is legal if it is in that list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.base import Choice, Pick, Step
from companion.games.dragon_boats.boat_cards import BOAT_LISTS, do_boat_card
from companion.games.dragon_boats.bonus import use_card
from companion.games.dragon_boats.facts import Known
from companion.games.dragon_boats.land_cards import (
    LAND_LISTS,
    check_order,
    do_land_card,
    restack_picks,
)
from companion.games.dragon_boats.moves import Restack, Verb, as_move
from companion.games.dragon_boats.state import Flow, State
from companion.table.model import Refused
from companion.words import say

OWN_TURN: Final = frozenset("FPS")
"""Cards for any turn of one's own."""
ABOARD: Final = frozenset("BGI")
"""Cards about passengers: in the market in one's own turn, and while boats make ready."""
SAILING: Final = frozenset("ACHR")
"""Cards for the exploring only."""
EXPLORING: Final = ABOARD | SAILING
LISTS: Final = {**BOAT_LISTS, **LAND_LISTS}


def usable_letters(state: State, seat: str, *, acting: bool) -> Iterator[str]:
    """The one-time cards of a seat for which this is a time to use them.

    Until the first disc is taken back, anybody may restack them; while boats make ready, land and
    unload, but not while a member walks, anybody may use a card that is about boats: people call
    out for that at a table.
    """
    times: set[str] = set()
    if acting and state.phase != "track":
        times |= OWN_TURN
    if state.phase == "bid" or (state.phase == "pay" and not state.paid):
        times.add("D")
    if acting and state.phase in ("bid", "pay"):
        times |= ABOARD
    if (acting and state.phase == "muster") or (state.phase == "explore" and not state.walker):
        times |= EXPLORING
    return (letter for letter in sorted(times) if state.player(seat).has(letter))


def card_choices(known: Known, state: State, seat: str, *, acting: bool) -> Iterator[Choice]:
    for letter in usable_letters(state, seat, acting=acting):
        if letter in LISTS:
            first = _card_step(known, letter)
            for verb, steps in LISTS[letter](known, state, seat):
                yield Choice(as_move(verb), (first, *steps))


def card_picks(state: State, seat: str, *, acting: bool) -> Iterator[Pick]:
    if "D" in usable_letters(state, seat, acting=acting):
        yield from restack_picks(state)


def is_card(verb: Verb) -> bool:
    return letter_of(verb) in LISTS or isinstance(verb, Restack)


def do_card(flow: Flow, seat: str, verb: Verb, *, acting: bool) -> None:
    letter = letter_of(verb)
    if letter not in usable_letters(flow.state, seat, acting=acting):
        raise Refused("you cannot use that card now")
    if isinstance(verb, Restack):
        check_order(flow.state, verb)
    elif verb not in (listed for listed, _ in LISTS[letter](flow.known, flow.state, seat)):
        raise Refused("the card cannot do that now")
    use_card(flow, seat, letter)
    flow.tell(
        say(
            "{who} uses the card {card}",
            who=flow.state.player(seat).name,
            card=flow.known.cards[letter].title,
        )
    )
    if letter in BOAT_LISTS:
        do_boat_card(flow, seat, verb)
    else:
        do_land_card(flow, seat, verb)


def letter_of(verb: Verb) -> str:
    return str(verb.__struct_config__.tag)


def _card_step(known: Known, letter: str) -> Step:
    return Step(say("Use {card}", card=known.cards[letter].title), face=f"bonus-cards/{letter}")
