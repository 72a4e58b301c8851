"""Legal moves of Port Flower and the taps that lead to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from companion.games.moves import as_move
from companion.games.offers import Choice, Offers, Step
from companion.games.port_flower.begin import free_suits
from companion.games.port_flower.course import own_spots
from companion.games.port_flower.facts import PortFlowerFacts
from companion.games.port_flower.geometry import corner, harbour, middle, point
from companion.games.port_flower.move_types import (
    Answer,
    Choose,
    Land,
    Lay,
    Recover,
    Roll,
    go_to,
    space_id,
)
from companion.games.port_flower.moves import may_recover, may_repel
from companion.games.port_flower.names import (
    buoy_place,
    dice_text,
    place_name,
    shark_name,
    suit_name,
)
from companion.games.port_flower.paths import Met
from companion.games.port_flower.plans import legal_motions, towing_spots
from companion.games.port_flower.progress import steps_to_go
from companion.games.port_flower.sea import PORT, STRIDE
from companion.games.port_flower.search import Motion
from companion.games.port_flower.sharing import has_share, left_for_sharks, shares_of_boat
from companion.games.port_flower.spares import suit_face
from companion.games.port_flower.state import BOAT, BUOYS, State
from companion.language.messages import Message, listing, say, say_count

DIVIDE_FIRST: Final = Step(say("Divide the dice first"))
HOME: Final = "★"
"""The mark of the port for a boat that can get home."""


def list_offers(facts: PortFlowerFacts, state: State, seat: str) -> Offers:
    boat = state.to_act
    if boat is None or boat.seat != seat:
        return Offers()
    if state.choosing is not None:
        return Offers(_suit_choices(facts, state))
    if state.to_lay:
        return Offers(_lay_choices(facts, state))
    if state.swim:
        return Offers(_answer_choices(facts, state))
    if state.tows:
        return Offers(_landing_choices(facts, state))
    if state.plans:
        return Offers(_motion_choices(facts, state))
    return Offers(_roll_choices(state))


def _lay_choices(facts: PortFlowerFacts, state: State) -> tuple[Choice, ...]:
    kind = state.to_lay[0]
    name, at = (buoy_place, corner) if kind == "buoy" else (place_name, middle)
    return tuple(
        Choice(
            as_move(Lay(space_id(spot))),
            (Step(name(spot), at(facts, state.board, spot), width=_ring(facts)),),
        )
        for spot in own_spots(state.board, state.course, kind)
    )


def _suit_choices(facts: PortFlowerFacts, state: State) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            as_move(Choose(suit)),
            (Step(suit_name(facts, suit), face=suit_face(suit)),),
        )
        for suit in free_suits(facts, state)
    )


def _answer_choices(facts: PortFlowerFacts, state: State) -> tuple[Choice, ...]:
    pay = Step(say("Use a repellent"), hint=say("the shark stops next to you"))
    save = Step(say("Save your repellents"), hint=say("your boat is towed back"))
    towed = Choice(as_move(Answer(pay=False)), (save,))
    if not may_repel(facts, state):
        return (towed,)
    return (Choice(as_move(Answer(pay=True)), (pay,)), towed)


def _landing_choices(facts: PortFlowerFacts, state: State) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            as_move(Land(space_id(spot))),
            (Step(place_name(spot), middle(facts, state.board, spot), width=_ring(facts)),),
        )
        for spot in towing_spots(facts, state)
    )


def _roll_choices(state: State) -> tuple[Choice, ...]:
    label = say("Roll again") if state.reroll else say("Roll the dice")
    roll = Choice(as_move(Roll()), (Step(label),))
    if not may_recover(state):
        return (roll,)
    back = Step(say("Take back a repellent"), hint=say("instead of your turn"))
    return (roll, Choice(as_move(Recover()), (back,)))


def _motion_choices(facts: PortFlowerFacts, state: State) -> tuple[Choice, ...]:
    """Where the boat or a shark goes; moving a shark before the boat takes an extra tap. Further
    steps follow only if several sharks or paths lead to one space."""
    found = sorted(legal_motions(facts, state), key=lambda it: (it.mover, it.end, it.variant))
    swims = _by_space(motion for motion in found if motion.mover != BOAT)
    sails = _by_space(motion for motion in found if motion.mover == BOAT)
    first = (Step(say("Move a shark first")),) if sails else ()
    taps = [
        (
            motion,
            (
                *before,
                _end_step(facts, state, here),
                *_distinguishing_steps(facts, state, motion, here),
            ),
        )
        for before, spaces in (((), sails), (first, swims))
        for here in spaces.values()
        for motion in here
    ]
    choices = [Choice(as_move(go_to(motion)), steps) for motion, steps in taps]
    return (*choices, *_by_dice(facts, state, found))


def _by_dice(facts: PortFlowerFacts, state: State, motions: Sequence[Motion]) -> Iterator[Choice]:
    """Players may also divide the dice first: they pick the boat's dice and see where they lead."""
    shares = [share for share in shares_of_boat(state, motions) if share.ends]
    if state.moved or len(shares) < 2:
        return
    for share in shares:
        dice = dice_text(facts, state.dice, share.dice)
        sharks = left_for_sharks(facts, state, share)
        pick = Step(say("Boat: {dice}", dice=dice), hint=say("shark: {dice}", dice=sharks))
        fitting = (one for one in motions if one.mover == BOAT and has_share(one, share.dice))
        for here in _by_space(fitting).values():
            for motion in here:
                asked = _distinguishing_steps(facts, state, motion, here)
                steps = (DIVIDE_FIRST, pick, _end_step(facts, state, here), *asked)
                yield Choice(as_move(go_to(motion, share.dice)), steps)


def _by_space(motions: Iterable[Motion]) -> dict[int, list[Motion]]:
    spaces: dict[int, list[Motion]] = {}
    for motion in motions:
        spaces.setdefault(motion.end, []).append(motion)
    return spaces


def _distinguishing_steps(
    facts: PortFlowerFacts, state: State, motion: Motion, here: Sequence[Motion]
) -> Iterator[Step]:
    """Steps that distinguish a motion from others that end in the same space."""
    if len({other.mover for other in here}) > 1:
        at = middle(facts, state.board, state.sharks[motion.mover])
        mark = str(motion.mover + 1)
        yield Step(shark_name(motion.mover), at, width=_ring(facts), mark=mark)
    if sum(other.mover == motion.mover for other in here) > 1:
        if motion.mover == BOAT:
            yield Step(_passing(state, motion))
        else:
            yield Step(_meeting(state, motion))


def _end_step(facts: PortFlowerFacts, state: State, motions: Sequence[Motion]) -> Step:
    """The tap on a space, described by the best that a boat or the worst that a shark can do."""
    most = max(motions, key=lambda motion: (motion.reached, len(motion.met)))
    return Step(
        _stay_label(motions) if _stays(state, most) else place_name(most.end),
        _at(facts, state, most.end),
        width=_ring(facts),
        hint=_hint(state, most),
        mark=_mark(state, most),
    )


def _stay_label(motions: Sequence[Motion]) -> Message:
    """Two sharks may stay where they are: the label says which one."""
    movers = {motion.mover for motion in motions}
    if BOAT in movers or len(movers) > 1:
        return say("Stay here")
    return say("{shark} stays", shark=shark_name(*movers))


def _stays(state: State, motion: Motion) -> bool:
    return motion.end == (state.acting.at if motion.mover == BOAT else state.sharks[motion.mover])


def _at(facts: PortFlowerFacts, state: State, space: int) -> tuple[float, float]:
    if space == PORT:
        return point(facts, state.board, *harbour(state.board))
    return middle(facts, state.board, space)


def _ring(facts: PortFlowerFacts) -> float:
    """Nearly as wide as a space, for large fingers."""
    return 0.92 * facts.plan.space


def _mark(state: State, motion: Motion) -> str:
    """The mark of a ring: the buoy reached, home, or a boat that a shark meets."""
    if motion.mover != BOAT:
        return "!" if motion.met else ""
    if motion.end == PORT and motion.reached == BUOYS:
        return HOME
    return str(motion.reached) if motion.reached > state.acting.reached else ""


def _hint(state: State, motion: Motion) -> Message | None:
    return _boat_hint(state, motion) if motion.mover == BOAT else _shark_hint(state, motion)


def _boat_hint(state: State, motion: Motion) -> Message | None:
    """What a boat reaches, and how far it is to the next goal from there."""
    if motion.end == PORT:
        return say("you win the race") if motion.reached == BUOYS else None
    if motion.end in state.sea.islands:
        return say("safe, but you miss a turn")
    buoys, left = _buoys(state, motion), _steps_after(state, motion)
    if not buoys:
        return left
    reaches = say_count(
        "reaches buoy {numbers}", "reaches buoys {numbers}", len(buoys), numbers=listing(buoys)
    )
    return reaches if left is None else say("{what}, then {left}", what=reaches, left=left)


def _steps_after(state: State, motion: Motion) -> Message | None:
    boat = replace(state.acting, at=motion.end, reached=motion.reached)
    steps = steps_to_go(state, boat)
    if steps is None:
        return None
    if motion.reached == BUOYS:
        return say_count("{count} step to the port", "{count} steps to the port", steps)
    return say_count(
        "{count} step to buoy {number}",
        "{count} steps to buoy {number}",
        steps,
        number=motion.reached + 1,
    )


def _passing(state: State, motion: Motion) -> Message:
    buoys = _buoys(state, motion)
    if not buoys:
        return say("Not past a buoy")
    return say_count(
        "Past buoy {numbers}", "Past buoys {numbers}", len(buoys), numbers=listing(buoys)
    )


def _buoys(state: State, motion: Motion) -> range:
    """The numbers of the buoys that a boat reaches."""
    return range(state.acting.reached + 1, motion.reached + 1)


def _shark_hint(state: State, motion: Motion) -> Message | None:
    if not motion.met:
        return None
    return say("catches {names}", names=listing(_towed(state, one) for one in motion.met))


def _towed(state: State, met: Met) -> Message:
    """A caught boat, and where it is towed."""
    boat = state.boats[met.boat]
    if not boat.reached:
        return say("{who} (back to the port)", who=boat.name)
    return say("{who} (back to buoy {number})", who=boat.name, number=boat.reached)


def _meeting(state: State, motion: Motion) -> Message:
    if not motion.met:
        return say("Catches nobody")
    return say("Catches {names}", names=listing(_caught(state, one) for one in motion.met))


def _caught(state: State, met: Met) -> Message | str:
    """The space that a shark comes from matters only to players who could stop it there."""
    boat = state.boats[met.boat]
    if not boat.repellents:
        return boat.name
    x, y = divmod(met.before, STRIDE)
    return say("{who} from column {x}, row {y}", who=boat.name, x=x, y=y)
