"""The frozen values that a table is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, field

from companion.games.score import Result
from companion.games.seats import Seat

END: Final = "end"
"""The kind of the event that ends a table."""
FIRST_EDITION: Final = 1
LATECOMERS_WATCH: Final = 3
SETUP_MUST_FIT: Final = 4
UNDO_LEAVES_THE_REST: Final = 5
EDITION: Final = 5
"""In the first edition an undo shuffled nothing, and marks and unknown keys were not checked. From
the third on, players who sit down after a game has begun are not part of it. From the fourth on, a
game begins only if its setup is for as many players as are seated. From the fifth on, undoing a
move must leave all later moves as they were."""


class Act(Struct, frozen=True):
    """A request to do something. The phone chooses `id`, so that a retry is not a second act.

    `seat` is the seat that acts; the host may act without one. `by` is the host's own seat when the
    host acts for a seat whose phone is away, and empty if the host has none.
    """

    id: str
    kind: str
    seat: str | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    by: str | None = None


class Event(Struct, frozen=True):
    """What was done. `result` is what chance or the table decided; `at` is when it was stored, in
    seconds since 1970."""

    number: int
    id: str
    kind: str
    seat: str | None
    data: Mapping[str, Any]
    result: Mapping[str, Any] = field(default_factory=dict)
    at: float | None = None


class Roll(Struct, frozen=True):
    """Dice on the table."""

    event: int
    """The number of the event by which they were rolled."""
    seat: str | None
    die: str
    faces: tuple[str, ...]
    rerolls: int = field(default=0, name="again")
    """How often this roll was undone and repeated."""


class Track(Struct, frozen=True):
    """A row of steps from 0 to `most` with a mark for each seat."""

    most: int
    steps: Mapping[str, int] = field(default_factory=dict)
    """The steps on which the marks of the seats stand."""


class Timer(Struct, frozen=True):
    """Runs out at `until` (milliseconds since 1970, by the server's clock)."""

    until: int
    label: str = ""
    """What the time is for."""


class Pile(Struct, frozen=True):
    """A deck or bag: what is left to draw (next first), what lies open, what hands hold."""

    left: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class SetupRequest(Struct, frozen=True):
    """Everything that determines a setup."""

    players: int
    """How many players it is for."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The choices of the options, by their ids."""
    words: str = ""
    """The setup code, from which chance is drawn."""
    rerolls: Mapping[str, int] = field(default_factory=dict, name="again")
    """How often each part was rolled again."""


class Start(Struct, frozen=True):
    """What a game brings to a table: decks and bags, dice, and the facts its rules need.

    A table keeps it, so that a change of the game's files changes no table that is open.
    `edition` says by which of the program's rules on undo and marks its events were decided.
    """

    decks: Mapping[str, tuple[str, ...]]
    dice: Mapping[str, tuple[str, ...]]
    facts: Mapping[str, Any] = field(default_factory=dict)
    edition: int = FIRST_EDITION


class Table(Struct, frozen=True):
    """The state of a table.

    `pieces` are what the game's decks and bags hold, without those that the setup laid `aside`;
    `unseen` says how many more leave a deck when it is first shuffled. `play` is the state of the
    game's own rules, and `sheets` are the entries of each seat's score sheet. `face_counts`
    says how often each face of each die came up, by hand or in the game's own play. `score` is the
    stored Result of a table that has ended.

    `entropies` are the random bytes that phones have added, and `contributed` the seats whose phone
    has. `empty` are seats of a game that nobody holds; `latecomers` sat down after the game had
    begun; `left` are the names of seats that are gone. `held_since` is the event that gave a seat
    to the phone that holds it, or that emptied it. `requests` are the phones that wait to continue
    as a seat, by the number of their event, and `asked` counts all there ever were.
    """

    game: str
    commitment: str
    pieces: Mapping[str, tuple[str, ...]]
    dice: Mapping[str, tuple[str, ...]]
    facts: Mapping[str, Any] = field(default_factory=dict)
    setup: SetupRequest | None = None
    aside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unseen: Mapping[str, int] = field(default_factory=dict)
    play: Any = None
    sheets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    revision: int = 0
    entropies: tuple[bytes, ...] = ()
    contributed: frozenset[str] = frozenset()
    seats: tuple[Seat, ...] = ()
    rolls: tuple[Roll, ...] = ()
    face_counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    piles: Mapping[str, Pile] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    tracks: Mapping[str, Track] = field(default_factory=dict)
    timer: Timer | None = None
    finger: int | None = None
    notes: Mapping[str, str] = field(default_factory=dict)
    first: str | None = None
    undone: frozenset[int] = frozenset()
    ended: bool = False
    score: Result | None = None
    seed: str | None = None
    edition: int = EDITION
    empty: frozenset[str] = frozenset()
    latecomers: frozenset[str] = frozenset()
    left: Mapping[str, str] = field(default_factory=dict)
    held_since: Mapping[str, int] = field(default_factory=dict)
    requests: Mapping[int, str] = field(default_factory=dict)
    asked: int = 0

    @property
    def names(self) -> Mapping[str, str]:
        """The names of all seats, also of those that are gone."""
        return {**self.left, **{seat.id: seat.name for seat in self.seats}}

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that take part in the game and its ranking.

        A latecomer does not take part in a refereed game. Without a referee the game begins with
        the first entry on a score sheet, and latecomers take part once they have an entry of their
        own: somebody may have played from the start and only joined the table to write the score.
        """
        return tuple(seat for seat in self.seats if self.takes_part(seat.id))

    @property
    def sheet_seats(self) -> tuple[Seat, ...]:
        """The seats that have a score sheet: without a referee, latecomers too."""
        return self.seats if self.play is None else self.players

    def takes_part(self, seat: str) -> bool:
        if seat not in self.latecomers:
            return True
        return self.play is None and bool(self.sheets.get(seat))

    def seat(self, name: str | None) -> Seat | None:
        return next((seat for seat in self.seats if seat.id == name), None)


def opening_table(game: str, start: Start) -> Table:
    """The table that a start opens, without a commitment."""
    return Table(game, "", start.decks, start.dice, start.facts, edition=start.edition)
