"""Write a table's whole log as JSON, and check such a file.

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

from companion.games.edition import EDITION, edition_of, is_known
from companion.language.messages import Message, Refused, say
from companion.table.acts import ACTS
from companion.table.acts.base import LogEntry
from companion.table.chain import SEALS_VERSIONS, chain, short_code
from companion.table.commitment import commitment_of, with_commitment
from companion.table.decide import MOST_EVENTS
from companion.table.history import END, History
from companion.table.migrations import VERSION, Written, event_today, start_today
from companion.table.model import FIRST_EDITION, Event, Start, Table
from companion.table.replay import replay, replay_without_rules
from companion.table.usable import unusable
from companion.table.view import log_view, unread_log_view

if TYPE_CHECKING:
    from companion.rooms.rooms import Room, Unreadable
    from companion.storage.store import StoredTable

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
        start = self.start
        return Table(
            self.game,
            self.commitment,
            start.decks,
            start.dice,
            start.facts,
            edition=start.edition,
        )

    @property
    def rules(self) -> int:
        """The version of the game's rules that it was played with."""
        return edition_of(self.start.facts)

    @property
    def today(self) -> tuple[Table, tuple[Event, ...]]:
        """The same table and its events in today's form."""
        start = start_today(self.game, self.start, self.written.start)
        table = replace(self.first_table, pieces=start.decks, dice=start.dice, facts=start.facts)
        of = self.written.of
        return table, tuple(event_today(self.game, e, of(e.number)) for e in self.events)


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


class Check(Struct, frozen=True):
    """One check and what it found wrong, if anything."""

    title: Message
    wrong: tuple[Message, ...] = ()


class RandomResult(Struct, frozen=True):
    """What chance decided in one event: faces, a name, a deck, or the numbers of a move."""

    number: int
    who: str
    kind: str
    what: tuple[str, ...]
    undone: bool = False


class Examined(Struct, frozen=True):
    """The result of examining a file: its checks and, if it is a record, its random results.

    `limits` say what could not be checked; `codes` are the short codes of its chain, by which
    phones that took part recognise the record."""

    checks: tuple[Check, ...]
    record: Record | None = None
    random_results: tuple[RandomResult, ...] = ()
    limits: tuple[Message, ...] = ()
    codes: tuple[str, ...] = ()

    @property
    def wrong(self) -> tuple[Message, ...]:
        return tuple(sentence for check in self.checks for sentence in check.wrong)


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
    table = Table(stored.game, "", start.decks, start.dice, start.facts, edition=start.edition)
    table = with_commitment(table, stored.seed)
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
        record["opened"] = _written_time(times.opened)
        record["ended"] = None if times.ended is None else _written_time(times.ended)
    return msgspec.json.format(msgspec.json.encode(record), indent=1).decode() + "\n"


def read_record(text: str) -> Record:
    """Raises Refused for a file that is not the record of a finished table."""
    try:
        data = msgspec.json.decode(text)
        if data["format"] not in (FORMAT, EARLIER):
            raise Refused("this is not a game record ({kind})", kind=FORMAT)
        if data["seed"] is None:
            raise Refused("this game is not finished, so it cannot be verified yet")
        if len(data["events"]) > MOST_EVENTS:
            raise Refused("a record has at most {count} steps", count=MOST_EVENTS)
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
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as fault:
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


def examine(text: str) -> Examined:
    """Check the chain, every roll, shuffle and draw, and the outcome of a record."""
    try:
        record = read_record(text)
    except Refused as fault:
        return Examined((Check(say("The file is a complete game record"), (fault.message,)),))
    whole = Check(say("The file is a complete game record"))
    committed = _check_commitment(record)
    if committed.wrong:
        return Examined((whole, committed), record)
    hashes = tuple(chain(record.seed, record.commitment, record.events, record.written))
    sealed = () if record.hashes is None else (_check_chain(record, hashes),)
    if any(check.wrong for check in sealed):
        return Examined((whole, committed, *sealed), record)
    if not is_known(record.rules):
        return _examine_without_rules(record, (whole, committed, *sealed), hashes)
    history, wrong = replay(*record.today, record.seed)
    if wrong and record.written.newest < VERSION:
        wrong.append(say("it is from an earlier version, whose rules may have been different"))
    chance = Check(say("Every roll, shuffle and draw follows from the seed"), tuple(wrong))
    end = Check(say("The result matches the game"), () if wrong else _check_end(history))
    usable = Check(say("The game can be shown"), () if wrong else unusable(history))
    codes = tuple(map(short_code, hashes)) if sealed else ()
    checks = (whole, committed, *sealed, chance, end, usable)
    return Examined(checks, record, _random_results(history), _limits(record), codes)


def _examine_without_rules(
    record: Record, before: tuple[Check, ...], hashes: Sequence[str]
) -> Examined:
    """Check what does not depend on rules that this program does not have."""
    history, wrong = replay_without_rules(*record.today, record.seed)
    chance = Check(say("Every roll, shuffle and draw follows from the seed"), tuple(wrong))
    end = Check(say("The result matches the game"), () if wrong else _check_end(history))
    unknown = say(
        "it was played with version {version} of the rules, but this program has version {own}: "
        "moves, decks and points are not checked",
        version=record.rules,
        own=EDITION,
    )
    codes = tuple(map(short_code, hashes)) if record.hashes else ()
    limits = (unknown, *_limits(record))
    return Examined(
        (*before, chance, end), record, _random_results(history, rules=False), limits, codes
    )


def _check_chain(record: Record, hashes: Sequence[str]) -> Check:
    title = say("Nothing was changed, added or removed since the end of the game")
    if record.events and record.times is not None and record.times.ended is not None:
        ended = max(record.times.opened, record.events[-1].at or 0)  # as _read_times has it
        if _written_time(ended) != _written_time(record.times.ended):
            return Check(title, (say("its end time does not match its last step"),))
    stored = record.hashes or ()
    pairs = zip(hashes, stored, strict=False)
    changed = next((number for number, (one, other) in enumerate(pairs, 1) if one != other), 0)
    if changed:
        return Check(title, (say("step {number} was changed after the game", number=changed),))
    if tuple(stored) != (*hashes, *hashes[-1:]):
        return Check(title, (say("the history code does not match the last step"),))
    return Check(title)


def _limits(record: Record) -> tuple[Message, ...]:
    if record.hashes is None:
        return (
            say(
                "from an earlier version: without a history code, it cannot show who did what "
                "when, or that nothing is missing"
            ),
        )
    if record.start.edition == FIRST_EDITION:
        return (
            say(
                "from an earlier version, which handled undo differently: whether its undone "
                "steps followed the rules is not checked"
            ),
        )
    if record.written.of(len(record.events)) < SEALS_VERSIONS:
        return (
            say(
                "from an earlier version: its history code does not cover which versions of "
                "the program wrote it"
            ),
        )
    return ()


def _check_commitment(record: Record) -> Check:
    title = say("Seed, dice and decks are the ones fixed at the start")
    if commitment_of(record.first_table, record.seed) == record.commitment:
        return Check(title)
    sentence = say("the seed, dice, decks or rules are not the ones fixed before the first roll")
    return Check(title, (sentence,))


def _check_end(history: History) -> tuple[Message, ...]:
    """The end itself was checked with the other events; here it only has to be there."""
    if history.table.ended:
        return ()
    return (say("the record stops before the end of the game"),)


def _random_results(history: History, *, rules: bool = True) -> tuple[RandomResult, ...]:
    """The random results; without rules, only those that can be checked without them."""
    names = history.table.names
    random_results: list[RandomResult] = []
    for event in history.log:
        act, undone = ACTS[event.kind], event.number in history.table.undone
        drawn = act.drawn(event.result, names) if rules or not act.uses_rules else None
        if drawn is not None:
            who = names.get(event.seat or "", "")
            random_results.append(RandomResult(event.number, who, event.kind, tuple(drawn), undone))
    return tuple(random_results)


def _written_time(seconds: float) -> str:
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
