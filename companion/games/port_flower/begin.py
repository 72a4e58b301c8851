"""Takes seats and a setup, gives a race about to begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.base import Say, Setup, Turn
from companion.games.port_flower.course import pieces_to_lay
from companion.games.port_flower.facts import Known
from companion.games.port_flower.labels import suit_name
from companion.games.port_flower.sea import make_board, make_sea
from companion.games.port_flower.setup import check_players, course_of
from companion.games.port_flower.state import Boat, State
from companion.games.port_flower.variants import Variants
from companion.table.model import Seat
from companion.words import say

LIKE: Final[Mapping[str, str]] = {
    "black": "moon",
    "green": "crown",
    "blue": "arms",
    "orange": "leaf",
    "purple": "fish",
}
"""Which suit looks like a seat's colour."""


def begin_race(known: Known, seats: Sequence[Seat], variants: Variants, setup: Setup) -> Turn:
    check_players(known, len(seats), variants)
    board, course = make_board(known, variants.waters), course_of(setup.part("course"))
    drawn, first = setup.part("boats").values, setup.part("first").values["first"]
    suits = share_suits(seats, drawn["suits"])
    state = State(
        variants=variants,
        board=board,
        course=course,
        sea=make_sea(board, course, open_corners=variants.open_corners),
        boats=tuple(
            Boat(seat.id, seat.name, suits[seat.id], repellents=drawn["each"]) for seat in seats
        ),
        sharks=course.sharks,
        turn=first,
        first=first,
        supply=drawn["each"],
        to_lay=pieces_to_lay(known, variants.sharks) if variants.course == "own" else (),
    )
    says = [
        say("{who} sails with {suit}", who=boat.name, suit=suit_name(known, boat.suit))
        for boat in state.boats
    ]
    if state.to_lay:
        says.append(say("{who} lays the first piece of the course", who=state.boat.name))
    else:
        says.append(say("{who} begins", who=state.boat.name))
    return Turn(state, tuple(map(Say, says)))


def share_suits(seats: Sequence[Seat], suits: Sequence[str]) -> Mapping[str, str]:
    """A seat gets the suit that looks like its colour, if that was drawn; the others in order."""
    given = {seat.id: LIKE[seat.colour] for seat in seats if LIKE.get(seat.colour) in suits}
    left = [suit for suit in suits if suit not in given.values()]
    for seat in seats:
        if seat.id not in given:
            given[seat.id] = left.pop(0)
    return given
