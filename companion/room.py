"""Takes codes, tokens and acts, gives tables that are stored, told of and fair."""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Collection
from typing import Final

import msgspec
from msgspec import Struct

from companion.chance import SEED_BYTES
from companion.live import Ear, Live
from companion.store import REWRITTEN, NumberTaken, Store, StoredTable
from companion.table.fold import Story, decide, extend, read_story
from companion.table.model import Act, Event, Refused, Start, Table
from companion.table.promise import promised

# No vowels (no words), nothing that looks or sounds like another: 20^6 = 64 million codes.
LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH: Final = 6
CODE: Final = re.compile(f"[{LETTERS}]{{{CODE_LENGTH}}}")
TRIES: Final = 20
MOST_IN_MEMORY: Final = 500
TURNS: Final = 64
# What reading data of any shape may raise: rules trust what they are given more than we can.
NOT_UNDERSTOOD: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class NotYours(Refused):
    """An act with another's seat, or on what is another's."""


class Room(Struct, frozen=True):
    """One table with its story, as it is stored right now."""

    stored: StoredTable
    story: Story

    @property
    def table(self) -> Table:
        return self.story.table

    @property
    def log(self) -> tuple[Event, ...]:
        return self.story.log


class Rooms:
    """All tables of this server. Stories are kept in memory and only ever grow: what the store
    holds beyond them is read and added whenever a table is looked at."""

    def __init__(self, store: Store, live: Live) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._drops = 0
        self._turns = tuple(threading.Lock() for _ in range(TURNS))
        self.live = live
        store.listen(self._hear, self._catch_up)

    def _hear(self, code: str, revision: int) -> None:
        """What another process has stored."""
        if revision == REWRITTEN:
            self._drop(code)
        else:
            self.live.tell(code, revision)

    def _catch_up(self) -> None:
        """Nobody was heard for a while: what is in memory may be wrong, and phones behind."""
        with self._lock:
            self._drops += 1
            self._rooms.clear()
        for code, revision in self._store.revisions(self.live.codes()).items():
            self.live.tell(code, revision)

    def open(self, game: str, start: Start) -> tuple[str, str]:
        """A new table: its spoken code, and the token that makes somebody its host."""
        seed = secrets.token_bytes(SEED_BYTES)
        token = secrets.token_urlsafe(24)
        text = msgspec.json.encode(start).decode()
        for _ in range(TRIES):
            code = new_code()
            if self._store.open_table(StoredTable(code, game, seed, digest(token), text)):
                return code, token
        raise Refused("no free code was found; try again")

    def room(self, code: str) -> Room | None:
        code = code.upper()
        if not CODE.fullmatch(code):
            return None
        with self._lock:
            known, drops = self._rooms.get(code), self._drops
        room = self._grown(known) if known else None
        if room is None:
            room = self._first_read(code)
        if room is not None:
            self._remember(room, drops)
        elif known is not None:
            self._drop(code)
        return room

    def _grown(self, room: Room) -> Room | None:
        """The room with all that is stored by now; None if its table is no more."""
        events = self._store.news(room.stored, after=len(room.log))
        if events is None:
            return None
        for event in events:
            room = Room(room.stored, extend(room.story, event))
        return room

    def _first_read(self, code: str) -> Room | None:
        stored = self._store.table(code)
        if stored is None:
            return None
        return Room(stored, read_story(start_of(stored), self._store.log(code)))

    def _remember(self, room: Room, drops: int) -> None:
        code = room.stored.code
        with self._lock:
            if self._drops != drops:
                return  # it may have been read before, and be what was dropped
            known = self._rooms.get(code)
            if known is None or known.stored != room.stored or len(known.log) < len(room.log):
                self._rooms[code] = room
            self._rooms.move_to_end(code)
            while len(self._rooms) > MOST_IN_MEMORY:
                self._rooms.popitem(last=False)

    def _drop(self, code: str) -> None:
        with self._lock:
            self._drops += 1
            self._rooms.pop(code, None)

    def reread(self, code: str) -> None:
        """Drops what is in memory, here and elsewhere: the table's stored log was rewritten."""
        self._drop(code.upper())
        self._store.rewritten(code.upper())

    def forget(self, code: str) -> None:
        """Deletes a table for good."""
        self._store.forget(code.upper())
        self._drop(code.upper())

    def listen(self, code: str) -> Ear:
        """News of a table from now on; what happened until now is told at once."""
        code = code.upper()
        ear = self.live.listen(code)
        try:
            # Read after the ear is there: what happens in between is heard, not missed.
            ear.tell(self._store.revisions([code]).get(code, 0))
        except BaseException:
            ear.close()
            raise
        return ear

    def is_host(self, room: Room, token: str) -> bool:
        return opens(room.stored, token)

    def act(self, code: str, act: Act, *, host: bool) -> Event:
        """Decides and stores an act, then tells every phone. Raises Refused."""
        return self._act(code.upper(), act, host=host, phone=None)

    def _act(self, code: str, act: Act, *, host: bool, phone: str | None) -> Event:
        # Acts at one table queue here; only those of other processes can still come between.
        with self._turns[hash(code) % TURNS]:
            for _ in range(TRIES):
                room = self.room(code)
                if room is None:
                    raise Refused("there is no such table")
                event = _decide(room, act, host=host)
                if event.number <= len(room.log):
                    return event
                try:
                    self._store.append(code, event, phone)
                except NumberTaken:
                    continue
                self.live.tell(code, event.number)
                return event
        raise Refused("the table is too busy; try again")

    def join(self, code: str, act: Act, token: str) -> str:
        """Takes a seat and gives it to the phone with that token."""
        act = msgspec.structs.replace(act, seat=None)  # nobody sits down for somebody else
        event = self._act(code.upper(), act, host=False, phone=digest(token))
        seat = str(event.result["seat"])
        if seat not in self.seats(code, token):  # somebody else has joined with this id
            raise Refused("another act has this id")
        return seat

    def seats(self, code: str, token: str) -> list[str]:
        return self._store.seats_of(code.upper(), digest(token)) if token else []


def _decide(room: Room, act: Act, *, host: bool) -> Event:
    try:
        return decide(room.story, act, room.stored.seed, host=host)
    except NOT_UNDERSTOOD as fault:
        logging.getLogger(__name__).exception("an act could not be read")
        raise Refused("what this act says cannot be understood") from fault


def check_right(act: Act, seats: Collection[str], *, host: bool) -> None:
    """Raises NotYours unless a phone that holds these seats may make this act.

    Who has no seat only watches, except for the host; and a score is written by its owner's phone
    or by the host.
    """
    if act.seat is None and not host:
        raise NotYours("take a seat first")
    if act.seat is not None and act.seat not in seats:
        raise NotYours("that seat is another phone's")
    if act.kind == "score" and not host and act.data.get("for", act.seat) not in seats:
        raise NotYours("only the host writes what others scored")


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def start_of(stored: StoredTable) -> Table:
    """The empty table that a story begins with."""
    start = msgspec.json.decode(stored.start, type=Start)
    table = Table(stored.game, "", start.decks, start.dice, start.facts)
    return promised(table, stored.seed)


def opens(stored: StoredTable, token: str) -> bool:
    """Whether that is the token which the table's host was given."""
    return hmac.compare_digest(stored.host, digest(token))


def digest(token: str) -> str:
    """Tokens are stored so that a stolen file opens no table."""
    return hashlib.sha256(token.encode()).hexdigest()
