"""Takes a race and dice, gives every move that is legal now.

Dice are divided once; then boat and sharks move one after the other. A move is legal only if all
that are still to move can do so afterwards. Where somebody else must first decide something (where
a towed boat goes, whether a shark is repelled), it is enough that it can come out well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.games.port_flower.course import apart
from companion.games.port_flower.facts import Die, Division, Known
from companion.games.port_flower.moving import Met, boat_ends, meetings, shark_paths
from companion.games.port_flower.sea import ADRIFT, DELTAS, PORT, around
from companion.games.port_flower.state import Boat, Plan, State
from companion.games.port_flower.winds import Leg, divisions_of

BOAT: Final = -1


class Motion(Struct, frozen=True):
    """One mover's part of a plan. `mover` is a shark's number or BOAT; `variant` tells apart what
    ends in the same space and is not the same: whom a shark meets on the way, and from where. `way`
    is how it is sailed, by legs or on a diagonal."""

    mover: int
    dice: tuple[str, ...]
    end: int
    variant: int = 0
    reached: int = 0
    path: tuple[int, ...] = ()
    met: tuple[Met, ...] = ()
    way: tuple[Leg, ...] = ()


class Memory:
    """What was found out of positions while one question is answered: many divisions lead to the
    same ones."""

    def __init__(self) -> None:
        self.finishes: dict[tuple[object, ...], bool] = {}
        self.moves: dict[tuple[object, ...], tuple[Motion, ...]] = {}


def legs_of(known: Known, dice: tuple[int, ...], suits: tuple[str, ...]) -> tuple[Leg, ...]:
    return tuple(
        (DELTAS[die.wind], count)
        for die, count in zip(known.dice, dice, strict=True)
        if die.suit in suits
    )


def dice_of(known: Known, suits: tuple[str, ...]) -> tuple[Die, ...]:
    return tuple(die for die in known.dice if die.suit in suits)


def divisions(known: Known, state: State) -> tuple[Division, ...]:
    return divisions_of(known, both=state.variants.split_both)


def openings(known: Known, state: State) -> Iterator[tuple[Division, Motion]]:
    """Every way to divide the dice and begin, such that all can move."""
    memory = Memory()
    for division in divisions(known, state):
        for motion in legal_motions(known, state, Plan(division.boat, division.sharks), memory):
            yield division, motion


def legal_motions(
    known: Known, state: State, plan: Plan, memory: Memory | None = None
) -> Iterator[Motion]:
    """The next moves of a plan that leave every later one possible."""
    memory = memory or Memory()
    for motion in motions(known, state, plan, memory):
        rest = plan_after(plan, motion)
        if any(_can_finish(known, after, rest, memory) for after in _afterwards(state, motion)):
            yield motion


def motions(known: Known, state: State, plan: Plan, memory: Memory) -> Iterator[Motion]:
    """The next moves of a plan, whatever comes after."""
    position = _position(state)
    movers = [(BOAT, plan.boat)] if plan.boat else []
    movers += [
        (shark, dice)
        for dice in dict.fromkeys(plan.sharks)
        for shark in range(len(state.sharks))
        if shark not in plan.moved
    ]
    for mover, dice in movers:
        key = (mover, dice, position)
        if key not in memory.moves:
            memory.moves[key] = tuple(
                boat_motions(known, state, dice)
                if mover == BOAT
                else shark_motions(known, state, mover, dice)
            )
        yield from memory.moves[key]


def _position(state: State) -> tuple[object, ...]:
    """All that moves depend on, while one sailor has the turn and no repellent is paid."""
    return state.sharks, tuple(boat.at for boat in state.boats), state.boat.reached


def boat_motions(known: Known, state: State, suits: tuple[str, ...]) -> Iterator[Motion]:
    boat = state.boat
    others = {other.at for other in state.boats if other is not boat}
    legs = legs_of(known, state.dice, suits)
    ends = boat_ends(state.sea, state.variants, boat, legs, state.sharks, others)
    for end, came in ends.items():
        yield Motion(BOAT, suits, end, reached=came.reached, way=came.way)


def shark_motions(
    known: Known, state: State, shark: int, suits: tuple[str, ...]
) -> Iterator[Motion]:
    at = state.sharks[shark]
    others = {*state.sharks[:shark], *state.sharks[shark + 1 :]}
    boats = {boat.at: number for number, boat in enumerate(state.boats) if boat.at > PORT}
    legs = legs_of(known, state.dice, suits)
    found: dict[tuple[object, ...], int] = {}
    for way, path in shark_paths(state.sea, state.variants, at, legs, others, boats):
        end, met = (path[-1] if path else at), meetings(at, path, boats)
        sort = (end, _sort(state, met))
        if sort in found:
            continue
        found[sort] = end
        variant = list(found.values()).count(end) - 1
        yield Motion(shark, suits, end, variant, path=path, met=met, way=way)


def _sort(state: State, met: tuple[Met, ...]) -> tuple[Met, ...]:
    """What matters of a shark's meetings: from where it comes only to those who can repel it, and
    in which order only if anybody can."""
    if any(state.boats[one.boat].repellents for one in met):
        return tuple(
            one if state.boats[one.boat].repellents else Met(one.boat, PORT) for one in met
        )
    return tuple(sorted(Met(one.boat, PORT) for one in met))


def plan_after(plan: Plan, motion: Motion) -> Plan:
    if motion.mover == BOAT:
        return replace(plan, boat=())
    at = plan.sharks.index(motion.dice)
    rest = (*plan.sharks[:at], *plan.sharks[at + 1 :])
    return replace(plan, sharks=rest, moved=tuple(sorted((*plan.moved, motion.mover))))


def _can_finish(known: Known, state: State, plan: Plan, memory: Memory) -> bool:
    if plan.done:
        return True
    key = (plan.boat, plan.sharks, plan.moved, _position(state))
    if key not in memory.finishes:
        memory.finishes[key] = any(
            _can_finish(known, after, plan_after(plan, motion), memory)
            for motion in motions(known, state, plan, memory)
            for after in _afterwards(state, motion)
        )
    return memory.finishes[key]


def _afterwards(state: State, motion: Motion) -> Iterator[State]:
    """What may come of a move. A boat of others that a shark meets is taken off the board; the
    sailor's own is tried wherever it may be towed."""
    if motion.mover == BOAT:
        moved = replace(state.boat, at=motion.end, reached=motion.reached)
        yield with_boat(state, state.turn, moved)
        return
    sharks = list(state.sharks)
    sharks[motion.mover] = motion.end
    state = replace(state, sharks=tuple(sharks))
    if not motion.met:
        yield state
        return
    gone = {one.boat for one in motion.met}
    boats = tuple(
        replace(boat, at=ADRIFT) if number in gone else boat
        for number, boat in enumerate(state.boats)
    )
    state = replace(state, boats=boats)
    if state.turn not in gone:
        yield state
        return
    for space in landings(state, state.boat):
        yield with_boat(state, state.turn, replace(state.boat, at=space))


def with_boat(state: State, number: int, boat: Boat) -> State:
    return replace(state, boats=(*state.boats[:number], boat, *state.boats[number + 1 :]))


def landings(state: State, boat: Boat) -> tuple[int, ...]:
    """Where a boat may be towed: a free space at the buoy it reached last, or the nearest free
    ones if all four are taken; before the first buoy, the port."""
    if not boat.reached:
        return (PORT,)
    buoy = state.sea.buoys[boat.reached - 1]
    taken = {*state.sharks, *(other.at for other in state.boats)}
    free = state.sea.open - taken
    beside = tuple(space for space in around(buoy) if space in free)
    if beside:
        return beside
    far: Mapping[int, int] = {
        space: min(apart(space, one) for one in around(buoy)) for space in free
    }
    nearest = min(far.values())
    return tuple(sorted(space for space in free if far[space] == nearest))
