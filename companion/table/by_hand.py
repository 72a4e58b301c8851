"""Describe what was changed by hand in a game: corrected numbers and replaced moves."""

from __future__ import annotations

from collections.abc import Iterator

from companion.language.messages import Message, say
from companion.table.acts.base import name_seat
from companion.table.acts.corrections import Correct
from companion.table.history import History
from companion.table.undo import REPLACE, UndoState, undo_state_after


def changes_by_hand(history: History) -> Iterator[Message]:
    """Needs no rules of the game: a record may be of rules that this program does not have."""
    names, undo_state = history.table.names, UndoState()
    for event in history.log:
        undo_state = undo_state_after(undo_state, history.log, event)
    for event in history.log:
        if event.number in undo_state.undone:
            continue
        number, who = event.number, name_seat(event.seat, names)
        if event.kind == Correct.kind():
            yield say(
                "step {number}: {who} corrected a number by hand, from {was} to {value}",
                number=number,
                who=who,
                was=event.result["was"],
                value=event.data["value"],
            )
        elif event.kind == REPLACE:
            replaced = event.data["number"]
            yield say(
                "step {number}: {who} replaced the move of step {replaced}",
                number=number,
                who=who,
                replaced=replaced,
            )
