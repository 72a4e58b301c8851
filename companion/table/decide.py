"""Decide which event an act becomes."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from companion.chance.provable import chance_for
from companion.language.messages import Refused
from companion.table.acts import TABLE_ACTS, act_type
from companion.table.acts.undo import Redo, Undo, undo_data
from companion.table.apply import DoesNotFit
from companion.table.dependence import check_nothing_depends, depends
from companion.table.history import History, keep_decided
from companion.table.model import END, UNDO_LEAVES_THE_REST, Act, Event
from companion.table.nesting import is_deeper
from companion.table.outcome import outcome_of
from companion.table.replacement import replacement
from companion.table.undo import (
    REDO,
    REPLACE,
    UNDO,
    UndoState,
    check_undo,
    mix_after,
    times_undone,
    undo_state_after,
)

MAX_EVENTS: Final = 5000
"""Far more than any game has; a longer log would only keep a server busy."""
MAX_BYTES: Final = 8 * 1024  # of one act's data: a full score sheet has a tenth of it
MAX_DEPTH: Final = 16  # levels of nested values in one act's data


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
    if act.kind == REPLACE:
        return _replace_event(history, act, seed, host=host)
    return _kind_event(history, act, seed)


def _check_size(history: History, act: Act) -> None:
    """The last number is kept for the end, without which a log proves nothing."""
    if len(history.log) >= MAX_EVENTS - 1:
        raise Refused("the history is full: the host can only finish the game")
    if is_deeper(act.data, MAX_DEPTH):
        raise Refused("this action has invalid data")
    if len(msgspec.json.encode(act.data)) > MAX_BYTES:
        raise Refused("an action has at most {count} bytes of data", count=MAX_BYTES)


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
    rerolls = times_undone(history.undo_state, history.log, event)
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
    undo_state = _checked_undo(history, event, host=host)
    if act.kind == UNDO:
        taken = undo_state.undone - history.undo_state.undone
        chance = chance_for(seed, history.table.entropies, number)
        mix = mix_after(history.table, [log[each - 1] for each in sorted(taken)], chance)
        event = replace(event, result=mix)
    try:
        keep_decided(history, event)
    except DoesNotFit as fault:
        raise depends(fault.number) from None
    return event


def _checked_undo(history: History, event: Event, *, host: bool) -> UndoState:
    """What is left out after an undo or redo. Raises Refused if it is not allowed."""
    check_undo(history.undo_state, history.log, event, history.why_final, host=host)
    undo_state = undo_state_after(history.undo_state, history.log, event)
    if history.start.edition >= UNDO_LEAVES_THE_REST:
        check_nothing_depends(history, undo_state)
    return undo_state


def why_not_undone(history: History, number: int, seat: str | None) -> Refused | None:
    """Why the seat cannot undo its event of that number, if so."""
    event = Event(len(history.log) + 1, "", UNDO, seat, {"number": number})
    try:
        undo_state = _checked_undo(history, event, host=False)
        if history.start.edition < UNDO_LEAVES_THE_REST:
            check_nothing_depends(history, undo_state)
    except Refused as fault:
        return fault
    return None


def _replace_event(history: History, act: Act, seed: bytes, *, host: bool) -> Event:
    number = len(history.log) + 1
    event = Event(number, act.id, act.kind, act.seat, dict(act.data))
    chance = chance_for(seed, history.table.entropies, number)
    result = replacement(history, event, chance, host=host)
    event = replace(event, result=result)
    undo_state = undo_state_after(history.undo_state, history.log, event)
    rerolls = times_undone(undo_state, history.log, event)
    if rerolls:
        event = replace(event, result={**result, "again": rerolls})
    try:
        keep_decided(history, event)
    except DoesNotFit as fault:
        raise depends(fault.number) from None
    return event
