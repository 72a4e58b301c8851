"""Let the host play for a seat whose phone is away."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from companion.rooms.rights import NotYours
from companion.table.acts.game import Play
from companion.table.model import Act, Table
from companion.table.seating import holds_secrets


def may_stand_in(table: Table, seat: str | None, *, host: bool, away: Collection[str]) -> bool:
    """Whether the host may play for a seat: its phone is away, and no secret would be shown."""
    return host and seat in away and seat is not None and not holds_secrets(table, seat)


def stand_in(
    table: Table, act: Act, seats: Sequence[str], *, host: bool, away: Collection[str]
) -> Act:
    """The act, marked as the host's if it is a move for a seat whose phone is away.

    Raises NotYours if that seat holds secrets: the moves on offer would reveal them.
    """
    if act.kind != Play.kind() or not host or act.seat in seats or act.seat not in away:
        return act
    if not may_stand_in(table, act.seat, host=host, away=away):
        name = table.names.get(str(act.seat), "?")
        raise NotYours("{name} has secrets: continue as {name} to play this seat", name=name)
    return replace(act, by=seats[0] if seats else "")
