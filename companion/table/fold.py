"""Takes a table's events in their order, gives the table; takes an act, gives the next event.

Undo is an event too, and the fold leaves out what it names. What was decided stays in the log. An
event can be undone only if all that stays still makes sense without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.chance import chance_for
from companion.table.kinds import KINDS
from companion.table.model import Act, Event, Refused, Table
from companion.table.outcome import outcome_of
from companion.table.promise import promise_of
from companion.table.reading import is_deeper
from companion.table.undo import REDO, UNDO, Left, check_undo, left_after, times_undone
from companion.words import Message, say

END: Final = "end"
MOST_EVENTS: Final = 5000
"""Far more than any game has; a longer log would only keep a server busy."""
MOST_SAID: Final = 8 * 1024  # bytes that one act may say: a full score sheet is a tenth of it
MOST_DEEP: Final = 16  # lists in lists that one act may say: rules and pages go through them all


class Story(Struct, frozen=True):
    """A table's beginning, everything that happened, and the table after each event.

    An undo is then told from the event it takes away, not from the start.
    """

    start: Table
    log: tuple[Event, ...] = ()
    past: tuple[Table, ...] = ()
    left: Left = Left()

    @property
    def table(self) -> Table:
        return self.past[-1] if self.past else self.start


class Unfit(Refused):
    """An event does not fit those before it; `number` is which."""

    def __init__(self, fault: Refused, number: int) -> None:
        super().__init__("{reason}", reason=fault.message)
        self.number = number


def read_story(start: Table, events: Iterable[Event]) -> Story:
    """The story of a log. Raises Refused if an event does not fit those before it."""
    log = tuple(events)
    left = Left()
    for event in log:
        left = left_after(left, log, event)
    return _told_from(Story(start, log, left=left), 1)


def extend(story: Story, event: Event) -> Story:
    """The story with one more event. Raises Refused if the event does not fit."""
    left = left_after(story.left, story.log, event)
    changed = left.undone ^ story.left.undone
    longer = Story(story.start, (*story.log, event), story.past, left)
    return _told_from(longer, min(changed, default=event.number))


def _told_from(story: Story, first: int) -> Story:
    """Tells the events from a number on once more, on the table that was there before it."""
    undone = story.left.undone
    past = list(story.past[: first - 1])
    table = past[-1] if past else story.start
    for event in story.log[first - 1 :]:
        if event.number not in undone:
            table = _step(table, event)
        table = replace(table, revision=event.number, undone=undone)
        past.append(table)
    return Story(story.start, story.log, tuple(past), story.left)


def fold(start: Table, events: Iterable[Event]) -> Table:
    """The table after all events. Raises Refused if an event does not fit those before it."""
    return read_story(start, events).table


def _step(table: Table, event: Event) -> Table:
    if event.kind in KINDS:
        try:
            return KINDS[event.kind].apply(table, event)
        except Refused as fault:
            raise Unfit(fault, event.number) from None
    if event.kind == END:
        return replace(table, ended=True, seed=event.result["seed"])
    return table


def decide(story: Story, act: Act, seed: bytes, *, host: bool) -> Event:
    """The event that an act becomes; the same one again for an act that was made already.

    Raises Refused, and changes nothing, if it cannot be done.
    """
    made = next((event for event in story.log if event.id == act.id), None)
    if made is not None:
        if (made.kind, made.seat) != (act.kind, act.seat):
            raise Refused("another act has this id")
        return made
    if story.table.ended:
        raise Refused("this table has ended")
    if act.seat is not None and story.table.seat(act.seat) is None:
        raise Refused("take a seat first")
    if act.kind == END:
        return _end_event(story, act, seed, host=host)
    _check_size(story, act)
    if act.kind in (UNDO, REDO):
        return _undo_event(story, act, host=host)
    return _kind_event(story, act, seed)


def _check_size(story: Story, act: Act) -> None:
    """The last number is kept for the end, without which a log proves nothing."""
    if len(story.log) >= MOST_EVENTS - 1:
        raise Refused("this table's history is full: the host can only end it")
    if is_deeper(act.data, MOST_DEEP):
        raise Refused("what this act says cannot be understood")
    if len(msgspec.json.encode(act.data)) > MOST_SAID:
        raise Refused("an act says at most {count} letters", count=MOST_SAID)


def _end_event(story: Story, act: Act, seed: bytes, *, host: bool) -> Event:
    if not host:
        raise Refused("only the host ends the table")
    result = {"seed": seed.hex(), "outcome": outcome_of(story.table)}
    return Event(len(story.log) + 1, act.id, act.kind, act.seat, {}, result)


def _kind_event(story: Story, act: Act, seed: bytes) -> Event:
    kind, table, number = KINDS.get(act.kind), story.table, len(story.log) + 1
    if kind is None:
        raise Refused("nobody can '{act}' here", act=act.kind)
    result = dict(kind.decide(table, act, chance_for(seed, table.entropies, number)))
    again = times_undone(story.left, story.log, act) if kind.marked else 0
    if again:
        result["again"] = again
    event = Event(number, act.id, act.kind, act.seat, dict(act.data), result)
    kind.apply(table, event)
    return event


def _undo_event(story: Story, act: Act, *, host: bool) -> Event:
    data: dict[str, object] = {"number": act.data.get("number")}
    if act.data.get("to_here"):
        data["to_here"] = True
    event = Event(len(story.log) + 1, act.id, act.kind, act.seat, data)
    check_undo(story.left, story.log, event, host=host)
    try:
        extend(story, event)
    except Unfit as fault:
        # Why it does not fit may be the secret of another seat; which one it is, everybody sees.
        raise Refused(
            "number {number} depends on it: undo that first", number=fault.number
        ) from None
    return event


def replay(start: Table, log: Iterable[Event], seed: bytes) -> tuple[Story, list[Message]]:
    """The story as far as it can have happened, and the events that are not what they should be.

    Everything is decided again, undoing and ending too: what no table would have done is found.
    """
    story = Story(start)
    wrong: list[Message] = []
    for event in log:
        number, kind = event.number, event.kind
        try:
            again = decide(story, Act(event.id, kind, event.seat, event.data), seed, host=True)
            if again.number != number:
                wrong.append(say("event {number} is not in its place", number=number))
                break
            if _decided(again) != _decided(event):
                wrong.append(
                    say(
                        "event {number} ({kind}) is not what chance and the rules gave",
                        number=number,
                        kind=kind,
                    )
                )
            story = extend(story, event)
        except Refused as fault:
            reason = fault.message
            wrong.append(
                say("event {number} could not happen: {reason}", number=number, reason=reason)
            )
            break
        except Exception as fault:  # a forged file may make a game's rules fail in any way
            what = f"{type(fault).__name__}: {fault}"
            wrong.append(say("event {number} makes no sense ({what})", number=number, what=what))
            break
    return story, wrong


def _decided(event: Event) -> object:
    """What an event says, as a file would hold it."""
    return msgspec.json.decode(msgspec.json.encode((event.data, event.result)))


def verify(start: Table, log: Sequence[Event], seed: bytes) -> list[str]:
    """What in a log does not follow from its seed; nothing, if all was fair."""
    kept = promise_of(start, seed) == start.commitment
    broken = [] if kept else ["the promise was not kept"]
    return [*broken, *map(str, replay(start, log, seed)[1])]
