"""Takes seats and a setup, gives the game as it begins."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.games.base import Options, Setup, Turn
from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.flow import told
from companion.games.river_dragons.names import village_name
from companion.games.river_dragons.options import agree
from companion.games.river_dragons.state import Runner, State, goal
from companion.table.model import Seat
from companion.words import say


def begin_game(box: Box, seats: Sequence[Seat], options: Options, setup: Setup) -> Turn:
    houses = _given(seats, setup.part("houses").values["houses"], options)
    runners = sorted(
        (_runner(box, seat, houses[seat.id]) for seat in seats),
        key=lambda runner: _clockwise(box, runner.at),
    )
    says = [
        say(
            "{who} runs for {colour}. Goal: {goal}.",
            who=runner.name,
            colour=box.houses[runner.house].called,
            goal=village_name(box, goal(box, runner)),
        )
        for runner in runners
    ]
    agreed, places = agree(options), tuple(runners)
    player = setup.part("first").values.get("player")
    if player is None:
        return told(State(agreed, places, "youngest"), *says)
    seat = seats[player - 1]
    first = next(i for i, runner in enumerate(runners) if runner.seat == seat.id)
    says.append(say("{who} is first player.", who=seat.name))
    return told(State(agreed, places, "plan", first), *says)


def _given(seats: Sequence[Seat], houses: Sequence[str], options: Options) -> dict[str, str]:
    """Each seat's house: of its own colour where that is wished and played, else in order."""
    own = options["colours"] == "own"
    given = {seat.id: seat.colour for seat in seats if own and seat.colour in houses}
    rest = iter([house for house in houses if house not in given.values()])
    return {seat.id: given[seat.id] if seat.id in given else next(rest) for seat in seats}


def _runner(box: Box, seat: Seat, house: str) -> Runner:
    start = next(name for name, village in box.villages.items() if village.house == house)
    planks = tuple(name for name, plank in box.planks.items() if plank.house == house)
    return Runner(seat.id, seat.name, house, start, planks)


def _clockwise(box: Box, village: str) -> float:
    """Players sit behind their villages: the angle round the board's middle, y down."""
    place, measures = box.villages[village], box.measures
    return math.atan2(place.y - measures.height / 2, place.x - measures.width / 2)
