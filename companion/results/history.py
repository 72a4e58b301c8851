"""Takes a store and a filter, gives the finished games that fit, newest first.

The `end` event of a table is the one source: what it says came out, and when it was written.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Index, Row, Select, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.schema import CreateIndex

from companion.database import StoreAway
from companion.record import Times
from companion.room import CODE
from companion.store import Store, events, tables
from companion.table.fold import END

ENDS = Index("events_by_kind", events.c.kind, events.c.at)
"""Finds the ends among all the other events of a long history."""


# Clocks of some machines know no other days; no game was finished outside of them.
FIRST_DAY: Final = date(1971, 1, 1)
LAST_DAY: Final = date(2999, 12, 31)


class Player(Struct, frozen=True):
    """How one seat came out. Who was not scored has neither points nor place."""

    seat: str
    name: str
    colour: str = ""
    points: int | None = None
    place: int | None = None
    first: bool = False

    @property
    def won(self) -> bool:
        return self.place == 1


class Finished(Struct, frozen=True):
    """One finished game."""

    code: str
    game: str
    opened: float
    ended: float
    players: tuple[Player, ...]
    pointless: bool = False
    options: dict[str, str] = {}

    @property
    def minutes(self) -> int:
        return max(0, round((self.ended - self.opened) / 60))

    @property
    def ranking(self) -> tuple[Player, ...]:
        """Best first; who has no place comes last, in the order of the seats."""
        return tuple(sorted(self.players, key=lambda p: (p.place is None, p.place or 0)))

    @property
    def times(self) -> Times:
        return Times(self.opened, self.ended)


class Wanted(Struct, frozen=True):
    """Which games are asked for; nothing: all. Both days are included; they are days of the
    server's own clock, which hangs in the room where people play."""

    game: str = ""
    player: str = ""
    since: date | None = None
    until: date | None = None

    def has_player(self, finished: Finished) -> bool:
        return not self.player or any(same(p.name, self.player) for p in finished.players)


EVERYTHING: Final = Wanted()


class _Outcome(Struct, frozen=True):
    players: tuple[Player, ...] = ()
    pointless: bool = False
    options: dict[str, str] = {}


class _End(Struct, frozen=True):
    outcome: _Outcome = _Outcome()


def prepare(store: Store) -> None:
    """Makes the index in a file that was written before there was one."""
    try:
        with store.writing() as connection:
            connection.execute(CreateIndex(ENDS, if_not_exists=True))
    except (DBAPIError, StoreAway):  # another makes it just now, and history is right without it
        return


def player_key(name: str) -> str:
    """What names of one player have in common: as at a table, capitals do not matter."""
    return name.strip().lower()


def same(name: str, other: str) -> bool:
    return player_key(name) == player_key(other)


def read_history(store: Store, wanted: Wanted = EVERYTHING) -> list[Finished]:
    query = _ends().order_by(events.c.at.desc(), tables.c.code)
    if wanted.game:
        query = query.where(tables.c.game == wanted.game)
    if wanted.since:
        query = query.where(events.c.at >= _midnight(min(wanted.since, LAST_DAY)))
    if wanted.until and wanted.until < LAST_DAY:
        query = query.where(events.c.at < _midnight(wanted.until + timedelta(days=1)))
    with store.reading() as connection:
        found = [_finished(row) for row in connection.execute(query)]
    return [finished for finished in found if wanted.has_player(finished)]


def find_finished(store: Store, code: str) -> Finished | None:
    if not CODE.fullmatch(code.upper()):
        return None
    with store.reading() as connection:
        row = connection.execute(_ends().where(tables.c.code == code.upper())).first()
    return None if row is None else _finished(row)


def _ends() -> Select[Any]:
    return (
        select(tables.c.code, tables.c.game, tables.c.opened, events.c.at, events.c.result)
        .join(events, events.c.code == tables.c.code)
        .where(events.c.kind == END)
    )


def _midnight(day: date) -> float:
    return datetime.combine(max(day, FIRST_DAY), time()).timestamp()


def _finished(row: Row[Any]) -> Finished:
    outcome = msgspec.json.decode(row.result, type=_End).outcome
    return Finished(
        row.code,
        row.game,
        row.opened,
        row.at,
        outcome.players,
        outcome.pointless,
        outcome.options,
    )
