"""Takes a game and a seat, gives everything that seat may do now.

Planks are offered at every gap that is open to the eye: whether one is long enough shows only
when it is laid.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from string import ascii_uppercase
from typing import Final

from companion.games.base import Choice, Offers, Pick, Step
from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.flow import action_of, last_call
from companion.games.river_dragons.landmarks import whereabouts
from companion.games.river_dragons.names import (
    by_number,
    card_face,
    card_name,
    place_name,
    plank_name,
    support_label,
)
from companion.games.river_dragons.paths import jumps, spot, walks
from companion.games.river_dragons.planning import SLOTS, hand_of
from companion.games.river_dragons.rack import rack_place, row_height
from companion.games.river_dragons.river import (
    Point,
    free_islands,
    free_water,
    open_gaps,
    supports,
)
from companion.games.river_dragons.state import (
    Runner,
    State,
    acting,
    goal,
    runner_of,
    stones_left,
)
from companion.games.river_dragons.taking import planks_to_take, stones_to_take
from companion.words import Message, say

ACROSS: Final = 3
"""So many places of the honeycomb lie side by side in one region of the water."""


def offers_for(box: Box, state: State, seat: str) -> Offers:
    runner = runner_of(state, seat)
    if runner is None or state.phase == "over":
        return Offers()
    if state.phase == "youngest":
        return Offers(tuple(_youngest(state)))
    if state.phase == "plan":
        return Offers(picks=(_plan(box, state, runner),))
    if state.agreed.cards_only:
        return Offers(tuple(_calls(state)))
    if acting(state).seat != seat:
        return Offers()
    return Offers(tuple(_actions(box, state, runner)))


def _youngest(state: State) -> Iterator[Choice]:
    for runner in state.runners:
        label = say("Youngest: {who}", who=runner.name)
        yield Choice({"do": "first", "who": runner.seat}, (Step(label),))


def _plan(box: Box, state: State, runner: Runner) -> Pick:
    hand = hand_of(box, state, runner)
    return Pick(
        {"do": "plan"},
        "cards",
        tuple((name, Step(card_name(box, name), face=card_face(name))) for name in hand),
        SLOTS,
        SLOTS,
        say("Change your plan") if runner.plan else say("Ready"),
        ordered=True,
        hint=say("Tap five cards in the order you play them. One dragon at most."),
        alone=tuple(name for name in hand if box.cards[name].dragon is not None),
    )


def _calls(state: State) -> Iterator[Choice]:
    if not last_call(state):
        move = {"do": "next", "round": state.round, "card": state.slot + 1}
        yield Choice(move, (Step(_what_follows(state)),))
    for runner in state.runners:
        steps = (Step(say("Somebody has won")), Step(say("{who}", who=runner.name)))
        yield Choice({"do": "won", "who": runner.seat}, steps)


def _what_follows(state: State) -> Message:
    """What comes when everybody has done what their cards say."""
    if state.slot + 1 < SLOTS:
        return say("All done: turn over card {card}", card=state.slot + 2)
    if state.round < state.agreed.rounds:
        return say("All done: plan round {round}", round=state.round + 1)
    return say("All done: nobody has arrived")


def _actions(box: Box, state: State, runner: Runner) -> Iterator[Choice]:
    action = action_of(box, state)
    if action.deed == "stone":
        yield from _stones(box, state)
    elif action.deed == "plank":
        yield from _planks(box, state, runner)
    elif action.deed == "move":
        yield from _walks(box, state, runner, action.count)
    elif action.deed == "jump":
        for over, landing in jumps(box, state, runner):
            steps = (_leap(box, state, over), _place(box, state, landing, runner))
            yield Choice({"do": "jump", "over": over, "to": landing}, steps)
    else:
        yield from _takings(box, state, runner)


def _walks(box: Box, state: State, runner: Runner, count: int) -> Iterator[Choice]:
    for path in walks(box, state, runner, count):
        steps = [_place(box, state, place, runner) for place in path]
        if len(path) < count and path[-1] != goal(box, runner):
            steps.append(Step(say("Stop here"), at=spot(box, state, path[-1])))
        yield Choice({"do": "move", "path": list(path)}, tuple(steps))


def _stones(box: Box, state: State) -> Iterator[Choice]:
    if not stones_left(box, state):
        return
    if state.agreed.water:
        yield from _in_water(box, state)
        return
    for name in free_islands(box, state):
        at = (box.islands[name].x, box.islands[name].y)
        label = say("Island {where}", where=whereabouts(box, at))
        yield Choice({"do": "stone", "at": name}, (Step(label, at=at),))


def _in_water(box: Box, state: State) -> Iterator[Choice]:
    """Hundreds of places are too many for one look: first roughly where, then where exactly."""
    wide = ACROSS * box.measures.lattice
    regions: dict[tuple[int, int], list[Point]] = {}
    for x, y in free_water(box, state):
        regions.setdefault((int(x / wide), int(y / wide)), []).append((x, y))
    for (column, row), places in regions.items():
        at = (round(fmean(x for x, _ in places), 1), round(fmean(y for _, y in places), 1))
        name = f"{ascii_uppercase[column]}{row + 1}"
        near = Step(
            say("Water {name}, {where}", name=name, where=whereabouts(box, at)),
            at=at,
            focus=((column - 0.5) * wide, (row - 0.5) * wide, 2 * wide, 2 * wide),
        )
        for x, y in places:
            label = say("{x} mm across, {y} mm down", x=round(x), y=round(y))
            yield Choice({"do": "stone", "x": x, "y": y}, (near, Step(label, at=(x, y))))


def _planks(box: Box, state: State, runner: Runner) -> Iterator[Choice]:
    """Look first, then choose: both ends of the gap, then the plank, unless one is chosen."""
    ends = {
        name: Step(support_label(box, support), at=support.at)
        for name, support in supports(box, state).items()
    }
    planks = [(name, _plank(box, name)) for name in by_number(box, runner.reserve)]
    gaps = [gap for gap in open_gaps(box, state) if gap not in state.tried]
    for one, other in sorted(gaps + [(other, one) for one, other in gaps]):
        for name, step in planks:
            move = {"do": "plank", "from": one, "to": other, "plank": name}
            if not state.held:
                yield Choice(move, (ends[one], ends[other], step))
            elif name == state.held:
                yield Choice(move, (ends[one], ends[other]))


def _plank(box: Box, name: str) -> Step:
    """Where it lies below the board."""
    return Step(plank_name(box, name), at=rack_place(box, name), width=row_height(box))


def _takings(box: Box, state: State, runner: Runner) -> Iterator[Choice]:
    for plank in planks_to_take(box, state, runner):
        yield Choice({"do": "take", "plank": plank}, (_place(box, state, plank, runner),))
    on = supports(box, state)
    for stone in stones_to_take(state):
        step = Step(support_label(box, on[stone]), at=on[stone].at)
        yield Choice({"do": "take", "stone": stone}, (step,))


def _place(box: Box, state: State, place: str, runner: Runner) -> Step:
    hint = say("Your goal") if place == goal(box, runner) else None
    return Step(place_name(box, place), at=spot(box, state, place), hint=hint)


def _leap(box: Box, state: State, over: str) -> Step:
    who = next(runner.name for runner in state.runners if runner.at == over)
    return Step(say("Over {who}", who=who), at=spot(box, state, over))
