"""Takes a request, gives who asks: a phone by its cookie, its seats, and whether it is the host."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Final

from flask import abort, request
from msgspec import Struct
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response as AnyResponse

from companion.room import Room, Rooms
from companion.web.language import speak_of
from companion.web.limits import Crowd, Limiter, client_of

PHONE: Final = "paperboat_phone"
HOST: Final = "paperboat_host_"
YEAR: Final = 365 * 24 * 3600
WATCHING: Final = "none"
SAME: Final = "same-origin"
MOST_STREAMS: Final = 2000  # of one address; a fifth of what a process holds
STREAMS_WAIT: Final = 10


class Visitor(Struct, frozen=True):
    """One phone at one table. `seat` is the one it acts with now; a spectator has none."""

    room: Room
    phone: str
    seats: tuple[str, ...]
    seat: str | None
    host: bool

    @property
    def code(self) -> str:
        return self.room.stored.code


class Door:
    """Lets phones and programs in: finds their table, and slows down who guesses codes, opens
    tables or sends records too often. Pages and programs share one, so that no limit is doubled."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._openings = Limiter(tries=20, seconds_each=20.0, clock=time.monotonic)
        self._wrong_codes = Limiter(tries=20, seconds_each=6.0, clock=time.monotonic)
        self._records = Limiter(tries=10, seconds_each=10.0, clock=time.monotonic)
        self._streams = Crowd(MOST_STREAMS)

    def count_opening(self) -> None:
        _slow_down(self._openings.wait(_client()))

    def count_record(self) -> None:
        _slow_down(self._records.wait(_client()))

    def open_stream(self) -> Callable[[], None]:
        """Counts a stream of news; gives what is to be called when it ends."""
        client = _client()
        if not self._streams.enter(client):
            _slow_down(STREAMS_WAIT)
        return lambda: self._streams.leave(client)

    def find(self, code: str) -> Room:
        """The table of a code. Who has tried too many wrong ones is not even told that one is
        right, but a phone that belongs to the table goes on."""
        room = self.rooms.room(code)
        if room is None:
            _slow_down(self._wrong_codes.wait(_client()))
            abort(404)
        seconds = self._wrong_codes.look(_client())
        if seconds and not self._belongs(room):
            _slow_down(seconds)
        speak_of(room.stored.game)
        return room

    def _belongs(self, room: Room) -> bool:
        code = room.stored.code
        sent = [request.cookies.get(PHONE), request.cookies.get(HOST + code), sent_bearer()]
        return any(self.rooms.seats(code, t) or self.rooms.is_host(room, t) for t in sent if t)

    def visitor(self, code: str) -> Visitor:
        room = self.find(code)
        phone = request.cookies.get(PHONE) or secrets.token_urlsafe(24)
        seats = tuple(self.rooms.seats(room.stored.code, phone))
        asked = request.args.get("seat") or request.form.get("seat")
        first = seats[0] if seats else None
        seat = asked if asked in seats else (None if asked == WATCHING else first)
        token = request.cookies.get(HOST + room.stored.code, "")
        return Visitor(room, phone, seats, seat, self.rooms.is_host(room, token))


def _client() -> str:
    return client_of(request.remote_addr or "")


def _slow_down(seconds: int) -> None:
    """Stops who asks too often; the answer says when to come back."""
    if seconds:
        raise TooManyRequests(retry_after=seconds)


def sent_bearer() -> str | None:
    """The token that programs send; pages of ours send cookies instead."""
    said = request.authorization
    return said.token if said is not None and said.type == "bearer" else None


def remember_phone(answer: AnyResponse, phone: str) -> None:
    _remember(answer, PHONE, phone)


def remember_host(answer: AnyResponse, code: str, token: str) -> None:
    _remember(answer, HOST + code, token)


def _remember(answer: AnyResponse, name: str, token: str) -> None:
    secure = request.is_secure
    answer.set_cookie(name, token, max_age=YEAR, secure=secure, httponly=True, samesite="Lax")


def refuse_other_sites() -> None:
    """Cookies come with this site's own pages only, and a form of another site is refused. Our
    referrer policy lets browsers say of our own pages where they are from."""
    if request.method != "POST":
        return
    origin = request.headers.get("Origin")
    if origin is None:  # some tools leave it out, and so do a few browsers' extensions
        if request.headers.get("Sec-Fetch-Site", SAME) not in (SAME, "none"):
            abort(403)
        return
    _, _, site = origin.lower().partition("://")
    if site != request.host.lower():
        abort(403)
