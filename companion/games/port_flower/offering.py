"""Takes a race and a seat, gives all that the seat may do, as taps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from companion.games.base import Choice, Offers, Step
from companion.games.port_flower import moves
from companion.games.port_flower.course import own_spots
from companion.games.port_flower.facts import Division, Known
from companion.games.port_flower.geometry import corner, harbour, middle, point
from companion.games.port_flower.labels import (
    buoy_place,
    dice_words,
    list_of,
    place_name,
    shark_name,
)
from companion.games.port_flower.plans import (
    BOAT,
    Motion,
    landings,
    legal_motions,
    openings,
    plan_after,
)
from companion.games.port_flower.sea import PORT
from companion.games.port_flower.state import BUOYS, Plan, State
from companion.games.port_flower.turns import may_recover
from companion.words import Message, say

End = tuple[int, tuple[str, ...], int]
"""Who moves, with which dice, and to which space."""
HOME: Final = "★"
"""What the port shows to a boat that can get home."""


def offers_of(known: Known, state: State, seat: str) -> Offers:
    boat = state.to_act
    if boat is None or boat.seat != seat:
        return Offers()
    if state.to_lay:
        return Offers(_lays(known, state))
    if state.swim:
        return Offers(_answers())
    if state.tows:
        return Offers(_landings(known, state))
    if state.plan:
        return Offers(_goings(known, state, state.plan))
    if state.dice:
        return Offers(_openings(known, state))
    return Offers(_rolls(state))


def _lays(known: Known, state: State) -> tuple[Choice, ...]:
    kind = state.to_lay[0]
    name, at = (buoy_place, corner) if kind == "buoy" else (place_name, middle)
    return tuple(
        Choice(
            moves.as_move(moves.Lay(moves.space_id(spot))),
            (Step(name(spot), at(known, state.board, spot), width=_ring(known)),),
        )
        for spot in own_spots(state.board, state.course, kind)
    )


def _answers() -> tuple[Choice, ...]:
    pay = Step(say("Pay a repellent"), hint=say("the shark stops beside you"))
    bear = Step(say("Do not pay"), hint=say("you are towed back"))
    return (
        Choice(moves.as_move(moves.Answer(pay=True)), (pay,)),
        Choice(moves.as_move(moves.Answer(pay=False)), (bear,)),
    )


def _landings(known: Known, state: State) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            moves.as_move(moves.Land(moves.space_id(spot))),
            (Step(place_name(spot), middle(known, state.board, spot), width=_ring(known)),),
        )
        for spot in landings(state, state.boats[state.tows[0]])
    )


def _rolls(state: State) -> tuple[Choice, ...]:
    label = say("Roll again") if state.again else say("Roll the dice")
    roll = Choice(moves.as_move(moves.Roll()), (Step(label),))
    if not may_recover(state):
        return (roll,)
    back = Step(say("Take a repellent"), hint=say("instead of your turn"))
    return (roll, Choice(moves.as_move(moves.Recover()), (back,)))


class Ends:
    """What is told of a mover's ends: whatever dice lead there, an end is one tap."""

    def __init__(self, known: Known, state: State, motions: Iterable[Motion]) -> None:
        self._known, self._state = known, state
        self._by_place: dict[tuple[int, int], list[Motion]] = {}
        self._ways: Counter[End] = Counter()
        for motion in dict.fromkeys(motions):
            self._by_place.setdefault((motion.mover, motion.end), []).append(motion)
            self._ways[_end(motion)] += 1
        self._steps = {place: self._step(found) for place, found in self._by_place.items()}

    def step(self, motion: Motion) -> Step:
        """The tap on the space where the motion ends."""
        return self._steps[motion.mover, motion.end]

    def hint(self, motion: Motion) -> Message | None:
        """What comes of these dice, where other dice to the same end do not bring the same."""
        several = {_outcome(one) for one in self._by_place[motion.mover, motion.end]}
        return _hint(self._state, motion) if len(several) > 1 else None

    def way(self, motion: Motion) -> tuple[Step, ...]:
        """Whom the shark meets, where that is not the same for all ways with these dice."""
        return (Step(_meeting(self._state, motion)),) if self._ways[_end(motion)] > 1 else ()

    def _step(self, motions: list[Motion]) -> Step:
        """The best that a boat, or the worst that a shark, can do in a space."""
        most = max(motions, key=_outcome)
        return Step(
            say("Stay here") if _stays(self._state, most) else place_name(most.end),
            _at(self._known, self._state, most.end),
            width=_ring(self._known),
            hint=_hint(self._state, most),
            mark=_mark(self._state, most),
        )


def _openings(known: Known, state: State) -> tuple[Choice, ...]:
    """Where the boat goes is tapped first, and then which dice take it there and which the shark
    gets; or that a shark goes first, which one, where to, and the dice."""
    found = sorted(openings(known, state), key=lambda opening: opening[1].mover)
    ends = Ends(known, state, (motion for _, motion in found))
    return tuple(
        Choice(
            moves.as_move(moves.opening(division, motion)),
            (
                *_mover_steps(known, state, motion),
                ends.step(motion),
                _dice_step(known, state, motion, ends),
                _rest_step(known, state, division, motion),
                *ends.way(motion),
            ),
        )
        for division, motion in found
    )


def _mover_steps(known: Known, state: State, motion: Motion) -> tuple[Step, ...]:
    if motion.mover == BOAT:
        return ()
    return Step(say("A shark first")), _mover_step(known, state, motion)


def _mover_step(known: Known, state: State, motion: Motion) -> Step:
    if motion.mover == BOAT:
        at, width = _at(known, state, state.boat.at), _ring(known)
        return Step(say("The boat"), at, width=width)
    at = _at(known, state, state.sharks[motion.mover])
    mark = str(motion.mover + 1)
    return Step(shark_name(motion.mover), at, width=_ring(known), mark=mark)


def _dice_step(known: Known, state: State, motion: Motion, ends: Ends) -> Step:
    dice = dice_words(known, state.dice, motion.dice)
    if motion.mover == BOAT:
        return Step(say("Boat {dice}", dice=dice), hint=ends.hint(motion))
    return Step(say("Shark {dice}", dice=dice), hint=ends.hint(motion))


def _rest_step(known: Known, state: State, division: Division, motion: Motion) -> Step:
    """The dice of all others, and which is left out."""
    plan = plan_after(Plan(division.boat, division.sharks), motion)
    others = (
        [say("Boat {dice}", dice=dice_words(known, state.dice, plan.boat))] if plan.boat else []
    )
    others += [say("Shark {dice}", dice=dice_words(known, state.dice, it)) for it in plan.sharks]
    used = {*division.boat, *(suit for dice in division.sharks for suit in dice)}
    unused = tuple(die.suit for die in known.dice if die.suit not in used)
    hint = say("{dice} is left out", dice=dice_words(known, state.dice, unused)) if unused else None
    return Step(list_of(others), hint=hint)


def _goings(known: Known, state: State, plan: Plan) -> tuple[Choice, ...]:
    """Who goes next, if there is more than one, with which dice, and where to."""
    found = list(legal_motions(known, state, plan))
    ends = Ends(known, state, found)
    movers = {motion.mover for motion in found}
    dice = {(motion.mover, motion.dice) for motion in found}
    return tuple(
        Choice(
            moves.as_move(moves.going(motion)),
            (
                *([_mover_step(known, state, motion)] if len(movers) > 1 else []),
                ends.step(motion),
                *([_dice_step(known, state, motion, ends)] if len(dice) > len(movers) else []),
                *ends.way(motion),
            ),
        )
        for motion in found
    )


def _end(motion: Motion) -> End:
    return motion.mover, motion.dice, motion.end


def _outcome(motion: Motion) -> tuple[int, int, tuple[int, ...]]:
    """What comes of a motion beside where it ends; the greater, the more does."""
    return motion.reached, len(motion.met), tuple(sorted(one.boat for one in motion.met))


def _stays(state: State, motion: Motion) -> bool:
    return motion.end == (state.boat.at if motion.mover == BOAT else state.sharks[motion.mover])


def _at(known: Known, state: State, space: int) -> tuple[float, float]:
    if space == PORT:
        return point(known, state.board, *harbour(state.board))
    return middle(known, state.board, space)


def _ring(known: Known) -> float:
    """Nearly as wide as a space: a finger comes down where it can."""
    return 0.92 * known.plan.space


def _mark(state: State, motion: Motion) -> str:
    """What a ring shows: the buoy that is reached, home, or the boat that a shark meets."""
    if motion.mover != BOAT:
        return "!" if motion.met else ""
    if motion.end == PORT and motion.reached == BUOYS:
        return HOME
    return str(motion.reached) if motion.reached > state.boat.reached else ""


def _hint(state: State, motion: Motion) -> Message | None:
    return _boat_hint(state, motion) if motion.mover == BOAT else _shark_hint(state, motion)


def _boat_hint(state: State, motion: Motion) -> Message | None:
    if motion.end == PORT:
        return say("home") if motion.reached == BUOYS else None
    if motion.end in state.sea.islands:
        return say("safe, and a turn missed")
    numbers = range(state.boat.reached + 1, motion.reached + 1)
    if not numbers:
        return None
    reached = list_of([say("{number}", number=number) for number in numbers])
    return say("reaches buoy {numbers}", numbers=reached)


def _shark_hint(state: State, motion: Motion) -> Message | None:
    if not motion.met:
        return None
    return say("meets {names}", names=list_of([state.boats[one.boat].name for one in motion.met]))


def _meeting(state: State, motion: Motion) -> Message:
    if not motion.met:
        return say("Meets nobody")
    return list_of(
        [
            say(
                "Meets {name} from {place}",
                name=state.boats[one.boat].name,
                place=place_name(one.before),
            )
            for one in motion.met
        ]
    )
