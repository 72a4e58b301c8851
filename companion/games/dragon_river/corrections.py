"""Numbers of Dragon River that the host can correct."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.corrections import DICE, SPACE, Correctable
from companion.games.dragon_river.facts import DragonRiverFacts
from companion.games.dragon_river.fights import put
from companion.games.dragon_river.state import State, rival_on, with_racer
from companion.language.messages import Refused


def list_correctables(facts: DragonRiverFacts, state: State, seat: str) -> tuple[Correctable, ...]:
    """Between two rolls: dice on the table belong to where the racers are."""
    racer = state.racer(seat)
    if racer is None or state.phase not in ("first", "roll"):
        return ()
    space = Correctable("space", SPACE, racer.space, 0, facts.finish - 1)
    most = facts.spaces[racer.space].dice
    dice = Correctable("dice", DICE, racer.dice, 1, max(most, racer.dice))
    return (space,) if state.variants.sections else (space, dice)


def correct_number(
    facts: DragonRiverFacts,
    state: State,
    seat: str,
    name: str,
    value: int,
    chance: Chance,
) -> State:
    """Raises Refused for a space on which another racer is: they would have to fight."""
    racer = next(racer for racer in state.racers if racer.seat == seat)
    if name == "dice":
        return with_racer(state, replace(racer, dice=value))
    rival = rival_on(facts, state, value, seat)
    if rival is not None:
        raise Refused("{name} is on that space", name=rival.name)
    index = state.racers.index(racer)
    moved: State = put(facts, state, index, value).state
    return moved
