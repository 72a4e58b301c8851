"""Find out whether anything depends on a move that is taken out of a game, or brought back.

Nothing depends on it if it could just as well have been made last: without it, every later move is
still legal and has the same outcome, and making the move after all of them leads to the same game.
Then undoing it is as safe as undoing the last move, and it has no effect on what others have done
or seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.games.moves import Announcement
from companion.language.messages import Refused
from companion.table.acts import ACTS
from companion.table.apply import DoesNotFit, apply_event
from companion.table.game_rules import referee_of
from companion.table.history import History, in_place, with_undo_state
from companion.table.model import Event, Table
from companion.table.undo import UndoState


def depends(number: int) -> Refused:
    """The refusal to take out something that a later move depends on; `number` is which."""
    # The reason may be the secret of another seat; the number is public.
    return Refused("undo step {number} first: it depends on this one", number=number)


def check_nothing_depends(history: History, undo_state: UndoState) -> None:
    """Raises Refused if a move that stands would have another outcome in that undo state."""
    changed = history.undo_state.undone ^ undo_state.undone
    first = min(map(undo_state.place_of, changed))
    now, then = with_undo_state(history, history.undo_state), with_undo_state(history, undo_state)
    without, whole = (then, now) if undo_state.undone > history.undo_state.undone else (now, then)
    in_game = any(ACTS[history.log[number - 1].kind].in_game for number in changed)
    moved = sorted((n for n in changed if _is_move(history, n)), key=undo_state.place_of)
    table = other = history.after(first - 1)
    for place in range(first, len(history.log) + 1):
        table, other = _both(table, other, place, whole, without)
        stays = [
            n for n in undo_state.standing_at(place) if n not in changed and _is_move(history, n)
        ]
        if stays and in_game:
            due = [history.log[n - 1] for n in moved if undo_state.place_of(n) <= place]
            if not _same(table, _made_last(other, due), stays, whole, without):
                raise depends(stays[0])


def _both(
    table: Table, other: Table, place: int, whole: History, without: History
) -> tuple[Table, Table]:
    try:
        return in_place(table, place, whole), in_place(other, place, without)
    except DoesNotFit as fault:
        raise depends(fault.number) from None


def _is_move(history: History, number: int) -> bool:
    return ACTS[history.log[number - 1].kind].narrated


def _made_last(table: Table, moves: Iterable[Event]) -> Table | None:
    """The table after these moves, if they are still possible."""
    try:
        for move in moves:
            table = apply_event(table, move)
    except Refused:
        return None
    return table


def _same(
    table: Table, other: Table | None, moves: Sequence[int], whole: History, without: History
) -> bool:
    if other is None or _seen(table) != _seen(other):
        return False
    return all(_announced(whole, number) == _announced(without, number) for number in moves)


def _announced(history: History, number: int) -> tuple[Announcement, ...]:
    effect = history.memo.effects.get(number)
    return effect.announcements if effect else ()


def _seen(table: Table) -> Any:
    """The state of the game but for the order of what nobody has seen, which an undo shuffles."""
    if table.play is None:
        return None
    rules = referee_of(table)
    stacks = {name: tuple(sorted(pieces)) for name, pieces in rules.unseen(table.play).items()}
    return rules.with_unseen(table.play, stacks)
