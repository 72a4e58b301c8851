"""Who plays the next game, and who starts it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.games.seats import Seat
from companion.table.game_rules import rules_of, setup_of
from companion.table.model import Table
from companion.table.score_sheets import result_of
from companion.table.seating import most_seats


def next_players(table: Table, held: Collection[str]) -> tuple[Seat, ...]:
    """The seats that a phone holds, as many as can play; latecomers too."""
    return tuple(seat for seat in table.seats if seat.id in held)[: most_seats(table)]


def next_starter(table: Table, seats: Sequence[Seat]) -> Seat | None:
    """The player after the one who started, or the one in last place if nobody knows who did. None
    if a rule of the game decides, such as the oldest player."""
    if len(seats) < 2:
        return None
    ids = [seat.id for seat in table.seats]
    first = table.first
    if table.setup is not None and table.play is not None:
        place = setup_of(rules_of(table), table.setup).starter
        if place is None:
            return None
        first = table.players[place].id
    if first in ids:
        after = ids[ids.index(first) + 1 :] + ids[: ids.index(first) + 1]
    else:
        after = [rank.seat for rank in reversed(result_of(table).ranking)] + ids
    playing = {seat.id: seat for seat in seats}
    return next(playing[seat] for seat in after if seat in playing)


def seated_from(seats: Sequence[Seat], starter: Seat | None, place: int) -> tuple[Seat, ...]:
    """The players in their order around the table, with the one who starts at a place."""
    if starter is None:
        return tuple(seats)
    shift = (list(seats).index(starter) - place) % len(seats)
    return (*seats[shift:], *seats[:shift])
