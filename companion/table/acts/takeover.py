"""Continue as a seat on another phone, and hand the host role over.

The table only knows that a seat has changed hands; `companion.rooms` knows the phones.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.language.messages import Message, Refused, say
from companion.table.acts.base import Data, LogEntry, Names, TableAct, own_seat, refused
from companion.table.acts.seat_changes import SeatRef
from companion.table.model import Event, Table
from companion.table.phone_changes import AddRequest, GiveSeat, MoveHost
from companion.table.seating import find_seat

MAX_WAITING: Final = 6
MAX_ASKED: Final = 100
"""At one table: a stranger who knows the code cannot fill its history with requests."""

RequestNumber = Annotated[
    int,
    Meta(
        description="The number of the event by which a phone asked.",
        extra=refused(say("that request has already been settled")),
    ),
]


class AskForSeat(TableAct, frozen=True, tag="ask-seat"):
    """Ask to continue as a seat on this phone; the host or the seat's phone agrees."""

    who: SeatRef

    example: ClassVar[Data] = {"who": "s2-2"}
    undoable: ClassVar[bool] = False
    has_address: ClassVar[bool] = True

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        find_seat(table, self.who)
        if len(table.requests) >= MAX_WAITING or table.asked >= MAX_ASKED:
            raise Refused("too many phones have asked: let the other phone show its code")
        return {}

    def apply(self, table: Table, event: Event) -> Table:
        find_seat(table, self.who)
        requests = {**table.requests, event.number: self.who}
        return replace(table, requests=requests, asked=table.asked + 1)

    @classmethod
    def phone_change(cls, event: Event) -> AddRequest:  # noqa: ARG003
        return AddRequest()

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        name, number = names.get(entry.data["who"], "?"), entry.number
        return [say("Phone {number} asks to continue as {name}", number=number, name=name)]


class TakeOverSeat(TableAct, frozen=True, tag="take-over"):
    """Let another phone continue as a seat; the phone that held it watches from then on.

    `request` is the phone that asked. Without it, the host's own phone takes the seat of a phone
    that is away.
    """

    who: SeatRef
    request: RequestNumber | UnsetType = UNSET
    since: (
        Annotated[
            int,
            Meta(
                description="For links of this server only.",
                extra=refused(say("this code was used already: ask for a new one")),
            ),
        ]
        | UnsetType
    ) = UNSET

    host: Annotated[
        bool,
        Meta(
            description="Whether the host role moves with the seat; for links of this server only.",
            extra=refused(say("this code is not valid any more: ask for a new one")),
        ),
    ] = False

    example: ClassVar[Data] = {"who": "s2-2", "request": 7}
    undoable: ClassVar[bool] = False

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        find_seat(table, self.who)
        if self.request is not UNSET:
            check_request(table, self.request, self.who)
        if self.since is not UNSET and table.held_since.get(self.who) != self.since:
            raise Refused("this code was used already: ask for a new one")
        return {}

    def apply(self, table: Table, event: Event) -> Table:
        find_seat(table, self.who)
        return replace(
            table,
            empty=table.empty - {self.who},
            held_since={**table.held_since, self.who: event.number},
            requests={n: wanted for n, wanted in table.requests.items() if wanted != self.who},
        )

    @classmethod
    def phone_change(cls, event: Event) -> GiveSeat:
        data = event.data
        return GiveSeat(data["who"], data.get("request"), host=bool(data.get("host")))

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        name = names.get(entry.data["who"], "?")
        if "request" in entry.data:
            number = entry.data["request"]
            return [say("Phone {number} continues as {name}", number=number, name=name)]
        return [say("{name} continues on another phone", name=name)]


class DeclineRequest(TableAct, frozen=True, tag="decline"):
    """Refuse a phone that asks to continue as a seat."""

    who: SeatRef
    request: RequestNumber

    example: ClassVar[Data] = {"who": "s2-2", "request": 7}
    undoable: ClassVar[bool] = False

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        check_request(table, self.request, self.who)
        return {}

    def apply(self, table: Table, event: Event) -> Table:  # noqa: ARG002
        requests = {n: who for n, who in table.requests.items() if n != self.request}
        return replace(table, requests=requests)

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        number = entry.data["request"]
        return [say("{who} does not let phone {number} continue", who=who, number=number)]


class HandOverHost(TableAct, frozen=True, tag="hand-host"):
    """Make the phone of another seat the host. Only the host can do it."""

    who: SeatRef

    example: ClassVar[Data] = {"who": "s2-2"}
    host_only: ClassVar[bool] = True
    undoable: ClassVar[bool] = False

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        if find_seat(table, self.who).id in table.empty:
            raise Refused("nobody sits there")
        return {}

    def apply(self, table: Table, event: Event) -> Table:  # noqa: ARG002
        return table

    @classmethod
    def phone_change(cls, event: Event) -> MoveHost:
        return MoveHost(event.data["who"])

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        return [say("{name} is now the host", name=names.get(entry.data["who"], "?"))]


class BecomeHost(TableAct, frozen=True, tag="claim-host"):
    """Make your phone the host, because the host's phone has been away for some minutes."""

    undoable: ClassVar[bool] = False

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        own_seat(table, seat)
        return {}

    def apply(self, table: Table, event: Event) -> Table:  # noqa: ARG002
        return table

    @classmethod
    def phone_change(cls, event: Event) -> MoveHost:  # noqa: ARG003
        return MoveHost()

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        return [say("{name} is now the host: the host’s phone was away", name=who)]


def check_request(table: Table, request: int, who: str) -> None:
    """Raises Refused unless that phone waits to continue as this seat."""
    if table.requests.get(request) != who:
        raise Refused("that request has already been settled")
