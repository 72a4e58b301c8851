"""Put another move in the place of one that was made, and find out which later moves still fit.

Replacing follows the rule of undo (`undo.py`): nothing may be learned by it.

- The new move is decided by fresh chance, and hidden pieces are mixed before it (`mix`). They are
  mixed again after everything that stays (`remix`): an undo in between shuffles as it did before,
  and what was drawn after it is known.
- Later moves stay as they were up to the first one that does not fit any more; it and all moves
  after it are dropped.
- A later move that chance decided, or that showed hidden pieces, never stays: whoever replaces a
  move already knows how it came out. If chance decides the new move, nothing after it stays.
- A later move with hidden content never stays either: whether it fits would tell what it is.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from companion.chance.provable import Chance, Recorded
from companion.language.messages import Refused
from companion.table.acts import ACTS
from companion.table.acts.undo import Replace
from companion.table.apply import apply_event
from companion.table.game_rules import referee_of, revealed
from companion.table.history import History
from companion.table.model import Event, Table
from companion.table.seating import holds_secrets
from companion.table.undo import (
    check_replaced,
    is_by_chance,
    mix_after,
    mixed,
    owner_of,
)

PREVIEW: Final = b"preview"
"""The key of a preview's chance: it reveals nothing about what the table's seed would decide."""


def preview(history: History, event: Event, *, host: bool) -> tuple[int, ...]:
    """The numbers of the moves that a replacement would drop. Raises Refused if it is not
    allowed."""
    dropped: list[int] = replacement(history, event, Chance(PREVIEW), host=host)["dropped"]
    return tuple(dropped)


def replaceable(history: History, event: Event, *, host: bool) -> tuple[Event, Table]:
    """The move that a replacement names, and the table before it. Raises Refused if it is not
    allowed to replace it."""
    target = check_replaced(history.undo_state, history.log, event, history.why_final)
    before = history.after(history.undo_state.place_of(target.number) - 1)
    for table in (before, history.table):
        _check_right(table, owner_of(target), event.seat, host=host)
    return target, before


def replacement(history: History, event: Event, chance: Chance, *, host: bool) -> dict[str, Any]:
    """The result of a replacement. Raises Refused if it is not allowed."""
    typed = Replace.read(event.data)
    target, before = replaceable(history, event, host=host)
    owner, place = owner_of(target), history.undo_state.place_of(target.number)
    later = _moves_after(history, place)
    mix = mix_after(before, [target], chance)
    ground = mixed(before, mix["mix"]) if mix else before
    recorded = Recorded(chance)
    turn = referee_of(ground).act(ground.play, str(owner), typed.move, recorded)
    marks = revealed(ground, turn.state)
    again = mix_after(before, [target], chance)
    remix = {"remix": again["mix"]} if again else {}
    result = {"of": owner, "numbers": recorded.numbers, **marks, **mix, **remix}
    if recorded.numbers or marks:
        dropped = later
    else:
        dropped = _dropped(history, replace(ground, play=turn.state), place, later)
    return {**result, "dropped": dropped}


def _check_right(table: Table, owner: str | None, seat: str | None, *, host: bool) -> None:
    """Raises Refused unless it is one's own move, or the host's to replace: what could be played
    instead would show the host the secrets of a seat."""
    if owner == seat:
        return
    if not host:
        raise Refused("only the host can replace the moves of others")
    if holds_secrets(table, str(owner)):
        name = table.names.get(str(owner), "?")
        raise Refused("{name} has secrets, so only {name} can replace this move", name=name)


def _moves_after(history: History, place: int) -> list[int]:
    """The moves that stand after a place, in the order in which they are folded."""
    return [
        number
        for later in range(place + 1, len(history.log) + 1)
        for number in history.undo_state.standing_at(later)
        if ACTS[history.log[number - 1].kind].narrated
    ]


def _dropped(history: History, table: Table, place: int, moves: list[int]) -> list[int]:
    """The moves from the first one on that does not fit the table any more."""
    for at in range(place + 1, len(history.log) + 1):
        for number in history.undo_state.standing_at(at):
            event = history.log[number - 1]
            after = _kept(table, event, is_move=number in moves)
            if after is None:
                return moves[moves.index(number) :] if number in moves else moves
            table = after
    return []


def _is_hidden(table: Table, event: Event) -> bool:
    return event.data.get("move", {}).get("do") in referee_of(table).hidden_moves


def _kept(table: Table, event: Event, *, is_move: bool) -> Table | None:
    """The table after an event that stays; None if it does not."""
    if is_move and (is_by_chance(event) or _is_hidden(table, event)):
        return None
    try:
        after = apply_event(table, event)
    except Refused:
        return None
    return None if is_move and revealed(table, after.play) else after
