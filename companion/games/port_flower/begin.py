"""The first state of a race, and the choice of suits."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.moves import Transition, announce
from companion.games.options import Options
from companion.games.port_flower.course import pieces_to_lay
from companion.games.port_flower.facts import SUIT_OF_COLOUR, PortFlowerFacts
from companion.games.port_flower.names import suit_name
from companion.games.port_flower.options import read_variants
from companion.games.port_flower.sea import make_board, make_sea
from companion.games.port_flower.setup import check_players, course_of
from companion.games.port_flower.state import Boat, State, with_boat
from companion.games.seats import Seat, assign_pieces
from companion.games.setup import Setup
from companion.language.messages import Message, Refused, say


def begin_game(
    facts: PortFlowerFacts,
    seats: Sequence[Seat],
    options: Options,
    setup: Setup,
    chance: Chance,
) -> Transition:
    variants = read_variants(options, facts.edition)
    check_players(facts, len(seats), variants)
    board, course = make_board(facts, variants.waters), course_of(setup.part("course"))
    drawn, first = setup.part("boats").values, setup.part("first").values["first"]
    suits = (
        dict.fromkeys((seat.id for seat in seats), "")
        if variants.choose_suits
        else assign_pieces(seats, drawn["suits"], SUIT_OF_COLOUR)
    )
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
        to_lay=pieces_to_lay(facts, variants.sharks) if variants.course == "own" else (),
    )
    if state.choosing is not None:
        return announce(state, say("{who} chooses a suit first", who=state.acting.name))
    messages = [suit_message(facts, boat) for boat in state.boats]
    return announce(state, *messages, starting_message(state))


def choose_suit(facts: PortFlowerFacts, state: State, suit: str) -> Transition:
    """Give the next player the wanted suit; a player without a choice gets the last one."""
    messages: list[Message] = []
    wanted = suit
    while (number := state.choosing) is not None:
        free = free_suits(facts, state)
        if messages and len(free) > 1:
            return announce(state, *messages)
        if not messages and wanted not in free:
            raise Refused("that suit is not available")
        boat = replace(state.boats[number], suit=free[0] if messages else wanted)
        state = with_boat(state, boat)
        messages.append(suit_message(facts, boat))
    return announce(state, *messages, starting_message(state))


def free_suits(facts: PortFlowerFacts, state: State) -> tuple[str, ...]:
    """The suits that nobody has chosen yet; the sixth suit only with six players."""
    six = len(state.boats) == len(facts.boats)
    taken = {boat.suit for boat in state.boats}
    return tuple(
        boat.suit for boat in facts.boats if boat.suit not in taken and (six or not boat.sixth)
    )


def suit_message(facts: PortFlowerFacts, boat: Boat) -> Message:
    return say("{who} takes {suit}", who=boat.name, suit=suit_name(facts, boat.suit))


def starting_message(state: State) -> Message:
    if state.to_lay:
        return say("{who} places the first piece of the course", who=state.acting.name)
    return say("{who} starts", who=state.acting.name)
