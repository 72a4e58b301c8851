"""Takes a race and dice, gives what each mover can do with some of them, and whether all others
can still move then.

Where somebody else must first decide something (where a towed boat goes, whether a shark is
repelled), it is enough that it can come out well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.games.port_flower.facts import Known
from companion.games.port_flower.moving import Met, Walk, boat_walks, meetings, shark_paths
from companion.games.port_flower.sea import ADRIFT, DELTAS, PORT
from companion.games.port_flower.state import BOAT, Plan, State, with_boat
from companion.games.port_flower.towing import landings
from companion.games.port_flower.winds import Dice, Leg, shifts


class Motion(Struct, frozen=True):
    """What one mover can do. `mover` is a shark's number or BOAT; `variant` tells apart what ends
    in the same space and is not the same: how many buoys a boat has reached, or whom a shark meets
    on the way, and from where. `plans` are the divisions that fit after it."""

    mover: int
    end: int
    variant: int = 0
    reached: int = 0
    path: tuple[int, ...] = ()
    met: tuple[Met, ...] = ()
    plans: tuple[Plan, ...] = ()


def shares_of(state: State, plan: Plan) -> Iterator[tuple[int, Dice]]:
    """Who is still to move by a plan, and with which dice."""
    if BOAT not in state.moved:
        yield BOAT, plan.division.boat
    for dice in plan.left:
        for shark in range(len(state.sharks)):
            if shark not in state.moved:
                yield shark, dice


class Search:
    """Looks ahead in one turn. Many divisions lead to the same positions: what was found out of
    them is kept while one question is answered."""

    def __init__(self, known: Known, state: State) -> None:
        counted = zip(known.dice, state.dice, strict=True)
        self._legs = {die.suit: (DELTAS[die.wind], count) for die, count in counted}
        self._motions: dict[tuple[object, ...], tuple[Motion, ...]] = {}
        self._finishes: dict[tuple[object, ...], bool] = {}
        self._walks: dict[tuple[object, ...], tuple[Walk, ...]] = {}
        self._free_swims: dict[tuple[object, ...], bool] = {}

    def motions(self, state: State, mover: int, dice: Dice) -> tuple[Motion, ...]:
        """What a mover can do with these dice, whatever comes after."""
        key = (mover, dice, _position(state))
        if key not in self._motions:
            find = self._sails(state, dice) if mover == BOAT else self._swims(state, mover, dice)
            self._motions[key] = tuple(find)
        return self._motions[key]

    def may_reach(self, state: State, mover: int, end: int, dice: Dice) -> bool:
        """Whether these dice could lead a mover there if nothing was in its way. Where a boat is, a
        shark may come with any dice, as it stops there."""
        if mover != BOAT and any(boat.at == end for boat in state.boats):
            return True
        at, harbour = (state.boat.at if mover == BOAT else state.sharks[mover]), state.sea.port
        starts = harbour if at == PORT else (at,)
        ends = harbour if end == PORT else {end}
        moves = shifts(self._legs_of(dice))
        return at == end or any(start + shift in ends for start in starts for shift in moves)

    def left_by(
        self, state: State, motion: Motion, dice: Dice, plans: Iterable[Plan]
    ) -> tuple[Plan, ...]:
        """What is left of the plans after a motion with these dice, of those that can be
        finished then."""
        left = [_without(plan, motion.mover, dice) for plan in plans]
        if (motion.mover == BOAT or BOAT in state.moved) and not any(plan.left for plan in left):
            return tuple(left)
        if motion.mover != BOAT and BOAT not in state.moved and not motion.met:
            # A shark that meets nobody opens no way to a boat that has none.
            left = [plan for plan in left if plan.left or self._has_way(state, plan.division.boat)]
        after = tuple(_afterwards(state, motion)) if left else ()
        return tuple(plan for plan in left if any(self.can_finish(it, plan) for it in after))

    def can_finish(self, state: State, plan: Plan) -> bool:
        """Whether all that are still to move by a plan can."""
        boat = () if BOAT in state.moved else plan.division.boat
        if not plan.left:
            return not boat or self._can_sail(state, boat)
        if not boat and len(plan.left) == 1:
            return any(self._can_swim(state, *share) for share in shares_of(state, plan))
        key = (boat, plan.left, state.moved, _position(state))
        if key not in self._finishes:
            self._finishes[key] = any(
                self.left_by(state, motion, dice, (plan,))
                for mover, dice in shares_of(state, plan)
                for motion in self.motions(state, mover, dice)
            )
        return self._finishes[key]

    def _sails(self, state: State, dice: Dice) -> Iterator[Motion]:
        """Of several ways to one space the one by most buoys is taken: no sailor would want
        another."""
        ends: dict[int, int] = {}
        for walk in self._ways(state, dice):
            if walk.path.isdisjoint(state.sharks):
                ends[walk.end] = max(walk.reached, ends.get(walk.end, 0))
        return (Motion(BOAT, end, reached=reached) for end, reached in ends.items())

    def _can_sail(self, state: State, dice: Dice) -> bool:
        return any(walk.path.isdisjoint(state.sharks) for walk in self._ways(state, dice))

    def _has_way(self, state: State, dice: Dice) -> bool:
        return any(True for _ in self._ways(state, dice))

    def _ways(self, state: State, dice: Dice) -> Iterator[Walk]:
        """How the boat could sail if there were no sharks. They only bar the way, so this need not
        be worked out for each of the places where they may be."""
        boat = state.boat
        key = (dice, boat.at, boat.reached)
        if key not in self._walks:
            legs = self._legs_of(dice)
            walks = boat_walks(state.sea, state.variants, boat.at, boat.reached, legs)
            self._walks[key] = tuple(walks)
        others = {other.at for other in state.boats if other.at > PORT and other is not boat}
        return (walk for walk in self._walks[key] if walk.end not in others)

    def _swims(self, state: State, shark: int, dice: Dice) -> Iterator[Motion]:
        at = state.sharks[shark]
        boats = {boat.at: number for number, boat in enumerate(state.boats) if boat.at > PORT}
        for path in _paths(state, shark, self._legs_of(dice), boats):
            met = meetings(at, path, boats)
            yield Motion(shark, path[-1] if path else at, path=path, met=met)

    def _can_swim(self, state: State, shark: int, dice: Dice) -> bool:
        """Boats never keep a shark from moving, they only make its move shorter: where it can swim
        without them need not be looked at with each of the places where they may be."""
        key = (shark, dice, state.sharks)
        if key not in self._free_swims:
            paths = _paths(state, shark, self._legs_of(dice), {})
            self._free_swims[key] = any(True for _ in paths)
        return self._free_swims[key] or bool(self.motions(state, shark, dice))

    def _legs_of(self, dice: Dice) -> tuple[Leg, ...]:
        return tuple(self._legs[suit] for suit in dice)


def _paths(
    state: State, shark: int, legs: tuple[Leg, ...], boats: Mapping[int, int]
) -> Iterator[tuple[int, ...]]:
    others = {*state.sharks[:shark], *state.sharks[shark + 1 :]}
    return shark_paths(state.sea, state.variants, state.sharks[shark], legs, others, boats)


def _without(plan: Plan, mover: int, dice: Dice) -> Plan:
    if mover == BOAT:
        return plan
    return replace(plan, left=tuple(share for share in plan.left if share != dice))


def _position(state: State) -> tuple[object, ...]:
    """All that moves depend on, while one sailor has the turn and no repellent is paid."""
    return state.sharks, tuple(boat.at for boat in state.boats), state.boat.reached


def _afterwards(state: State, motion: Motion) -> Iterator[State]:
    """What may come of a move. A boat of others that a shark meets is taken off the board; the
    sailor's own is tried wherever it may be towed."""
    moved = tuple(sorted((*state.moved, motion.mover)))
    if motion.mover == BOAT:
        boat = replace(state.boat, at=motion.end, reached=motion.reached)
        yield replace(with_boat(state, state.turn, boat), moved=moved)
        return
    sharks = (*state.sharks[: motion.mover], motion.end, *state.sharks[motion.mover + 1 :])
    gone = {one.boat for one in motion.met}
    boats = tuple(
        replace(boat, at=ADRIFT) if number in gone else boat
        for number, boat in enumerate(state.boats)
    )
    state = replace(state, sharks=sharks, boats=boats, moved=moved)
    if state.turn not in gone:
        yield state
        return
    for space in landings(state, state.boat):
        yield with_boat(state, state.turn, replace(state.boat, at=space))
