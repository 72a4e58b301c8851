"""Takes nothing, gives the frozen values that a race under way is made of."""

from __future__ import annotations

from msgspec import Struct

from companion.games.port_flower.course import Kind
from companion.games.port_flower.sea import PORT, Board, Course, Sea
from companion.games.port_flower.variants import Variants

BUOYS = 5


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
    """Dice that are divided and not yet sailed: the boat's (none when it has moved), and those of
    each shark that is still to move. `moved` are the sharks that have."""

    boat: tuple[str, ...]
    sharks: tuple[tuple[str, ...], ...]
    moved: tuple[int, ...] = ()

    @property
    def done(self) -> bool:
        return not self.boat and not self.sharks


class Swim(Struct, frozen=True):
    """A shark that waits in front of a boat for its owner's word; the boat is in the first space
    of the path that is left."""

    shark: int
    path: tuple[int, ...]


class State(Struct, frozen=True):
    """`turn` counts boats, in the order of the seats. `to_lay` are the pieces of a course that the
    players lay themselves; `tows` the boats that wait to be towed, `supply` how many repellents
    each had at first, `again` a throw that may be made once more."""

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
    plan: Plan | None = None
    swim: Swim | None = None
    tows: tuple[int, ...] = ()
    again: bool = False
    winner: int | None = None

    @property
    def boat(self) -> Boat:
        """The boat whose turn it is."""
        return self.boats[self.turn]

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
