"""Takes nothing, gives the frozen values a table is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, field

from companion.words import in_english, say

COLOURS: Final = {
    "red": say("red"),
    "blue": say("blue"),
    "green": say("green"),
    "yellow": say("yellow"),
    "purple": say("purple"),
    "black": say("black"),
    "pink": say("pink"),
    "orange": say("orange"),
}
"""What a seat can be told by, in the order in which they are given out."""


class Refused(Exception):
    """An act that cannot be done now; says why to the person who tried it, in any language."""

    def __init__(self, text: str, **values: Any) -> None:
        self.message = say(text, **values)
        super().__init__(text)

    def __str__(self) -> str:
        return in_english(self.message)


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


class Track(Struct, frozen=True):
    """A row of steps from 0 to `most` with a mark for each seat."""

    most: int
    steps: Mapping[str, int] = field(default_factory=dict)


class Timer(Struct, frozen=True):
    """Runs out at `until` (milliseconds since 1970, by the server's clock)."""

    until: int
    label: str = ""


class Pile(Struct, frozen=True):
    """A deck or bag: what is left to draw (next first), what lies open, what hands hold."""

    left: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class SetupRequest(Struct, frozen=True):
    """All that a setup follows from: whoever has this has the same setup.

    `words` are its seed; `again` says how often a part was rolled again.
    """

    players: int
    options: Mapping[str, str] = field(default_factory=dict)
    words: str = ""
    again: Mapping[str, int] = field(default_factory=dict)


class Start(Struct, frozen=True):
    """What a game brings to a table: decks and bags, dice, and the facts its rules need.

    A table keeps it, so that a change of the game's files changes no table that is open.
    """

    decks: Mapping[str, tuple[str, ...]]
    dice: Mapping[str, tuple[str, ...]]
    facts: Mapping[str, Any] = field(default_factory=dict)


class Table(Struct, frozen=True):
    """A table as its events have made it. `pieces` are what the game's decks and bags hold, but
    for those of each that the setup has laid `aside`;
    `play` is the state of the game's own rules, `sheets` what each seat has entered to score.
    `thrown` is how often each face of each die came up, by hand or in the game's own play."""

    game: str
    commitment: str
    pieces: Mapping[str, tuple[str, ...]]
    dice: Mapping[str, tuple[str, ...]]
    facts: Mapping[str, Any] = field(default_factory=dict)
    setup: SetupRequest | None = None
    aside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    play: Any = None
    sheets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    revision: int = 0
    entropies: tuple[bytes, ...] = ()
    seats: tuple[Seat, ...] = ()
    rolls: tuple[Roll, ...] = ()
    thrown: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    piles: Mapping[str, Pile] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    tracks: Mapping[str, Track] = field(default_factory=dict)
    timer: Timer | None = None
    finger: int | None = None
    notes: Mapping[str, str] = field(default_factory=dict)
    first: str | None = None
    undone: frozenset[int] = frozenset()
    ended: bool = False
    seed: str | None = None

    def seat(self, name: str | None) -> Seat | None:
        return next((seat for seat in self.seats if seat.id == name), None)
