"""Takes a table's events in their order, gives the table; takes an act, gives the next event.

Undo is an event too: it names another by its number, and the fold leaves that one out; with
`to_here` it leaves out all that came after as well. What was decided stays in the log. An event
can be undone only if all that stays still makes sense without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from companion.chance import chance_for, commitment
from companion.table.kinds import KINDS
from companion.table.model import Act, Event, Refused, Table
from companion.table.outcome import outcome_of

UNDO: Final = "undo"
REDO: Final = "redo"
END: Final = "end"


class Story(Struct, frozen=True):
    """A table's beginning, everything that happened, and the table after each event.

    An undo is then told from the event it takes away, not from the start.
    """

    start: Table
    log: tuple[Event, ...] = ()
    past: tuple[Table, ...] = ()

    @property
    def table(self) -> Table:
        return self.past[-1] if self.past else self.start

    def event(self, number: object) -> Event | None:
        if isinstance(number, int) and 1 <= number <= len(self.log):
            return self.log[number - 1]
        return None


def read_story(start: Table, events: Iterable[Event]) -> Story:
    """The story of a log. Raises Refused if an event does not fit those before it."""
    log = tuple(events)
    return _told_from(Story(start, log), 1)


def extend(story: Story, event: Event) -> Story:
    """The story with one more event. Raises Refused if the event does not fit."""
    longer = Story(story.start, (*story.log, event), story.past)
    if event.kind not in (UNDO, REDO):
        return _told_from(longer, event.number)
    changed = undone_numbers(story.log) ^ undone_numbers(longer.log)
    return _told_from(longer, min(changed, default=event.number))


def _told_from(story: Story, first: int) -> Story:
    """Tells the events from a number on once more, on the table that was there before it."""
    undone = frozenset(undone_numbers(story.log))
    past = list(story.past[: first - 1])
    table = past[-1] if past else story.start
    for event in story.log[first - 1 :]:
        if event.number not in undone:
            table = _step(table, event)
        table = replace(table, revision=event.number, undone=undone)
        past.append(table)
    return Story(story.start, story.log, tuple(past))


def fold(start: Table, events: Iterable[Event]) -> Table:
    """The table after all events. Raises Refused if an event does not fit those before it."""
    return read_story(start, events).table


def _step(table: Table, event: Event) -> Table:
    if event.kind in KINDS:
        return KINDS[event.kind].apply(table, event)
    if event.kind == END:
        return replace(table, ended=True, seed=event.result["seed"])
    return table


def undone_numbers(log: Sequence[Event]) -> set[int]:
    """Which events are left out. An undo event that took several away is redone by its number."""
    undone: set[int] = set()
    taken_by: dict[int, set[int]] = {}
    for event in log:
        if event.kind not in (UNDO, REDO):
            continue
        number = event.data["number"]
        if event.kind == UNDO:
            taken_by[event.number] = _taken(log, event) - undone
            undone |= taken_by[event.number]
        else:
            undone -= taken_by.get(number, {number})
    return undone


def _taken(log: Sequence[Event], undo: Event) -> set[int]:
    number = undo.data["number"]
    if not undo.data.get("to_here"):
        return {number}
    return {e.number for e in log[number - 1 : undo.number - 1] if _can_undo(e)}


def _can_undo(event: Event) -> bool:
    return event.kind in KINDS and KINDS[event.kind].undoable


def decide(story: Story, act: Act, seed: bytes, *, host: bool) -> Event:
    """The event that an act becomes; the same one again for an act that was made already.

    Raises Refused, and changes nothing, if it cannot be done.
    """
    for event in story.log:
        if event.id == act.id:
            return event
    table = story.table
    if table.ended:
        raise Refused("this table has ended")
    number = table.revision + 1
    if act.kind in (UNDO, REDO):
        return _undo_event(story, act, host=host)
    if act.kind == END:
        if not host:
            raise Refused("only the host ends the table")
        return Event(
            number,
            act.id,
            act.kind,
            act.seat,
            {},
            {"seed": seed.hex(), "outcome": outcome_of(table)},
        )
    kind = KINDS.get(act.kind)
    if kind is None:
        raise Refused("nobody can '{act}' here", act=act.kind)
    if kind.host_only and not host:
        raise Refused("only the host does that")
    result = dict(kind.decide(table, act, chance_for(seed, table.entropies, number)))
    again = _again(story, act) if kind.marked else 0
    if again:
        result["again"] = again
    event = Event(number, act.id, act.kind, act.seat, dict(act.data), result)
    kind.apply(table, event)
    return event


def _again(story: Story, act: Act) -> int:
    """How many throws of this seat were undone just before: a new throw is marked with it."""
    count = 0
    for event in reversed(story.log):
        if event.kind == act.kind and event.seat == act.seat:
            if event.number not in story.table.undone:
                break
            if _was_random(event):
                count += 1
    return count


def _was_random(event: Event) -> bool:
    return event.kind in ("roll", "first", "finger") or bool(event.result.get("numbers"))


def _undo_event(story: Story, act: Act, *, host: bool) -> Event:
    data: dict[str, object] = {"number": act.data.get("number")}
    if act.data.get("to_here"):
        data["to_here"] = True
    event = Event(len(story.log) + 1, act.id, act.kind, act.seat, data)
    _check_undo(story, event, host=host)
    try:
        extend(story, event)
    except Refused as fault:
        raise Refused(
            "later acts depend on it ({reason}): undo them first", reason=fault.message
        ) from None
    return event


def _check_undo(story: Story, event: Event, *, host: bool) -> None:
    target = story.event(event.data["number"])
    several = target is not None and target.kind == UNDO and event.kind == REDO
    if target is None or (target.kind not in KINDS and not several):
        raise Refused("there is nothing to undo there")
    if not several and not _can_undo(target):
        raise Refused("that cannot be undone")
    if not host and (target.seat != event.seat or several or event.data.get("to_here")):
        raise Refused("only the host undoes what others did")
    before = undone_numbers(story.log)
    after = undone_numbers((*story.log, event))
    if before == after and event.kind == UNDO:
        raise Refused("that is undone already")
    if before == after:
        raise Refused("that is not undone")


def verify(start: Table, log: Sequence[Event], seed: bytes) -> list[str]:
    """What in a finished log does not follow from its seed; nothing, if all was fair."""
    wrong: list[str] = []
    if commitment(seed) != start.commitment:
        wrong.append("the seed is not the one that was promised")
    story = Story(start)
    for index, event in enumerate(log):
        if event.number != index + 1:
            wrong.append(f"event {event.number} is not number {index + 1}")
            return wrong
        try:
            if event.kind in KINDS:
                act = Act(event.id, event.kind, event.seat, event.data)
                again = decide(story, act, seed, host=True)
                if _plain(again.result) != _plain(event.result):
                    wrong.append(f"event {event.number} ({event.kind}) was not what chance gave")
            story = extend(story, event)
        except Refused as fault:
            wrong.append(f"event {event.number} could not happen: {fault}")
            return wrong
    return wrong


def _plain(result: Mapping[str, object]) -> object:
    return to_builtins(dict(result))
