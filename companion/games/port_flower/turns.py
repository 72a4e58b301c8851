"""Takes a race and a move, gives what comes of it and what is told."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chance import Chance
from companion.games.base import Say, Turn
from companion.games.port_flower import moves
from companion.games.port_flower.course import lay, own_spots
from companion.games.port_flower.facts import Known
from companion.games.port_flower.labels import (
    buoy_place,
    dice_words,
    division_words,
    every_die,
    legs_words,
    place_name,
    shark_name,
)
from companion.games.port_flower.plans import can_move, has_choice, legal_motions, with_dice
from companion.games.port_flower.sea import ADRIFT, PORT, make_sea
from companion.games.port_flower.search import Motion
from companion.games.port_flower.sharing import has_share, keeping
from companion.games.port_flower.state import BOAT, BUOYS, State, Swim, boat_at, with_boat
from companion.games.port_flower.towing import landings
from companion.table.model import Refused
from companion.words import Message, say


def play(known: Known, state: State, seat: str, move: moves.Moved, chance: Chance) -> Turn:
    """Raises Refused for what is not legal."""
    boat = state.to_act
    if boat is None:
        raise Refused("the race is over")
    if boat.seat != seat:
        raise Refused("{who} is to act now", who=boat.name)
    match move:
        case moves.Lay() if state.to_lay:
            return _lay(state, move)
        case moves.Answer() if state.swim:
            return _settle(known, _answer(state, state.swim, pay=move.pay))
        case moves.Land() if state.tows and not state.swim:
            return _settle(known, _land(state, move))
        case moves.Roll() if _before_roll(state):
            return _roll(known, state, chance)
        case moves.Recover() if may_recover(state):
            return _recover(state)
        case moves.Go() if state.plans and not state.swim and not state.tows:
            return _settle(known, _perform(state, _motion(known, state, move)))
    raise Refused("that cannot be done now")


def _before_roll(state: State) -> bool:
    return not (state.to_lay or state.swim or state.tows or state.dice)


def may_recover(state: State) -> bool:
    """Whether the sailor may take a repellent back instead of a turn."""
    used_up = state.supply > 0 and state.boat.repellents == 0
    return _before_roll(state) and used_up and not state.again


def _told(turn: Turn, state: State, *messages: Message) -> Turn:
    return Turn(state, (*turn.says, *map(Say, messages)))


def _lay(state: State, move: moves.Lay) -> Turn:
    kind = state.to_lay[0]
    spots = {moves.space_id(spot): spot for spot in own_spots(state.board, state.course, kind)}
    if move.to not in spots:
        raise Refused("nothing can be laid there")
    spot = spots[move.to]
    course = lay(state.course, kind, spot)
    sea = make_sea(state.board, course, open_corners=state.variants.open_corners)
    told = {
        "buoy": say(
            "{who} lays buoy {number} at {place}",
            who=state.boat.name,
            number=len(course.buoys),
            place=buoy_place(spot),
        ),
        "island": say(
            "{who} lays an island at {place}", who=state.boat.name, place=place_name(spot)
        ),
        "shark": say("{who} puts a shark at {place}", who=state.boat.name, place=place_name(spot)),
    }[kind]
    rest = state.to_lay[1:]
    turn = (state.turn + 1) % len(state.boats) if rest else state.first
    after = replace(state, course=course, sea=sea, sharks=course.sharks, to_lay=rest, turn=turn)
    says = [told]
    if not rest:
        says += [legs_words(sea), say("{who} begins", who=after.boat.name)]
    return Turn(after, tuple(map(Say, says)))


def _roll(known: Known, state: State, chance: Chance) -> Turn:
    dice = tuple(chance.throw(die.suit, die.faces) for die in known.dice)
    state = replace(with_dice(known, state, dice), again=False, left=())
    rolled = say(
        "{who} rolls {dice}", who=state.boat.name, dice=dice_words(known, dice, every_die(known))
    )
    turn = Turn(state, (Say(rolled),))
    if can_move(known, state):
        return turn
    if state.variants.roll_again:
        return _told(
            turn, replace(state, dice=(), plans=(), again=True), say("Nothing can move: roll again")
        )
    lost = say("Nothing can move, so {who} loses the turn", who=state.boat.name)
    return _next_turn(_told(turn, state, lost))


def _recover(state: State) -> Turn:
    boat = replace(state.boat, repellents=1)
    told = say("{who} takes a repellent back and stays put", who=boat.name)
    return _next_turn(Turn(with_boat(state, state.turn, boat), (Say(told),)))


def _motion(known: Known, state: State, move: moves.Go) -> Motion:
    movers = {moves.mover_id(mover): mover for mover in (BOAT, *range(len(state.sharks)))}
    mover, space = movers.get(move.mover), moves.read_space(move.to)
    if mover is not None and space is not None:
        for motion in legal_motions(known, state, (mover, space)):
            if motion.variant == move.variant and (not move.boat or has_share(motion, move.boat)):
                return keeping(motion, move.boat)
    raise Refused("no division of the dice leads there and lets all others move")


def _perform(state: State, motion: Motion) -> Turn:
    state = replace(state, plans=motion.plans, moved=tuple(sorted((*state.moved, motion.mover))))
    if motion.mover == BOAT:
        return _sail(state, motion)
    shark, place = shark_name(motion.mover), place_name(motion.end)
    if motion.path:
        state = _leave(state, state.sharks[motion.mover], motion.path[-1])
    if motion.met:
        return _swim(Turn(state), motion.mover, motion.path)
    if motion.end == state.sharks[motion.mover]:
        told = say("{shark} stays at {place}", shark=shark, place=place)
    else:
        told = say("{shark} swims to {place}", shark=shark, place=place)
    return _swim(Turn(state, (Say(told),)), motion.mover, motion.path)


def _sail(state: State, motion: Motion) -> Turn:
    before = state.boat
    boat = replace(
        before,
        at=motion.end,
        reached=motion.reached,
        home=motion.end == PORT and motion.reached == BUOYS,
        rests=motion.end in state.sea.islands,
    )
    state = _leave(with_boat(state, state.turn, boat), before.at, boat.at)
    place = place_name(motion.end)
    if before.at == boat.at:
        messages = [say("{who} stays at {place}", who=boat.name, place=place)]
    else:
        messages = [say("{who} sails to {place}", who=boat.name, place=place)]
    messages += [
        say("{who} reaches buoy {number}", who=boat.name, number=number)
        for number in range(before.reached + 1, boat.reached + 1)
    ]
    if boat.rests:
        messages.append(say("{who} is safe on the island and misses a turn", who=boat.name))
    if boat.home:
        state = replace(state, winner=state.turn, dice=(), plans=(), moved=())
        messages.append(say("{who} is home and wins the race", who=boat.name))
    return Turn(state, tuple(map(Say, messages)))


def _leave(state: State, at: int, to: int) -> State:
    """Remembers a space that somebody has left; the port needs no mark."""
    return replace(state, left=(*state.left, at)) if at not in (to, PORT) else state


def _swim(turn: Turn, shark: int, path: tuple[int, ...], *, refused: bool = False) -> Turn:
    """Swims until the path ends or a sailor must be asked; `refused` says that the sailor in the
    first space was asked and does not pay."""
    state: State = turn.state
    for step, space in enumerate(path):
        asked = refused and step == 0
        boats = [boat for boat in state.boats if boat.at == space]
        if boats and boats[0].repellents and not asked:
            near = say("{shark} swims up to {who}", shark=shark_name(shark), who=boats[0].name)
            return _told(turn, replace(state, swim=Swim(shark, path[step:])), near)
        sharks = (*state.sharks[:shark], space, *state.sharks[shark + 1 :])
        state = replace(state, sharks=sharks)
        if boats:
            number = boat_at(state, space)
            state = with_boat(state, number, replace(boats[0], at=ADRIFT))
            state = replace(state, tows=(*state.tows, number))
            told = say(
                "{shark} meets {who} at {place}",
                shark=shark_name(shark),
                who=boats[0].name,
                place=place_name(space),
            )
            turn = _told(turn, state, told)
    if state.variants.hungry and state.tows:
        place = place_name(state.sharks[shark])
        return _told(
            turn, state, say("{shark} ends at {place}", shark=shark_name(shark), place=place)
        )
    return _told(turn, state)


def _answer(state: State, swim: Swim, *, pay: bool) -> Turn:
    number = boat_at(state, swim.path[0])
    boat = state.boats[number]
    state = replace(state, swim=None)
    if not pay:
        return _swim(Turn(state), swim.shark, swim.path, refused=True)
    state = with_boat(state, number, replace(boat, repellents=boat.repellents - 1))
    told = say(
        "{who} repels {shark}, which stops at {place}",
        who=boat.name,
        shark=shark_name(swim.shark),
        place=place_name(state.sharks[swim.shark]),
    )
    return Turn(state, (Say(told),))


def _land(state: State, move: moves.Land) -> Turn:
    spots = {moves.space_id(spot): spot for spot in landings(state, state.boats[state.tows[0]])}
    if move.to not in spots:
        raise Refused("the boat cannot be towed there")
    return _tow(Turn(state), spots[move.to])


def _tow(turn: Turn, space: int) -> Turn:
    state: State = turn.state
    number = state.tows[0]
    boat = replace(state.boats[number], at=space)
    state = replace(with_boat(state, number, boat), tows=state.tows[1:])
    told = say("{who} is towed to {place}", who=boat.name, place=place_name(space))
    return _told(turn, state, told)


def _settle(known: Known, turn: Turn) -> Turn:
    """Goes on with all that needs nobody's choice, until somebody is to act."""
    while True:
        state: State = turn.state
        if state.winner is not None or state.swim is not None:
            return turn
        if state.tows:
            spots = landings(state, state.boats[state.tows[0]])
            if len(spots) > 1:
                return turn
            turn = _tow(turn, spots[0])
            continue
        if state.all_moved:
            # The plainest of the divisions that fit: a null more for the boat explains nothing.
            division = min((plan.division for plan in state.plans), key=lambda it: len(it.boat))
            return _next_turn(_told(turn, state, division_words(known, state.dice, division)))
        if has_choice(known, state):
            return turn
        left = legal_motions(known, state)
        if not left:
            cannot = say("{who} cannot move the rest", who=state.boat.name)
            return _next_turn(_told(turn, state, cannot))
        after = _perform(state, left[0])
        turn = Turn(after.state, (*turn.says, *after.says))


def _next_turn(turn: Turn) -> Turn:
    state: State = replace(turn.state, dice=(), plans=(), moved=(), again=False)
    number = (state.turn + 1) % len(state.boats)
    while state.boats[number].rests:
        boat = replace(state.boats[number], rests=False)
        state = with_boat(state, number, boat)
        turn = _told(turn, state, say("{who} misses a turn", who=boat.name))
        number = (number + 1) % len(state.boats)
    return _told(turn, replace(state, turn=number))
