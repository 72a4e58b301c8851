"""Identify phones by their cookies, find their tables, and limit how often they may ask."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import Final

from flask import abort, request
from msgspec import Struct
from werkzeug.exceptions import NotFound, TooManyRequests
from werkzeug.wrappers import Response as AnyResponse

from companion.rooms.presence import Presence, away_seats
from companion.rooms.rights import seats_held
from companion.rooms.room import Room
from companion.rooms.rooms import Rooms
from companion.rooms.seat_links import SeatLinks
from companion.rooms.stand_in import may_stand_in
from companion.rooms.tokens import Tokens
from companion.web.limits import ConcurrencyLimit, RateLimiter, client_of
from companion.web.translation import set_game

PHONE: Final = "paperboat_phone"
HOST: Final = "paperboat_host_"
YEAR: Final = 365 * 24 * 3600
WATCHING: Final = "none"
SAME: Final = "same-origin"
MAX_STREAMS: Final = 2000  # from one address; a fifth of what a process can hold
STREAM_RETRY_SECONDS: Final = 10


class Visitor(Struct, frozen=True):
    """One phone at one table. `seat` is the one it acts with now; a spectator has none.

    `requested` is the seat that the address names, whoever holds it. `away` are the seats whose
    phone is away, and `waiting` are the seats as which this phone asks to continue, by the number
    of its request.
    """

    room: Room
    phone: str
    seats: tuple[str, ...]
    seat: str | None
    host: bool
    requested: str | None = None
    away: frozenset[str] = frozenset()
    waiting: Mapping[int, str] = {}

    @property
    def code(self) -> str:
        return self.room.stored.code

    @property
    def stands_in_for(self) -> str | None:
        """The seat for which the host plays on this page."""
        table, seat = self.room.table, self.requested
        if seat in self.seats or not may_stand_in(table, seat, host=self.host, away=self.away):
            return None
        return seat


class Access:
    """Finds tables for phones and API clients, and slows down those that guess codes, open tables
    or upload records too often. Pages and API share one instance, so limits count for both."""

    def __init__(self, rooms: Rooms, tokens: Tokens, presence: Presence, links: SeatLinks) -> None:
        self.rooms = rooms
        self.tokens = tokens
        self.presence = presence
        self.links = links
        self._openings = RateLimiter(tries=20, seconds_each=20.0, clock=time.monotonic)
        self._wrong_codes = RateLimiter(tries=20, seconds_each=6.0, clock=time.monotonic)
        self._records = RateLimiter(tries=10, seconds_each=10.0, clock=time.monotonic)
        # A family that shares a phone taps a few times a second at most, and a long evening has a
        # few hundred acts: the first limit stops scripts, the second keeps histories short.
        self._acts = RateLimiter(tries=60, seconds_each=0.2, clock=time.monotonic)
        self._many_acts = RateLimiter(tries=1500, seconds_each=2.0, clock=time.monotonic)
        self._streams = ConcurrencyLimit(MAX_STREAMS)

    def count_opening(self) -> None:
        _slow_down(self._openings.take(_client()))

    def count_record(self) -> None:
        _slow_down(self._records.take(_client()))

    def count_act(self, code: str, seats: Collection[str], *, host: bool) -> None:
        """Count an act of the host, of the phone with these seats, or of a client without seats.

        Clients without seats are counted by address, so inventing tokens does not help them.
        """
        actor = "host" if host else min(seats, default=_client())
        key = f"{code} {actor}"
        _slow_down(self._acts.take(key) or self._many_acts.take(key))

    def open_stream(self) -> Callable[[], None]:
        """Count an event stream; return a function to call when it ends."""
        client = _client()
        if not self._streams.enter(client):
            _slow_down(STREAM_RETRY_SECONDS)
        return lambda: self._streams.leave(client)

    def find(self, code: str) -> Room | None:
        """Like `room`, but None for a wrong code, which is counted."""
        try:
            return self.room(code)
        except NotFound:
            return None

    def room(self, code: str) -> Room:
        """The room with this code; responds with 404 if there is none.

        After too many wrong codes, even a right one gets 429, except from a phone that belongs to
        the table.
        """
        room = self.rooms.room(code)
        if room is None:
            _slow_down(self._wrong_codes.take(_client()))
            abort(404)
        seconds = self._wrong_codes.peek(_client())
        if seconds and not self._belongs(room):
            _slow_down(seconds)
        set_game(room.stored.game)
        return room

    def _belongs(self, room: Room) -> bool:
        code = room.stored.code
        tokens = [request.cookies.get(PHONE), request.cookies.get(HOST + code), bearer_token()]
        return any(self.rooms.seats(code, t) or self.rooms.is_host(room, t) for t in tokens if t)

    def phone(self) -> str:
        """The token of this browser, replaced if this server did not issue it."""
        sent = request.cookies.get(PHONE)
        return self.tokens.recognise(sent) if sent else self.tokens.issue()

    def visitor(self, code: str) -> Visitor:
        room = self.room(code)
        phone = self.phone()
        code = room.stored.code
        host = self.is_host(room, phone)
        self.presence.mark(code, phone, host=host)
        holders = self.rooms.holders(code)
        seats = tuple(seats_held(holders, phone))
        requested = request.args.get("seat") or request.form.get("seat")
        first = seats[0] if seats else None
        seat = requested if requested in seats else (None if requested == WATCHING else first)
        return Visitor(
            room,
            phone,
            seats,
            seat,
            host,
            requested,
            away_seats(room.table, holders),
            self._waiting(room, phone),
        )

    def is_host(self, room: Room, phone: str) -> bool:
        """Whether this browser is the host: it opened the table, or was made the host since."""
        tokens = (request.cookies.get(HOST + room.stored.code, ""), phone)
        return any(self.rooms.is_host(room, token) for token in tokens)

    def _waiting(self, room: Room, phone: str) -> dict[int, str]:
        asked = room.table.requests
        own = self.rooms.requests(room.stored.code, phone) if asked else frozenset()
        return {number: seat for number, seat in asked.items() if number in own}


def _client() -> str:
    return client_of(request.remote_addr or "")


def _slow_down(seconds: int) -> None:
    """Respond with 429 and when to retry, unless `seconds` is 0."""
    if seconds:
        raise TooManyRequests(retry_after=seconds)


def bearer_token() -> str | None:
    """The token that API clients send; pages send cookies instead."""
    sent = request.authorization
    return sent.token if sent is not None and sent.type == "bearer" else None


def remember_phone(answer: AnyResponse, phone: str) -> None:
    _remember(answer, PHONE, phone)


def remember_host(answer: AnyResponse, code: str, token: str) -> None:
    _remember(answer, HOST + code, token)


def _remember(answer: AnyResponse, name: str, token: str) -> None:
    secure = request.is_secure
    answer.set_cookie(name, token, max_age=YEAR, secure=secure, httponly=True, samesite="Lax")


def reject_cross_site() -> None:
    """Respond with 403 to forms of other sites. Our referrer policy makes browsers send the origin
    of our own pages."""
    if request.method != "POST":
        return
    origin = request.headers.get("Origin")
    if origin is None:  # some tools and browser extensions leave it out
        if request.headers.get("Sec-Fetch-Site", SAME) not in (SAME, "none"):
            abort(403)
        return
    _, _, host = origin.lower().partition("://")
    if host != request.host.lower():
        abort(403)
