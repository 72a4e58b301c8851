"""Takes codes, tokens and acts, gives tables that are stored, told of and fair."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

import msgspec
from msgspec import Struct

from companion.chance import SEED_BYTES, commitment
from companion.live import Live
from companion.store import NumberTaken, Store, StoredTable
from companion.table.fold import decide, fold
from companion.table.model import Act, Event, Refused, Table

# No vowels (no words), nothing that looks or sounds like another: 20^6 = 64 million codes.
LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH: Final = 6
TRIES: Final = 20


class Pieces(Struct, frozen=True):
    """What a game brings to a table: decks and bags by name, and dice by name."""

    decks: dict[str, tuple[str, ...]]
    dice: dict[str, tuple[str, ...]]


class Room(Struct, frozen=True):
    """One table with its log, as it is stored right now."""

    stored: StoredTable
    start: Table
    log: list[Event]

    @property
    def table(self) -> Table:
        return fold(self.start, self.log)


class Rooms:
    """All tables of this server."""

    def __init__(self, store: Store, live: Live) -> None:
        self._store = store
        self.live = live

    def open(self, game: str, pieces: Pieces) -> tuple[str, str]:
        """A new table: its spoken code, and the token that makes somebody its host."""
        seed = secrets.token_bytes(SEED_BYTES)
        token = secrets.token_urlsafe(24)
        start = msgspec.json.encode(pieces).decode()
        for _ in range(TRIES):
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            if self._store.open_table(StoredTable(code, game, seed, digest(token), start)):
                return code, token
        raise Refused("no free code was found; try again")

    def room(self, code: str) -> Room | None:
        stored = self._store.table(code.upper())
        if stored is None:
            return None
        pieces = msgspec.json.decode(stored.start, type=Pieces)
        start = Table(stored.game, commitment(stored.seed), pieces.decks, pieces.dice)
        return Room(stored, start, self._store.log(stored.code))

    def is_host(self, room: Room, token: str) -> bool:
        return hmac.compare_digest(room.stored.host, digest(token))

    def act(self, code: str, act: Act, *, host: bool) -> Event:
        """Decides and stores an act, then tells every phone. Raises Refused."""
        for _ in range(TRIES):
            room = self.room(code)
            if room is None:
                raise Refused("there is no such table")
            event = decide(room.start, room.log, act, room.stored.seed, host=host)
            if event.number <= len(room.log):
                return event
            try:
                self._store.append(room.stored.code, event)
            except NumberTaken:
                continue
            self.live.tell(room.stored.code, event.number)
            return event
        raise Refused("the table is too busy; try again")

    def join(self, code: str, act: Act, token: str) -> str:
        """Takes a seat and gives it to the phone with that token."""
        event = self.act(code, act, host=False)
        seat = str(event.result["seat"])
        if seat not in self.seats(code, token):
            self._store.give_seat(code.upper(), digest(token), seat)
        return seat

    def seats(self, code: str, token: str) -> list[str]:
        return self._store.seats_of(code.upper(), digest(token)) if token else []


def digest(token: str) -> str:
    """Tokens are stored so that a stolen file opens no table."""
    return hashlib.sha256(token.encode()).hexdigest()
