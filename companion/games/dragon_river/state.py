"""A race in play."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.dragon_river.dice import Dice
from companion.games.dragon_river.facts import DragonRiverFacts
from companion.games.dragon_river.options import Variants


class Racer(Struct, frozen=True):
    seat: str
    name: str
    piece: str
    dice: int
    space: int = 0
    stranded: bool = False


class State(Struct, frozen=True):
    """`turn` is the index of the acting racer, `rolls` the number of rolls left in this turn,
    `dice` the dice on the table, `pairs` those still to be played, `spare` the die that may tip.
    `last` is the roll before this one and `last_turn` the index of its racer: everybody sees it
    until dice are rolled again.
    """

    variants: Variants
    racers: tuple[Racer, ...]
    phase: Literal["first", "roll", "keep", "move", "tip", "over"]
    turn: int = 0
    rolls: int = 0
    dice: Dice = ()
    pairs: Dice = ()
    spare: int | None = None
    last: Dice = ()
    last_turn: int = 0

    @property
    def acting(self) -> Racer:
        """The racer whose turn it is."""
        return self.racers[self.turn]

    def racer(self, seat: str | None) -> Racer | None:
        return next((racer for racer in self.racers if racer.seat == seat), None)


def with_racer(state: State, changed: Racer) -> State:
    racers = tuple(changed if one.seat == changed.seat else one for one in state.racers)
    return replace(state, racers=racers)


def distance(facts: DragonRiverFacts, racer: Racer) -> int:
    return facts.finish - racer.space


def dice_ahead(facts: DragonRiverFacts, racer: Racer) -> tuple[int, ...]:
    """The dice that a racer has on each space ahead, up to the last pearl."""
    return tuple(space.dice for space in facts.spaces[racer.space + 1 :])


def playable(facts: DragonRiverFacts, state: State) -> Dice:
    """The pairs that do not go beyond the finish, each number once."""
    left = distance(facts, state.acting)
    return tuple(value for value in sorted(set(state.pairs)) if value <= left)


def rival_on(facts: DragonRiverFacts, state: State, space: int, seat: str) -> Racer | None:
    """The rival to fight on a space. Nobody fights on the first or last pearl."""
    if not 0 < space < facts.finish:
        return None
    here = (racer for racer in state.racers if racer.space == space and racer.seat != seat)
    return next(here, None)


def targets(state: State) -> tuple[Racer, ...]:
    """The rivals that the spare die can tip: not on a sandbank and not on the first pearl."""
    if not state.variants.tipping or state.spare is None:
        return ()
    others = (racer for racer in state.racers if racer.seat != state.acting.seat)
    return tuple(racer for racer in others if racer.space > 0 and not racer.stranded)


def rename_player(state: State, seat: str, name: str) -> State:
    racer = state.racer(seat)
    return state if racer is None else with_racer(state, replace(racer, name=name))
