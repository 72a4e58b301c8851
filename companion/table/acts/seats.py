"""Take a seat, add to the seed, and choose who starts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.seats import Seat
from companion.language.messages import Message, Refused, say
from companion.table.acts.base import Data, LogEntry, Names, TableAct, own_seat, refused
from companion.table.model import LATECOMERS_WATCH, Event, Table
from companion.table.phone_changes import GiveSeat
from companion.table.seating import (
    MAX_SEATS,
    check_colour,
    check_name,
    free_colours,
    has_begun,
    most_seats,
)


class TakeSeat(TableAct, frozen=True, tag="join"):
    """Take a seat. API clients use another address for it, which returns the seat's token.

    Without a colour, the seat gets the first free one: people who join at the same time do not know
    which colours the others take.
    """

    name: Annotated[str, Meta(pattern=r"\S", max_length=24)]
    colour: Annotated[str, Meta(max_length=24)]
    entropy: Annotated[
        str,
        Meta(
            pattern="^[0-9a-f]{0,128}$",
            description="Random bytes of yours, which are mixed into the table's seed.",
            extra=refused(say("'entropy' should be hexadecimal digits")),
        ),
    ] = ""

    example: ClassVar[Data] = {"name": "Ann", "colour": "red", "entropy": "00ff"}
    undoable: ClassVar[bool] = False
    has_address: ClassVar[bool] = True
    hidden: ClassVar[frozenset[str]] = frozenset({"entropy"})

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        name, colour = self.name.strip(), self.colour.strip()
        check_name(table, name)
        if colour:
            check_colour(table, colour)
        free = (colour,) if colour else free_colours(table)
        if len(table.seats) >= most_seats(table) or not free:
            raise Refused("all {count} seats are taken", count=len(table.seats))
        result = {"seat": f"s{len(table.seats) + 1}-{table.revision + 1}"}
        return result if colour else {**result, "colour": free[0]}

    def apply(self, table: Table, event: Event) -> Table:
        colour = event.result.get("colour", self.colour)
        seat = Seat(event.result["seat"], self.name.strip(), colour)
        late = table.edition >= LATECOMERS_WATCH and has_begun(table)
        return replace(
            table,
            seats=(*table.seats, seat),
            entropies=(*table.entropies, _bytes_of(self.entropy)),
            contributed=table.contributed | ({seat.id} if self.entropy else set()),
            latecomers=table.latecomers | {seat.id} if late else table.latecomers,
            held_since={**table.held_since, seat.id: event.number},
        )

    @classmethod
    def phone_change(cls, event: Event) -> GiveSeat:
        return GiveSeat(event.result["seat"])

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        return [say("{name} joins", name=entry.data["name"])]


class AddEntropy(TableAct, frozen=True, tag="entropy"):
    """Mix random bytes of your phone into the table's seed, once for each seat that was taken
    without them."""

    entropy: Annotated[
        str,
        Meta(
            pattern="^[0-9a-f]{2,128}$",
            description="Random bytes of yours, which are mixed into the table's seed.",
            extra=refused(say("'entropy' should be hexadecimal digits")),
        ),
    ]

    example: ClassVar[Data] = {"entropy": "00ff"}
    undoable: ClassVar[bool] = False
    hidden: ClassVar[frozenset[str]] = frozenset({"entropy"})

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        if own_seat(table, seat).id in table.contributed:
            raise Refused("this seat has added its random bytes already")
        return {}

    def apply(self, table: Table, event: Event) -> Table:
        return replace(
            table,
            entropies=(*table.entropies, _bytes_of(self.entropy)),
            contributed=table.contributed | {str(event.seat)},
        )

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        return [say("{who} adds random bytes to the seed", who=who)]


def _bytes_of(digits: str) -> bytes:
    return bytes.fromhex(digits if len(digits) % 2 == 0 else f"0{digits}")


class PickFirst(TableAct, frozen=True, tag="first"):
    """Let chance choose the player who starts."""

    noun: ClassVar[Message] = say("the starting player")
    random: ClassVar[bool] = True

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        if not table.players:
            raise Refused("nobody has joined yet")
        return {"first": chance.roll([seat.id for seat in table.players])}

    def apply(self, table: Table, event: Event) -> Table:
        return replace(table, first=event.result["first"])

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        return [say("{name} starts", name=names.get(entry.result["first"], "?"))]

    @classmethod
    def drawn(cls, result: Data, names: Names) -> Sequence[str] | None:
        return [names.get(str(result["first"]), str(result["first"]))]


class PickFinger(TableAct, frozen=True, tag="finger"):
    """Let chance choose one of several fingers that rest on one phone."""

    fingers: Annotated[
        int, Meta(ge=1, le=MAX_SEATS, description="How many fingers rest on the phone.")
    ]

    example: ClassVar[Data] = {"fingers": 3}
    noun: ClassVar[Message] = say("the starting player")
    random: ClassVar[bool] = True

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        return {"finger": chance.below(self.fingers)}

    def apply(self, table: Table, event: Event) -> Table:
        return replace(table, finger=event.result["finger"])

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        return [say("{who} picks a starting player by touch", who=who)]

    @classmethod
    def drawn(cls, result: Data, names: Names) -> Sequence[str] | None:  # noqa: ARG003
        return [str(result["finger"] + 1)]
