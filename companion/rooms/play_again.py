"""Open the next table for the players of one that has ended: the same seats on the same phones."""

from __future__ import annotations

import secrets
from typing import Any

from companion.games.seats import Seat
from companion.language.messages import Refused
from companion.rooms.room import Room
from companion.rooms.rooms import Rooms
from companion.rooms.tokens import digest
from companion.table.acts.seats import TakeSeat
from companion.table.acts.setup import SetUp
from companion.table.game_rules import rules_of, setup_of
from companion.table.model import Act, Start
from companion.table.next_game import next_players, next_starter, seated_from


def play_again(rooms: Rooms, room: Room, start: Start, phone: str, entropy: str = "") -> str:
    """The code of the next table, which is opened unless there is one. Its host is the phone with
    the token `phone`, which adds `entropy`; the other phones add theirs when they come along.

    A setup is repeated with the same options. Whoever starts sits where the new setup lets the
    game start; the others follow in their order. Raises Refused if the game is not over.
    """
    if not room.table.ended:
        raise Refused("this game is not finished yet")
    known = rooms.next_table(room)
    if known is not None:
        return known
    code, _ = rooms.open(room.stored.game, start, phone)
    holders = {holder.seat: holder for holder in rooms.holders(room.stored.code)}
    seats = next_players(room.table, holders)
    place = _repeat_setup(rooms, room, code, len(seats))
    for seat in seated_from(seats, next_starter(room.table, seats), place):
        own = holders[seat.id].token == digest(phone)
        data = _seat_data(seat, entropy if own else "")
        rooms.seat_holder(code, _act(TakeSeat.kind(), data), holders[seat.id])
    if rooms.link_next(room, code):
        return code
    # Another phone was quicker.
    rooms.forget(code)
    return rooms.next_table(room) or code


def _repeat_setup(rooms: Rooms, room: Room, code: str, players: int) -> int:
    """Set the next table up like the last one; returns the place of the player who starts."""
    last = room.table.setup
    if last is None:
        return 0
    data = {"players": players, "options": dict(last.options)}
    try:
        rooms.act(code, _act(SetUp.kind(), data), host=True)
    except Refused:
        return 0  # it was for another number of players
    opened = rooms.room(code)
    if opened is None or opened.table.setup is None:
        return 0
    return setup_of(rules_of(opened.table), opened.table.setup).starter or 0


def _seat_data(seat: Seat, entropy: str) -> dict[str, Any]:
    return {"name": seat.name, "colour": seat.colour, "entropy": entropy}


def _act(kind: str, data: dict[str, Any]) -> Act:
    return Act(secrets.token_urlsafe(12), kind, None, data)
