"""The first state of a race."""

from __future__ import annotations

from collections.abc import Sequence

from companion.chance.provable import Chance
from companion.games.dragon_river.facts import DragonRiverFacts
from companion.games.dragon_river.moves import start_turn
from companion.games.dragon_river.names import piece_name
from companion.games.dragon_river.options import read_variants
from companion.games.dragon_river.setup import check_players, pieces_in_order
from companion.games.dragon_river.state import Racer, State
from companion.games.moves import Transition, announce
from companion.games.options import Options
from companion.games.seats import Seat, assign_pieces
from companion.games.setup import Setup
from companion.language.messages import say


def begin_game(
    facts: DragonRiverFacts,
    seats: Sequence[Seat],
    options: Options,
    setup: Setup,
    chance: Chance,
) -> Transition:
    check_players(facts, len(seats))
    pieces = pieces_in_order(facts)
    ids = [piece.id for piece in pieces]
    given = assign_pieces(seats, ids, {piece.seat: piece.id for piece in pieces})
    dice = facts.spaces[0].dice
    racers = tuple(Racer(seat.id, seat.name, given[seat.id], dice) for seat in seats)
    state = State(read_variants(options), racers, "first")
    messages = [
        say("{who} plays the {piece}", who=racer.name, piece=piece_name(facts, racer.piece))
        for racer in racers
    ]
    if options["first"] == "oldest":
        return announce(state, *messages)
    index: int = setup.part("first").values["index"]
    rolls_first = say("{who} rolls first", who=seats[index].name)
    return announce(start_turn(state, index), *messages, rolls_first)
