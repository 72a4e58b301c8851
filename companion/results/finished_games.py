"""Read finished games from the store, newest first.

The `end` event of a table is the only source of its result and of when it ended.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any, Final

import msgspec
from msgspec import Struct, field
from sqlalchemy import Connection, Index, Row, Select, select

from companion.games import is_playable
from companion.games.data.facts import lowest_wins
from companion.games.score import Result
from companion.rooms.codes import CODE
from companion.rooms.records import Times
from companion.storage.schema import events, tables
from companion.storage.store import Store
from companion.table.model import END
from companion.table.outcome import ChosenOption, read_choices, read_result
from companion.table.score_progress import ScoreProgress, read_progress

EVENTS_BY_KIND: Final = Index("events_by_kind", events.c.kind, events.c.at)
"""Finds the ends quickly among all other events."""


# Some platforms cannot represent other dates; no game was finished outside of these.
FIRST_DAY: Final = date(1971, 1, 1)
LAST_DAY: Final = date(2999, 12, 31)
NOTHING: Final = msgspec.Raw(b"null")


class Player(Struct, frozen=True):
    """The result of one seat. A player who was not scored has neither points nor place."""

    seat: str
    name: str
    colour: str = ""
    points: int | None = None
    place: int | None = None
    first: bool = False

    @property
    def won(self) -> bool:
        return self.place == 1


class FinishedGame(Struct, frozen=True):
    """One finished game. Its score and options are decoded only when they are asked for: a list
    of games shows neither."""

    code: str
    game: str
    opened: float
    ended: float
    players: tuple[Player, ...]
    ranking_only: bool = False
    options: dict[str, str] = {}
    lowest_wins: bool = False
    stored_score: msgspec.Raw = NOTHING
    stored_choices: msgspec.Raw = NOTHING
    stored_progress: msgspec.Raw = NOTHING

    @property
    def minutes(self) -> int:
        return max(0, round((self.ended - self.opened) / 60))

    @property
    def ranking(self) -> tuple[Player, ...]:
        """Best first; players without a place come last, in the order of the seats."""
        return tuple(sorted(self.players, key=lambda p: (p.place is None, p.place or 0)))

    @property
    def score(self) -> Result | None:
        """The score as it was stored; None in results of earlier versions."""
        stored = msgspec.json.decode(self.stored_score)
        return None if stored is None else read_result(stored)

    @property
    def choices(self) -> tuple[ChosenOption, ...] | None:
        """All options as they were stored; None in results of earlier versions."""
        stored = msgspec.json.decode(self.stored_choices)
        return None if stored is None else read_choices(stored)

    @property
    def progress(self) -> ScoreProgress | None:
        """The points in the course of the game; None in results of earlier versions."""
        stored = msgspec.json.decode(self.stored_progress)
        return None if stored is None else read_progress(stored)

    @property
    def times(self) -> Times:
        return Times(self.opened, self.ended)


class ResultFilter(Struct, frozen=True):
    """A filter of finished games; an empty one fits all. Both days are included, in the server's
    local time."""

    game: str = ""
    player: str = ""
    since: date | None = None
    until: date | None = None

    def has_player(self, finished: FinishedGame) -> bool:
        return not self.player or any(same(p.name, self.player) for p in finished.players)


EVERYTHING: Final = ResultFilter()


class _Outcome(Struct, frozen=True):
    players: tuple[Player, ...] = ()
    ranking_only: bool = field(default=False, name="pointless")
    options: dict[str, str] = {}
    score: msgspec.Raw = NOTHING
    choices: msgspec.Raw = NOTHING
    progress: msgspec.Raw = NOTHING
    lowest_wins: bool | None = None
    """None in results that were stored before it was part of them."""


class _Start(Struct, frozen=True):
    facts: dict[str, Any] = {}


class _End(Struct, frozen=True):
    outcome: _Outcome = _Outcome()


def player_key(name: str) -> str:
    """The key by which names are compared: as at a table, capitals do not matter."""
    return name.strip().lower()


def same(name: str, other: str) -> bool:
    return player_key(name) == player_key(other)


def read_finished_games(store: Store, filters: ResultFilter = EVERYTHING) -> list[FinishedGame]:
    query = _ends().order_by(events.c.at.desc(), tables.c.code)
    if filters.game:
        query = query.where(tables.c.game == filters.game)
    if filters.since:
        query = query.where(events.c.at >= _midnight(min(filters.since, LAST_DAY)))
    if filters.until and filters.until < LAST_DAY:
        query = query.where(events.c.at < _midnight(filters.until + timedelta(days=1)))
    with store.reading() as connection:
        found = [_finished(row, connection) for row in connection.execute(query)]
    return [finished for finished in found if finished and filters.has_player(finished)]


def find_finished(store: Store, code: str) -> FinishedGame | None:
    if not CODE.fullmatch(code.upper()):
        return None
    with store.reading() as connection:
        row = connection.execute(_ends().where(tables.c.code == code.upper())).first()
        return None if row is None else _finished(row, connection)


def _ends() -> Select[Any]:
    return (
        select(tables.c.code, tables.c.game, tables.c.opened, events.c.at, events.c.result)
        .join(events, events.c.code == tables.c.code)
        .where(events.c.kind == END)
    )


def _midnight(day: date) -> float:
    return datetime.combine(max(day, FIRST_DAY), time()).timestamp()


def _finished(row: Row[Any], connection: Connection) -> FinishedGame | None:
    """None for a damaged row, so that it does not hide the others."""
    try:
        outcome = msgspec.json.decode(row.result, type=_End).outcome
    except msgspec.MsgspecError:
        return None
    return FinishedGame(
        row.code,
        row.game,
        row.opened,
        row.at,
        outcome.players,
        outcome.ranking_only,
        outcome.options,
        _lowest_wins(row, connection) if outcome.lowest_wins is None else outcome.lowest_wins,
        outcome.score,
        outcome.choices,
        outcome.progress,
    )


def _lowest_wins(row: Row[Any], connection: Connection) -> bool:
    """What the table's facts say. In games with rules of their own the most points win."""
    if is_playable(row.game):
        return False
    query = select(tables.c.start).where(tables.c.code == row.code)
    start = connection.execute(query).scalar_one()
    return lowest_wins(msgspec.json.decode(start, type=_Start).facts)
