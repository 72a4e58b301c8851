"""A race in play."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.games.port_flower.course import PieceKind
from companion.games.port_flower.options import Variants
from companion.games.port_flower.sea import PORT, Board, Course, Sea
from companion.games.port_flower.winds import Dice, Division

BUOYS: Final = 5
BOAT: Final = -1
"""The boat as a mover; sharks have numbers from 0."""


class Boat(Struct, frozen=True):
    """`at` is a space, PORT or ADRIFT; `reached` counts buoys; a boat that `rests` misses a turn.
    `suit` is empty until its player has chosen one."""

    seat: str
    name: str
    suit: str
    at: int = PORT
    reached: int = 0
    home: bool = False
    rests: bool = False
    repellents: int = 0


class Plan(Struct, frozen=True):
    """A division of the dice, and the sharks' shares that are not used yet."""

    division: Division
    left: tuple[Dice, ...]


class Swim(Struct, frozen=True):
    """A shark that waits for the answer of the player in front of it; the player's boat is in the
    first space of the remaining path."""

    shark: int
    path: tuple[int, ...]


class State(Struct, frozen=True):
    """`turn` is the index of the boat whose turn it is, in seat order. `to_lay` are the pieces of
    the players' own course that are not laid yet, `tows` the boats that wait to be towed, `supply`
    the repellents that each player had at first. `reroll` allows another throw. `left` are the
    spaces that boats and sharks have left since the dice were rolled.

    `plans` are all divisions of the dice that explain the motions so far: players choose where
    boats and sharks end, and the rules find the dice. `moved` are the movers that have moved.
    """

    variants: Variants
    board: Board
    course: Course
    sea: Sea
    boats: tuple[Boat, ...]
    sharks: tuple[int, ...]
    turn: int
    first: int
    supply: int = 0
    to_lay: tuple[PieceKind, ...] = ()
    dice: tuple[int, ...] = ()
    plans: tuple[Plan, ...] = ()
    moved: tuple[int, ...] = ()
    swim: Swim | None = None
    tows: tuple[int, ...] = ()
    reroll: bool = False
    left: tuple[int, ...] = ()
    winner: int | None = None

    @property
    def acting(self) -> Boat:
        """The boat whose turn it is."""
        return self.boats[self.turn]

    def boat(self, seat: str | None) -> Boat | None:
        return next((boat for boat in self.boats if boat.seat == seat), None)

    @property
    def choosing(self) -> int | None:
        """The index of the next boat to get a suit, clockwise from the first."""
        count = len(self.boats)
        order = ((self.first + step) % count for step in range(count))
        return next((number for number in order if not self.boats[number].suit), None)

    @property
    def all_moved(self) -> bool:
        """Whether the boat and the sharks have moved in this turn."""
        return BOAT in self.moved and not any(plan.left for plan in self.plans)

    @property
    def to_act(self) -> Boat | None:
        """The boat whose player has to decide now, which need not be the acting one."""
        if self.winner is not None:
            return None
        if self.choosing is not None:
            return self.boats[self.choosing]
        if self.swim is not None:
            return self.boats[boat_at(self, self.swim.path[0])]
        return self.boats[self.tows[0]] if self.tows else self.acting


def boat_at(state: State, space: int) -> int:
    return next(number for number, boat in enumerate(state.boats) if boat.at == space)


def with_boat(state: State, changed: Boat) -> State:
    boats = tuple(changed if one.seat == changed.seat else one for one in state.boats)
    return replace(state, boats=boats)


def rename_player(state: State, seat: str, name: str) -> State:
    boat = state.boat(seat)
    return state if boat is None else with_boat(state, replace(boat, name=name))
