"""The first state of a game."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.chance.provable import Chance
from companion.games.moves import Transition, announce
from companion.games.options import Options
from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.names import village_name
from companion.games.river_dragons.options import read_variants
from companion.games.river_dragons.state import Runner, State, goal
from companion.games.seats import Seat, assign_pieces
from companion.games.setup import Setup
from companion.language.messages import say


def begin_game(
    facts: RiverDragonsFacts,
    seats: Sequence[Seat],
    options: Options,
    setup: Setup,
    chance: Chance,
) -> Transition:
    drawn = setup.part("houses").values["houses"]
    own = dict(zip(drawn, drawn, strict=True)) if options["colours"] == "own" else {}
    houses = assign_pieces(seats, drawn, own)
    runners = sorted(
        (_runner(facts, seat, houses[seat.id]) for seat in seats),
        key=lambda runner: _clockwise(facts, runner.at),
    )
    messages = [
        say(
            "{who} plays {colour}. Goal: {goal}",
            who=runner.name,
            colour=facts.houses[runner.house].title,
            goal=village_name(facts, goal(facts, runner)),
        )
        for runner in runners
    ]
    variants, placed = read_variants(options, _most_rounds(facts)), tuple(runners)
    player = setup.part("first").values.get("player")
    if player is None:
        return announce(State(variants, placed, "youngest"), *messages)
    seat = seats[player - 1]
    first = next(i for i, runner in enumerate(runners) if runner.seat == seat.id)
    messages.append(say("{who} is the first player", who=seat.name))
    return announce(State(variants, placed, "plan", first), *messages)


def _most_rounds(facts: RiverDragonsFacts) -> int | None:
    """Races at older tables end after 40 rounds at the latest."""
    return 40 if facts.measures.island is None else None


def _runner(facts: RiverDragonsFacts, seat: Seat, house: str) -> Runner:
    start = next(name for name, village in facts.villages.items() if village.house == house)
    planks = tuple(name for name, plank in facts.planks.items() if plank.house == house)
    return Runner(seat.id, seat.name, house, start, planks)


def _clockwise(facts: RiverDragonsFacts, village: str) -> float:
    """The angle of a village around the middle of the board: players sit behind their villages."""
    spot, measures = facts.villages[village], facts.measures
    return math.atan2(spot.y - measures.height / 2, spot.x - measures.width / 2)
