"""Load tables, apply acts, notify listeners."""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from companion.chance.provable import SEED_BYTES
from companion.language.messages import Message, Refused, say
from companion.rooms.broadcaster import Broadcaster, Subscription
from companion.rooms.seat_links import SeatLink
from companion.storage.store import REWRITTEN, Holder, NumberTaken, Store, StoredTable, queued
from companion.table.chain import last_hash, link
from companion.table.commitment import with_commitment
from companion.table.decide import decide
from companion.table.earlier import read_with_marks
from companion.table.game_rules import check_shown
from companion.table.history import END, History, extend, read_history_log
from companion.table.migrations import VERSION, Written, event_today, start_today
from companion.table.model import EDITION, FIRST_EDITION, Act, Event, Start, Table

# No vowels (no words), nothing that looks or sounds like another: 20^6 = 64 million codes.
LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH: Final = 6
CODE: Final = re.compile(f"[{LETTERS}]{{{CODE_LENGTH}}}")
TRIES: Final = 20
MOST_IN_MEMORY: Final = 500
TURNS: Final = 64
HAND_HOST: Final = "hand-host"
CLAIM_HOST: Final = "claim-host"
HOST_AWAY_SECONDS: Final = 300.0
"""After so long, another phone may become the host. Phones sleep between two turns."""
HOST_ONLY: Final = frozenset({"remove", HAND_HOST})
CONSENT: Final = frozenset({"take-over", "decline"})
LINKED: Final = frozenset({"since", "host"})
"""What only a signed link may say of a take-over."""
# What data of an unexpected shape may raise in the rules of a game.
NOT_UNDERSTOOD: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class NotYours(Refused):
    """An act with a seat, or on a score sheet, that belongs to another phone."""


class Unreadable(Refused):
    """A stored table that today's program cannot follow. `raw` are its events as they are stored;
    None if even they cannot be read."""

    def __init__(
        self, stored: StoredTable, written: Written, raw: tuple[Event, ...] | None
    ) -> None:
        self.stored = stored
        self.written = written
        self.raw = raw
        super().__init__("{reason}", reason=_why_unreadable(written, raw))


def _why_unreadable(written: Written, raw: tuple[Event, ...] | None) -> Message:
    if raw is None:
        return say("The stored data of this table is damaged.")
    if written.newest > VERSION:
        return say("This table is from a newer version of Paperboat.")
    return say(
        "This table is from an earlier version of Paperboat, and its moves no longer fit the rules."
    )


class Room(Struct, frozen=True):
    """One table with its history, as it is stored.

    `last_hash` is the last hash of its chain, `raw` are its events as they are stored, and
    `written` says which versions of this program stored them.
    """

    stored: StoredTable
    history: History
    last_hash: str
    raw: tuple[Event, ...] = ()
    written: Written = Written()

    @property
    def table(self) -> Table:
        return self.history.table

    @property
    def log(self) -> tuple[Event, ...]:
        return self.history.log

    def with_event(self, event: Event) -> Room:
        """The room with one more stored event."""
        written = self.written.with_event(event.number)
        last = link(self.stored.seed, self.last_hash, event, written)
        history = extend(self.history, event)
        return Room(self.stored, history, last, (*self.raw, event), written)


class Rooms:
    """All tables of this server. Their histories are kept in memory; events that other processes
    have stored are added whenever a table is read."""

    def __init__(self, store: Store, broadcaster: Broadcaster) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._drops = 0
        self._turns = tuple(threading.Lock() for _ in range(TURNS))
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
        room = self._grown(known) if known else None
        if room is None:
            room = self._first_read(code)
        if room is not None:
            self._remember(room, drops)
        elif known is not None:
            self._drop(code)
        return room

    def _grown(self, room: Room) -> Room | None:
        """The room with all events stored by now; None if its table must be read again."""
        events = self._store.new_events(room.stored, after=len(room.log))
        if events is None:
            return None
        for event in events:
            room = room.with_event(event)
        return room

    def _first_read(self, code: str) -> Room | None:
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
            return _follow(stored, written, raw)
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
            while len(self._rooms) > MOST_IN_MEMORY:
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
        if act.kind == CLAIM_HOST and not self.is_host_away(code):
            raise NotYours("the host’s phone is here")
        if act.kind == HAND_HOST and not any(
            holder.seat == act.data.get("who") for holder in self.holders(code)
        ):
            raise Refused("nobody sits there")
        return self._act(code.upper(), act, host=host, phone=digest(phone) if phone else None)

    def _act(self, code: str, act: Act, *, host: bool, phone: str | None) -> Event:
        # Acts at one table queue here; only those of other processes can still come between.
        with queued(self._turns[hash(code) % TURNS]):
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
                    stored = self._store.append(code, event, phone)
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
        self._act(link.code, Act(act_id, "take-over", None, data), host=False, phone=digest(token))
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


def seats_held(holders: Iterable[Holder], token: str) -> list[str]:
    """The seats that the phone with that token holds."""
    own = digest(token) if token else ""
    return sorted(holder.seat for holder in holders if holder.token == own)


def check_right(
    act: Act, seats: Collection[str], *, host: bool, away: Collection[str] = ()
) -> None:
    """Raises NotYours unless a phone that holds these seats may make this act.

    Spectators cannot act; the host can. A score is entered by its owner's phone or by the host.
    `away` are the seats whose phone is away: `stand_in` lets the host play for them.
    """
    if act.seat is None and not host:
        raise NotYours("take a seat first")
    if act.seat is not None and act.seat not in seats and act.by is None:
        raise NotYours("that seat belongs to another phone")
    if act.kind in HOST_ONLY and not host:
        raise NotYours("only the host can do that")
    if act.kind in CONSENT:
        _check_consent(act, seats, host=host, away=away)
    if not host and any(seat not in seats for seat in _scored_seats(act)):
        raise NotYours("only the host can enter other players' scores")


def _scored_seats(act: Act) -> Sequence[object]:
    """The seats whose score an act enters, as the act names them: they are not checked yet."""
    if act.kind == "score":
        return [act.data.get("for", act.seat)]
    sheets = act.data.get("sheets") if act.kind == "scores" else None
    return list(sheets) if isinstance(sheets, Mapping) else []


def _check_consent(act: Act, seats: Collection[str], *, host: bool, away: Collection[str]) -> None:
    """A seat changes hands if the host or the phone that holds it agrees. The host's own phone
    takes only a seat whose phone is away."""
    who = act.data.get("who")
    if not LINKED.isdisjoint(act.data) or not (host or who in seats):
        raise NotYours("the host or the phone of that seat must agree")
    if "request" not in act.data and not (host and who in away):
        raise NotYours("the phone of that seat is here: it can show a code")


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def start_of(stored: StoredTable) -> Table:
    """The table before its first event. Its commitment covers the start as it was stored."""
    start = msgspec.json.decode(stored.start, type=Start)
    table = Table(stored.game, "", start.decks, start.dice, start.facts, edition=start.edition)
    today = start_today(stored.game, start, stored.version)
    return msgspec.structs.replace(
        with_commitment(table, stored.seed), pieces=today.decks, dice=today.dice, facts=today.facts
    )


def _follow(stored: StoredTable, written: Written, raw: tuple[Event, ...]) -> Room:
    """The room of a stored log. Any exception means that today's rules cannot follow it."""
    events = [event_today(stored.game, event, written.of(event.number)) for event in raw]
    start = start_of(stored)
    running = all(event.kind != END for event in events)
    unmarked = start.edition == FIRST_EDITION and running
    history = read_with_marks(start, events) if unmarked else read_history_log(start, events)
    if stored.version < VERSION:
        check_shown(history.table)
    last = last_hash(stored.seed, start.commitment, raw, written)
    return Room(stored, history, last, raw, written)


def opens(stored: StoredTable, token: str) -> bool:
    """Whether a token is the one of the table's host."""
    return hmac.compare_digest(stored.host, digest(token))


def digest(token: str) -> str:
    """The form in which tokens are stored, so that a stolen file opens no table."""
    return hashlib.sha256(token.encode()).hexdigest()
