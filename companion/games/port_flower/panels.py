"""Takes a race, gives what is told beside the board: how far each boat is, and what dice allow."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.base import Panel, Row
from companion.games.port_flower.facts import Known
from companion.games.port_flower.labels import (
    both_of,
    dice_words,
    either_of,
    suit_name,
)
from companion.games.port_flower.plans import legal_motions
from companion.games.port_flower.sea import ADRIFT, PORT, around, distance
from companion.games.port_flower.sharing import Share, left_for_sharks, shares_of_boat
from companion.games.port_flower.spares import coin_of, suit_face
from companion.games.port_flower.state import BOAT, BUOYS, Boat, State
from companion.words import Message, say


def panels_of(known: Known, state: State) -> tuple[Panel, ...]:
    rows = [Row(_progress(known, state, boat), _coins(known, boat)) for boat in state.boats]
    return (Panel(say("Buoys"), rows=tuple(rows)), *_divisions(known, state))


def _coins(known: Known, boat: Boat) -> tuple[str, ...]:
    """A boat's row of coins: its suit is up once the buoy is reached, the buoy's number before."""
    numbers = [f"coins/{coin_of(coin)}" for coin in known.laid("buoy")]
    return (*[suit_face(boat.suit)] * boat.reached, *numbers[boat.reached :])


def _divisions(known: Known, state: State) -> Iterator[Panel]:
    """How the dice can still be divided, and what that allows."""
    if not state.plans or state.all_moved:
        return
    if state.moved:
        boat = BOAT not in state.moved
        left = [
            both_of([dice_words(known, state.dice, dice) for dice in shares])
            for shares in dict.fromkeys(
                (*[plan.division.boat] * boat, *plan.left) for plan in state.plans
            )
        ]
        yield Panel(say("Dice left"), (either_of(left),))
        return
    shares = shares_of_boat(state, legal_motions(known, state))
    count = sum(len(share.divisions) for share in shares)
    title = say("Divisions: {count} of {all}", count=count, all=len(state.plans))
    yield Panel(title, tuple(_allowed(known, state, share) for share in shares))


def _allowed(known: Known, state: State, share: Share) -> Message:
    """To how many places the boat can go, and what is left for the shark then."""
    dice, sharks = dice_words(known, state.dice, share.dice), left_for_sharks(known, state, share)
    count = len(share.ends)
    if not count:
        return say("Boat {dice}, once a shark has moved; shark {sharks}", dice=dice, sharks=sharks)
    if count == 1:
        return say("Boat {dice} to 1 place; shark {sharks}", dice=dice, sharks=sharks)
    return say(
        "Boat {dice} to {count} places; shark {sharks}", dice=dice, count=count, sharks=sharks
    )


def _progress(known: Known, state: State, boat: Boat) -> Message:
    line = say("{who} ({suit})", who=boat.name, suit=suit_name(known, boat.suit))
    if boat.home:
        line = say("{line}: home", line=line)
    elif boat.reached == BUOYS:
        line = say("{line}: all 5, now home", line=line)
    else:
        line = say("{line}: {count} of 5", line=line, count=boat.reached)
    steps = _steps_to_go(state, boat)
    if steps is not None and boat.reached == BUOYS:
        line = say("{line}, {count} away", line=line, count=steps)
    elif steps is not None:
        line = say("{line}, next {count} away", line=line, count=steps)
    if boat.repellents:
        line = say("{line}, repellents {count}", line=line, count=boat.repellents)
    return say("{line}, misses a turn", line=line) if boat.rests else line


def _steps_to_go(state: State, boat: Boat) -> int | None:
    """How many straight steps it is to the next buoy, or home."""
    if state.to_lay or boat.home or boat.at == ADRIFT:
        return None
    goals = state.sea.port if boat.reached == BUOYS else around(state.sea.buoys[boat.reached])
    starts = state.sea.port if boat.at == PORT else (boat.at,)
    return distance(state.sea.open, starts, frozenset(goals))
