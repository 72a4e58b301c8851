"""Takes a card about boats or passengers, gives every way to use it now, and what comes of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, permutations
from typing import Final

from msgspec.structs import replace

from companion.games.base import Step
from companion.games.dragon_boats.facts import SEATS, Known
from companion.games.dragon_boats.moves import (
    Ashore,
    Cross,
    Drum,
    Reseat,
    Send,
    Steer,
    Switch,
    Verb,
)
from companion.games.dragon_boats.places import landing_name, port_name
from companion.games.dragon_boats.sailing import free_landings, next_ashore, sail_order, sails
from companion.games.dragon_boats.state import Boat, Flow, State
from companion.games.dragon_boats.travel import seat_name, seated
from companion.words import Message, say

Listed = Iterator[tuple[Verb, tuple[Step, ...]]]


def _boat_step(known: Known, boat: Boat) -> Step:
    space = known.spaces[boat.landing or known.boats[boat.id]]
    return Step(say("Boat {port}", port=port_name(known, boat.id)), (space.x, space.y))


def _passenger(state: State, boat: Boat, place: str) -> Message:
    who = boat.seats[SEATS.index(place)]
    return say("{who}, {seat}", who=state.player(who).name, seat=seat_name(place))


# --- A, C, H, R: boats that sail ------------------------------------------------------------------


def _steer(known: Known, state: State, seat: str) -> Listed:  # noqa: ARG001
    landings = free_landings(known, state)
    for boat in state.boats:
        fresh = bool(boat.sailed and boat.aboard and not boat.unloading)
        if not fresh and not sails(known, state, boat):
            continue
        for landing in landings:
            space = known.spaces[landing]
            step = Step(landing_name(known, landing), (space.x, space.y))
            yield Steer(boat.id, landing), (_boat_step(known, boat), step)


def _do_steer(flow: Flow, verb: Steer) -> None:
    boat = flow.state.boat(verb.boat)
    name, place = port_name(flow.known, boat.id), landing_name(flow.known, verb.landing)
    if boat.sailed:
        flow.set_boat(replace(boat, landing=verb.landing))
    else:
        flow.set_boat(replace(boat, course=verb.landing))
    flow.tell(say("Boat {boat} is sent to {place}", boat=name, place=place))


def _ashore(known: Known, state: State, seat: str) -> Listed:
    for boat in state.boats:
        ready = sails(known, state, boat) or (boat.sailed and not boat.unloading)
        if ready and seat in boat.seats and boat.seats[next_ashore(boat)] != seat:
            yield Ashore(boat.id), (_boat_step(known, boat),)


def _do_ashore(flow: Flow, seat: str, verb: Ashore) -> None:
    flow.set_boat(replace(flow.state.boat(verb.boat), first=seat))
    name = flow.state.player(seat).name
    flow.tell(say("{who} goes ashore first", who=name))


def _drum(known: Known, state: State, seat: str) -> Listed:
    if any(boat.sailed for boat in state.boats):
        return
    for boat in sail_order(known, state)[1:]:
        if seat in boat.seats:
            yield Drum(boat.id), (_boat_step(known, boat),)


def _do_drum(flow: Flow, verb: Drum) -> None:
    flow.state = replace(flow.state, lead=verb.boat)
    flow.tell(say("Boat {boat} sails first", boat=port_name(flow.known, verb.boat)))


def _send(known: Known, state: State, seat: str) -> Listed:  # noqa: ARG001
    def beats(boat: Boat) -> int:
        return known.toppers[boat.topper].beats

    gone = [boat for boat in state.boats if boat.sailed and boat.id != state.lead]
    for boat in state.boats:
        in_time = all(beats(other) > beats(boat) for other in gone)
        if boat.aboard == 1 and not boat.sailed and not sails(known, state, boat) and in_time:
            yield Send(boat.id), (_boat_step(known, boat),)


def _do_send(flow: Flow, verb: Send) -> None:
    flow.set_boat(replace(flow.state.boat(verb.boat), alone=True))
    flow.tell(say("Boat {boat} may sail", boat=port_name(flow.known, verb.boat)))


# --- B, G, I: passengers --------------------------------------------------------------------------


def _reseat(known: Known, state: State, seat: str) -> Listed:  # noqa: ARG001
    for boat in state.boats:
        if not boat.aboard:
            continue
        for front, middle, rear in dict.fromkeys(permutations(boat.seats)):
            if (front, middle, rear) != boat.seats:
                names = [state.player(who).name if who else "–" for who in (front, middle, rear)]
                label = say("{seats} (front to rear)", seats=", ".join(names))
                steps = (_boat_step(known, boat), Step(label))
                yield Reseat(boat.id, (front, middle, rear)), steps


def _do_reseat(flow: Flow, verb: Reseat) -> None:
    flow.set_boat(replace(flow.state.boat(verb.boat), seats=verb.seats))
    names = [flow.state.player(who).name if who else "–" for who in verb.seats]
    port = port_name(flow.known, verb.boat)
    flow.tell(
        say("Boat {boat} now seats, from the front: {names}", boat=port, names=", ".join(names))
    )


def _switch(known: Known, state: State, seat: str) -> Listed:
    for boat in state.boats:
        for place in _places(boat, seat):
            first = (_boat_step(known, boat), Step(_passenger(state, boat, place)))
            for other in state.boats:
                if other.id == boat.id:
                    continue
                for free in _places(other, ""):
                    step = Step(say("{seat}", seat=seat_name(free)))
                    steps = (*first, _boat_step(known, other), step)
                    yield Switch(boat.id, place, other.id, free), steps


def _do_switch(flow: Flow, seat: str, verb: Switch) -> None:
    boat, other = flow.state.boat(verb.boat), flow.state.boat(verb.to)
    flow.set_boat(replace(boat, seats=seated(boat, verb.place, "")))
    flow.set_boat(replace(other, seats=seated(other, verb.there, seat)))
    ports = {"one": port_name(flow.known, boat.id), "other": port_name(flow.known, other.id)}
    name = flow.state.player(seat).name
    flow.tell(
        say(
            "{who} changes from boat {one} to boat {other}",
            who=name,
            one=ports["one"],
            other=ports["other"],
        )
    )


def _cross(known: Known, state: State, seat: str) -> Listed:  # noqa: ARG001
    aboard = [
        (boat, place, who)
        for boat in state.boats
        for place, who in zip(SEATS, boat.seats, strict=True)
        if who
    ]
    for (boat, place, who), (other, there, whom) in combinations(aboard, 2):
        if boat.id != other.id and who != whom:
            steps = (
                _boat_step(known, boat),
                Step(_passenger(state, boat, place)),
                _boat_step(known, other),
                Step(_passenger(state, other, there)),
            )
            yield Cross(boat.id, place, other.id, there), steps


def _do_cross(flow: Flow, verb: Cross) -> None:
    boat, other = flow.state.boat(verb.boat), flow.state.boat(verb.other)
    who = boat.seats[SEATS.index(verb.place)]
    whom = other.seats[SEATS.index(verb.there)]
    flow.set_boat(replace(boat, seats=seated(boat, verb.place, whom)))
    flow.set_boat(replace(other, seats=seated(other, verb.there, who)))
    names = [flow.state.player(one).name for one in (who, whom)]
    flow.tell(say("{one} and {other} change boats", one=names[0], other=names[1]))


def _places(boat: Boat, who: str) -> Iterator[str]:
    return (place for place, held in zip(SEATS, boat.seats, strict=True) if held == who)


BOAT_LISTS: Final[Mapping[str, Callable[[Known, State, str], Listed]]] = {
    "A": _steer,
    "B": _reseat,
    "C": _ashore,
    "G": _switch,
    "H": _drum,
    "I": _cross,
    "R": _send,
}


def do_boat_card(flow: Flow, seat: str, verb: Verb) -> None:
    match verb:
        case Steer():
            _do_steer(flow, verb)
        case Reseat():
            _do_reseat(flow, verb)
        case Ashore():
            _do_ashore(flow, seat, verb)
        case Switch():
            _do_switch(flow, seat, verb)
        case Drum():
            _do_drum(flow, verb)
        case Cross():
            _do_cross(flow, verb)
        case Send():
            _do_send(flow, verb)
