"""Sailing: which boats sail, in which order, where they land and who steers."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.dragon_boats.board_names import landing_name, port_name
from companion.games.dragon_boats.facts import DragonBoatsFacts
from companion.games.dragon_boats.state import Boat, Draft, State
from companion.language.messages import say


def next_ashore(boat: Boat) -> int:
    """The index of the next passenger to go ashore: front to rear, unless a card was used."""
    if boat.first in boat.seats and boat.first and not boat.unloading:
        return boat.seats.index(boat.first)
    return next(number for number, who in enumerate(boat.seats) if who)


def steersman(boat: Boat) -> str:
    """The passenger furthest back."""
    return next(who for who in reversed(boat.seats) if who)


def sails(facts: DragonBoatsFacts, state: State, boat: Boat) -> bool:
    """Whether a boat sets off this round."""
    least = 1 if state.last_round or boat.alone else facts.toppers[boat.topper].passengers
    return not boat.sailed and boat.aboard >= least


def sail_order(facts: DragonBoatsFacts, state: State) -> list[Boat]:
    ready = [boat for boat in state.boats if sails(facts, state, boat)]
    return sorted(
        ready,
        key=lambda boat: (boat.id == state.lead, facts.toppers[boat.topper].beats),
        reverse=True,
    )


def free_landings(facts: DragonBoatsFacts, state: State) -> list[str]:
    """The landings that no boat lies at or is sent to."""
    taken = {boat.landing or boat.course for boat in state.boats}
    return [space.id for space in facts.of_kind("landing") if space.id not in taken]


def landings_of(facts: DragonBoatsFacts, state: State, boat: Boat) -> list[str]:
    """The landings of a boat: where it is sent, or the ends of its tracks."""
    if boat.course:
        return [boat.course]
    tracks = facts.spaces[facts.boats[boat.id]].neighbours
    return [landing for landing in free_landings(facts, state) if landing in tracks]


def land(draft: Draft, boat: Boat, landing: str) -> None:
    number = 1 + max(other.sailed for other in draft.state.boats)
    draft.set_boat(replace(boat, landing=landing, sailed=number, course=""))
    draft.state = replace(draft.state, landed=True)
    draft.announce(
        say(
            "Boat {boat} sails to {place}",
            boat=port_name(draft.facts, boat.id),
            place=landing_name(draft.facts, landing),
        )
    )
