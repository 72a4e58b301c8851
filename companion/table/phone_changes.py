"""What an event changes about the phones at a table: who holds a seat, and who is the host.

Acts say it, and the store carries it out in the transaction that stores the event: tables know no
phones, and the store does not interpret events.
"""

from __future__ import annotations

from msgspec import Struct


class GiveSeat(Struct, frozen=True):
    """The phone that acted holds a seat from now on, or the one that made a `request`; with `host`,
    it also becomes the host."""

    seat: str
    request: int | None = None
    host: bool = False


class EmptySeat(Struct, frozen=True):
    """No phone holds the seat any more."""

    seat: str


class AddRequest(Struct, frozen=True):
    """The phone that acted asks to continue as a seat."""


class MoveHost(Struct, frozen=True):
    """The phone that holds `seat` becomes the host; without a seat, the phone that acted."""

    seat: str | None = None


PhoneChange = GiveSeat | EmptySeat | AddRequest | MoveHost
