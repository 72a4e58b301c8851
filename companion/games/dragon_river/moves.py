"""Moves of Dragon River: checked, carried out and announced."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.dragon_river.dice import (
    DIE,
    FACES,
    Dice,
    dice_text,
    is_straight,
    pairs_of,
    spare_of,
)
from companion.games.dragon_river.facts import DragonRiverFacts
from companion.games.dragon_river.fights import drift, put, settle
from companion.games.dragon_river.move_types import (
    First,
    Keep,
    Pair,
    Roll,
    Spare,
    Tip,
    read_move,
)
from companion.games.dragon_river.state import State, distance, playable, targets, with_racer
from companion.games.edition import makes_only_moves
from companion.games.moves import Move, Transition, announce, chain
from companion.language.messages import Message, Refused, say, say_count


def make_move(
    facts: DragonRiverFacts, state: State, seat: str, move: Move, chance: Chance
) -> Transition:
    """Raises Refused for an illegal move."""
    read = read_move(move)
    _check_turn(state, seat)
    match (state.phase, read):
        case ("first", First(chosen)):
            return _choose_first(state, chosen)
        case ("roll", Roll()):
            return _roll(facts, state, chance)
        case ("keep", Keep(kept)):
            return _keep(facts, state, kept, chance)
        case ("move", Pair(value)):
            return _play_pair(facts, state, value, chance)
        case ("tip", Tip(chosen)):
            return _tip(facts, state, chosen, chance)
        case ("tip", Spare()):
            message = say("{who} doesn’t tip anyone", who=state.acting.name)
            return chain(announce(state, message), _end_roll(state))
    raise Refused("you can’t do that now")


def _check_turn(state: State, seat: str) -> None:
    if state.phase == "over":
        raise Refused("the race is over")
    if state.racer(seat) is None:
        raise Refused("you are not in this race")
    if state.phase != "first" and state.acting.seat != seat:
        raise Refused("it is {who}’s turn", who=state.acting.name)


def _choose_first(state: State, seat: str) -> Transition:
    chosen = state.racer(seat)
    if chosen is None:
        raise Refused("that player is not in this race")
    return announce(
        start_turn(state, state.racers.index(chosen)),
        say("{who} is the oldest and rolls first", who=chosen.name),
    )


def start_turn(state: State, turn: int) -> State:
    rolls = 2 if state.variants.roll == "sum" else 1
    return replace(_before_roll(state), turn=turn, rolls=rolls)


def _before_roll(state: State) -> State:
    last, last_turn = (state.dice, state.turn) if state.dice else (state.last, state.last_turn)
    cleared = replace(state, phase="roll", dice=(), pairs=(), spare=None)
    return replace(cleared, last=last, last_turn=last_turn)


def _roll(facts: DragonRiverFacts, state: State, chance: Chance) -> Transition:
    dice = _throw(state.acting.dice, chance)
    message = say("{who} rolls {dice}", who=state.acting.name, dice=dice_text(dice))
    rolled = replace(state, dice=dice, rolls=state.rolls - 1)
    if state.variants.roll == "again":
        return announce(replace(rolled, phase="keep"), message)
    return chain(announce(rolled, message), _play_dice(facts, rolled, chance))


def _throw(count: int, chance: Chance) -> Dice:
    return tuple(sorted(chance.throw(DIE, FACES) for _ in range(count)))


def _keep(
    facts: DragonRiverFacts, state: State, kept: tuple[str, ...], chance: Chance
) -> Transition:
    numbers = [str(number) for number in range(1, len(state.dice) + 1)]
    if len(set(kept)) < len(kept) or not set(kept) <= set(numbers):
        raise Refused("keep only dice on the table, each of them once")
    dice = tuple(die for number, die in zip(numbers, state.dice, strict=True) if number in kept)
    who = state.acting.name
    if len(dice) == len(state.dice):
        return chain(
            announce(state, say("{who} keeps all dice", who=who)),
            _play_dice(facts, state, chance),
        )
    rerolled = _throw(len(state.dice) - len(dice), chance)
    message = say("{who} rolls all dice again: {again}", who=who, again=dice_text(rerolled))
    if dice:
        held, rest = dice_text(dice), dice_text(rerolled)
        message = say("{who} keeps {dice} and rolls {again}", who=who, dice=held, again=rest)
    after = replace(state, dice=tuple(sorted((*dice, *rerolled))))
    return chain(announce(after, message), _play_dice(facts, after, chance))


def _play_dice(facts: DragonRiverFacts, state: State, chance: Chance) -> Transition:
    """Find the pairs and the spare die, now that the dice stay as they are."""
    if state.rolls == 0 and is_straight(state.dice):
        return _strand(state)
    after = replace(state, pairs=pairs_of(state.dice), spare=spare_of(state.dice))
    if after.pairs:
        return _continue(facts, after, chance)
    message = say("No pair: {who} stays put", who=state.acting.name)
    return chain(announce(after, message), _continue(facts, after, chance))


def _strand(state: State) -> Transition:
    message = say("A straight: {who} runs aground on a sandbank", who=state.acting.name)
    after = with_racer(state, replace(state.acting, stranded=True))
    return chain(announce(after, message), _end_turn(after))


def _continue(facts: DragonRiverFacts, state: State, chance: Chance) -> Transition:
    """Continue with a pair, else with the spare die, else with the next roll or player. A pair
    without an alternative is played at once."""
    pairs = playable(facts, state)
    if len(pairs) == 1 and makes_only_moves(facts.edition):
        return _play_pair(facts, state, pairs[0], chance)
    if pairs:
        return Transition(replace(state, phase="move"))
    messages = [
        say("The pair of {number}s goes too far", number=value)
        for value in sorted(set(state.pairs))
    ]
    stopped = replace(state, pairs=())
    if targets(stopped):
        return announce(replace(stopped, phase="tip"), *messages)
    return chain(announce(stopped, *messages), _end_roll(stopped))


def _end_roll(state: State) -> Transition:
    if state.rolls > 0:
        return Transition(_before_roll(state))
    return _end_turn(state)


def _end_turn(state: State) -> Transition:
    """The turn of the next player who is not on a sandbank; stranded players miss their turn."""
    messages: list[Message] = []
    turn = (state.turn + 1) % len(state.racers)
    while (racer := state.racers[turn]).stranded:
        messages.append(say("{who} misses this turn", who=racer.name))
        state = with_racer(state, replace(racer, stranded=False))
        turn = (turn + 1) % len(state.racers)
    return announce(start_turn(state, turn), *messages)


def _play_pair(facts: DragonRiverFacts, state: State, value: int, chance: Chance) -> Transition:
    if value not in state.pairs:
        raise Refused("there is no pair of {number}s", number=value)
    if value > distance(facts, state.acting):
        raise Refused("a pair of {number}s goes past the last pearl", number=value)
    pairs = list(state.pairs)
    pairs.remove(value)
    who, space = state.acting.name, state.acting.space + value
    message = say_count(
        "{who} moves {count} space, to space {space}",
        "{who} moves {count} spaces, to space {space}",
        value,
        who=who,
        space=space,
    )
    moved = put(facts, replace(state, pairs=tuple(pairs)), state.turn, space)
    moved = chain(announce(state, message), moved)
    if space == facts.finish:
        won = replace(moved.state, phase="over", pairs=(), spare=None)
        return chain(moved, announce(won, say("{who} lands on the last pearl and wins", who=who)))
    settled = settle(facts, moved.state, state.turn, chance)
    if settled.announcements:
        return chain(chain(moved, settled), _end_turn(settled.state))
    return chain(moved, _continue(facts, settled.state, chance))


def _tip(facts: DragonRiverFacts, state: State, seat: str, chance: Chance) -> Transition:
    target = state.racer(seat)
    if target is not None and target.stranded:
        raise Refused("{who} is on a sandbank and can’t be tipped", who=target.name)
    if target is None or state.spare is None or target not in targets(state):
        raise Refused("you can’t tip that racer")
    message = say_count(
        "{who} tips {rival} back {count} space",
        "{who} tips {rival} back {count} spaces",
        state.spare,
        who=state.acting.name,
        rival=target.name,
    )
    index = state.racers.index(target)
    drifted = chain(announce(state, message), drift(facts, state, index, state.spare))
    settled = chain(drifted, settle(facts, drifted.state, index, chance))
    return chain(settled, _end_roll(settled.state))
