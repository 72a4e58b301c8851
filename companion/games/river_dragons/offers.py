"""Legal moves of River Dragons and the taps that lead to them.

Planks are offered at every gap that looks open: whether a plank is long enough is announced only
when it is laid.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from string import ascii_uppercase
from typing import Final

from companion.games.geometry import Point
from companion.games.moves import as_move
from companion.games.offers import Choice, FreePoint, Offers, Pick, Step
from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.move_types import (
    First,
    Jump,
    LayPlank,
    Next,
    SetStone,
    TakeAway,
    Walk,
    Won,
)
from companion.games.river_dragons.names import (
    by_number,
    card_face,
    card_name,
    place_label,
    plank_label,
    support_label,
)
from companion.games.river_dragons.paths import jumps, spot, walks
from companion.games.river_dragons.planks import open_gaps, supports
from companion.games.river_dragons.plans import SLOTS, hand_of
from companion.games.river_dragons.rack import rack_place, row_height
from companion.games.river_dragons.removal import removable_planks, removable_stones
from companion.games.river_dragons.state import (
    Runner,
    State,
    goal,
    next_stone_face,
    stones_left,
)
from companion.games.river_dragons.stone_places import free_islands, free_water, stone_ground
from companion.games.river_dragons.turns import action_of, is_last_round, last_call
from companion.games.river_dragons.whereabouts import whereabouts
from companion.language.messages import Message, say

ACROSS: Final = 3
"""The number of honeycomb places side by side in one region of the water."""


def list_offers(facts: RiverDragonsFacts, state: State, seat: str) -> Offers:
    runner = state.runner(seat)
    if runner is None or state.phase == "over":
        return Offers()
    if state.phase == "youngest":
        return Offers(tuple(_youngest_choices(state)))
    if state.phase == "plan":
        return Offers(picks=(_plan_pick(facts, state, runner),))
    if state.variants.cards_only:
        return Offers(tuple(_call_choices(state)))
    if state.acting.seat != seat:
        return Offers()
    return Offers(
        tuple(_action_choices(facts, state, runner)), points=tuple(_stone_points(facts, state))
    )


def _youngest_choices(state: State) -> Iterator[Choice]:
    for runner in state.runners:
        yield Choice(as_move(First(runner.seat)), (Step(say("{who}", who=runner.name)),))


def _plan_pick(facts: RiverDragonsFacts, state: State, runner: Runner) -> Pick:
    hand = hand_of(facts, state, runner)
    return Pick(
        {"do": "plan"},
        "cards",
        tuple((name, Step(card_name(facts, name), face=card_face(name))) for name in hand),
        SLOTS,
        SLOTS,
        say("Change your plan") if runner.plan else say("Confirm your plan"),
        ordered=True,
        hint=say("Tap five cards in the order you play them, with at most one dragon."),
        alone=tuple(name for name in hand if facts.cards[name].dragon is not None),
    )


def _call_choices(state: State) -> Iterator[Choice]:
    if not last_call(state):
        yield Choice(as_move(Next(state.round, state.slot + 1)), (Step(_what_follows(state)),))
    for runner in state.runners:
        steps = (Step(say("Name the winner")), Step(say("{who}", who=runner.name)))
        yield Choice(as_move(Won(runner.seat)), steps)


def _what_follows(state: State) -> Message:
    """What follows when everybody has carried out their cards."""
    if state.slot + 1 < SLOTS:
        return say("All done: reveal card {card}", card=state.slot + 2)
    if not is_last_round(state):
        return say("All done: plan round {round}", round=state.round + 1)
    return say("All done: nobody has arrived")


def _action_choices(facts: RiverDragonsFacts, state: State, runner: Runner) -> Iterator[Choice]:
    action = action_of(facts, state)
    if action.deed == "stone":
        yield from _stone_choices(facts, state)
    elif action.deed == "plank":
        yield from _plank_choices(facts, state, runner)
    elif action.deed == "move":
        yield from _walk_choices(facts, state, runner, action.count)
    elif action.deed == "jump":
        for over, landing in jumps(facts, state, runner):
            steps = (_jump_step(facts, state, over), _place_step(facts, state, landing, runner))
            yield Choice(as_move(Jump(over, landing)), steps)
    else:
        yield from _removal_choices(facts, state, runner)


def _walk_choices(
    facts: RiverDragonsFacts, state: State, runner: Runner, count: int
) -> Iterator[Choice]:
    for path in walks(facts, state, runner, count):
        steps = [_place_step(facts, state, place, runner) for place in path]
        if len(path) < count and path[-1] != goal(facts, runner):
            steps.append(Step(say("Stop here"), at=spot(facts, state, path[-1])))
        yield Choice(as_move(Walk(path)), tuple(steps))


def _stone_choices(facts: RiverDragonsFacts, state: State) -> Iterator[Choice]:
    if not stones_left(facts, state):
        return
    if state.variants.water:
        yield from _water_choices(facts, state)
        return
    for name, at in free_islands(facts, state):
        island = facts.islands[name]
        label = say("Island {where}", where=whereabouts(facts, (island.x, island.y)))
        middle = at == (island.x, island.y)
        move = SetStone(at=name) if middle else SetStone(x=at[0], y=at[1])
        yield Choice(as_move(move), (Step(label, at=at),))


def _stone_points(facts: RiverDragonsFacts, state: State) -> Iterator[FreePoint]:
    """A stone may lie anywhere on its ground; a small shift changes which planks fit."""
    free = state.variants.water or facts.measures.room > 0
    if free and action_of(facts, state).deed == "stone" and stones_left(facts, state):
        hint = say("Tap an island, then drag the stone into place.")
        if state.variants.water:
            hint = say("Tap the water, then drag the stone into place.")
        yield FreePoint(
            as_move(SetStone()),
            stone_ground(facts, state),
            say("Place the stone here"),
            hint,
            f"stones/{next_stone_face(facts, state)}",
            2 * facts.measures.stone,
        )


def _water_choices(facts: RiverDragonsFacts, state: State) -> Iterator[Choice]:
    """Hundreds of places are too many at once: first the region, then the exact place."""
    wide = ACROSS * facts.measures.lattice
    regions: dict[tuple[int, int], list[Point]] = {}
    for x, y in free_water(facts, state):
        regions.setdefault((int(x / wide), int(y / wide)), []).append((x, y))
    for (column, row), places in regions.items():
        at = (round(fmean(x for x, _ in places), 1), round(fmean(y for _, y in places), 1))
        name = f"{ascii_uppercase[column]}{row + 1}"
        near = Step(
            say("Water {name}, {where}", name=name, where=whereabouts(facts, at)),
            at=at,
            focus=((column - 0.5) * wide, (row - 0.5) * wide, 2 * wide, 2 * wide),
        )
        for x, y in places:
            label = say("{x} mm from the left, {y} mm from the top", x=round(x), y=round(y))
            yield Choice(as_move(SetStone(x=x, y=y)), (near, Step(label, at=(x, y))))


def _plank_choices(facts: RiverDragonsFacts, state: State, runner: Runner) -> Iterator[Choice]:
    """Both ends of the gap first, then the plank, unless one is chosen already."""
    ends = {
        name: Step(support_label(facts, support), at=support.at)
        for name, support in supports(facts, state).items()
    }
    planks = [(name, _plank_step(facts, name)) for name in by_number(facts, runner.reserve)]
    gaps = [gap for gap in open_gaps(facts, state) if gap not in state.tried]
    for one, other in sorted(gaps + [(other, one) for one, other in gaps]):
        for name, step in planks:
            move = as_move(LayPlank(one, other, name))
            if not state.held:
                yield Choice(move, (ends[one], ends[other], step))
            elif name == state.held:
                yield Choice(move, (ends[one], ends[other]))


def _plank_step(facts: RiverDragonsFacts, name: str) -> Step:
    """The plank's place below the board."""
    return Step(plank_label(facts, name), at=rack_place(facts, name), width=row_height(facts))


def _removal_choices(facts: RiverDragonsFacts, state: State, runner: Runner) -> Iterator[Choice]:
    for plank in removable_planks(facts, state, runner):
        yield Choice(as_move(TakeAway(plank=plank)), (_place_step(facts, state, plank, runner),))
    on = supports(facts, state)
    for stone in removable_stones(state):
        step = Step(support_label(facts, on[stone]), at=on[stone].at)
        yield Choice(as_move(TakeAway(stone=stone)), (step,))


def _place_step(facts: RiverDragonsFacts, state: State, place: str, runner: Runner) -> Step:
    hint = say("Your goal") if place == goal(facts, runner) else None
    return Step(place_label(facts, place), at=spot(facts, state, place), hint=hint)


def _jump_step(facts: RiverDragonsFacts, state: State, over: str) -> Step:
    who = next(runner.name for runner in state.runners if runner.at == over)
    return Step(say("Jump over {who}", who=who), at=spot(facts, state, over))
