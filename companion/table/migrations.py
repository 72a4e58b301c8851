"""Bring what earlier versions stored into today's form.

Three numbers say by which version something was made; each answers another question.

- `VERSION` here is the form of what is stored: which keys a start and an event have. Every stored
  row keeps the one that wrote it (`Written`), and the functions below bring old forms up to date.
- The edition in a game's facts (`companion.games.edition`) is the version of the game's rules: what
  a move means. A table keeps it for good, and a record names it as `rules`.
- `Start.edition` (`companion.table.model.EDITION`) is the version of the table's own rules, which
  are the same in all games: what an undo shuffles, and which marks events bear.

A stored table is its start (decks, dice and the game's facts) and its events. Both keep the version
that wrote them and are never rewritten: they are brought up to date whenever they are read, so that
commitments and records stay as they were. The state of a game is not stored; it follows from both.

To change what is stored, raise VERSION by one and add a Migration with a small function. A new key
that has a default where it is read needs neither.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from companion.table.model import Event, Start

VERSION: Final = 5
"""What today's code stores; whatever was stored before there were versions is 0. From 2 on, hashes
of events cover the versions too (`chain.py`); from 3 on, moves are stored without sentences; from 4
on, seats are renamed, moved and left; from 5 on, numbers are corrected and moves replaced."""


class Written(Struct, frozen=True, forbid_unknown_fields=True):
    """Which versions wrote a table: its start, and its events from each of these numbers on."""

    start: int = 0
    events: tuple[tuple[int, int], ...] = ()

    def of(self, number: int) -> int:
        """The version that wrote the event of that number."""
        versions = [version for first, version in self.events if first <= number]
        return versions[-1] if versions else 0

    def with_event(self, number: int) -> Written:
        """The versions once today's program has stored the event of that number."""
        if self.of(number) == VERSION and self.events:
            return self
        return Written(self.start, (*self.events, (number, VERSION)))

    def until(self, number: int) -> Written:
        """The versions of the log up to that number, in their shortest form."""
        runs: list[tuple[int, int]] = []
        for first, version in self.events:
            if first <= number and version != (runs[-1][1] if runs else 0):
                runs.append((first, version))
        return Written(self.start, tuple(runs))

    def fits(self, count: int) -> bool:
        """Whether a log of `count` events can have these versions."""
        firsts = (0, *(first for first, _ in self.events), count + 1)
        versions = (self.start, *(version for _, version in self.events))
        return all(one < other for one, other in pairwise(firsts)) and min(versions) >= 0

    @property
    def newest(self) -> int:
        return max((self.start, *(version for _, version in self.events)))


class Migration(Struct, frozen=True):
    """How to change what versions before `version` stored, for one game or for all."""

    version: int
    game: str = ""
    start: Callable[[Start], Start] | None = None
    event: Callable[[Event], Event] | None = None


def migrated_start(game: str, start: Start, version: int) -> Start:
    """A start that a version of the program stored, in today's form."""
    for migration in MIGRATIONS:
        if migration.start and _concerns(migration, game, version):
            start = migration.start(start)
    return start


def migrated_event(game: str, event: Event, version: int) -> Event:
    """An event that a version of the program stored, in today's form."""
    for migration in MIGRATIONS:
        if migration.event and _concerns(migration, game, version):
            event = migration.event(event)
    return event


def _concerns(migration: Migration, game: str, version: int) -> bool:
    return version < migration.version and migration.game in ("", game)


def _with_facts(start: Start, defaults: Mapping[str, Any]) -> Start:
    """The start with defaults for facts that it may lack."""
    return replace(start, facts={**defaults, **start.facts})


def _mines_score_board(start: Start) -> Start:
    """The first tables did not know how large the score board is."""
    return _with_facts(start, {"board": [250.0, 186.0]})


def _without_sentences(event: Event) -> Event:
    """Moves used to hold their sentences, and why they could not be undone."""
    if event.kind not in ("begin", "play"):
        return event
    result = {key: value for key, value in event.result.items() if key != "say"}
    if "final" in result:
        result["final"] = True
    return replace(event, result=result)


MIGRATIONS: Final[tuple[Migration, ...]] = (
    Migration(1, "mines", start=_mines_score_board),
    Migration(3, event=_without_sentences),
)
"""Oldest first."""
