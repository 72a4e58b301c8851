"""Takes a room, gives its whole log as JSON; takes such a file, says whether all was fair.

A record of a table that has not ended holds no seed and no secrets, so it proves nothing yet.
Times are told by the server that wrote them; nothing can prove them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from companion.table.fold import END, MOST_EVENTS, Story, replay
from companion.table.model import Event, Refused, Start, Table
from companion.table.promise import promise_of
from companion.table.view import log_view
from companion.words import Message, say

if TYPE_CHECKING:
    from companion.room import Room

FORMAT: Final = "paperboat-table-2"
CHANCE: Final = ("faces", "finger", "first", "left", "words", "numbers")
"""Where results keep what chance gave: dice, who starts, a mixed deck, a setup, a game's own."""


class Times(Struct, frozen=True):
    """When a table was opened and when it ended, in seconds since 1970."""

    opened: float
    ended: float | None = None


class Record(Struct, frozen=True):
    """A finished table as its file tells it."""

    game: str
    commitment: str
    seed: bytes
    start: Start
    events: tuple[Event, ...]
    code: str = ""
    times: Times | None = None

    @property
    def first_table(self) -> Table:
        start = self.start
        return Table(self.game, self.commitment, start.decks, start.dice, start.facts)


class Check(Struct, frozen=True):
    """One thing that was looked at, and what is wrong with it; nothing, if it is right."""

    title: Message
    wrong: tuple[Message, ...] = ()


class Throw(Struct, frozen=True):
    """What chance decided once: faces, a name, a whole deck, or the numbers a game asked for."""

    number: int
    who: str
    kind: str
    what: tuple[str, ...]
    undone: bool = False


class Examined(Struct, frozen=True):
    """All that can be said of a file: its checks, and if it is a record at all, its throws."""

    checks: tuple[Check, ...]
    record: Record | None = None
    throws: tuple[Throw, ...] = ()

    @property
    def wrong(self) -> tuple[Message, ...]:
        return tuple(sentence for check in self.checks for sentence in check.wrong)


def write_record(room: Room, times: Times | None = None) -> str:
    """Everything for whoever wants to check or keep it; secrets only once they are told."""
    table = room.table
    events: list[Any] = list(room.log) if table.ended else log_view(room.log, table, None)
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": table.game,
        "code": room.stored.code,
        "commitment": table.commitment,
        "seed": table.seed,
        "decks": table.pieces,
        "dice": table.dice,
        "facts": table.facts,
        "events": events,
    }
    if times is not None:
        record["opened"] = _written_time(times.opened)
        record["ended"] = None if times.ended is None else _written_time(times.ended)
    return msgspec.json.format(msgspec.json.encode(record), indent=1).decode() + "\n"


def read_record(text: str) -> Record:
    """Raises Refused for a file that is no record, or one of a table that has not ended."""
    try:
        data = msgspec.json.decode(text)
        if data["format"] != FORMAT:
            raise Refused("this is not a record of the kind {kind}", kind=FORMAT)
        if data["seed"] is None:
            raise Refused("the table has not ended, so its secret is not told yet")
        if len(data["events"]) > MOST_EVENTS:
            raise Refused("a record has at most {count} events", count=MOST_EVENTS)
        start = msgspec.convert({key: data[key] for key in ("decks", "dice", "facts")}, Start)
        events = msgspec.convert(data["events"], tuple[Event, ...])
        game, promised = (msgspec.convert(data[key], str) for key in ("game", "commitment"))
        code = msgspec.convert(data.get("code", ""), str)
        seed = bytes.fromhex(data["seed"])
        return Record(game, promised, seed, start, events, code, _read_times(data))
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as fault:
        raise Refused("this is not a whole record ({reason})", reason=str(fault)) from None


def examine(text: str) -> Examined:
    """Works out again every throw, shuffle and draw, and how the game came out."""
    try:
        record = read_record(text)
    except Refused as fault:
        return Examined((Check(say("It is a whole record"), (fault.message,)),))
    whole = Check(say("It is a whole record"))
    promise = _check_promise(record)
    if promise.wrong:
        return Examined((whole, promise), record)
    story, wrong = replay(record.first_table, record.events, record.seed)
    chance = Check(say("Every throw, shuffle and draw follows from that secret"), tuple(wrong))
    end = Check(say("The result is what the table gives"), () if wrong else _check_end(story))
    return Examined((whole, promise, chance, end), record, _throws(story))


def check_record(text: str) -> list[str]:
    """What is wrong with a record, in sentences; nothing, if it proves itself."""
    return [str(sentence) for sentence in examine(text).wrong]


def _check_promise(record: Record) -> Check:
    title = say("The secret and what lies on the table are what was promised")
    if promise_of(record.first_table, record.seed) == record.commitment:
        return Check(title)
    sentence = say(
        "the seed, or the dice, decks or rules, are not what was promised before the first throw"
    )
    return Check(title, (sentence,))


def _check_end(story: Story) -> tuple[Message, ...]:
    """The end itself was decided again with the rest; here it only has to be there."""
    if story.table.ended:
        return ()
    return (say("the record stops before the table ended"),)


def _throws(story: Story) -> tuple[Throw, ...]:
    names = {seat.id: seat.name for seat in story.table.seats}
    return tuple(
        Throw(
            event.number,
            names.get(event.seat or "", ""),
            event.kind,
            tuple(_decided(event.result, names)),
            event.number in story.table.undone,
        )
        for event in story.log
        if event.kind != END and any(key in event.result for key in CHANCE)
    )


def _decided(result: Mapping[str, Any], names: Mapping[str, str]) -> Sequence[str]:
    if "faces" in result:
        return [str(face) for face in result["faces"]]
    if "first" in result:
        return [names.get(str(result["first"]), str(result["first"]))]
    if "finger" in result:
        return [str(result["finger"] + 1)]
    if "left" in result:
        return [str(piece) for piece in result["left"]]
    words = [str(result["words"])] if "words" in result else []
    return [*words, *(str(number) for number in result.get("numbers", ()))]


def _written_time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _read_times(data: Mapping[str, Any]) -> Times | None:
    """Raises ValueError or TypeError for what is no time."""
    if data.get("opened") is None or data.get("ended") is None:
        return None
    opened, ended = (datetime.fromisoformat(data[key]) for key in ("opened", "ended"))
    if opened.tzinfo is None or ended.tzinfo is None or ended < opened or opened.year < 1971:
        raise ValueError("its times cannot be")
    return Times(opened.timestamp(), ended.timestamp())
