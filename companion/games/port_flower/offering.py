"""Takes a race and a seat, gives all that the seat may do, as taps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from companion.games.base import Choice, Offers, Step
from companion.games.port_flower import moves
from companion.games.port_flower.course import own_spots
from companion.games.port_flower.facts import Known
from companion.games.port_flower.geometry import corner, harbour, middle, point
from companion.games.port_flower.labels import (
    buoy_place,
    dice_words,
    list_of,
    names_of,
    place_name,
    shark_name,
)
from companion.games.port_flower.moving import Met
from companion.games.port_flower.plans import legal_motions
from companion.games.port_flower.sea import PORT
from companion.games.port_flower.search import Motion
from companion.games.port_flower.sharing import has_share, left_for_sharks, shares_of_boat
from companion.games.port_flower.state import BOAT, BUOYS, State
from companion.games.port_flower.towing import landings
from companion.games.port_flower.turns import may_recover
from companion.words import Message, say

FIRST_DIVIDE: Final = Step(say("Divide the dice first"))
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
    if state.plans:
        return Offers(_goings(known, state))
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


def _goings(known: Known, state: State) -> tuple[Choice, ...]:
    """Where the boat goes, or where any of the sharks does; that a shark goes before the boat is
    a tap of its own. More is asked only where several sharks or ways lead to one space."""
    found = sorted(legal_motions(known, state), key=lambda it: (it.mover, it.end, it.variant))
    swims = _by_space(motion for motion in found if motion.mover != BOAT)
    sails = _by_space(motion for motion in found if motion.mover == BOAT)
    first = (Step(say("A shark first")),) if sails else ()
    taps = [
        (motion, (*before, _end_step(known, state, here), *_asked(known, state, motion, here)))
        for before, spaces in (((), sails), (first, swims))
        for here in spaces.values()
        for motion in here
    ]
    choices = [Choice(moves.as_move(moves.going(motion)), steps) for motion, steps in taps]
    return (*choices, *_by_dice(known, state, found))


def _by_dice(known: Known, state: State, motions: Sequence[Motion]) -> Iterator[Choice]:
    """Whoever likes to divide the dice first picks those of the boat, and sees where they lead."""
    shares = [share for share in shares_of_boat(state, motions) if share.ends]
    if state.moved or len(shares) < 2:
        return
    for share in shares:
        words = dice_words(known, state.dice, share.dice)
        sharks = left_for_sharks(known, state, share)
        pick = Step(say("Boat {dice}", dice=words), hint=say("shark {dice}", dice=sharks))
        fitting = (one for one in motions if one.mover == BOAT and has_share(one, share.dice))
        for here in _by_space(fitting).values():
            for motion in here:
                asked = _asked(known, state, motion, here)
                steps = (FIRST_DIVIDE, pick, _end_step(known, state, here), *asked)
                yield Choice(moves.as_move(moves.going(motion, share.dice)), steps)


def _by_space(motions: Iterable[Motion]) -> dict[int, list[Motion]]:
    spaces: dict[int, list[Motion]] = {}
    for motion in motions:
        spaces.setdefault(motion.end, []).append(motion)
    return spaces


def _asked(known: Known, state: State, motion: Motion, here: Sequence[Motion]) -> Iterator[Step]:
    """What tells a motion from the others that end in the same space."""
    if len({other.mover for other in here}) > 1:
        at = middle(known, state.board, state.sharks[motion.mover])
        mark = str(motion.mover + 1)
        yield Step(shark_name(motion.mover), at, width=_ring(known), mark=mark)
    if sum(other.mover == motion.mover for other in here) > 1:
        if motion.mover == BOAT:
            numbers = _buoys(state, motion)
            yield Step(say("By buoy {numbers}", numbers=numbers) if numbers else say("By no buoy"))
        else:
            yield Step(_meeting(state, motion))


def _end_step(known: Known, state: State, motions: Sequence[Motion]) -> Step:
    """The tap on a space: it tells the best that a boat, or the worst that a shark can do there."""
    most = max(motions, key=lambda motion: (motion.reached, len(motion.met)))
    return Step(
        say("Stay here") if _stays(state, most) else place_name(most.end),
        _at(known, state, most.end),
        width=_ring(known),
        hint=_hint(state, most),
        mark=_mark(state, most),
    )


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
    numbers = _buoys(state, motion)
    return say("reaches buoy {numbers}", numbers=numbers) if numbers else None


def _buoys(state: State, motion: Motion) -> Message | None:
    """The buoys that a boat reaches."""
    numbers = range(state.boat.reached + 1, motion.reached + 1)
    return list_of([say("{number}", number=number) for number in numbers]) if numbers else None


def _shark_hint(state: State, motion: Motion) -> Message | None:
    if not motion.met:
        return None
    return say("meets {names}", names=names_of([state.boats[one.boat].name for one in motion.met]))


def _meeting(state: State, motion: Motion) -> Message:
    if not motion.met:
        return say("Meets nobody")
    return list_of([_one_meeting(state, one) for one in motion.met])


def _one_meeting(state: State, met: Met) -> Message:
    """From where a shark comes is told of those who could stop it there."""
    boat = state.boats[met.boat]
    if not boat.repellents:
        return say("Meets {name}", name=boat.name)
    return say("Meets {name} from {place}", name=boat.name, place=place_name(met.before))
