"""What a phone may do with the seats of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from companion.games.scene import Scene
from companion.games.seats import Seat
from companion.table.seating import holds_secrets, is_in_play, is_needed
from companion.web.access import Visitor

AwayChoice = Literal["play", "take-over"]


class SeatMenu(Struct, frozen=True):
    """The entries of one seat's menu on one phone.

    `stays` is whether the seat stays, empty, when its player leaves. `colours` are those it can
    change to; an empty tuple in a game that has begun.
    """

    seat: Seat
    own: bool
    up: bool
    down: bool
    playing: bool
    empty: bool
    away: bool
    stays: bool
    colours: tuple[str, ...]
    watches: bool
    may_ask: bool
    may_remove: bool
    may_take: bool
    may_be_host: bool


class SeatRequest(Struct, frozen=True):
    """A phone that asks to continue as a seat."""

    number: int
    seat: Seat


def seat_menus(visitor: Visitor, free_colours: tuple[str, ...]) -> Mapping[str, SeatMenu]:
    """The menu of each seat, by its id."""
    table = visitor.room.table
    last = len(table.seats) - 1
    running = not table.ended
    menus = {}
    for place, seat in enumerate(table.seats):
        own, playing = seat.id in visitor.seats, is_in_play(table, seat.id)
        empty, away = seat.id in table.empty, seat.id in visitor.away
        menus[seat.id] = SeatMenu(
            seat,
            own=own,
            up=place > 0 and table.play is None,
            down=place < last and table.play is None,
            playing=playing,
            empty=empty,
            away=away and not empty and running,
            stays=is_needed(table, seat.id),
            colours=() if playing else free_colours,
            watches=not table.takes_part(seat.id),
            may_ask=running and not own and seat.id not in visitor.waiting.values(),
            may_remove=running and visitor.host and not own and not empty,
            may_take=running and visitor.host and not own and away,
            may_be_host=running and visitor.host and not own and not empty,
        )
    return menus


def requests_for(visitor: Visitor) -> list[SeatRequest]:
    """The phones that this phone may let continue: all for the host, else those for its seats."""
    table = visitor.room.table
    if table.ended:
        return []
    return [
        SeatRequest(number, seat)
        for number, wanted in table.requests.items()
        if (visitor.host or wanted in visitor.seats)
        and number not in visitor.waiting
        and (seat := table.seat(wanted)) is not None
    ]


def lost_seat(visitor: Visitor) -> Seat | None:
    """The seat that this page's address names and another phone holds now."""
    seat = visitor.room.table.seat(visitor.requested)
    if seat is None or seat.id in visitor.seats or visitor.stands_in_for:
        return None
    return seat


def seat_without_entropy(visitor: Visitor) -> str | None:
    """A seat of this phone, if the phone has not added random bytes to the seed yet: it was seated
    by "Play again", or joined without scripts."""
    table = visitor.room.table
    if table.ended or not table.contributed.isdisjoint(visitor.seats):
        return None
    return next((seat.id for seat in table.seats if seat.id in visitor.seats), None)


def away_to_act(visitor: Visitor, scene: Scene | None) -> list[tuple[Seat, AwayChoice]]:
    """The seats that the game waits for though their phone is away, and what the host can do."""
    table = visitor.room.table
    if scene is None or not visitor.host or table.ended:
        return []
    waits = [table.seat(seat) for seat in scene.turn if seat in visitor.away]
    return [
        (seat, "take-over" if holds_secrets(table, seat.id) else "play")
        for seat in waits
        if seat is not None and seat.id not in visitor.seats
    ]
