"""Takes a race, a move and chance, gives the race after it and what is told of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, ValidationError, convert
from msgspec.structs import replace

from companion.chance import Chance
from companion.games.dragon_river.dice import (
    DIE,
    FACES,
    Dice,
    is_straight,
    listed,
    pairs_of,
    spare_of,
)
from companion.games.dragon_river.fights import drift, put, settle
from companion.games.dragon_river.river import River
from companion.games.dragon_river.state import (
    Made,
    Race,
    distance,
    joined,
    playable,
    targets,
    with_racer,
)
from companion.table.model import Refused
from companion.words import Message, say


class First(Struct, frozen=True, tag_field="do", tag="first", forbid_unknown_fields=True):
    """Says whose seat is the oldest player's, who rolls first."""

    who: str


class Roll(Struct, frozen=True, tag_field="do", tag="roll", forbid_unknown_fields=True):
    pass


class Keep(Struct, frozen=True, tag_field="do", tag="keep", forbid_unknown_fields=True):
    """Names dice by their number on the table, from 1; all others are rolled again."""

    dice: tuple[str, ...]


class Pair(Struct, frozen=True, tag_field="do", tag="pair", forbid_unknown_fields=True):
    value: int


class Tip(Struct, frozen=True, tag_field="do", tag="tip", forbid_unknown_fields=True):
    who: str


class Spare(Struct, frozen=True, tag_field="do", tag="spare", forbid_unknown_fields=True):
    """Tips nobody: spares them all."""


Meant = First | Roll | Keep | Pair | Tip | Spare


def make_move(river: River, race: Race, seat: str, move: Mapping[str, Any], chance: Chance) -> Made:
    """Raises Refused for what is not legal."""
    try:
        meant: Meant = convert(dict(move), Meant)
    except ValidationError:
        raise Refused("that is no move of this race") from None
    _check_turn(race, seat)
    match (race.phase, meant):
        case ("first", First(chosen)):
            return _choose_first(race, chosen)
        case ("roll", Roll()):
            return _roll(river, race, chance)
        case ("keep", Keep(kept)):
            return _keep(river, race, kept, chance)
        case ("move", Pair(value)):
            return _play_pair(river, race, value, chance)
        case ("tip", Tip(chosen)):
            return _tip(river, race, chosen, chance)
        case ("tip", Spare()):
            return joined((say("{who} tips nobody", who=race.mover.name),), _end_roll(race))
    raise Refused("that cannot be done now")


def _check_turn(race: Race, seat: str) -> None:
    if race.phase == "over":
        raise Refused("the race is over")
    if race.racer(seat) is None:
        raise Refused("you are not in this race")
    if race.phase != "first" and race.mover.seat != seat:
        raise Refused("it is {who}'s turn", who=race.mover.name)


def _choose_first(race: Race, seat: str) -> Made:
    chosen = race.racer(seat)
    if chosen is None:
        raise Refused("nobody of that name is in this race")
    return start_turn(race, race.racers.index(chosen)), (
        say("{who} is the oldest and rolls first", who=chosen.name),
    )


def start_turn(race: Race, turn: int) -> Race:
    rolls = 2 if race.ways.roll == "sum" else 1
    return replace(race, phase="roll", turn=turn, rolls=rolls, dice=(), pairs=(), spare=None)


def _roll(river: River, race: Race, chance: Chance) -> Made:
    dice = _thrown(race.mover.dice, chance)
    told = (say("{who} rolls {dice}", who=race.mover.name, dice=listed(dice)),)
    rolled = replace(race, dice=dice, rolls=race.rolls - 1)
    if race.ways.roll == "again":
        return replace(rolled, phase="keep"), told
    return joined(told, _read_dice(river, rolled))


def _thrown(count: int, chance: Chance) -> Dice:
    return tuple(sorted(chance.throw(DIE, FACES) for _ in range(count)))


def _keep(river: River, race: Race, kept: tuple[str, ...], chance: Chance) -> Made:
    numbers = [str(number) for number in range(1, len(race.dice) + 1)]
    if len(set(kept)) < len(kept) or not set(kept) <= set(numbers):
        raise Refused("keep dice that lie on the table, each once")
    dice = tuple(die for number, die in zip(numbers, race.dice, strict=True) if number in kept)
    who = race.mover.name
    if len(dice) == len(race.dice):
        told = (say("{who} keeps all dice", who=who),)
        return joined(told, _read_dice(river, race))
    again = _thrown(len(race.dice) - len(dice), chance)
    told = (say("{who} rolls all again: {again}", who=who, again=listed(again)),)
    if dice:
        held, rest = listed(dice), listed(again)
        told = (say("{who} keeps {dice}, rolls {again}", who=who, dice=held, again=rest),)
    return joined(told, _read_dice(river, replace(race, dice=tuple(sorted((*dice, *again))))))


def _read_dice(river: River, race: Race) -> Made:
    """What the dice bring, now that they stay as they are."""
    if race.rolls == 0 and is_straight(race.dice):
        return _strand(race)
    told: tuple[Message, ...] = ()
    if not pairs_of(race.dice):
        told = (say("No pair: {who} stays", who=race.mover.name),)
    read = replace(race, pairs=pairs_of(race.dice), spare=spare_of(race.dice))
    return joined(told, _go_on(river, read))


def _strand(race: Race) -> Made:
    told = (say("A straight: {who} runs onto a sandbank", who=race.mover.name),)
    return joined(told, _end_turn(with_racer(race, race.turn, replace(race.mover, stranded=True))))


def _go_on(river: River, race: Race) -> Made:
    """Play goes on with a pair, else with the spare die, else with the next roll or player."""
    if playable(river, race):
        return replace(race, phase="move"), ()
    told = tuple(
        say("The pair of {number} goes too far", number=value) for value in sorted(set(race.pairs))
    )
    stopped = replace(race, pairs=())
    if targets(stopped):
        return replace(stopped, phase="tip"), told
    return joined(told, _end_roll(stopped))


def _end_roll(race: Race) -> Made:
    if race.rolls > 0:
        return replace(race, phase="roll", dice=(), pairs=(), spare=None), ()
    return _end_turn(race)


def _end_turn(race: Race) -> Made:
    """The next player who is not on a sandbank; those who are have missed their turn by that."""
    told: list[Message] = []
    turn = (race.turn + 1) % len(race.racers)
    while (racer := race.racers[turn]).stranded:
        told.append(say("{who} misses this turn", who=racer.name))
        race = with_racer(race, turn, replace(racer, stranded=False))
        turn = (turn + 1) % len(race.racers)
    return start_turn(race, turn), tuple(told)


def _play_pair(river: River, race: Race, value: int, chance: Chance) -> Made:
    if value not in race.pairs:
        raise Refused("there is no pair of {number}", number=value)
    if value > distance(river, race.mover):
        raise Refused("a pair of {number} goes beyond the last pearl", number=value)
    pairs = list(race.pairs)
    pairs.remove(value)
    who, space = race.mover.name, race.mover.space + value
    moved, told = put(river, replace(race, pairs=tuple(pairs)), race.turn, space)
    told = (say("{who} moves {count}, to space {space}", who=who, count=value, space=space), *told)
    if space == river.finish:
        won = say("{who} lands on the last pearl and wins", who=who)
        return replace(moved, phase="over", pairs=(), spare=None), (*told, won)
    settled, fought = settle(river, moved, race.turn, chance)
    if fought:
        return joined((*told, *fought), _end_turn(settled))
    return joined(told, _go_on(river, settled))


def _tip(river: River, race: Race, seat: str, chance: Chance) -> Made:
    target = race.racer(seat)
    if target is not None and target.stranded:
        raise Refused("{who} is on a sandbank and cannot be tipped", who=target.name)
    if target is None or race.spare is None or target not in targets(race):
        raise Refused("that racer cannot be tipped")
    tips = say(
        "{who} tips {rival} by {count}", who=race.mover.name, rival=target.name, count=race.spare
    )
    index = race.racers.index(target)
    drifted, told = drift(river, race, index, race.spare)
    settled, fought = settle(river, drifted, index, chance)
    return joined((tips, *told, *fought), _end_roll(settled))
