"""Import records of finished games from other servers."""

from __future__ import annotations

import secrets
import time
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import insert, select
from sqlalchemy.exc import DataError, IntegrityError

from companion.games.edition import is_known
from companion.language.messages import Refused
from companion.rooms.codes import CODE, new_code
from companion.rooms.examine import Examined
from companion.rooms.records import FIRST_YEAR, Record, Times
from companion.rooms.tokens import digest
from companion.storage.rows import event_row
from companion.storage.schema import events, tables
from companion.storage.store import Store
from companion.table.model import END, Event

TRIES: Final = 20
DAY: Final = 24 * 3600.0
FIRST_YEAR_SECONDS: Final = (FIRST_YEAR - 1970) * 365 * DAY


class Imported(Struct, frozen=True):
    """Where the game now is, and the token of its host if it is new here."""

    code: str
    token: str | None


def import_record(store: Store, examined: Examined, known_games: frozenset[str]) -> Imported:
    """Store a record that proves itself; importing it twice gives one game. Raises Refused."""
    record = examined.record
    if record is not None and record.game not in known_games:
        raise Refused("this server does not have the game {game}", game=record.game)
    if examined.wrong or record is None:
        raise Refused("{reason}", reason=examined.wrong[0])
    if not is_known(record.rules):
        raise Refused("this record is from a newer version of Paperboat")
    here = _code_of(store, record.seed)
    if here is not None:
        return Imported(here, None)
    _check_past(record)
    return _keep(store, record, _sane_times(record.times))


def _code_of(store: Store, seed: bytes) -> str | None:
    """The code of the table with that seed. Every table has its own seed, so this finds a game that
    is already here."""
    with store.reading() as connection:
        return connection.execute(select(tables.c.code).where(tables.c.seed == seed)).scalar()


def _check_past(record: Record) -> None:
    if any((event.at or 0) > time.time() + DAY for event in record.events):
        raise Refused("this record ends in the future")


def _sane_times(times: Times | None) -> Times:
    now = time.time()
    if times is None:
        return Times(now, now)
    if now < FIRST_YEAR_SECONDS:  # this machine's clock was never set
        return times
    if times.ended is None or times.ended > now + DAY:
        raise Refused("this record ends in the future")
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
            "version": record.written.start,
        }
        try:
            with store.writing() as connection:
                connection.execute(insert(tables).values(row))
                of = record.written.of
                rows = [event_row(code, e, _time_of(e, times), of(e.number)) for e in record.events]
                connection.execute(insert(events), rows)
        except IntegrityError:
            here = _code_of(store, record.seed)
            if here is not None:
                return Imported(here, None)
            continue
        except DataError:
            raise Refused("this record cannot be saved") from None
        return Imported(code, token)
    raise Refused("no free code was found; try again")


def _codes(wished: str) -> list[str]:
    """The code it had, if it is valid, then new ones."""
    return [*([wished] if CODE.fullmatch(wished) else []), *(new_code() for _ in range(TRIES))]


def _time_of(event: Event, times: Times) -> float:
    """Records of earlier versions only hold when the table was opened and when it ended."""
    if event.at is not None:
        return event.at
    return times.opened if times.ended is None or event.kind != END else times.ended
