"""Which phones hold which seats, and which one is the host."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from companion.storage.schema import phones, seat_requests, tables
from companion.storage.statements import SEEN
from companion.table.phone_changes import (
    AddRequest,
    EmptySeat,
    GiveSeat,
    MoveHost,
    PhoneChange,
)


class Holder(Struct, frozen=True):
    """A phone that holds a seat, and when it was last seen, in seconds since 1970."""

    seat: str
    token: str
    seen: float


class Acted(Struct, frozen=True):
    """The phone that made an event, if one did, and when."""

    number: int
    phone: str | None
    at: float


def update_holders(
    connection: Connection, code: str, acted: Acted, change: PhoneChange | None
) -> None:
    """Store which phones hold which seats, and which one is the host, after an event."""
    match change:
        case GiveSeat():
            token = acted.phone
            if change.request is not None:
                token = _token_of_request(connection, code, change.request)
            _give_seat(connection, code, change.seat, token, acted.at)
            if change.host and token is not None:
                _make_host(connection, code, token, acted.at)
        case EmptySeat(seat):
            _give_seat(connection, code, seat, None, acted.at)
        case AddRequest():
            row = {"code": code, "number": acted.number, "token": acted.phone}
            connection.execute(insert(seat_requests), row)
        case MoveHost(None):
            if acted.phone is not None:
                _make_host(connection, code, acted.phone, acted.at)
        case MoveHost(seat):
            holder = select(phones.c.token).where(phones.c.code == code, phones.c.seat == seat)
            _make_host(connection, code, connection.execute(holder).scalar_one(), acted.at)
    if acted.phone is not None:
        connection.execute(SEEN, {"at_table": code, "phone": acted.phone, "now": acted.at})


def _token_of_request(connection: Connection, code: str, number: int) -> str | None:
    """The phone that asked to continue as a seat."""
    asked = select(seat_requests.c.token).where(
        seat_requests.c.code == code, seat_requests.c.number == number
    )
    token: str | None = connection.execute(asked).scalar()
    return token


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
