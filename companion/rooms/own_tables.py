"""Find the tables at which a browser has a seat or is the host."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Final

from msgspec import Struct
from sqlalchemy import Index, and_, case, func, or_, select

from companion.rooms.codes import CODE
from companion.rooms.tokens import digest
from companion.storage.schema import events, phones, tables
from companion.storage.store import Store
from companion.table.model import END

MAX_SHOWN: Final = 5
MAX_HOSTED: Final = 40
"""A browser can send any number of cookies."""
SEATS_BY_TOKEN: Final = Index("phones_by_token", phones.c.token)


class OwnTable(Struct, frozen=True):
    code: str
    game: str
    ended: bool


def own_tables(store: Store, token: str, hosted: Mapping[str, str]) -> list[OwnTable]:
    """Running tables first, then those that were used last. `hosted` are the host tokens of the
    browser, by the codes of their tables."""
    held = select(phones.c.code).where(phones.c.token == digest(token))
    known = islice(((c, t) for c, t in hosted.items() if CODE.fullmatch(c)), MAX_HOSTED)
    hosts = [and_(tables.c.code == c, tables.c.host == digest(t)) for c, t in known]
    ended = func.coalesce(func.max(case((events.c.kind == END, 1), else_=0)), 0)
    used = func.coalesce(func.max(events.c.at), tables.c.opened)
    query = (
        select(tables.c.code, tables.c.game, ended)
        .outerjoin(events, events.c.code == tables.c.code)
        .where(or_(tables.c.code.in_(held), *hosts))
        .group_by(tables.c.code)
        .order_by(ended, used.desc(), tables.c.code)
        .limit(MAX_SHOWN)
    )
    with store.reading() as connection:
        rows = connection.execute(query).all()
    return [OwnTable(row[0], row[1], bool(row[2])) for row in rows]
