"""Takes nothing, gives the values that a race is made of, and what can be read off them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.dragon_river.dice import Dice
from companion.games.dragon_river.river import River
from companion.words import Message


class Ways(Struct, frozen=True):
    """How this table plays.

    again: keep dice and roll the rest once more · once: a single roll · sum: roll and move twice.
    `sections` gives dice by the section of the river; else a die once lost stays lost.
    """

    roll: Literal["again", "once", "sum"]
    sections: bool
    tipping: bool


class Racer(Struct, frozen=True):
    seat: str
    name: str
    piece: str
    dice: int
    space: int = 0
    stranded: bool = False


class Race(Struct, frozen=True):
    """A race. `turn` says which racer acts; `rolls` how many rolls of this turn are to come;
    `dice` is what lies on the table, `pairs` what of it can still be played, `spare` what may tip.
    """

    ways: Ways
    racers: tuple[Racer, ...]
    phase: Literal["first", "roll", "keep", "move", "tip", "over"]
    turn: int = 0
    rolls: int = 0
    dice: Dice = ()
    pairs: Dice = ()
    spare: int | None = None

    @property
    def mover(self) -> Racer:
        return self.racers[self.turn]

    def racer(self, seat: str) -> Racer | None:
        return next((racer for racer in self.racers if racer.seat == seat), None)


Made = tuple[Race, tuple[Message, ...]]
"""A race, and what is told of how it came about."""


def joined(before: tuple[Message, ...], made: Made) -> Made:
    race, told = made
    return race, (*before, *told)


def with_racer(race: Race, index: int, racer: Racer) -> Race:
    racers = (*race.racers[:index], racer, *race.racers[index + 1 :])
    return replace(race, racers=racers)


def distance(river: River, racer: Racer) -> int:
    return river.finish - racer.space


def playable(river: River, race: Race) -> Dice:
    """The numbers of the pairs that do not go beyond the finish."""
    left = distance(river, race.mover)
    return tuple(value for value in sorted(set(race.pairs)) if value <= left)


def rival_on(river: River, race: Race, space: int, seat: str) -> Racer | None:
    """Whom somebody fights who lands there. Nobody fights on the first pearl or on the last."""
    if not 0 < space < river.finish:
        return None
    here = (racer for racer in race.racers if racer.space == space and racer.seat != seat)
    return next(here, None)


def targets(race: Race) -> tuple[Racer, ...]:
    """Whom the spare die can tip: no racer on a sandbank, and none that cannot go back."""
    if not race.ways.tipping or race.spare is None:
        return ()
    others = (racer for racer in race.racers if racer.seat != race.mover.seat)
    return tuple(racer for racer in others if racer.space > 0 and not racer.stranded)
