"""Which phones hold which seats, and which one is the host."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import (
    Connection,
    delete,
    insert,
    select,
    update,
)

from companion.storage.schema import (
    phones,
    seat_requests,
    tables,
)
from companion.storage.statements import SEEN
from companion.table.model import Event


class Holder(Struct, frozen=True):
    """A phone that holds a seat, and when it was last seen, in seconds since 1970."""

    seat: str
    token: str
    seen: float


def update_holders(
    connection: Connection, code: str, made: Event, phone: str | None, at: float
) -> None:
    """Store which phones hold which seats, and which one is the host, after an event that `phone`
    made."""
    if made.kind == "join":
        _give_seat(connection, code, made.result["seat"], phone, at)
    elif made.kind == "ask-seat":
        row = {"code": code, "number": made.number, "token": phone}
        connection.execute(insert(seat_requests), row)
    elif made.kind in ("leave", "remove"):
        _give_seat(connection, code, made.data.get("who", made.seat), None, at)
    elif made.kind == "take-over":
        asked = select(seat_requests.c.token).where(
            seat_requests.c.code == code,
            seat_requests.c.number == made.data.get("request"),
        )
        token = connection.execute(asked).scalar() if "request" in made.data else phone
        _give_seat(connection, code, made.data["who"], token, at)
        if made.data.get("host") and token is not None:
            _make_host(connection, code, token, at)
    elif made.kind == "hand-host":
        holder = select(phones.c.token).where(
            phones.c.code == code, phones.c.seat == made.data["who"]
        )
        _make_host(connection, code, connection.execute(holder).scalar_one(), at)
    elif made.kind == "claim-host" and phone is not None:
        _make_host(connection, code, phone, at)
    if phone is not None:
        connection.execute(SEEN, {"at_table": code, "phone": phone, "now": at})


def _make_host(connection: Connection, code: str, token: str, at: float) -> None:
    changed = update(tables).where(tables.c.code == code)
    connection.execute(changed.values(host=token, host_seen=at))


def _give_seat(connection: Connection, code: str, seat: str, token: str | None, at: float) -> None:
    """Let one phone hold a seat, or none; whichever held it before does so no longer."""
    here = (phones.c.code == code) & (phones.c.seat == seat)
    connection.execute(delete(phones).where(here))
    if token is not None:
        row = {"code": code, "token": token, "seat": seat, "seen": at}
        connection.execute(insert(phones), row)
