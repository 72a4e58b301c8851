"""Takes an examined record of another server (or of this one, long ago), gives it a place in the
history."""

from __future__ import annotations

import secrets
import time
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import insert, select
from sqlalchemy.exc import DataError, IntegrityError

from companion.record import Examined, Record, Times
from companion.room import CODE, digest, new_code
from companion.store import Store, event_row, events, tables
from companion.table.fold import END
from companion.table.model import Event, Refused

TRIES: Final = 20
DAY: Final = 24 * 3600.0


class Imported(Struct, frozen=True):
    """Where the game now is. Who brought a new one is its host, by the token."""

    code: str
    token: str | None


def import_record(store: Store, examined: Examined, known_games: frozenset[str]) -> Imported:
    """A record that proves itself; the same one twice is one game. Raises Refused."""
    record = examined.record
    if record is not None and record.game not in known_games:
        raise Refused("this server does not have the game {game}", game=record.game)
    if examined.wrong or record is None:
        raise Refused("{reason}", reason=examined.wrong[0])
    here = _code_of(store, record.seed)
    if here is not None:
        return Imported(here, None)
    return _keep(store, record, _sane_times(record.times))


def _code_of(store: Store, seed: bytes) -> str | None:
    """A seed is never used for a second table, so it tells whether two records are one game."""
    with store.reading() as connection:
        return connection.execute(select(tables.c.code).where(tables.c.seed == seed)).scalar()


def _sane_times(times: Times | None) -> Times:
    now = time.time()
    if times is None:
        return Times(now, now)
    if times.ended is None or times.ended > now + DAY:
        raise Refused("this record says that it ended in the future")
    return times


def _keep(store: Store, record: Record, times: Times) -> Imported:
    token = secrets.token_urlsafe(24)
    for code in _codes(record.code):
        row = {
            "code": code,
            "game": record.game,
            "seed": record.seed,
            "host": digest(token),
            "start": msgspec.json.encode(record.start).decode(),
            "opened": times.opened,
        }
        try:
            with store.writing() as connection:
                connection.execute(insert(tables).values(row))
                rows = [event_row(code, e, _time_of(e, times)) for e in record.events]
                connection.execute(insert(events), rows)
        except IntegrityError:
            here = _code_of(store, record.seed)
            if here is not None:
                return Imported(here, None)
            continue
        except DataError:
            raise Refused("this record does not fit into the store") from None
        return Imported(code, token)
    raise Refused("no free code was found; try again")


def _codes(wished: str) -> list[str]:
    """The code it had, if it can be one, then others."""
    return [*([wished] if CODE.fullmatch(wished) else []), *(new_code() for _ in range(TRIES))]


def _time_of(event: Event, times: Times) -> float:
    """A record tells only when its table was opened and when it ended."""
    return times.opened if times.ended is None or event.kind != END else times.ended
