"""Read a running table of the first edition, whose moves do not say what they revealed."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.table.acts.game import Play
from companion.table.game_rules import revealed
from companion.table.history import History, extend
from companion.table.model import Event, Table


def read_with_marks(start: Table, events: Iterable[Event]) -> History:
    """The history of a log, with the marks that today's rules give its moves.

    Undo looks at marks, and nothing else does. A move is judged on the table on which it was made,
    so moves that were undone since are followed too. Raises Refused if one of them does not fit.
    """
    history, marked = History(start), list[Event]()
    for event in events:
        longer = extend(history, event)
        marked.append(_marked(event, history.table, longer.table))
        history = longer
    return replace(history, log=tuple(marked))


def _marked(event: Event, before: Table, after: Table) -> Event:
    if event.kind != Play.kind():
        return event
    return replace(event, result={**revealed(before, after.play), **event.result})
