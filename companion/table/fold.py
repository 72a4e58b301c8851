"""Takes a table's events in their order, gives the table; takes an act, gives the next event.

Undo is an event too: it names another by its number, and the fold leaves that one out. What was
decided stays in the log. An event can be undone only if all that came after still makes sense
without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from companion.chance import chance_for, commitment
from companion.table.kinds import KINDS
from companion.table.model import Act, Event, Refused, Table

UNDO: Final = "undo"
REDO: Final = "redo"
END: Final = "end"


def fold(start: Table, events: Iterable[Event]) -> Table:
    """The table after all events. Raises Refused if an event does not fit those before it."""
    log = list(events)
    undone = undone_numbers(log)
    table = start
    for event in log:
        if event.number not in undone and event.kind in KINDS:
            table = KINDS[event.kind].apply(table, event)
        elif event.kind == END:
            table = replace(table, ended=True, seed=event.result["seed"])
    revision = log[-1].number if log else 0
    return replace(table, revision=revision, undone=frozenset(undone))


def undone_numbers(log: Sequence[Event]) -> set[int]:
    undone: set[int] = set()
    for event in log:
        if event.kind == UNDO:
            undone.add(event.data["number"])
        elif event.kind == REDO:
            undone.discard(event.data["number"])
    return undone


def decide(start: Table, log: Sequence[Event], act: Act, seed: bytes, *, host: bool) -> Event:
    """The event that an act becomes; the same one again for an act that was made already.

    Raises Refused, and changes nothing, if it cannot be done.
    """
    for event in log:
        if event.id == act.id:
            return event
    table = fold(start, log)
    if table.ended:
        raise Refused("this table has ended")
    number = table.revision + 1
    chance = chance_for(seed, table.entropies, number)
    if act.kind in (UNDO, REDO):
        _check_undo(start, log, act, host=host)
        return Event(number, act.id, act.kind, act.seat, dict(act.data))
    if act.kind == END:
        if not host:
            raise Refused("only the host ends the table")
        return Event(number, act.id, act.kind, act.seat, {}, {"seed": seed.hex()})
    kind = KINDS.get(act.kind)
    if kind is None:
        raise Refused(f"nobody can '{act.kind}' here")
    result = dict(kind.decide(table, act, chance))
    again = _again(log, table, act)
    if again:
        result["again"] = again
    event = Event(number, act.id, act.kind, act.seat, dict(act.data), result)
    kind.apply(table, event)
    return event


def _again(log: Sequence[Event], table: Table, act: Act) -> int:
    """How many throws of this seat were undone just before: a new throw is marked with it."""
    if act.kind != "roll":
        return 0
    count = 0
    for event in reversed(log):
        if event.kind == "roll" and event.seat == act.seat:
            if event.number not in table.undone:
                break
            count += 1
    return count


def _check_undo(start: Table, log: Sequence[Event], act: Act, *, host: bool) -> None:
    number = act.data.get("number")
    target = next((event for event in log if event.number == number), None)
    if target is None or target.kind not in KINDS:
        raise Refused("there is nothing to undo there")
    if not KINDS[target.kind].undoable:
        raise Refused("that cannot be undone")
    if target.seat != act.seat and not host:
        raise Refused("only the host undoes what others did")
    is_undone = number in undone_numbers(log)
    if is_undone == (act.kind == UNDO):
        raise Refused("that is undone already" if is_undone else "that is not undone")
    trial = Event(len(log) + 1, act.id, act.kind, act.seat, dict(act.data))
    try:
        fold(start, [*log, trial])
    except Refused as fault:
        raise Refused(f"later acts depend on it ({fault}): undo them first") from None


def verify(start: Table, log: Sequence[Event], seed: bytes) -> list[str]:
    """What in a finished log does not follow from its seed; nothing, if all was fair."""
    wrong: list[str] = []
    if commitment(seed) != start.commitment:
        wrong.append("the seed is not the one that was promised")
    for index, event in enumerate(log):
        if event.number != index + 1:
            wrong.append(f"event {event.number} is not number {index + 1}")
        if event.kind not in KINDS:
            continue
        act = Act(event.id, event.kind, event.seat, event.data)
        try:
            again = decide(start, log[:index], act, seed, host=True)
        except Refused as fault:
            wrong.append(f"event {event.number} could not happen: {fault}")
            continue
        if dict(again.result) != dict(event.result):
            wrong.append(f"event {event.number} ({event.kind}) was not what chance gave")
    return wrong
