"""Apply an event to a table, and remember the effect of costly ones."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.games.moves import Announcement
from companion.language.messages import Refused
from companion.table.acts import TABLE_ACTS
from companion.table.acts.base import Applied
from companion.table.acts.game import Play
from companion.table.acts.undo import as_play
from companion.table.dice import add_counts
from companion.table.model import END, Event, Table
from companion.table.outcome import stored_result
from companion.table.undo import REPLACE, UNDO, mixed


class Effect(Struct, frozen=True):
    """The effect of an event on a table, and the sentences that describe it."""

    event: Event
    before: Table
    after: Table
    announcements: tuple[Announcement, ...] = ()


Effects = dict[int, Effect]
"""The effects of events, by the numbers of the events."""


class DoesNotFit(Refused):
    """An event does not fit those before it; `number` is which."""

    def __init__(self, fault: Refused, number: int) -> None:
        super().__init__("{reason}", reason=fault.message)
        self.reason = fault
        self.number = number


def apply_event(table: Table, event: Event, effects: Effects | None = None) -> Table:
    """The table after one more event. Raises DoesNotFit if it does not fit.

    `effects` are what a history has computed so far: an event whose effect is known is not computed
    again.
    """
    effects = {} if effects is None else effects
    act_kind = TABLE_ACTS.get(event.kind)
    if act_kind is not None:
        costly = act_kind.reads
        known = effects.get(event.number) if costly else None
        if (
            known is not None
            and is_same_event(known.event, event)
            and _same_ground(known.before, table, event)
        ):
            return _repeat_effect(table, known)
        try:
            after = act_kind.stored(event.data).apply(table, event)
        except Refused as fault:
            raise DoesNotFit(fault, event.number) from None
        if isinstance(after, Applied):
            effects[event.number] = Effect(event, table, after.table, after.announcements)
            return after.table
        if costly:
            effects[event.number] = Effect(event, table, after)
        return after
    if event.kind == END:
        score = stored_result(event.result.get("outcome"))
        return replace(table, ended=True, score=score, seed=event.result["seed"])
    if event.kind == UNDO and "mix" in event.result:
        return mixed(table, event.result["mix"])
    return _apply_replacement(table, event, effects) if event.kind == REPLACE else table


def _apply_replacement(table: Table, event: Event, effects: Effects) -> Table:
    """The table after a move in the place of another, before which the hidden pieces are mixed."""
    known = effects.get(event.number)
    if known and is_same_event(known.event, event) and known.before.play is table.play:
        return _repeat_effect(table, known)
    try:
        ground = mixed(table, event.result["mix"]) if "mix" in event.result else table
        after = Play(event.data["move"]).apply(ground, as_play(event))
    except Refused as fault:
        raise DoesNotFit(fault, event.number) from None
    effects[event.number] = Effect(event, table, after.table, after.announcements)
    return after.table


def is_same_event(one: Event, other: Event) -> bool:
    """Whether two events are the same but for their time, which is added when one is stored."""
    return one == other or replace(one, at=other.at) == other


def _same_ground(before: Table, table: Table, event: Event) -> bool:
    """Whether everything that an event depends on is unchanged. Comparing the states of a game
    would take longer than the move, so they have to be the same object."""
    if before.play is not table.play:
        return False
    return all(
        getattr(before, name) == getattr(table, name) for name in TABLE_ACTS[event.kind].reads[1:]
    )


def _repeat_effect(table: Table, known: Effect) -> Table:
    """The table after an event whose effect is known; its dice are counted again."""
    changed = {
        name: getattr(known.after, name)
        for name in Table.__struct_fields__
        if getattr(known.after, name) is not getattr(known.before, name)
    }
    before, after = known.before.face_counts, known.after.face_counts
    unchanged = table.face_counts == before
    counts = after if unchanged else add_counts(table.face_counts, before, after)
    return replace(table, **{**changed, "face_counts": counts})
