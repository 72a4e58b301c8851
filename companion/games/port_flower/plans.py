"""Takes a race and dice, gives every move that is legal now.

A sailor chooses where boat and sharks end; by which dice they get there makes no difference later,
so every division that fits is kept until the turn is over. A move is legal only if all that are
still to move can do so afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from companion.games.port_flower.facts import Known
from companion.games.port_flower.moving import Met
from companion.games.port_flower.sea import PORT
from companion.games.port_flower.search import Motion, Search
from companion.games.port_flower.state import BOAT, Plan, State
from companion.games.port_flower.winds import Dice, divisions_of

Outcome = tuple[object, ...]
"""What tells a motion from others."""


def with_dice(known: Known, state: State, dice: tuple[int, ...]) -> State:
    """The race with these dice on the table, to be divided in any way."""
    sharks = 2 if state.variants.split_both else 1
    divisions = divisions_of(tuple(die.suit for die in known.dice), sharks)
    return replace(state, dice=dice, plans=tuple(Plan(it, it.sharks) for it in divisions))


def legal_motions(
    known: Known, state: State, wanted: tuple[int, int] | None = None
) -> tuple[Motion, ...]:
    """The next moves of a turn: all of them, or those of one mover to one space."""
    found: dict[Outcome, Motion] = {}
    for outcome, motion in _each_motion(known, state, wanted):
        before = found.get(outcome)
        plans = (*before.plans, *motion.plans) if before else motion.plans
        found[outcome] = replace(before or motion, plans=plans)
    return tuple(_numbered(found.values()))


def can_move(known: Known, state: State) -> bool:
    """Whether there is any next move."""
    return any(True for _ in _each_motion(known, state))


def has_choice(known: Known, state: State) -> bool:
    """Whether there is more than one next move."""
    outcomes = (outcome for outcome, _ in _each_motion(known, state))
    first = next(outcomes, None)
    return any(outcome != first for outcome in outcomes)


def _each_motion(
    known: Known, state: State, wanted: tuple[int, int] | None = None
) -> Iterator[tuple[Outcome, Motion]]:
    """Legal moves with each share of the dice; several shares may come to the same."""
    search = Search(known, state)
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
    """Who is still to move, with which dice, and by which plans."""
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
    """What matters of a motion. From where a shark comes matters only to those who can repel it,
    and in which order it meets them only if anybody can."""
    can_repel = {one for one in motion.met if state.boats[one.boat].repellents}
    met = [one if one in can_repel else Met(one.boat, PORT) for one in motion.met]
    return motion.mover, motion.end, motion.reached, tuple(met if can_repel else sorted(met))


def _numbered(motions: Iterable[Motion]) -> Iterator[Motion]:
    seen: Counter[tuple[int, int]] = Counter()
    for motion in motions:
        place = motion.mover, motion.end
        yield replace(motion, variant=seen[place])
        seen[place] += 1
