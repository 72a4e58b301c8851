"""Takes a record of another server (or of this one, long ago), gives it a place in the history."""

from __future__ import annotations

import secrets
import time
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import insert, select
from sqlalchemy.exc import DataError, IntegrityError

from companion.record import Record, Times, examine
from companion.room import CODE_LENGTH, LETTERS, digest
from companion.store import Store, events, tables
from companion.table.fold import END
from companion.table.model import Event, Refused

TRIES: Final = 20
DAY: Final = 24 * 3600.0


class Imported(Struct, frozen=True):
    """Where the game now is. Who brought a new one is its host, by the token."""

    code: str
    token: str | None


def import_record(store: Store, text: str, known_games: frozenset[str]) -> Imported:
    """A record that proves itself; the same one twice is one game. Raises Refused."""
    examined = examine(text)
    record = examined.record
    if examined.wrong or record is None:
        raise Refused("{reason}", reason=examined.wrong[0])
    if record.game not in known_games:
        raise Refused("this server does not have the game {game}", game=record.game)
    here = _code_of(store, record.seed)
    if here is not None:
        return Imported(here, None)
    return _keep(store, record, _sane_times(record.times))


def _code_of(store: Store, seed: bytes) -> str | None:
    """A seed is never used for a second table, so it tells whether two records are one game."""
    with store.engine.connect() as connection:
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
            with store.engine.begin() as connection:
                connection.execute(insert(tables).values(row))
                rows = [_row(code, event, times) for event in record.events]
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
    fits = len(wished) == CODE_LENGTH and set(wished) <= set(LETTERS)
    others = ("".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH)) for _ in range(TRIES))
    return [*([wished] if fits else []), *others]


def _row(code: str, event: Event, times: Times) -> dict[str, object]:
    data, result = (msgspec.json.encode(value).decode() for value in (event.data, event.result))
    return {
        "code": code,
        "number": event.number,
        "id": event.id,
        "kind": event.kind,
        "seat": event.seat,
        "data": data,
        "result": result,
        "at": times.ended if event.kind == END else times.opened,
    }
