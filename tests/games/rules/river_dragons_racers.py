"""Races of River Dragons by bots that mostly want to arrive.

Bots that only choose at random hardly ever cross the river. These build and run towards their
goal, and now and then do whatever else is offered.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games.geometry import Point
from companion.games.offers import Offers
from companion.games.river_dragons.paths import neighbours, spot
from companion.games.river_dragons.planks import fits, supports
from companion.games.river_dragons.plans import hand_of
from companion.games.river_dragons.state import Runner, State, goal
from companion.language.messages import Refused
from tests.games.rules.bots import MAX_ACTS, UNDO_EVERY, Check, Play, accept, random_move
from tests.games.rules.river_dragons_positions import BOX

WILD: Final = 0.15
"""How often a bot does anything that is offered."""
USUAL: Final = ("stone-2", "stone-1", "plank-2", "plank-1", "move-2", "move-1")
"""Cards that lead across, in the order in which they help each other."""
REACH: Final = 90.0
"""So far from the bridge a new stone is still of use."""


def race(
    players: int, options: Mapping[str, str], seed: int, check: Check = accept, wild: float = WILD
) -> Play:
    """A whole race through the table, with undo thrown in. Only wild plans may be refused."""
    pick = random.Random(f"race {players} {seed}")
    play = Play("river-dragons", players, options, seed)
    check(play.table)
    for _ in range(MAX_ACTS):
        state: State = play.table.play
        if state.phase == "over":
            return play
        offers = play.offers()
        is_wild = pick.random() < wild
        # Only the wild plan again when they are ready.
        asked = [seat for seat in offers if is_wild or not _runner(state, seat).plan]
        seat = pick.choice(sorted(asked or offers))
        move = (
            random_move(offers[seat], pick) if is_wild else _wish(state, seat, offers[seat], pick)
        )
        try:
            event = play.move(seat, **move)
        except Refused:
            assert is_wild
            assert offers[seat].picks
            continue
        check(play.table)
        if pick.random() < 1 / UNDO_EVERY and not event.result.get("final"):
            before = play.table.play
            play.act("undo", None, number=event.number)
            assert play.table.play == state
            if pick.random() < 0.5:
                play.act("redo", None, number=event.number)
                assert play.table.play == before
    raise AssertionError(f"nobody arrived in {MAX_ACTS} acts")


def _runner(state: State, seat: str) -> Runner:
    runner = state.runner(seat)
    assert runner is not None
    return runner


def _wish(state: State, seat: str, offers: Offers, pick: random.Random) -> dict[str, Any]:
    runner = _runner(state, seat)
    if offers.picks:
        return {"do": "plan", "cards": _plan(state, runner, pick)}
    moves = [dict(choice.move) for choice in offers.choices]
    going = [move for move in moves if move["do"] == "next"]
    if going:
        return going[0]
    pick.shuffle(moves)
    cost = COSTS.get(moves[0]["do"])
    return min(moves, key=cost(state, runner)) if cost else moves[0]


def _plan(state: State, runner: Runner, pick: random.Random) -> list[str]:
    """Most of what leads across, in order; sometimes with something else between."""
    cards = [f"{runner.house}-{card}" for card in USUAL]
    cards.remove(pick.choice(cards))
    if pick.random() < 0.4:
        others = [c for c in hand_of(BOX, state, runner) if c not in cards]
        cards[pick.randrange(5)] = pick.choice(others)
    return cards


Cost = Callable[[dict[str, Any]], tuple[float, ...]]


def _stone_cost(state: State, runner: Runner) -> Cost:
    """Near enough to the bridge, then near the goal."""
    across = spot(BOX, state, goal(BOX, runner))
    on = supports(BOX, state)
    bridge = [on[name].at for name in _bridge(state, runner)]

    def cost(move: dict[str, Any]) -> tuple[float, ...]:
        at = _place_of_stone(move)
        far = min(math.dist(at, end) for end in bridge)
        return far > REACH, math.dist(at, across)

    return cost


def _place_of_stone(move: dict[str, Any]) -> Point:
    if "at" in move:
        island = BOX.islands[move["at"]]
        return island.x, island.y
    return move["x"], move["y"]


def _plank_cost(state: State, runner: Runner) -> Cost:
    """What fits, leads on from the bridge, ends near the goal, with no plank longer than needed."""
    across, on = goal(BOX, runner), supports(BOX, state)
    bridge = _bridge(state, runner)

    def cost(move: dict[str, Any]) -> tuple[float, ...]:
        one, other = on[move["from"]], on[move["to"]]
        leads_on = one.id in bridge and other.id not in bridge
        return (
            not fits(BOX, move["plank"], one, other),
            not leads_on,
            math.dist(other.at, on[across].at),
            BOX.planks[move["plank"]].length,
        )

    return cost


def _walk_cost(state: State, runner: Runner) -> Cost:
    """Steps from there to the place of the bridge that is nearest to the goal."""
    across = spot(BOX, state, goal(BOX, runner))
    reached = _steps_from(state, runner.at)
    tip = min(reached, key=lambda place: math.dist(spot(BOX, state, place), across))
    back = _steps_from(state, tip)
    return lambda move: (back[move["path"][-1]],)


def _bridge(state: State, runner: Runner) -> set[str]:
    """The stones and villages to which planks lead from where the runner stands."""
    places = _steps_from(state, runner.at)
    ends = {end for laid in state.planks if laid.plank in places for end in laid.ends}
    return ends | {place for place in places if place in BOX.villages}


def _steps_from(state: State, start: str) -> dict[str, int]:
    """How many steps lead to each place, if nobody were in the way."""
    steps, queue = {start: 0}, [start]
    for place in queue:
        for near in neighbours(BOX, state, place):
            if near not in steps:
                steps[near] = steps[place] + 1
                queue.append(near)
    return steps


COSTS: Final = {"stone": _stone_cost, "plank": _plank_cost, "move": _walk_cost}
