"""Write a table's whole log as JSON, and read such a file.

The record of a running table holds no seed and no secrets, so it proves nothing yet. A finished one
holds a chain of hashes over its events, sealed by the end. Anyone who knows the seed can forge a
whole new chain; only the codes that phones kept show which one is the original.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.games.edition import edition_of
from companion.language.messages import Refused
from companion.table.acts.base import LogEntry
from companion.table.chain import chain
from companion.table.commitment import with_commitment
from companion.table.decide import MAX_EVENTS
from companion.table.migrations import VERSION, Written, migrated_event, migrated_start
from companion.table.model import END, Event, Start, Table, opening_table
from companion.table.view import log_view, unread_log_view

if TYPE_CHECKING:
    from companion.rooms.room import Room, Unreadable
    from companion.storage.rows import StoredTable

FORMAT: Final = "paperboat-table-3"
EARLIER: Final = "paperboat-table-2"
"""Records that earlier versions wrote, without a chain."""
LATEST: Final = 32_503_680_000.0  # the year 3000


FIRST_YEAR: Final = 1971
"""A clock that was never set shows an earlier year."""


class Times(Struct, frozen=True):
    """When a table was opened and when it ended, in seconds since 1970."""

    opened: float
    ended: float | None = None


class Record(Struct, frozen=True):
    """A finished table as it was read from a file."""

    game: str
    commitment: str
    seed: bytes
    start: Start
    events: tuple[Event, ...]
    code: str = ""
    times: Times | None = None
    hashes: tuple[str, ...] | None = None
    written: Written = Written()

    @property
    def first_table(self) -> Table:
        """The table that was committed to."""
        return replace(opening_table(self.game, self.start), commitment=self.commitment)

    @property
    def rules(self) -> int:
        """The version of the game's rules that it was played with."""
        return edition_of(self.start.facts)

    @property
    def migrated(self) -> tuple[Table, tuple[Event, ...]]:
        """The same table and its events in today's form."""
        start = migrated_start(self.game, self.start, self.written.start)
        table = replace(self.first_table, pieces=start.decks, dice=start.dice, facts=start.facts)
        of = self.written.of
        return table, tuple(migrated_event(self.game, e, of(e.number)) for e in self.events)


class SealedEvent(Event, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event in a record, with its hash."""

    hash: str


class RecordFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record as it is written. `seal` is the hash of the end; `rules` is the version of the
    game's rules, which earlier versions of the program did not name outside of the facts."""

    format: str
    game: str
    code: str = ""
    commitment: str
    seed: str
    edition: int
    rules: int | None = None
    decks: Mapping[str, tuple[str, ...]]
    dice: Mapping[str, tuple[str, ...]]
    facts: Mapping[str, Any]
    written: Written = Written()
    events: tuple[SealedEvent, ...]
    seal: str
    opened: str | None = None
    ended: str | None = None


def write_record(room: Room, times: Times | None = None) -> str:
    """The record of a table; it holds secrets only once the table has ended."""
    table = room.table
    if not table.ended:
        seen = log_view(room.history, None)
        return _written_record(room.stored, room.written, table, seen, None, times)
    events, seal = _sealed(room.stored.seed, table.commitment, room.raw, room.written)
    return _written_record(room.stored, room.written, table, events, seal, times)


def write_unread_record(kept: Unreadable, times: Times | None = None) -> str:
    """The record of a table that today's rules cannot follow, as it is stored."""
    raw, stored = kept.raw or (), kept.stored
    start = msgspec.json.decode(stored.start, type=Start)
    table = with_commitment(opening_table(stored.game, start), stored.seed)
    if not any(event.kind == END for event in raw):
        seen = unread_log_view(raw, table)
        return _written_record(stored, kept.written, table, seen, None, times)
    table = replace(table, ended=True, seed=stored.seed.hex())
    events, seal = _sealed(stored.seed, table.commitment, raw, kept.written)
    return _written_record(stored, kept.written, table, events, seal, times)


def _sealed(
    seed: bytes, commitment: str, raw: Sequence[Event], written: Written
) -> tuple[list[dict[str, Any]], str | None]:
    """The events of a finished table with their hashes, and the last hash, its seal."""
    hashes = list(chain(seed, commitment, raw, written))
    events = [
        {**msgspec.structs.asdict(event), "hash": made}
        for event, made in zip(raw, hashes, strict=True)
    ]
    return events, hashes[-1] if hashes else None


def _written_record(
    stored: StoredTable,
    written: Written,
    table: Table,
    events: Sequence[LogEntry | dict[str, Any]],
    seal: str | None,
    times: Times | None,
) -> str:
    start = msgspec.json.decode(stored.start, type=Start)
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": table.game,
        "code": stored.code,
        "commitment": table.commitment,
        "seed": table.seed,
        "edition": start.edition,
        "rules": edition_of(start.facts),
        "decks": start.decks,
        "dice": start.dice,
        "facts": start.facts,
        "written": written,
        "events": events,
        "seal": seal,
    }
    if times is not None:
        record["opened"] = iso_time(times.opened)
        record["ended"] = None if times.ended is None else iso_time(times.ended)
    return msgspec.json.format(msgspec.json.encode(record), indent=1).decode() + "\n"


def read_record(text: str) -> Record:
    """Raises Refused for a file that is not the record of a finished table."""
    try:
        data = msgspec.json.decode(text)
    except msgspec.DecodeError:
        raise Refused(
            "this is not a complete game record: the file is empty, cut off or not JSON"
        ) from None
    except RecursionError as fault:
        raise Refused("this is not a complete game record ({reason})", reason=str(fault)) from None
    return _record(data)


def _record(data: Any) -> Record:
    try:
        if data["format"] not in (FORMAT, EARLIER):
            raise Refused("this is not a game record ({kind})", kind=FORMAT)
        if data["seed"] is None:
            raise Refused("this game is not finished, so it cannot be verified yet")
        if len(data["events"]) > MAX_EVENTS:
            raise Refused("a record has at most {count} steps", count=MAX_EVENTS)
        written = msgspec.convert(data.get("written", {}), Written)
        if written.newest > VERSION:
            raise Refused("this record is from a newer version of Paperboat")
        if not written.fits(len(data["events"])):
            raise ValueError("its versions cannot be")
        if data["format"] == FORMAT:
            return _sealed_record(msgspec.convert(data, RecordFile))
        start = msgspec.convert({key: data[key] for key in ("decks", "dice", "facts")}, Start)
        events = msgspec.convert(data["events"], tuple[Event, ...])
        game, commitment = (msgspec.convert(data[key], str) for key in ("game", "commitment"))
        code = msgspec.convert(data.get("code", ""), str)
        seed = bytes.fromhex(data["seed"])
        return Record(game, commitment, seed, start, events, code, _read_times(data))
    except KeyError as fault:
        key = str(fault.args[0])
        raise Refused("this is not a complete game record: it lacks '{key}'", key=key) from None
    except (TypeError, ValueError, AttributeError, RecursionError) as fault:
        raise Refused("this is not a complete game record ({reason})", reason=str(fault)) from None


def _sealed_record(file: RecordFile) -> Record:
    """Raises ValueError for impossible times and versions."""
    start = Start(file.decks, file.dice, file.facts, file.edition)
    fields = Event.__struct_fields__
    events = tuple(Event(*(getattr(event, name) for name in fields)) for event in file.events)
    if any(event.at is None or not 0 <= event.at < LATEST for event in events):
        raise ValueError("its times cannot be")
    if file.rules not in (None, edition_of(file.facts)):
        raise ValueError("its versions cannot be")
    return Record(
        file.game,
        file.commitment,
        bytes.fromhex(file.seed),
        start,
        events,
        file.code,
        _read_times({"opened": file.opened, "ended": file.ended}),
        (*(event.hash for event in file.events), file.seal),
        file.written,
    )


def iso_time(seconds: float) -> str:
    """A moment as files and the API have it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _read_times(data: Mapping[str, Any]) -> Times | None:
    """When the table was opened and ended, as far as the server's clock can be believed.

    A clock that was never set gives nothing; if it was put back, the table ends when it was opened.
    Raises ValueError or TypeError for invalid times.
    """
    if data.get("opened") is None or data.get("ended") is None:
        return None
    opened, ended = (datetime.fromisoformat(data[key]) for key in ("opened", "ended"))
    if opened.tzinfo is None or ended.tzinfo is None:
        raise ValueError("its times have no time zone")
    if opened.year < FIRST_YEAR or ended.year < FIRST_YEAR:
        return None
    return Times(opened.timestamp(), max(opened, ended).timestamp())
