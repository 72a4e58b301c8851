"""One table with its history, read from its stored log."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from companion.language.messages import Message, Refused, say
from companion.storage.rows import StoredTable
from companion.table.chain import last_hash, link
from companion.table.commitment import with_commitment
from companion.table.first_edition import read_with_marks
from companion.table.history import History, extend, read_log
from companion.table.migrations import VERSION, Written, migrated_event, migrated_start
from companion.table.model import END, FIRST_EDITION, Event, Start, Table, opening_table
from companion.table.usable import try_pages


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


def first_table_of(stored: StoredTable) -> Table:
    """The table before its first event. Its commitment covers the start as it was stored."""
    start = msgspec.json.decode(stored.start, type=Start)
    table = with_commitment(opening_table(stored.game, start), stored.seed)
    today = migrated_start(stored.game, start, stored.version)
    return msgspec.structs.replace(table, pieces=today.decks, dice=today.dice, facts=today.facts)


def follow(stored: StoredTable, written: Written, raw: tuple[Event, ...]) -> Room:
    """The room of a stored log. Any exception means that today's rules cannot follow it."""
    events = [migrated_event(stored.game, event, written.of(event.number)) for event in raw]
    start = first_table_of(stored)
    running = all(event.kind != END for event in events)
    unmarked = start.edition == FIRST_EDITION and running
    history = read_with_marks(start, events) if unmarked else read_log(start, events)
    if stored.version < VERSION:
        try_pages(history.table)
    last = last_hash(stored.seed, start.commitment, raw, written)
    return Room(stored, history, last, raw, written)
