"""Undo, redo and end a table: acts on its history, which `companion.table.decide` decides."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from companion.language.messages import Message, say
from companion.table.acts.base import Data, LogEntry, Names, TypedAct, refused

EventNumber = Annotated[
    int,
    Meta(
        description="The number of an event.",
        extra=refused(say("there is nothing to undo")),
    ),
]
ToHere = Annotated[
    bool,
    Meta(
        description="Also undo everything after it.",
        extra=refused(say("'to_here' should be true or false")),
    ),
]


class Undo(TypedAct, frozen=True, tag="undo"):
    """Take back an event, or everything from it on."""

    number: EventNumber
    to_here: ToHere = False

    example: ClassVar[Data] = {"number": 3}
    noun: ClassVar[Message] = say("what was undone")

    @classmethod
    def visible_result(cls, result: Data, seat: str | None) -> Data:  # noqa: ARG003
        """The key of what it shuffled would tell the new order."""
        return {"mixed": True} if "mix" in result else {}

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        sentence = say("{who} took back {act}", who=who, act=entry.target)
        if entry.data.get("to_here"):
            number = entry.data["number"]
            sentence = say("{who} went back to before step {number}", who=who, number=number)
        if "mixed" in entry.result or "mix" in entry.result:
            return [sentence, say("Everything hidden was reshuffled.")]
        return [sentence]


class Redo(TypedAct, frozen=True, tag="redo"):
    """Bring back an event that was undone, or all that one undo took."""

    number: EventNumber
    to_here: ToHere = False

    example: ClassVar[Data] = {"number": 3}

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        return [say("{who} restored {act}", who=who, act=entry.target)]


class End(TypedAct, frozen=True, tag="end"):
    """Finish the game: store its result and reveal the seed. Only the host can do it."""

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        return [say("{who} finishes the game", who=who)]


def undo_data(act: Undo | Redo) -> dict[str, Any]:
    """The data that an undo or redo stores."""
    return {"number": act.number, **({"to_here": True} if act.to_here else {})}
