"""Takes boats, gives which of them sail, in which order, where they may land and who steers."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.dragon_boats.facts import Known
from companion.games.dragon_boats.places import landing_name, port_name
from companion.games.dragon_boats.state import Boat, Flow, State
from companion.words import say


def next_ashore(boat: Boat) -> int:
    """The seat whose passenger goes ashore next: from front to rear, unless a card says so."""
    if boat.first in boat.seats and boat.first and not boat.unloading:
        return boat.seats.index(boat.first)
    return next(number for number, who in enumerate(boat.seats) if who)


def steersman(boat: Boat) -> str:
    """The passenger furthest back."""
    return next(who for who in reversed(boat.seats) if who)


def sails(known: Known, state: State, boat: Boat) -> bool:
    """Whether a boat sets off this round, as it is."""
    least = 1 if state.last_round or boat.alone else known.toppers[boat.topper].passengers
    return not boat.sailed and boat.aboard >= least


def sail_order(known: Known, state: State) -> list[Boat]:
    ready = [boat for boat in state.boats if sails(known, state, boat)]
    return sorted(
        ready,
        key=lambda boat: (boat.id == state.lead, known.toppers[boat.topper].beats),
        reverse=True,
    )


def free_landings(known: Known, state: State) -> list[str]:
    """Landings where no boat lies or is sent to."""
    taken = {boat.landing or boat.course for boat in state.boats}
    return [space.id for space in known.of_kind("landing") if space.id not in taken]


def landings_of(known: Known, state: State, boat: Boat) -> list[str]:
    """Where a boat may land: where it is sent, or at the end of one of its tracks."""
    if boat.course:
        return [boat.course]
    tracks = known.spaces[known.boats[boat.id]].neighbours
    return [landing for landing in free_landings(known, state) if landing in tracks]


def land(flow: Flow, boat: Boat, landing: str) -> None:
    number = 1 + max(other.sailed for other in flow.state.boats)
    flow.set_boat(replace(boat, landing=landing, sailed=number, course=""))
    flow.tell(
        say(
            "Boat {boat} sails to {place}",
            boat=port_name(flow.known, boat.id),
            place=landing_name(flow.known, landing),
        )
    )
