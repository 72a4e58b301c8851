"""Fights between racers that meet.

A racer that arrives on another one fights at once, and so does a racer that is driven onto a third
one. So between moves no two racers share a space except the first pearl; and as every fight drives
a racer back, a chain of fights ends there at the latest.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.dragon_river.dice import DIE, FACES
from companion.games.dragon_river.facts import DragonRiverFacts
from companion.games.dragon_river.state import State, rival_on, with_racer
from companion.games.moves import Transition, announce, chain
from companion.language.messages import Message, say, say_count


def put(facts: DragonRiverFacts, state: State, index: int, space: int) -> Transition:
    """Put a racer on another space, with the dice it has from there on."""
    racer = state.racers[index]
    here = facts.spaces[space].dice
    dice = here if state.variants.sections else min(racer.dice, here)
    after = with_racer(state, replace(racer, space=space, dice=dice))
    if dice == racer.dice or space == facts.finish:
        return Transition(after)
    message = say_count(
        "{who} now has {count} die", "{who} now has {count} dice", dice, who=racer.name
    )
    return announce(after, message)


def drift(facts: DragonRiverFacts, state: State, index: int, count: int) -> Transition:
    racer = state.racers[index]
    space = max(0, racer.space - count)
    message = say("{who} drifts back to the first pearl", who=racer.name)
    if space > 0:
        message = say("{who} drifts back to space {space}", who=racer.name, space=space)
    return chain(announce(state, message), put(facts, state, index, space))


def settle(facts: DragonRiverFacts, state: State, arrived: int, chance: Chance) -> Transition:
    """All the fights that an arrival leads to; without any, nothing is announced."""
    transition = Transition(state)
    while True:
        state = transition.state
        one = state.racers[arrived]
        other = rival_on(facts, state, one.space, one.seat)
        if other is None:
            return transition
        mine, theirs = chance.throw(DIE, FACES), chance.throw(DIE, FACES)
        transition = chain(
            transition, announce(state, _fight_message(one.name, mine, other.name, theirs))
        )
        if mine == theirs:
            continue
        if theirs < mine:
            arrived = state.racers.index(other)
        transition = chain(transition, drift(facts, state, arrived, min(mine, theirs)))


def _fight_message(who: str, mine: int, rival: str, theirs: int) -> Message:
    if mine == theirs:
        return say(
            "A fight: {who} and {rival} both roll {number} and roll again",
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
