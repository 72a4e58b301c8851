"""Takes a log and an event that undoes or redoes, gives what is left out of the fold by then.

Undo names another event by its number; with `to_here` it leaves out all that came after as well.
Redo brings one event back, or all that an undo took away, if it names that undo.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, field

from companion.table.kinds import KINDS
from companion.table.model import Act, Event, Refused

UNDO: Final = "undo"
REDO: Final = "redo"
RANDOM: Final = frozenset({"begin", "finger", "first", "roll", "shuffle"})


class Left(Struct, frozen=True):
    """What is left out, and which of it each undo took that nobody has redone."""

    undone: frozenset[int] = frozenset()
    taken: Mapping[int, frozenset[int]] = field(default_factory=dict)


def left_after(left: Left, log: Sequence[Event], event: Event) -> Left:
    """What is left out once an event has joined the log before it."""
    if event.kind == UNDO:
        taken = frozenset(_named(log, event)) - left.undone
        return Left(left.undone | taken, {**left.taken, event.number: taken})
    if event.kind == REDO:
        number = event.data["number"]
        back = left.taken.get(number, frozenset((number,)))
        rest = {undo: taken for undo, taken in left.taken.items() if undo != number}
        return Left(left.undone - back, rest)
    return left


def _named(log: Sequence[Event], undo: Event) -> Iterator[int]:
    number = undo.data["number"]
    if not undo.data.get("to_here"):
        yield number
        return
    yield from (event.number for event in log[number - 1 : undo.number - 1] if can_undo(event))


def can_undo(event: Event) -> bool:
    return event.kind in KINDS and KINDS[event.kind].undoable


def check_undo(left: Left, log: Sequence[Event], event: Event, *, host: bool) -> None:
    """Raises Refused for an undo or redo that nobody of that right can make."""
    target = _event(log, event.data["number"])
    several = target is not None and target.kind == UNDO and event.kind == REDO
    if target is None or (target.kind not in KINDS and not several):
        raise Refused("there is nothing to undo there")
    if not several and not can_undo(target):
        raise Refused("that cannot be undone")
    if not host and (target.seat != event.seat or several or event.data.get("to_here")):
        raise Refused("only the host undoes what others did")
    changed = left.undone ^ left_after(left, log, event).undone
    if not changed and event.kind == UNDO:
        raise Refused("that is undone already")
    if not changed:
        raise Refused("that is not undone")
    if event.kind == REDO and any(_made_anew(log, number) for number in changed):
        raise Refused("it was made anew since, and only the new one counts")


def _event(log: Sequence[Event], number: object) -> Event | None:
    return log[number - 1] if type(number) is int and 1 <= number <= len(log) else None


def _made_anew(log: Sequence[Event], number: int) -> bool:
    """Whether chance has decided the same again: nobody chooses between two throws."""
    event = log[number - 1]
    return is_random(event) and any(
        later.kind == event.kind and later.result.get("again") and _same(later, event)
        for later in log[number:]
    )


def is_random(event: Event) -> bool:
    return event.kind in RANDOM or bool(event.result.get("numbers"))


def times_undone(left: Left, log: Sequence[Event], act: Act) -> int:
    """How many throws like this one were undone just before: a new one is marked with it.

    Who throws with another seat of theirs throws anew as well; only moves of a game are each
    seat's own.
    """
    kinds = [event for event in log if event.kind == act.kind and _same(event, act)]
    own = [event for event in kinds if event.seat == act.seat]
    return max(_undone_last(left, own), 0 if act.kind == "play" else _undone_last(left, kinds))


def _undone_last(left: Left, events: Sequence[Event]) -> int:
    count = 0
    for event in reversed(events):
        if event.number not in left.undone:
            break
        count += is_random(event)
    return count


def _same(event: Event, other: Event | Act) -> bool:
    """Of one deck; and a move of a game is of one seat."""
    if event.kind == "play" and event.seat != other.seat:
        return False
    return bool(event.data.get("deck") == other.data.get("deck"))
