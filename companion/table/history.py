"""Fold a table's events into its state.

Undo is an event too, and the fold leaves out what it names; the log keeps everything. An event can
be undone only if all that stays still makes sense without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from companion.games.moves import Announcement
from companion.language.messages import Message, Refused
from companion.table.acts import ACTS, TABLE_ACTS
from companion.table.acts.base import Applied
from companion.table.dice import add_counts
from companion.table.game_rules import final_reason
from companion.table.model import Event, Table
from companion.table.outcome import stored_result
from companion.table.score_progress import ScoreProgress, score_progress, stored_progress
from companion.table.undo import UNDO, UndoState, mixed, undo_state_after

END: Final = "end"
KEEP_EVERY: Final = 32
"""A history keeps the table after each so many events: an undo seldom goes back further."""


class Step(Struct, frozen=True):
    """The effect of an event on a table, and the sentences that describe it."""

    event: Event
    before: Table
    after: Table
    announcements: tuple[Announcement, ...] = ()


class Decided(Struct, frozen=True):
    """The last event that was decided, and the history before it with the event folded in."""

    event: Event
    folded: History


class Memo:
    """What a history has computed so far. It only saves time: nothing depends on its content."""

    def __init__(self) -> None:
        self.steps: dict[int, Step] = {}
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
    left: UndoState = UndoState()
    memo: Memo = field(default_factory=Memo)

    @property
    def table(self) -> Table:
        return replace(self.last or self.start, revision=len(self.log), undone=self.left.undone)

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
        step = self._step_of(number)
        return step.announcements if step else ()

    def why_final(self, number: int) -> Message | None:
        """Why the event of that number can never be undone, if it is such a one."""
        if not self.log[number - 1].result.get("final"):
            return None
        step = self._step_of(number)
        return final_reason(step.before, step.after.play) if step else None

    def _step_of(self, number: int) -> Step | None:
        """How a move came out when it was last applied.

        Events that were undone before this process read the log have not been applied in it: then
        the log is followed once, step by step, as it was made.
        """
        event = self.log[number - 1]
        if not ACTS[event.kind].narrated:
            return None
        if not self._is_known(event) and not self.memo.followed:
            self.memo.followed = True
            for missing, step in _followed(self.start, self.log).items():
                if not self._is_known(step.event):
                    self.memo.steps[missing] = step
        return self.memo.steps[number] if self._is_known(event) else None

    def _is_known(self, event: Event) -> bool:
        step = self.memo.steps.get(event.number)
        return step is not None and step.event.id == event.id

    def made(self, act_id: str) -> Event | None:
        """The event that an act with this id became."""
        number = self.memo.numbers.get(act_id, 0)
        found = self.log[number - 1] if 0 < number <= len(self.log) else None
        return found if found and found.id == act_id else None


def _followed(start: Table, log: Iterable[Event]) -> Mapping[int, Step]:
    """Every step of a log in the order in which its events were made, as far as they fit."""
    history = History(start)
    try:
        for event in log:
            history = extend(history, event)
    except Refused:  # a log of an earlier version, with undone moves that are not legal any more
        pass
    return history.memo.steps


class DoesNotFit(Refused):
    """An event does not fit those before it; `number` is which."""

    def __init__(self, fault: Refused, number: int) -> None:
        super().__init__("{reason}", reason=fault.message)
        self.reason = fault
        self.number = number


def read_history_log(start: Table, events: Iterable[Event]) -> History:
    """The history of a log. Raises Refused if an event does not fit those before it."""
    log = tuple(events)
    left = UndoState()
    for event in log:
        left = undo_state_after(left, log, event)
    history = History(start, log, left=left)
    history.memo.numbers.update({event.id: event.number for event in log})
    return _folded_from(history, 1)


def extend(history: History, event: Event) -> History:
    """The history with one more event. Raises Refused if the event does not fit."""
    decided = history.memo.decided
    if decided and decided.folded.log is history.log and _same_event(decided.event, event):
        folded = decided.folded
    else:
        folded = _fold_next(history, event)
    history.memo.numbers[event.id] = event.number
    return _with_log(folded, (*history.log, event))


def skip(history: History, event: Event) -> History:
    """The history with an event that counts as undone, because nothing can apply it."""
    left = UndoState(history.left.undone | {event.number}, history.left.taken)
    return _with_log(_fold_last(history, event, left), (*history.log, event))


def _with_log(history: History, log: tuple[Event, ...]) -> History:
    return History(history.start, log, history.kept, history.last, history.left, history.memo)


def _fold_next(history: History, event: Event) -> History:
    """The history with the next event folded in, but not yet in its log."""
    left = undo_state_after(history.left, history.log, event)
    changed = left.undone ^ history.left.undone
    if not changed:
        return _fold_last(history, event, left)
    log = (*history.log, event)
    longer = History(history.start, log, history.kept, history.last, left, history.memo)
    return _with_log(_folded_from(longer, min(changed)), history.log)


def keep_decided(history: History, event: Event) -> None:
    """Apply a decided event now, so that extending the history by it does not apply it again.

    Raises Refused if the event does not fit.
    """
    history.memo.decided = Decided(event, _fold_next(history, event))


def _fold_last(history: History, event: Event, left: UndoState) -> History:
    """Fold one event into the state before it."""
    table = history.last or history.start
    if event.number not in left.undone:
        table = _step(table, event, history.memo)
    keep = (len(history.log) + 1) % KEEP_EVERY == 0
    kept = (*history.kept, table) if keep else history.kept
    return History(history.start, history.log, kept, table, left, history.memo)


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
    return table if event.number in history.left.undone else _step(table, event, history.memo)


def _step(table: Table, event: Event, memo: Memo) -> Table:
    act_kind = TABLE_ACTS.get(event.kind)
    if act_kind is not None:
        costly = act_kind.reads
        known = memo.steps.get(event.number) if costly else None
        if (
            known is not None
            and _same_event(known.event, event)
            and _same_ground(known.before, table, event)
        ):
            return _stepped(table, known)
        try:
            after = act_kind.stored(event.data).apply(table, event)
        except Refused as fault:
            raise DoesNotFit(fault, event.number) from None
        if isinstance(after, Applied):
            memo.steps[event.number] = Step(event, table, after.table, after.announcements)
            return after.table
        if costly:
            memo.steps[event.number] = Step(event, table, after)
        return after
    if event.kind == END:
        score = stored_result(event.result.get("outcome"))
        return replace(table, ended=True, score=score, seed=event.result["seed"])
    if event.kind == UNDO and "mix" in event.result:
        return mixed(table, event.result["mix"])
    return table


def _same_event(one: Event, other: Event) -> bool:
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


def _stepped(table: Table, known: Step) -> Table:
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
