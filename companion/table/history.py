"""Fold a table's events into its state.

Undo is an event too, and the fold leaves out what it names; the log keeps everything. An event can
be undone only if all that stays still makes sense without it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from companion.games.moves import Announcement
from companion.language.messages import Message, Refused
from companion.table.acts import ACTS
from companion.table.apply import Effect, Effects, apply_event, is_same_event
from companion.table.game_rules import final_reason
from companion.table.model import END, Event, Table
from companion.table.score_progress import ScoreProgress, score_progress, stored_progress
from companion.table.undo import UndoState, mixed, undo_state_after

KEEP_EVERY: Final = 32
"""A history keeps the table after every 32 events: an undo seldom goes back further."""


class Decided(Struct, frozen=True):
    """The last event that was decided, and the history before it with the event folded in."""

    event: Event
    folded: History


class Memo:
    """What a history has computed so far. It only saves time: nothing depends on its content."""

    def __init__(self) -> None:
        self.effects: Effects = {}
        self.numbers: dict[str, int] = {}
        self.followed = False
        self.decided: Decided | None = None

    def __eq__(self, other: object) -> bool:
        """Histories with the same events are equal, whatever they remember."""
        return isinstance(other, Memo)

    __hash__ = None  # type: ignore[assignment]


class History(Struct, frozen=True):
    """A table's start, its log, and its state.

    The state after every KEEP_EVERY events is kept, so that an undo folds from the last one before
    the event it takes back, not from the start. A move that is folded again on the same state is
    not computed again.
    """

    start: Table
    log: tuple[Event, ...] = ()
    kept: tuple[Table, ...] = ()
    last: Table | None = None
    undo_state: UndoState = UndoState()
    memo: Memo = field(default_factory=Memo)

    @property
    def table(self) -> Table:
        return replace(
            self.last or self.start, revision=len(self.log), undone=self.undo_state.undone
        )

    def after(self, number: int) -> Table:
        """The table after the event of that number, without what is undone by now."""
        table, folded = self._kept_before(number + 1)
        for event in self.log[folded:number]:
            table = _after_event(table, event, self)
        return table

    def score_progress(self) -> ScoreProgress:
        """The points so far, or as they were stored when the table ended."""
        ends = (event for event in reversed(self.log) if event.kind == END)
        stored = stored_progress(next((end.result.get("outcome") for end in ends), None))
        return score_progress(self.table, self.log, self.after) if stored is None else stored

    def _kept_before(self, number: int) -> tuple[Table, int]:
        """The last kept table before an event, and the number of events folded into it."""
        count = min((number - 1) // KEEP_EVERY, len(self.kept))
        return (self.kept[count - 1], count * KEEP_EVERY) if count else (self.start, 0)

    def announcements(self, number: int) -> tuple[Announcement, ...]:
        """The sentences of the game's rules about the event of that number."""
        effect = self._effect_of(number)
        return effect.announcements if effect else ()

    def why_final(self, number: int) -> Message | None:
        """Why the event of that number can never be undone, if it is such a one."""
        if not self.log[number - 1].result.get("final"):
            return None
        effect = self._effect_of(number)
        return final_reason(effect.before, effect.after.play) if effect else None

    def _effect_of(self, number: int) -> Effect | None:
        """How a move came out when it was last applied.

        Events that were undone before this process read the log have not been applied in it: then
        the log is followed once, step by step, as it was made.
        """
        event = self.log[number - 1]
        if not ACTS[event.kind].narrated:
            return None
        if not self._is_known(event) and not self.memo.followed:
            self.memo.followed = True
            for missing, effect in _followed(self.start, self.log).items():
                if not self._is_known(effect.event):
                    self.memo.effects[missing] = effect
        return self.memo.effects[number] if self._is_known(event) else None

    def _is_known(self, event: Event) -> bool:
        effect = self.memo.effects.get(event.number)
        return effect is not None and effect.event.id == event.id

    def made(self, act_id: str) -> Event | None:
        """The event that an act with this id became."""
        number = self.memo.numbers.get(act_id, 0)
        found = self.log[number - 1] if 0 < number <= len(self.log) else None
        return found if found and found.id == act_id else None


def _followed(start: Table, log: Iterable[Event]) -> Effects:
    """The effects of a log's events in the order in which they were made, as far as they fit."""
    history = History(start)
    try:
        for event in log:
            history = extend(history, event)
    except Refused:  # a log of an earlier version, with undone moves that are not legal any more
        pass
    return history.memo.effects


def read_log(start: Table, events: Iterable[Event]) -> History:
    """The history of a log. Raises Refused if an event does not fit those before it."""
    log = tuple(events)
    undo_state = UndoState()
    for event in log:
        undo_state = undo_state_after(undo_state, log, event)
    history = History(start, log, undo_state=undo_state)
    history.memo.numbers.update({event.id: event.number for event in log})
    return _folded_from(history, 1)


def extend(history: History, event: Event) -> History:
    """The history with one more event. Raises Refused if the event does not fit."""
    decided = history.memo.decided
    if decided and decided.folded.log is history.log and is_same_event(decided.event, event):
        folded = decided.folded
    else:
        folded = _fold_next(history, event)
    history.memo.numbers[event.id] = event.number
    return _with_log(folded, (*history.log, event))


def skip(history: History, event: Event) -> History:
    """The history with an event that counts as undone, because nothing can apply it."""
    undo_state = replace(history.undo_state, undone=history.undo_state.undone | {event.number})
    return _with_log(_fold_last(history, event, undo_state), (*history.log, event))


def _with_log(history: History, log: tuple[Event, ...]) -> History:
    return History(history.start, log, history.kept, history.last, history.undo_state, history.memo)


def _fold_next(history: History, event: Event) -> History:
    """The history with the next event folded in, but not yet in its log."""
    undo_state = undo_state_after(history.undo_state, history.log, event)
    changed = undo_state.undone ^ history.undo_state.undone
    if not changed:
        return _fold_last(history, event, undo_state)
    log = (*history.log, event)
    longer = History(history.start, log, history.kept, history.last, undo_state, history.memo)
    return _with_log(_folded_from(longer, min(map(undo_state.place_of, changed))), history.log)


def keep_decided(history: History, event: Event) -> None:
    """Apply a decided event now, so that extending the history by it does not apply it again.

    Raises Refused if the event does not fit.
    """
    effects = dict(history.memo.effects)
    try:
        history.memo.decided = Decided(event, _fold_next(history, event))
    except Refused:
        # Moves are described as they came out, not as they might have.
        history.memo.effects = effects
        raise


def _fold_last(history: History, event: Event, undo_state: UndoState) -> History:
    """Fold one event into the state before it."""
    table = history.last or history.start
    if event.number not in undo_state.undone:
        table = apply_event(table, event, history.memo.effects)
    keep = (len(history.log) + 1) % KEEP_EVERY == 0
    kept = (*history.kept, table) if keep else history.kept
    return History(history.start, history.log, kept, table, undo_state, history.memo)


def _folded_from(history: History, first: int) -> History:
    """Fold the events from a number on again, from the state before it."""
    table, folded = history._kept_before(first)
    kept = list(history.kept[: folded // KEEP_EVERY])
    for number, event in enumerate(history.log[folded:], folded + 1):
        table = _after_event(table, event, history)
        if number % KEEP_EVERY == 0:
            kept.append(table)
    return replace(history, kept=tuple(kept), last=table)


def _after_event(table: Table, event: Event, history: History) -> Table:
    """The table after what is folded in the place of an event. A replacement is folded elsewhere;
    in its own place it mixes what nobody may know any more, even if it is undone."""
    if not history.undo_state.placed:
        if event.number in history.undo_state.undone:
            return table
        return apply_event(table, event, history.memo.effects)
    for number in history.undo_state.standing_at(event.number):
        table = apply_event(table, history.log[number - 1], history.memo.effects)
    return mixed(table, event.result["remix"]) if "remix" in event.result else table


def in_place(table: Table, place: int, history: History) -> Table:
    """The table after what is folded in one place of a log. Raises Refused if it does not fit."""
    return _after_event(table, history.log[place - 1], history)


def with_undo_state(history: History, undo_state: UndoState) -> History:
    """The same log in another undo state, not folded yet, and with a memo of its own."""
    memo = Memo()
    memo.effects = dict(history.memo.effects)
    return replace(history, undo_state=undo_state, memo=memo)
