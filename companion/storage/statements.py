"""The queries and updates of the store.

Statements are built once: building one takes longer than running it.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    and_,
    bindparam,
    case,
    func,
    select,
    update,
)

from companion.storage.schema import (
    events,
    keys,
    phones,
    replaced_tokens,
    seat_requests,
    tables,
)

TABLE: Final = select(tables).where(tables.c.code == bindparam("code"))
LOG: Final = (
    select(events)
    .where(events.c.code == bindparam("code"), events.c.number > bindparam("after"))
    .order_by(events.c.number)
)
LATER: Final = and_(events.c.code == tables.c.code, events.c.number > bindparam("after"))
NEW_EVENTS: Final = (
    select(events)
    .select_from(tables.outerjoin(events, LATER))
    .where(
        tables.c.code == bindparam("code"),
        tables.c.seed == bindparam("seed"),
        tables.c.host == bindparam("host"),
    )
    .order_by(events.c.number)
)
# The next game is not an event of a table that has ended, but its phones must hear of it.
REVISIONS: Final = (
    select(events.c.code, func.max(events.c.number) + case((tables.c.next != "", 1), else_=0))
    .join(tables, tables.c.code == events.c.code)
    .where(events.c.code.in_(bindparam("codes", expanding=True)))
    .group_by(events.c.code, tables.c.next)
)
FOLLOWING = tables.alias()
NEXT: Final = (
    select(FOLLOWING.c.code)
    .join(tables, tables.c.next == FOLLOWING.c.code)
    .where(tables.c.code == bindparam("code"))
)
VERSIONS: Final = (
    select(func.min(events.c.number), events.c.version)
    .where(events.c.code == bindparam("code"))
    .group_by(events.c.version)
    .order_by(func.min(events.c.number))
)
HOLDERS: Final = (
    select(phones.c.seat, phones.c.token, phones.c.seen)
    .where(phones.c.code == bindparam("code"))
    .order_by(phones.c.seat)
)
REQUESTS: Final = select(seat_requests.c.number).where(
    seat_requests.c.code == bindparam("code"), seat_requests.c.token == bindparam("token")
)
SEEN: Final = (
    update(phones)
    .where(phones.c.code == bindparam("at_table"), phones.c.token == bindparam("phone"))
    .values(seen=bindparam("now"))
)
HOST_SEEN: Final = (
    update(tables).where(tables.c.code == bindparam("at_table")).values(host_seen=bindparam("now"))
)

HELD: Final = select(phones.c.seat).where(phones.c.token == bindparam("token")).limit(1)
REPLACED: Final = select(replaced_tokens.c.at).where(replaced_tokens.c.token == bindparam("token"))
KEY: Final = select(keys.c.value).where(keys.c.name == bindparam("name"))
