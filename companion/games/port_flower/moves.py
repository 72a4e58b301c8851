"""Moves of Port Flower: checked, carried out and announced."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.edition import makes_only_moves
from companion.games.moves import Move, Transition, announce, chain
from companion.games.port_flower.begin import choose_suit
from companion.games.port_flower.course import lay, own_spots
from companion.games.port_flower.facts import PortFlowerFacts
from companion.games.port_flower.move_types import (
    Answer,
    Choose,
    Go,
    Land,
    Lay,
    Recover,
    Roll,
    mover_id,
    read_move,
    read_space,
    space_id,
)
from companion.games.port_flower.names import (
    at_place,
    buoy_place,
    dice_text,
    division_text,
    every_die,
    leg_lengths_text,
    shark_name,
    to_place,
)
from companion.games.port_flower.plans import (
    can_complete,
    can_move,
    has_choice,
    legal_motions,
    towing_spots,
    with_dice,
)
from companion.games.port_flower.sea import ADRIFT, PORT, make_sea
from companion.games.port_flower.search import Motion
from companion.games.port_flower.sharing import has_share, restricted_to
from companion.games.port_flower.state import BOAT, BUOYS, State, Swim, boat_at, with_boat
from companion.language.messages import Refused, say


def make_move(
    facts: PortFlowerFacts, state: State, seat: str, move: Move, chance: Chance
) -> Transition:
    """Raises Refused for an illegal move."""
    read = read_move(move)
    boat = state.to_act
    if boat is None:
        raise Refused("the race is over")
    if boat.seat != seat:
        raise Refused("it is {who}’s turn", who=boat.name)
    if state.choosing is not None:
        if not isinstance(read, Choose):
            raise Refused("you can’t do that now")
        return choose_suit(facts, state, read.suit)
    match read:
        case Lay() if state.to_lay:
            return _lay(state, read)
        case Answer() if state.swim:
            if read.pay and not may_repel(facts, state):
                raise Refused("you could not finish your turn after that")
            return _settle(facts, _answer(state, state.swim, pay=read.pay))
        case Land() if state.tows and not state.swim:
            return _settle(facts, _land(facts, state, read))
        case Roll() if _before_roll(state):
            return _roll(facts, state, chance)
        case Recover() if may_recover(state):
            return _recover(state)
        case Go() if state.plans and not state.swim and not state.tows:
            return _settle(facts, _perform(state, _motion(facts, state, read)))
    raise Refused("you can’t do that now")


def _before_roll(state: State) -> bool:
    return not (state.to_lay or state.swim or state.tows or state.dice)


def may_recover(state: State) -> bool:
    """Whether the player may take a repellent back instead of a turn."""
    used_up = state.supply > 0 and state.acting.repellents == 0
    return _before_roll(state) and used_up and not state.reroll


def _lay(state: State, move: Lay) -> Transition:
    kind = state.to_lay[0]
    spots = {space_id(spot): spot for spot in own_spots(state.board, state.course, kind)}
    if move.to not in spots:
        raise Refused("that piece cannot go there")
    spot = spots[move.to]
    course = lay(state.course, kind, spot)
    sea = make_sea(state.board, course, open_corners=state.variants.open_corners)
    message = {
        "buoy": say(
            "{who} places buoy {number} at {place}",
            who=state.acting.name,
            number=len(course.buoys),
            place=buoy_place(spot),
        ),
        "island": say("{who} places an island {at}", who=state.acting.name, at=at_place(spot)),
        "shark": say("{who} places a shark {at}", who=state.acting.name, at=at_place(spot)),
    }[kind]
    rest = state.to_lay[1:]
    turn = (state.turn + 1) % len(state.boats) if rest else state.first
    after = replace(state, course=course, sea=sea, sharks=course.sharks, to_lay=rest, turn=turn)
    messages = [message]
    if not rest:
        messages += [leg_lengths_text(sea), say("{who} starts", who=after.acting.name)]
    return announce(after, *messages)


def _roll(facts: PortFlowerFacts, state: State, chance: Chance) -> Transition:
    dice = tuple(chance.throw(die.suit, die.faces) for die in facts.dice)
    state = replace(with_dice(facts, state, dice), reroll=False, left=())
    rolled = say(
        "{who} rolls {dice}", who=state.acting.name, dice=dice_text(facts, dice, every_die(facts))
    )
    transition = announce(state, rolled)
    if can_move(facts, state):
        return transition
    if state.variants.roll_again:
        return chain(
            transition,
            announce(
                replace(state, dice=(), plans=(), reroll=True),
                say("No move is possible: roll again"),
            ),
        )
    lost = say("No move is possible: {who} loses the turn", who=state.acting.name)
    return _next_turn(chain(transition, announce(state, lost)))


def _recover(state: State) -> Transition:
    boat = replace(state.acting, repellents=1)
    message = say("{who} takes back a repellent instead of moving", who=boat.name)
    return _next_turn(announce(with_boat(state, boat), message))


def _motion(facts: PortFlowerFacts, state: State, move: Go) -> Motion:
    movers = {mover_id(mover): mover for mover in (BOAT, *range(len(state.sharks)))}
    mover, space = movers.get(move.mover), read_space(move.to)
    if mover is not None and space is not None:
        for motion in legal_motions(facts, state, (mover, space)):
            if motion.variant == move.variant and (not move.boat or has_share(motion, move.boat)):
                return restricted_to(motion, move.boat)
    raise Refused("no way to divide the dice allows that move")


def _perform(state: State, motion: Motion) -> Transition:
    state = replace(state, plans=motion.plans, moved=tuple(sorted((*state.moved, motion.mover))))
    if motion.mover == BOAT:
        return _sail(state, motion)
    shark = shark_name(motion.mover)
    if motion.path:
        state = _leave(state, state.sharks[motion.mover], motion.path[-1])
    if motion.met:
        return _swim(Transition(state), motion.mover, motion.path)
    if motion.end == state.sharks[motion.mover]:
        message = say("{shark} stays {at}", shark=shark, at=at_place(motion.end))
    else:
        message = say("{shark} swims {to}", shark=shark, to=to_place(motion.end))
    return _swim(announce(state, message), motion.mover, motion.path)


def _sail(state: State, motion: Motion) -> Transition:
    before = state.acting
    boat = replace(
        before,
        at=motion.end,
        reached=motion.reached,
        home=motion.end == PORT and motion.reached == BUOYS,
        rests=motion.end in state.sea.islands,
    )
    state = _leave(with_boat(state, boat), before.at, boat.at)
    if before.at == boat.at:
        messages = [say("{who} stays {at}", who=boat.name, at=at_place(motion.end))]
    else:
        messages = [say("{who} sails {to}", who=boat.name, to=to_place(motion.end))]
    messages += [
        say("{who} reaches buoy {number}", who=boat.name, number=number)
        for number in range(before.reached + 1, boat.reached + 1)
    ]
    if boat.rests:
        messages.append(say("{who} is safe on the island and misses a turn", who=boat.name))
    if boat.home:
        state = replace(state, winner=state.turn, dice=(), plans=(), moved=())
        messages.append(say("{who} is home and wins the race", who=boat.name))
    return announce(state, *messages)


def _leave(state: State, at: int, to: int) -> State:
    """Note a space that was left; the port needs no mark."""
    return replace(state, left=(*state.left, at)) if at not in (to, PORT) else state


def _swim(
    transition: Transition, shark: int, path: tuple[int, ...], *, refused: bool = False
) -> Transition:
    """Move a shark until its path ends or a player must be asked; `refused` means that the player
    in the first space was asked and does not pay."""
    state: State = transition.state
    for step, space in enumerate(path):
        asked = refused and step == 0
        boats = [boat for boat in state.boats if boat.at == space]
        if boats and boats[0].repellents and not asked:
            near = say("{shark} swims up to {who}", shark=shark_name(shark), who=boats[0].name)
            return chain(transition, announce(replace(state, swim=Swim(shark, path[step:])), near))
        sharks = (*state.sharks[:shark], space, *state.sharks[shark + 1 :])
        state = replace(state, sharks=sharks)
        if boats:
            number = boat_at(state, space)
            state = with_boat(state, replace(boats[0], at=ADRIFT))
            state = replace(state, tows=(*state.tows, number))
            message = say(
                "{shark} catches {who} {at}",
                shark=shark_name(shark),
                who=boats[0].name,
                at=at_place(space),
            )
            transition = chain(transition, announce(state, message))
    if state.variants.hungry and state.tows:
        stop = say("{shark} stops {at}", shark=shark_name(shark), at=at_place(state.sharks[shark]))
        return chain(transition, announce(state, stop))
    return chain(transition, Transition(state))


def _answer(state: State, swim: Swim, *, pay: bool) -> Transition:
    number = boat_at(state, swim.path[0])
    boat = state.boats[number]
    state = replace(state, swim=None)
    if not pay:
        return _swim(Transition(state), swim.shark, swim.path, refused=True)
    state = with_boat(state, replace(boat, repellents=boat.repellents - 1))
    message = say(
        "{who} repels {shark}; it stops {at}",
        who=boat.name,
        shark=shark_name(swim.shark),
        at=at_place(state.sharks[swim.shark]),
    )
    return announce(state, message)


def may_repel(facts: PortFlowerFacts, state: State) -> bool:
    """Whether the player who is asked may pay. Players who steer a shark at their own boat must be
    able to complete the turn afterwards."""
    if state.swim is None or state.to_act is not state.acting or facts.edition == 1:
        return True
    return can_complete(facts, _answer(state, state.swim, pay=True).state)


def _land(facts: PortFlowerFacts, state: State, move: Land) -> Transition:
    spots = {space_id(spot): spot for spot in towing_spots(facts, state)}
    if move.to not in spots:
        raise Refused("the boat cannot be towed there")
    return _tow(Transition(state), spots[move.to])


def _tow(transition: Transition, space: int) -> Transition:
    state: State = transition.state
    number = state.tows[0]
    boat = replace(state.boats[number], at=space)
    state = replace(with_boat(state, boat), tows=state.tows[1:])
    message = say("{who} is towed {to}", who=boat.name, to=to_place(space))
    return chain(transition, announce(state, message))


def _settle(facts: PortFlowerFacts, transition: Transition) -> Transition:
    """Carry out everything that leaves no choice, until a player has to act."""
    while True:
        state: State = transition.state
        if state.winner is not None:
            return transition
        if state.swim is not None:
            if may_repel(facts, state) or not makes_only_moves(facts.edition):
                return transition
            cannot = say("{who} can’t repel the shark and finish the turn", who=state.acting.name)
            refused = _answer(state, state.swim, pay=False)
            transition = chain(chain(transition, announce(state, cannot)), refused)
            continue
        if state.tows:
            spots = towing_spots(facts, state)
            if len(spots) > 1:
                return transition
            transition = _tow(transition, spots[0])
            continue
        if state.all_moved:
            # The simplest division that fits: an extra null for the boat explains nothing.
            division = min((plan.division for plan in state.plans), key=lambda it: len(it.boat))
            return _next_turn(
                chain(transition, announce(state, division_text(facts, state.dice, division)))
            )
        if has_choice(facts, state):
            return transition
        left = legal_motions(facts, state)
        if not left:
            cannot = say("{who} cannot make another move", who=state.acting.name)
            return _next_turn(chain(transition, announce(state, cannot)))
        after = _perform(state, left[0])
        transition = chain(transition, after)


def _next_turn(transition: Transition) -> Transition:
    state: State = replace(transition.state, dice=(), plans=(), moved=(), reroll=False)
    number = (state.turn + 1) % len(state.boats)
    while state.boats[number].rests:
        boat = replace(state.boats[number], rests=False)
        state = with_boat(state, boat)
        transition = chain(transition, announce(state, say("{who} misses a turn", who=boat.name)))
        number = (number + 1) % len(state.boats)
    return chain(transition, Transition(replace(state, turn=number)))
