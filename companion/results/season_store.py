"""Store seasons, and find them again."""

from __future__ import annotations

import secrets
import time
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import delete, func, insert, select, update

from companion.language.messages import Refused
from companion.results.seasons import Season
from companion.storage.schema import seasons
from companion.storage.store import Store

MAX_SEASONS: Final = 500
"""More than any club needs; a longer list would only fill the database."""
ID_BYTES: Final = 6


class StoredSeason(Struct, frozen=True):
    id: str
    season: Season
    made: float


def save_season(store: Store, season: Season) -> str:
    """Returns the id of the new season. Raises Refused if there are too many."""
    season_id = secrets.token_hex(ID_BYTES)
    text = msgspec.json.encode(season).decode()
    with store.writing() as connection:
        count = connection.execute(select(func.count()).select_from(seasons)).scalar_one()
        if count >= MAX_SEASONS:
            raise Refused("there are {count} seasons here; delete one first", count=count)
        row = {"id": season_id, "season": text, "made": time.time()}
        connection.execute(insert(seasons), row)
    return season_id


def read_seasons(store: Store) -> list[StoredSeason]:
    """All seasons, newest first; damaged ones are left out."""
    query = select(seasons).order_by(seasons.c.made.desc(), seasons.c.id)
    with store.reading() as connection:
        rows = connection.execute(query).all()
    found = [_stored(row.id, row.season, row.made) for row in rows]
    return [stored for stored in found if stored is not None]


def find_season(store: Store, season_id: str) -> StoredSeason | None:
    query = select(seasons).where(seasons.c.id == season_id)
    with store.reading() as connection:
        row = connection.execute(query).first()
    return None if row is None else _stored(row.id, row.season, row.made)


def rewrite_season(store: Store, season_id: str, season: Season) -> None:
    text = msgspec.json.encode(season).decode()
    with store.writing() as connection:
        connection.execute(update(seasons).where(seasons.c.id == season_id).values(season=text))


def delete_season(store: Store, season_id: str) -> None:
    with store.writing() as connection:
        connection.execute(delete(seasons).where(seasons.c.id == season_id))


def _stored(season_id: str, text: str, made: float) -> StoredSeason | None:
    try:
        return StoredSeason(season_id, msgspec.json.decode(text, type=Season), made)
    except msgspec.MsgspecError:
        return None
