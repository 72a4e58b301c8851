"""All tables of a server: load them, apply acts, notify listeners."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import OrderedDict
from typing import Final

import msgspec

from companion.chance.provable import SEED_BYTES
from companion.language.messages import Refused
from companion.rooms.broadcaster import Broadcaster, Subscription
from companion.rooms.codes import CODE, new_code
from companion.rooms.rights import NotYours, opens, seats_held
from companion.rooms.room import Room, Unreadable, follow
from companion.rooms.seat_links import SeatLink
from companion.rooms.tokens import digest
from companion.storage.holders import Holder
from companion.storage.rows import StoredTable
from companion.storage.store import REWRITTEN, NumberTaken, Store, queued
from companion.table.acts import ACTS
from companion.table.acts.takeover import BecomeHost, HandOverHost, TakeOverSeat
from companion.table.decide import decide
from companion.table.migrations import VERSION
from companion.table.model import EDITION, Act, Event, Start

TRIES: Final = 20
MAX_IN_MEMORY: Final = 500
ACT_LOCKS: Final = 64
HOST_AWAY_SECONDS: Final = 300.0
"""After so long, another phone may become the host. Phones sleep between two turns."""
# What data of an unexpected shape may raise in the rules of a game.
NOT_UNDERSTOOD: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class Rooms:
    """All tables of this server. Their histories are kept in memory; events that other processes
    have stored are added whenever a table is read."""

    def __init__(self, store: Store, broadcaster: Broadcaster) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._drops = 0
        self._act_locks = tuple(threading.Lock() for _ in range(ACT_LOCKS))
        self.broadcaster = broadcaster
        store.listen(self._on_stored, self._catch_up)

    def _on_stored(self, code: str, revision: int) -> None:
        """React to what another process has stored."""
        if revision == REWRITTEN:
            self._drop(code)
        else:
            self.broadcaster.notify(code, revision)

    def _catch_up(self) -> None:
        """Notifications may have been missed: forget what is in memory and notify all phones."""
        with self._lock:
            self._drops += 1
            self._rooms.clear()
        for code, revision in self._store.revisions(self.broadcaster.codes()).items():
            self.broadcaster.notify(code, revision)

    def open(self, game: str, start: Start, token: str = "") -> tuple[str, str]:
        """Open a table; returns its code and the token of its host, by default a new one."""
        seed = secrets.token_bytes(SEED_BYTES)
        token = token or secrets.token_urlsafe(24)
        text = msgspec.json.encode(msgspec.structs.replace(start, edition=EDITION)).decode()
        for _ in range(TRIES):
            code = new_code()
            if self._store.open_table(StoredTable(code, game, seed, digest(token), text)):
                return code, token
        raise Refused("no free code was found; try again")

    def room(self, code: str) -> Room | None:
        """The table of a code, if there is one. Raises Unreadable."""
        code = code.upper()
        if not CODE.fullmatch(code):
            return None
        with self._lock:
            known, drops = self._rooms.get(code), self._drops
        room = self._with_new_events(known) if known else None
        if room is None:
            room = self._read_room(code)
        if room is not None:
            self._remember(room, drops)
        elif known is not None:
            self._drop(code)
        return room

    def _with_new_events(self, room: Room) -> Room | None:
        """The room with all events stored by now; None if its table must be read again."""
        events = self._store.new_events(room.stored, after=len(room.log))
        if events is None:
            return None
        for event in events:
            room = room.with_event(event)
        return room

    def _read_room(self, code: str) -> Room | None:
        stored = self._store.table(code)
        if stored is None:
            return None
        try:
            raw = tuple(self._store.log(code))
            msgspec.json.decode(stored.start, type=Start)
        except ValueError as fault:
            raise Unreadable(stored, self._store.written(stored), None) from fault
        # Read after the log: versions of later events do no harm, missing ones would.
        written = self._store.written(stored)
        if written.newest > VERSION:
            raise Unreadable(stored, written, raw)
        try:
            return follow(stored, written, raw)
        except Exception as fault:  # an old log may make today's rules fail in any way
            raise Unreadable(stored, written, raw) from fault

    def _remember(self, room: Room, drops: int) -> None:
        code = room.stored.code
        with self._lock:
            if self._drops != drops:
                return  # it may have been read before it was dropped
            known = self._rooms.get(code)
            if known is None or known.stored != room.stored or len(known.log) < len(room.log):
                self._rooms[code] = room
            self._rooms.move_to_end(code)
            while len(self._rooms) > MAX_IN_MEMORY:
                self._rooms.popitem(last=False)

    def _drop(self, code: str) -> None:
        with self._lock:
            self._drops += 1
            self._rooms.pop(code, None)

    def reread(self, code: str) -> None:
        """Make every process read a table again whose stored log was rewritten."""
        self._drop(code.upper())
        self._store.notify_rewritten(code.upper())

    def forget(self, code: str) -> None:
        """Delete a table."""
        self._store.delete_table(code.upper())
        self._drop(code.upper())

    def listen(self, code: str) -> Subscription:
        """Subscribe to a table; its current revision is reported at once."""
        code = code.upper()
        subscription = self.broadcaster.listen(code)
        try:
            # Read after subscribing, so that nothing in between is missed.
            subscription.notify(self._store.revisions([code]).get(code, 0))
        except BaseException:
            subscription.close()
            raise
        return subscription

    def is_host(self, room: Room, token: str) -> bool:
        return opens(room.stored, token)

    def act(self, code: str, act: Act, *, host: bool, phone: str = "") -> Event:
        """Decide and store an act of the phone with that token, then notify every phone.

        Raises Refused.
        """
        if act.kind == BecomeHost.kind() and not self.is_host_away(code):
            raise NotYours("the host’s phone is connected")
        if act.kind == HandOverHost.kind() and not any(
            holder.seat == act.data.get("who") for holder in self.holders(code)
        ):
            raise Refused("nobody sits there")
        return self._act(code.upper(), act, host=host, phone=digest(phone) if phone else None)

    def _act(self, code: str, act: Act, *, host: bool, phone: str | None) -> Event:
        # Acts at one table queue here; only those of other processes can still come between.
        with queued(self._act_locks[hash(code) % ACT_LOCKS]):
            for _ in range(TRIES):
                with self._lock:
                    drops = self._drops
                room = self.room(code)
                if room is None:
                    raise Refused("there is no such table")
                event = _decide(room, act, host=host)
                if event.number <= len(room.log):
                    return event
                try:
                    stored = self._store.append(
                        code, event, phone, ACTS[event.kind].phone_change(event)
                    )
                except NumberTaken:
                    continue
                self._remember(room.with_event(stored), drops)
                self.broadcaster.notify(code, stored.number)
                return stored
        raise Refused("the table is too busy; try again")

    def join(self, code: str, act: Act, token: str) -> str:
        """Take a seat for the phone with that token."""
        act = msgspec.structs.replace(act, seat=None)  # nobody sits down for somebody else
        event = self._act(code.upper(), act, host=False, phone=digest(token))
        seat = str(event.result["seat"])
        if seat not in self.seats(code, token):  # somebody else has joined with this id
            raise Refused("another action has this id")
        return seat

    def seat_holder(self, code: str, act: Act, holder: Holder) -> None:
        """Take a seat for a phone that holds one at another table."""
        self._act(code.upper(), act, host=False, phone=holder.token)

    def next_table(self, room: Room) -> str | None:
        """The table at which the players of one that has ended play again."""
        return self._store.next_table(room.stored.code) if room.table.ended else None

    def link_next(self, room: Room, code: str) -> bool:
        """Lead the phones of a table to the next one; return False if there is one already."""
        linked = self._store.link_next(room.stored.code, code)
        if linked:
            self.broadcaster.notify(room.stored.code, len(room.log) + 1)
        return linked

    def ask(self, code: str, act: Act, token: str) -> int:
        """Ask for a seat for the phone with that token; returns the number of its request."""
        act = msgspec.structs.replace(act, seat=None)
        event = self._act(code.upper(), act, host=False, phone=digest(token))
        if event.number not in self.requests(code, token):
            raise Refused("another action has this id")
        return event.number

    def take_over(self, act_id: str, link: SeatLink, token: str) -> str:
        """Continue as a seat on the phone with that token. Raises Refused for a used link."""
        data = {"who": link.seat, "since": link.since, **({"host": True} if link.host else {})}
        act = Act(act_id, TakeOverSeat.kind(), None, data)
        self._act(link.code, act, host=False, phone=digest(token))
        if link.seat not in self.seats(link.code, token):  # another phone has used it with this id
            raise Refused("this code was used already: ask for a new one")
        return link.seat

    def seats(self, code: str, token: str) -> list[str]:
        return seats_held(self.holders(code), token)

    def holders(self, code: str) -> list[Holder]:
        """The phones that hold seats of a table."""
        return self._store.holders(code.upper())

    def is_host_away(self, code: str) -> bool:
        """Whether the host has not been seen for some minutes."""
        return self._store.host_seen(code.upper()) < time.time() - HOST_AWAY_SECONDS

    def requests(self, code: str, token: str) -> frozenset[int]:
        """The requests for seats that the phone with that token has made."""
        return self._store.requests_of(code.upper(), digest(token))


def _decide(room: Room, act: Act, *, host: bool) -> Event:
    try:
        return decide(room.history, act, room.stored.seed, host=host)
    except NOT_UNDERSTOOD as fault:
        logging.getLogger(__name__).exception("an act could not be read")
        raise Refused("this action has invalid data") from fault
