"""Search for motions that leave all other movers able to move.

If another player must first decide something (where a towed boat goes, whether a shark is
repelled), one good outcome is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.games.port_flower.facts import PortFlowerFacts
from companion.games.port_flower.options import Variants
from companion.games.port_flower.paths import Met, Walk, boat_walks, meetings, shark_paths
from companion.games.port_flower.sea import ADRIFT, DELTAS, PORT
from companion.games.port_flower.state import BOAT, Plan, State, with_boat
from companion.games.port_flower.towing import landings
from companion.games.port_flower.winds import Dice, Leg, shifts


class Motion(Struct, frozen=True):
    """One possible motion. `mover` is a shark's number or BOAT. `variant` distinguishes motions
    that end in the same space but differ in the buoys that a boat reaches, or in the boats that a
    shark meets and from where. `plans` are the divisions that fit afterwards."""

    mover: int
    end: int
    variant: int = 0
    reached: int = 0
    path: tuple[int, ...] = ()
    met: tuple[Met, ...] = ()
    plans: tuple[Plan, ...] = ()


def shares_of(state: State, plan: Plan) -> Iterator[tuple[int, Dice]]:
    """The movers of a plan that have not moved yet, and their dice."""
    if BOAT not in state.moved:
        yield BOAT, plan.division.boat
    for dice in plan.left:
        for shark in range(len(state.sharks)):
            if shark not in state.moved:
                yield shark, dice


class Turn(Struct, frozen=True):
    """What stays the same during one sailor's turn. `water` is the sea without `near`, which cannot
    be hashed and follows from the buoys."""

    sailor: int
    legs: tuple[tuple[str, Leg], ...]
    variants: Variants
    water: tuple[object, ...]


class Search:
    """Looks ahead in one turn. Many divisions lead to the same positions, and a turn has several
    questions about them, so results are cached."""

    def __init__(self, turn: Turn) -> None:
        self._legs = dict(turn.legs)
        self._motions: dict[tuple[object, ...], tuple[Motion, ...]] = {}
        self._finishes: dict[tuple[object, ...], bool] = {}
        self._walks: dict[tuple[object, ...], tuple[Walk, ...]] = {}
        self._free_swims: dict[tuple[object, ...], bool] = {}

    def motions(self, state: State, mover: int, dice: Dice) -> tuple[Motion, ...]:
        """The motions of a mover with these dice, whatever follows."""
        key = (mover, dice, _position(state))
        if key not in self._motions:
            find = self._sails(state, dice) if mover == BOAT else self._swims(state, mover, dice)
            self._motions[key] = tuple(find)
        return self._motions[key]

    def may_reach(self, state: State, mover: int, end: int, dice: Dice) -> bool:
        """Whether these dice could lead a mover there if nothing was in its way. A shark may come
        to a boat with any dice, as it stops there."""
        if mover != BOAT and any(boat.at == end for boat in state.boats):
            return True
        at, harbour = (state.acting.at if mover == BOAT else state.sharks[mover]), state.sea.port
        starts = harbour if at == PORT else (at,)
        ends = harbour if end == PORT else {end}
        moves = shifts(self._legs_of(dice))
        return at == end or any(start + shift in ends for start in starts for shift in moves)

    def left_by(
        self, state: State, motion: Motion, dice: Dice, plans: Iterable[Plan]
    ) -> tuple[Plan, ...]:
        """The rest of those plans that can still be completed after a motion with these dice."""
        left = [_without(plan, motion.mover, dice) for plan in plans]
        if (motion.mover == BOAT or BOAT in state.moved) and not any(plan.left for plan in left):
            return tuple(left)
        if motion.mover != BOAT and BOAT not in state.moved and not motion.met:
            # A shark that meets no boat does not open a path for a boat without one.
            left = [plan for plan in left if plan.left or self._has_way(state, plan.division.boat)]
        after = tuple(_afterwards(state, motion)) if left else ()
        return tuple(plan for plan in left if any(self.can_finish(it, plan) for it in after))

    def can_finish(self, state: State, plan: Plan) -> bool:
        """Whether all remaining movers of a plan can move."""
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
        """Of several paths to one space, only the one by the most buoys: no player would want
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
        """The boat's paths if there were no sharks. Sharks only bar paths, so this is computed once
        for all their positions."""
        boat = state.acting
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
        """Boats never keep a shark from moving, they only shorten its move: if it can swim without
        them, the positions of the boats need not be checked."""
        key = (shark, dice, state.sharks)
        if key not in self._free_swims:
            paths = _paths(state, shark, self._legs_of(dice), {})
            self._free_swims[key] = any(True for _ in paths)
        return self._free_swims[key] or bool(self.motions(state, shark, dice))

    def _legs_of(self, dice: Dice) -> tuple[Leg, ...]:
        return tuple(self._legs[suit] for suit in dice)


MAX_TURNS: Final = 32
"""How many turns are remembered: a few tables at a time ask about theirs again and again."""


def search_of(facts: PortFlowerFacts, state: State) -> Search:
    """The search of the turn that this state belongs to."""
    counted = zip(facts.dice, state.dice, strict=True)
    legs = tuple((die.suit, (DELTAS[die.wind], count)) for die, count in counted)
    sea = state.sea
    water = (sea.open, sea.port, sea.islands, sea.barred, sea.buoys)
    return _search_of(Turn(state.turn, legs, state.variants, water))


_search_of = lru_cache(maxsize=MAX_TURNS)(Search)


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
    """Everything that motions depend on during one player's turn while no repellent is paid."""
    return state.sharks, tuple(boat.at for boat in state.boats), state.acting.reached


def _afterwards(state: State, motion: Motion) -> Iterator[State]:
    """The states that may follow a motion. Another player's boat that a shark meets is taken off
    the board; the player's own boat is tried wherever it may be towed."""
    moved = tuple(sorted((*state.moved, motion.mover)))
    if motion.mover == BOAT:
        boat = replace(state.acting, at=motion.end, reached=motion.reached)
        yield replace(with_boat(state, boat), moved=moved)
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
    for space in landings(state, state.acting):
        yield with_boat(state, replace(state.acting, at=space))
