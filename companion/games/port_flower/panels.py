"""Panels beside the board: the progress of each boat, and what the dice allow."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.port_flower.facts import PortFlowerFacts
from companion.games.port_flower.names import (
    dice_text,
    join_with_plus,
    suit_name,
)
from companion.games.port_flower.plans import legal_motions
from companion.games.port_flower.progress import steps_to_go
from companion.games.port_flower.sharing import Share, left_for_sharks, shares_of_boat
from companion.games.port_flower.spares import coin_of, suit_face
from companion.games.port_flower.state import BOAT, BUOYS, Boat, State
from companion.games.scene import Panel, PanelRow
from companion.language.messages import Message, listing, say, say_count


def list_panels(facts: PortFlowerFacts, state: State) -> tuple[Panel, ...]:
    sailing = [boat for boat in state.boats if boat.suit]
    rows = [PanelRow(_progress(facts, state, boat), _coins(facts, boat)) for boat in sailing]
    if not rows:
        return ()
    return (Panel(say("Buoys"), rows=tuple(rows)), *_divisions(facts, state))


def lead_rows(state: State, seat: str | None) -> Iterator[PanelRow]:
    """The viewer's own progress."""
    for boat in state.boats:
        if boat.seat == seat and boat.suit and state.winner is None:
            line = say("You: {progress}", progress=listing(_progress_parts(state, boat)))
            yield PanelRow(line, (suit_face(boat.suit),))


def _coins(facts: PortFlowerFacts, boat: Boat) -> tuple[str, ...]:
    """A boat's row of coins: suit side up once the buoy is reached, number side up before."""
    numbers = [f"coins/{coin_of(coin)}" for coin in facts.laid("buoy")]
    return (*[suit_face(boat.suit)] * boat.reached, *numbers[boat.reached :])


def _divisions(facts: PortFlowerFacts, state: State) -> Iterator[Panel]:
    """The possible divisions of the dice, and what they allow."""
    if not state.plans or state.all_moved:
        return
    if state.moved:
        boat = BOAT not in state.moved
        left = [
            join_with_plus([dice_text(facts, state.dice, dice) for dice in shares])
            for shares in dict.fromkeys(
                (*[plan.division.boat] * boat, *plan.left) for plan in state.plans
            )
        ]
        yield Panel(say("Dice left"), (say("{dice}", dice=listing(left, "or")),))
        return
    shares = shares_of_boat(state, legal_motions(facts, state))
    count = sum(len(share.divisions) for share in shares)
    title = say_count("{count} way to divide the dice", "{count} ways to divide the dice", count)
    yield Panel(title, tuple(_allowed(facts, state, share) for share in shares), folded=True)


def _allowed(facts: PortFlowerFacts, state: State, share: Share) -> Message:
    """The number of places where the boat can go, and the dice left for the shark."""
    dice, sharks = dice_text(facts, state.dice, share.dice), left_for_sharks(facts, state, share)
    count = len(share.ends)
    if not count:
        return say("Boat {dice}: after a shark. Shark: {sharks}", dice=dice, sharks=sharks)
    return say_count(
        "Boat {dice}: {count} place. Shark: {sharks}",
        "Boat {dice}: {count} places. Shark: {sharks}",
        count,
        dice=dice,
        sharks=sharks,
    )


def _progress(facts: PortFlowerFacts, state: State, boat: Boat) -> Message:
    return say(
        "{who} ({suit}): {progress}",
        who=boat.name,
        suit=suit_name(facts, boat.suit),
        progress=listing(_progress_parts(state, boat)),
    )


def _progress_parts(state: State, boat: Boat) -> Iterator[Message]:
    if boat.home:
        yield say("home")
    else:
        yield say("{count} of 5 buoys", count=boat.reached)
    steps = steps_to_go(state, boat)
    if steps is not None and boat.reached == BUOYS:
        yield say_count("{count} step to the port", "{count} steps to the port", steps)
    elif steps is not None:
        yield say_count("{count} step to the next", "{count} steps to the next", steps)
    if boat.repellents:
        yield say_count("{count} repellent", "{count} repellents", boat.repellents)
    if boat.rests:
        yield say("misses a turn")
