"""Bonus cards about boats and passengers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, permutations
from typing import Final

from msgspec.structs import replace

from companion.games.dragon_boats.board_names import landing_name, port_name
from companion.games.dragon_boats.bonus_cards import CardMoves, ListCardMoves
from companion.games.dragon_boats.facts import SEATS, DragonBoatsFacts
from companion.games.dragon_boats.move_types import Ashore, Cross, Drum, Reseat, Send, Steer, Switch
from companion.games.dragon_boats.sailing import free_landings, next_ashore, sail_order, sails
from companion.games.dragon_boats.state import Boat, Draft, State
from companion.games.dragon_boats.travel import place_name, seated
from companion.games.moves import TypedMove
from companion.games.offers import Step
from companion.language.messages import Message, say


def _boat_step(facts: DragonBoatsFacts, boat: Boat) -> Step:
    space = facts.spaces[boat.landing or facts.boats[boat.id]]
    return Step(say("Boat {port}", port=port_name(facts, boat.id)), (space.x, space.y))


def _passenger(state: State, boat: Boat, place: str) -> Message:
    who = boat.seats[SEATS.index(place)]
    return say("{who}, {seat}", who=state.player(who).name, seat=place_name(place))


# --- A, C, H, R: boats that sail ------------------------------------------------------------------


def _steer(facts: DragonBoatsFacts, state: State, seat: str) -> CardMoves:
    landings = free_landings(facts, state)
    for boat in state.boats:
        fresh = bool(boat.sailed and boat.aboard and not boat.unloading)
        if not fresh and not sails(facts, state, boat):
            continue
        for landing in landings:
            space = facts.spaces[landing]
            step = Step(landing_name(facts, landing), (space.x, space.y))
            yield Steer(boat.id, landing), (_boat_step(facts, boat), step)


def _do_steer(draft: Draft, move: Steer) -> None:
    boat = draft.state.boat(move.boat)
    name, place = port_name(draft.facts, boat.id), landing_name(draft.facts, move.landing)
    if boat.sailed:
        draft.set_boat(replace(boat, landing=move.landing))
    else:
        draft.set_boat(replace(boat, course=move.landing))
    draft.announce(say("Boat {boat} is sent to {place}", boat=name, place=place))


def _ashore(facts: DragonBoatsFacts, state: State, seat: str) -> CardMoves:
    for boat in state.boats:
        ready = sails(facts, state, boat) or (boat.sailed and not boat.unloading)
        if ready and seat in boat.seats and boat.seats[next_ashore(boat)] != seat:
            yield Ashore(boat.id), (_boat_step(facts, boat),)


def _do_ashore(draft: Draft, seat: str, move: Ashore) -> None:
    draft.set_boat(replace(draft.state.boat(move.boat), first=seat))
    name = draft.state.player(seat).name
    draft.announce(say("{who} goes ashore first", who=name))


def _drum(facts: DragonBoatsFacts, state: State, seat: str) -> CardMoves:
    if any(boat.sailed for boat in state.boats):
        return
    for boat in sail_order(facts, state)[1:]:
        if seat in boat.seats:
            yield Drum(boat.id), (_boat_step(facts, boat),)


def _do_drum(draft: Draft, move: Drum) -> None:
    draft.state = replace(draft.state, lead=move.boat)
    draft.announce(say("Boat {boat} sails first", boat=port_name(draft.facts, move.boat)))


def _send(facts: DragonBoatsFacts, state: State, seat: str) -> CardMoves:
    def beats(boat: Boat) -> int:
        return facts.toppers[boat.topper].beats

    gone = [boat for boat in state.boats if boat.sailed and boat.id != state.lead]
    for boat in state.boats:
        in_time = all(beats(other) > beats(boat) for other in gone)
        if boat.aboard == 1 and not boat.sailed and not sails(facts, state, boat) and in_time:
            yield Send(boat.id), (_boat_step(facts, boat),)


def _do_send(draft: Draft, move: Send) -> None:
    draft.set_boat(replace(draft.state.boat(move.boat), alone=True))
    draft.announce(say("Boat {boat} may sail", boat=port_name(draft.facts, move.boat)))


# --- B, G, I: passengers --------------------------------------------------------------------------


def _reseat(facts: DragonBoatsFacts, state: State, seat: str) -> CardMoves:
    for boat in state.boats:
        if not boat.aboard:
            continue
        for front, middle, rear in dict.fromkeys(permutations(boat.seats)):
            if (front, middle, rear) != boat.seats:
                seats = (front, middle, rear)
                steps = (_boat_step(facts, boat), Step(_seating(state, seats)))
                yield Reseat(boat.id, seats), steps


def _seating(state: State, seats: tuple[str, str, str]) -> Message:
    front, middle, rear = (state.player(who).name if who else say("empty") for who in seats)
    return say("Front {front}, middle {middle}, rear {rear}", front=front, middle=middle, rear=rear)


def _do_reseat(draft: Draft, move: Reseat) -> None:
    draft.set_boat(replace(draft.state.boat(move.boat), seats=move.seats))
    port = port_name(draft.facts, move.boat)
    seating = _seating(draft.state, move.seats)
    draft.announce(say("New seats on boat {boat}: {seating}", boat=port, seating=seating))


def _switch(facts: DragonBoatsFacts, state: State, seat: str) -> CardMoves:
    for boat in state.boats:
        for place in _places(boat, seat):
            first = (_boat_step(facts, boat), Step(_passenger(state, boat, place)))
            for other in state.boats:
                if other.id == boat.id:
                    continue
                for free in _places(other, ""):
                    step = Step(say("{seat}", seat=place_name(free)))
                    steps = (*first, _boat_step(facts, other), step)
                    yield Switch(boat.id, place, other.id, free), steps


def _do_switch(draft: Draft, seat: str, move: Switch) -> None:
    boat, other = draft.state.boat(move.boat), draft.state.boat(move.to)
    draft.set_boat(replace(boat, seats=seated(boat, move.place, "")))
    draft.set_boat(replace(other, seats=seated(other, move.there, seat)))
    draft.announce(
        say(
            "{who} moves from boat {one} to boat {other}",
            who=draft.state.player(seat).name,
            one=port_name(draft.facts, boat.id),
            other=port_name(draft.facts, other.id),
        )
    )


def _cross(facts: DragonBoatsFacts, state: State, seat: str) -> CardMoves:
    aboard = [
        (boat, place, who)
        for boat in state.boats
        for place, who in zip(SEATS, boat.seats, strict=True)
        if who
    ]
    for (boat, place, who), (other, there, whom) in combinations(aboard, 2):
        if boat.id != other.id and who != whom:
            steps = (
                _boat_step(facts, boat),
                Step(_passenger(state, boat, place)),
                _boat_step(facts, other),
                Step(_passenger(state, other, there)),
            )
            yield Cross(boat.id, place, other.id, there), steps


def _do_cross(draft: Draft, move: Cross) -> None:
    boat, other = draft.state.boat(move.boat), draft.state.boat(move.other)
    who = boat.seats[SEATS.index(move.place)]
    whom = other.seats[SEATS.index(move.there)]
    draft.set_boat(replace(boat, seats=seated(boat, move.place, whom)))
    draft.set_boat(replace(other, seats=seated(other, move.there, who)))
    names = [draft.state.player(one).name for one in (who, whom)]
    draft.announce(say("{one} and {other} swap boats", one=names[0], other=names[1]))


def _places(boat: Boat, who: str) -> Iterator[str]:
    return (place for place, held in zip(SEATS, boat.seats, strict=True) if held == who)


BOAT_CARD_MOVES: Final[Mapping[str, ListCardMoves]] = {
    "A": _steer,
    "B": _reseat,
    "C": _ashore,
    "G": _switch,
    "H": _drum,
    "I": _cross,
    "R": _send,
}


def do_boat_card(draft: Draft, seat: str, move: TypedMove) -> None:
    match move:
        case Steer():
            _do_steer(draft, move)
        case Reseat():
            _do_reseat(draft, move)
        case Ashore():
            _do_ashore(draft, seat, move)
        case Switch():
            _do_switch(draft, seat, move)
        case Drum():
            _do_drum(draft, move)
        case Cross():
            _do_cross(draft, move)
        case Send():
            _do_send(draft, move)
