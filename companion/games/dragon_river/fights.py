"""Takes a racer that arrives somewhere, gives the race after all the fights that this leads to.

Whoever arrives where another racer is fights at once, and so does whoever is driven onto a third
one. So between moves no two racers share a space, except on the first pearl; and as every fight
drives somebody back, a chain of fights ends there at the latest.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.chance import Chance
from companion.games.dragon_river.dice import DIE, FACES
from companion.games.dragon_river.river import River
from companion.games.dragon_river.state import Made, Race, joined, rival_on, with_racer
from companion.words import Message, say


def put(river: River, race: Race, index: int, space: int) -> Made:
    """A racer on another space, with the dice it has from there on."""
    racer = race.racers[index]
    here = river.spaces[space].dice
    dice = here if race.ways.sections else min(racer.dice, here)
    told: tuple[Message, ...] = ()
    if dice != racer.dice and space < river.finish:
        told = (say("{who} now has {count} dice", who=racer.name, count=dice),)
    return with_racer(race, index, replace(racer, space=space, dice=dice)), told


def drift(river: River, race: Race, index: int, count: int) -> Made:
    racer = race.racers[index]
    space = max(0, racer.space - count)
    drifts = say("{who} drifts back to the first pearl", who=racer.name)
    if space > 0:
        drifts = say("{who} drifts back to space {space}", who=racer.name, space=space)
    return joined((drifts,), put(river, race, index, space))


def settle(river: River, race: Race, arrived: int, chance: Chance) -> Made:
    """All the fights that an arrival leads to. Nothing is told if there are none."""
    told: list[Message] = []
    while True:
        one = race.racers[arrived]
        other = rival_on(river, race, one.space, one.seat)
        if other is None:
            return race, tuple(told)
        mine, theirs = chance.throw(DIE, FACES), chance.throw(DIE, FACES)
        told.append(_fight(one.name, mine, other.name, theirs))
        if mine == theirs:
            continue
        if theirs < mine:
            arrived = race.racers.index(other)
        race, drifted = drift(river, race, arrived, min(mine, theirs))
        told.extend(drifted)


def _fight(who: str, mine: int, rival: str, theirs: int) -> Message:
    if mine == theirs:
        return say(
            "A fight: {who} and {rival} both roll {number}, so again",
            who=who,
            rival=rival,
            number=mine,
        )
    return say(
        "A fight: {who} rolls {mine}, {rival} rolls {theirs}",
        who=who,
        mine=mine,
        rival=rival,
        theirs=theirs,
    )
