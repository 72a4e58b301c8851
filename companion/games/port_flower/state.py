"""Takes nothing, gives the frozen values that a race under way is made of."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.games.port_flower.course import Kind
from companion.games.port_flower.sea import PORT, Board, Course, Sea
from companion.games.port_flower.variants import Variants
from companion.games.port_flower.winds import Dice, Division

BUOYS: Final = 5
BOAT: Final = -1
"""Who moves that is no shark: sharks have numbers from 0."""


class Boat(Struct, frozen=True):
    """`at` is a space, PORT or ADRIFT; `reached` counts buoys; `rests` is for a missed turn."""

    seat: str
    name: str
    suit: str
    at: int = PORT
    reached: int = 0
    home: bool = False
    rests: bool = False
    repellents: int = 0


class Plan(Struct, frozen=True):
    """A way to divide the dice, and those shares of sharks that are not yet swum."""

    division: Division
    left: tuple[Dice, ...]


class Swim(Struct, frozen=True):
    """A shark that waits in front of a boat for its owner's word; the boat is in the first space
    of the path that is left."""

    shark: int
    path: tuple[int, ...]


class State(Struct, frozen=True):
    """`turn` counts boats, in the order of the seats. `to_lay` are the pieces of a course that the
    players lay themselves; `tows` the boats that wait to be towed, `supply` how many repellents
    each had at first, `again` a throw that may be made once more. `left` are the spaces from which
    somebody moved since the dice were rolled.

    `plans` are all divisions of the dice by which what was moved so far can have been moved: where
    boat and shark end is chosen, and dice that lead there are found. `moved` are those who have."""

    variants: Variants
    board: Board
    course: Course
    sea: Sea
    boats: tuple[Boat, ...]
    sharks: tuple[int, ...]
    turn: int
    first: int
    supply: int = 0
    to_lay: tuple[Kind, ...] = ()
    dice: tuple[int, ...] = ()
    plans: tuple[Plan, ...] = ()
    moved: tuple[int, ...] = ()
    swim: Swim | None = None
    tows: tuple[int, ...] = ()
    again: bool = False
    left: tuple[int, ...] = ()
    winner: int | None = None

    @property
    def boat(self) -> Boat:
        """The boat whose turn it is."""
        return self.boats[self.turn]

    @property
    def all_moved(self) -> bool:
        """Whether boat and sharks have made their moves of this turn."""
        return BOAT in self.moved and not any(plan.left for plan in self.plans)

    @property
    def to_act(self) -> Boat | None:
        """Whose word the race waits for."""
        if self.winner is not None:
            return None
        if self.swim is not None:
            return self.boats[boat_at(self, self.swim.path[0])]
        return self.boats[self.tows[0]] if self.tows else self.boat


def boat_at(state: State, space: int) -> int:
    return next(number for number, boat in enumerate(state.boats) if boat.at == space)


def with_boat(state: State, number: int, boat: Boat) -> State:
    return replace(state, boats=(*state.boats[:number], boat, *state.boats[number + 1 :]))
