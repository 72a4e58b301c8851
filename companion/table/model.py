"""Takes nothing, gives the frozen values a table is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field


class Refused(Exception):
    """An act that cannot be done now; says why to the person who tried it."""


class Act(Struct, frozen=True):
    """What somebody wants to do. `id` is the phone's own: a retry is not a second act.

    `seat` is who acts; the host acts with none.
    """

    id: str
    kind: str
    seat: str | None = None
    data: Mapping[str, Any] = field(default_factory=dict)


class Event(Struct, frozen=True):
    """What was done, for good. `result` is what chance or the table decided then."""

    number: int
    id: str
    kind: str
    seat: str | None
    data: Mapping[str, Any]
    result: Mapping[str, Any] = field(default_factory=dict)


class Seat(Struct, frozen=True):
    id: str
    name: str
    colour: str


class Roll(Struct, frozen=True):
    """Dice on the table. `again` counts how often this throw was undone and made anew."""

    event: int
    seat: str | None
    die: str
    faces: tuple[str, ...]
    again: int = 0


class Pile(Struct, frozen=True):
    """A deck or bag: what is left to draw (next first), what lies open, what hands hold."""

    left: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.left) + len(self.discard) + sum(map(len, self.hands.values()))


class Table(Struct, frozen=True):
    """A table as its events have made it. `pieces` are what the game's decks and bags hold."""

    game: str
    commitment: str
    pieces: Mapping[str, tuple[str, ...]]
    dice: Mapping[str, tuple[str, ...]]
    revision: int = 0
    entropies: tuple[bytes, ...] = ()
    seats: tuple[Seat, ...] = ()
    rolls: tuple[Roll, ...] = ()
    piles: Mapping[str, Pile] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    first: str | None = None
    undone: frozenset[int] = frozenset()
    ended: bool = False
    seed: str | None = None

    def seat(self, name: str | None) -> Seat | None:
        return next((seat for seat in self.seats if seat.id == name), None)
