"""Rename a seat, change its colour or place, and leave the table."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.rules import PlayableRules
from companion.games.seats import COLOURS, Seat
from companion.language.messages import Message, Refused, say
from companion.table.acts.base import Data, LogEntry, Names, TableAct, own_seat, refused
from companion.table.game_rules import rules_of
from companion.table.model import Event, Table
from companion.table.phone_changes import EmptySeat
from companion.table.seating import check_colour, check_name, find_seat, is_in_play, is_needed

SeatRef = Annotated[
    str,
    Meta(
        max_length=40,
        description="The id of a seat.",
        extra=refused(say("that seat doesn’t exist")),
    ),
]


class RenameSeat(TableAct, frozen=True, tag="rename"):
    """Give your seat another name."""

    name: Annotated[str, Meta(pattern=r"\S", max_length=24, description="The new name.")]

    example: ClassVar[Data] = {"name": "Anna"}
    undoable: ClassVar[bool] = False
    reads: ClassVar[tuple[str, ...]] = ("play", "seats")

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        own = own_seat(table, seat)
        check_name(table, self.name.strip(), own.id)
        return {"was": own.name}

    def apply(self, table: Table, event: Event) -> Table:
        own, name = own_seat(table, event.seat), self.name.strip()
        renamed = _with_seat(table, replace(own, name=name))
        rules = rules_of(table) if is_in_play(table, own.id) else None
        if not isinstance(rules, PlayableRules):
            return renamed
        return replace(renamed, play=rules.renamed(table.play, own.id, name))

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        old, new = entry.result["was"], entry.data["name"].strip()
        return [say("{old} is now called {new}", old=old, new=new)]


class ChangeColour(TableAct, frozen=True, tag="recolour"):
    """Give your seat another colour, before the game begins."""

    colour: Annotated[
        str, Meta(pattern=r"\S", max_length=24, description="A colour that no other seat has.")
    ]

    example: ClassVar[Data] = {"colour": "green"}
    undoable: ClassVar[bool] = False

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        own = own_seat(table, seat)
        check_colour(table, self.colour, own.id)
        return {}

    def apply(self, table: Table, event: Event) -> Table:
        own = own_seat(table, event.seat)
        if is_in_play(table, own.id):
            raise Refused("your pieces have your colour, so it is fixed until the game ends")
        return _with_seat(table, replace(own, colour=self.colour))

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        return [say("{who} plays {colour}", who=who, colour=COLOURS[entry.data["colour"]])]


class MoveSeat(TableAct, frozen=True, tag="move-seat"):
    """Move your seat one place up or down. The order of the seats is the turn order."""

    to: Annotated[
        Literal["up", "down"],
        Meta(
            description="`up` is towards the first seat.",
            extra=refused(say("a seat moves up or down")),
        ),
    ]

    example: ClassVar[Data] = {"to": "down"}
    undoable: ClassVar[bool] = False

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        own_seat(table, seat)
        return {}

    def apply(self, table: Table, event: Event) -> Table:
        if table.play is not None:
            raise Refused("the game has started, so the turn order is fixed")
        seats = list(table.seats)
        place = seats.index(own_seat(table, event.seat))
        other = place + (-1 if self.to == "up" else 1)
        if not 0 <= other < len(seats):
            raise Refused("the seat cannot go further")
        seats[place], seats[other] = seats[other], seats[place]
        return replace(table, seats=tuple(seats))

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        if entry.data["to"] == "up":
            return [say("{who} moves up in the turn order", who=who)]
        return [say("{who} moves down in the turn order", who=who)]


class LeaveSeat(TableAct, frozen=True, tag="leave"):
    """Leave the table. In a running game your seat stays, until somebody takes it over."""

    undoable: ClassVar[bool] = False
    result_needs_rules: ClassVar[bool] = True

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        return _left(table, own_seat(table, seat))

    def apply(self, table: Table, event: Event) -> Table:
        return _without_player(table, own_seat(table, event.seat), event)

    @classmethod
    def phone_change(cls, event: Event) -> EmptySeat:
        return EmptySeat(str(event.seat))

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        return [say("{who} leaves the table", who=who), *_seat_stays(entry)]


class RemoveSeat(TableAct, frozen=True, tag="remove"):
    """Remove a seat from the table. Only the host can do it; in a running game the seat stays,
    until somebody takes it over."""

    who: SeatRef

    example: ClassVar[Data] = {"who": "s2-2"}
    host_only: ClassVar[bool] = True
    undoable: ClassVar[bool] = False
    result_needs_rules: ClassVar[bool] = True

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        return _left(table, find_seat(table, self.who))

    def apply(self, table: Table, event: Event) -> Table:
        return _without_player(table, find_seat(table, self.who), event)

    @classmethod
    def phone_change(cls, event: Event) -> EmptySeat:
        return EmptySeat(event.data["who"])

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:
        name = names.get(entry.data["who"], "?")
        return [say("{who} removes {name}", who=who, name=name), *_seat_stays(entry)]


def _with_seat(table: Table, changed: Seat) -> Table:
    seats = tuple(changed if seat.id == changed.id else seat for seat in table.seats)
    return replace(table, seats=seats)


def _left(table: Table, seat: Seat) -> Data:
    """Whether the seat stays, without a player, because the game needs it."""
    if not is_needed(table, seat.id):
        return {}
    if seat.id in table.empty:
        raise Refused("the seat of {name} is empty already", name=seat.name)
    return {"empty": True}


def _without_player(table: Table, seat: Seat, event: Event) -> Table:
    if event.result.get("empty"):
        held_since = {**table.held_since, seat.id: event.number}
        return replace(table, empty=table.empty | {seat.id}, held_since=held_since)
    if is_needed(table, seat.id):
        raise Refused("the game needs the seat of {name}", name=seat.name)
    return replace(
        table,
        seats=tuple(other for other in table.seats if other.id != seat.id),
        empty=table.empty - {seat.id},
        latecomers=table.latecomers - {seat.id},
        left={**table.left, seat.id: seat.name},
        requests={n: wanted for n, wanted in table.requests.items() if wanted != seat.id},
        first=None if table.first == seat.id else table.first,
    )


def _seat_stays(entry: LogEntry) -> list[Message]:
    return [say("The seat waits for somebody to take it over.")] if entry.result else []
