"""Decide which event an act becomes."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from companion.chance.provable import chance_for
from companion.language.messages import Refused
from companion.table.acts import TABLE_ACTS, act_type
from companion.table.acts.undo import Redo, Undo, undo_data
from companion.table.history import END, DoesNotFit, History, keep_decided
from companion.table.model import Act, Event
from companion.table.outcome import outcome_of
from companion.table.reading import is_deeper
from companion.table.undo import (
    REDO,
    UNDO,
    check_undo,
    mix_after,
    times_undone,
    undo_state_after,
)

MOST_EVENTS: Final = 5000
"""Far more than any game has; a longer log would only keep a server busy."""
MOST_BYTES: Final = 8 * 1024  # of one act's data: a full score sheet has a tenth of it
MOST_DEEP: Final = 16  # levels of nested values in one act's data


def decide(history: History, act: Act, seed: bytes, *, host: bool) -> Event:
    """The event that an act becomes; the same one again for an act that was made already.

    Raises Refused, and changes nothing, if it cannot be done.
    """
    made = history.made(act.id)
    if made is not None:
        if (made.kind, made.seat) != (act.kind, act.seat):
            raise Refused("another action has this id")
        return made
    if history.table.ended:
        raise Refused("this game is finished")
    if act.seat is not None and history.table.seat(act.seat) is None:
        raise Refused("take a seat first")
    if act.by and history.table.seat(act.by) is None:
        raise Refused("take a seat first")
    if act.kind != END:
        _check_size(history, act)
    act_type(act.kind).check_keys(act.data)
    if act.kind == END:
        return _end_event(history, act, seed, host=host)
    if act.kind in (UNDO, REDO):
        return _undo_event(history, act, seed, host=host)
    return _kind_event(history, act, seed)


def _check_size(history: History, act: Act) -> None:
    """The last number is kept for the end, without which a log proves nothing."""
    if len(history.log) >= MOST_EVENTS - 1:
        raise Refused("the history is full: the host can only finish the game")
    if is_deeper(act.data, MOST_DEEP):
        raise Refused("this action has invalid data")
    if len(msgspec.json.encode(act.data)) > MOST_BYTES:
        raise Refused("an action has at most {count} bytes of data", count=MOST_BYTES)


def _end_event(history: History, act: Act, seed: bytes, *, host: bool) -> Event:
    if not host:
        raise Refused("only the host can finish the game")
    result = {"seed": seed.hex(), "outcome": outcome_of(history.table, history.score_progress())}
    return Event(len(history.log) + 1, act.id, act.kind, act.seat, {}, result)


def _kind_event(history: History, act: Act, seed: bytes) -> Event:
    table, number = history.table, len(history.log) + 1
    typed = TABLE_ACTS[act.kind].read(act.data)
    result = dict(typed.decide(table, act.seat, chance_for(seed, table.entropies, number)))
    if act.by is not None:
        result["by"] = act.by
    event = Event(number, act.id, act.kind, act.seat, dict(act.data), result)
    rerolls = times_undone(history.left, history.log, event)
    if rerolls:
        result["again"] = rerolls
    try:
        keep_decided(history, event)
    except DoesNotFit as fault:
        raise fault.reason from None
    return event


def _undo_event(history: History, act: Act, seed: bytes, *, host: bool) -> Event:
    typed = (Undo if act.kind == UNDO else Redo).read(act.data)
    number, log = len(history.log) + 1, history.log
    event = Event(number, act.id, act.kind, act.seat, undo_data(typed))
    check_undo(history.left, log, event, history.why_final, host=host)
    if act.kind == UNDO:
        taken = undo_state_after(history.left, log, event).undone - history.left.undone
        chance = chance_for(seed, history.table.entropies, number)
        mix = mix_after(history.table, [log[each - 1] for each in sorted(taken)], chance)
        event = replace(event, result=mix)
    try:
        keep_decided(history, event)
    except DoesNotFit as fault:
        # The reason may be the secret of another seat; the number is public.
        raise Refused(
            "undo step {number} first: it depends on this one", number=fault.number
        ) from None
    return event
