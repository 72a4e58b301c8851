"""Legal moves with the dice on the table.

A player chooses where the boat and the sharks end. Which dice they use makes no difference later,
so every division that fits is kept until the turn is over. A move is legal only if all the others
can still move afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from companion.games.port_flower.facts import PortFlowerFacts
from companion.games.port_flower.paths import Met
from companion.games.port_flower.sea import PORT
from companion.games.port_flower.search import Motion, search_of
from companion.games.port_flower.state import BOAT, Plan, State, with_boat
from companion.games.port_flower.towing import landings
from companion.games.port_flower.winds import Dice, divisions_of

Outcome = tuple[object, ...]
"""What distinguishes a motion from others."""


def with_dice(facts: PortFlowerFacts, state: State, dice: tuple[int, ...]) -> State:
    """The state with these dice on the table, to be divided in any way."""
    sharks = 2 if state.variants.split_both else 1
    divisions = divisions_of(tuple(die.suit for die in facts.dice), sharks)
    return replace(state, dice=dice, plans=tuple(Plan(it, it.sharks) for it in divisions))


def legal_motions(
    facts: PortFlowerFacts, state: State, wanted: tuple[int, int] | None = None
) -> tuple[Motion, ...]:
    """The legal next motions of a turn: all of them, or those of one mover to one space."""
    found: dict[Outcome, Motion] = {}
    for outcome, motion in _each_motion(facts, state, wanted):
        before = found.get(outcome)
        plans = (*before.plans, *motion.plans) if before else motion.plans
        found[outcome] = replace(before or motion, plans=plans)
    return tuple(_numbered(found.values()))


def can_move(facts: PortFlowerFacts, state: State) -> bool:
    """Whether there is a legal next motion."""
    return any(True for _ in _each_motion(facts, state))


def has_choice(facts: PortFlowerFacts, state: State) -> bool:
    """Whether there is more than one legal next motion."""
    outcomes = (outcome for outcome, _ in _each_motion(facts, state))
    first = next(outcomes, None)
    return any(outcome != first for outcome in outcomes)


def can_complete(facts: PortFlowerFacts, state: State) -> bool:
    """Whether the boat and the sharks can complete the turn."""
    search = search_of(facts, state)
    return state.all_moved or any(search.can_finish(state, plan) for plan in state.plans)


def towing_spots(facts: PortFlowerFacts, state: State) -> tuple[int, ...]:
    """Where the next boat may be towed. Players who steered a shark into their own boat must land
    where they can complete the turn; others may land anywhere."""
    number = state.tows[0]
    boat = state.boats[number]
    spots = landings(state, boat)
    if number != state.turn or facts.edition == 1:
        return spots
    fitting = tuple(
        spot for spot in spots if can_complete(facts, with_boat(state, replace(boat, at=spot)))
    )
    return fitting or spots


def _each_motion(
    facts: PortFlowerFacts, state: State, wanted: tuple[int, int] | None = None
) -> Iterator[tuple[Outcome, Motion]]:
    """Legal motions with each share of the dice; several shares may have the same outcome."""
    search = search_of(facts, state)
    for mover, shares in _shares(state):
        if wanted and mover != wanted[0]:
            continue
        for dice, plans in shares.items():
            if wanted and not search.may_reach(state, *wanted, dice):
                continue
            for motion in search.motions(state, mover, dice):
                if wanted and motion.end != wanted[1]:
                    continue
                fitting = search.left_by(state, motion, dice, plans)
                if fitting:
                    yield _outcome(state, motion), replace(motion, plans=fitting)


def _shares(state: State) -> Iterator[tuple[int, Mapping[Dice, list[Plan]]]]:
    """Who has still to move, with which dice, and in which plans."""
    boat: dict[Dice, list[Plan]] = {}
    swum: dict[Dice, list[Plan]] = {}
    for plan in state.plans:
        boat.setdefault(plan.division.boat, []).append(plan)
        for dice in plan.left:
            swum.setdefault(dice, []).append(plan)
    for mover in (BOAT, *range(len(state.sharks))):
        if mover not in state.moved:
            yield mover, boat if mover == BOAT else swum


def _outcome(state: State, motion: Motion) -> Outcome:
    """The part of a motion that matters later. Where a shark comes from matters only to players who
    can repel it, and the order of its meetings only if one of them can."""
    can_repel = {one for one in motion.met if state.boats[one.boat].repellents}
    met = [one if one in can_repel else Met(one.boat, PORT) for one in motion.met]
    return motion.mover, motion.end, motion.reached, tuple(met if can_repel else sorted(met))


def _numbered(motions: Iterable[Motion]) -> Iterator[Motion]:
    seen: Counter[tuple[int, int]] = Counter()
    for motion in motions:
        place = motion.mover, motion.end
        yield replace(motion, variant=seen[place])
        seen[place] += 1
