"""Takes a request, gives who asks: a phone by its cookie, its seats, and whether it is the host."""

from __future__ import annotations

import secrets
import time
from typing import Final
from urllib.parse import urlsplit

from flask import abort, request
from msgspec import Struct
from werkzeug.wrappers import Response as AnyResponse

from companion.room import Room, Rooms
from companion.web.errors import slow_down
from companion.web.limits import Limiter

PHONE: Final = "paperboat_phone"
HOST: Final = "paperboat_host_"
YEAR: Final = 365 * 24 * 3600
WATCHING: Final = "none"


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
    """Lets phones in: finds their table, and slows down who guesses codes."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._wrong_codes = Limiter(tries=20, seconds_each=6.0, clock=time.monotonic)

    def find(self, code: str) -> Room:
        room = self.rooms.room(code)
        if room is None:
            slow_down(self._wrong_codes)
            abort(404)
        return room

    def visitor(self, code: str) -> Visitor:
        room = self.find(code)
        phone = request.cookies.get(PHONE) or secrets.token_urlsafe(24)
        seats = tuple(self.rooms.seats(room.stored.code, phone))
        asked = request.args.get("seat") or request.form.get("seat")
        first = seats[0] if seats else None
        seat = asked if asked in seats else (None if asked == WATCHING else first)
        token = request.cookies.get(HOST + room.stored.code, "")
        return Visitor(room, phone, seats, seat, self.rooms.is_host(room, token))


def remember_phone(answer: AnyResponse, phone: str) -> None:
    answer.set_cookie(PHONE, phone, max_age=YEAR, httponly=True, samesite="Lax")


def remember_host(answer: AnyResponse, code: str, token: str) -> None:
    answer.set_cookie(HOST + code, token, max_age=YEAR, httponly=True, samesite="Lax")


def refuse_other_sites() -> None:
    """Cookies come with this site's own pages only, and a form of another site is refused."""
    origin = request.headers.get("Origin")
    other = origin not in (None, "null") and urlsplit(origin).netloc != request.host
    if request.method == "POST" and other:
        abort(403)
