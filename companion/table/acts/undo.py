"""Undo, redo, replace and end: acts on a history, which `companion.table.decide` decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from companion.language.messages import Message, listing, say
from companion.table.acts.base import (
    Data,
    Form,
    LogEntry,
    Names,
    Subject,
    TypedAct,
    first_value,
    name_seat,
    refused,
    whole,
)
from companion.table.acts.game import Play
from companion.table.model import END, Event, Table

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
        """The key by which it shuffled would reveal the new order."""
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


class Replace(TypedAct, frozen=True, tag="replace"):
    """Put another move in the place of one that was made; later moves stay as long as they fit.

    `dropped` of the result are those that do not.
    """

    number: Annotated[
        int,
        Meta(
            description="The number of the move.",
            extra=refused(say("only a move can be replaced")),
        ),
    ]
    move: Annotated[
        dict[str, Any],
        Meta(
            description="The move that its seat makes instead.",
            extra=refused(say("'move' should be a JSON object")),
        ),
    ]

    example: ClassVar[Data] = {"number": 3, "move": {"do": "first", "who": "s1-1"}}
    noun: ClassVar[Message] = say("a replaced move")
    undoable: ClassVar[bool] = True
    secret: ClassVar[frozenset[str]] = frozenset({"move"})
    in_game: ClassVar[bool] = True
    narrated: ClassVar[bool] = True
    uses_rules: ClassVar[bool] = True

    @classmethod
    def from_form(cls, form: Form, table: Table, now_ms: int) -> dict[str, Any]:
        number = whole("number", first_value(form, "number"))
        rest = {name: values for name, values in form.items() if name != "number"}
        return {"number": number, **Play.from_form(rest, table, now_ms)}

    @classmethod
    def visible_result(cls, result: Data, seat: str | None) -> Data:
        known = {key: result[key] for key in ("of", "dropped") if key in result}
        mixed = {"mixed": True} if "mix" in result or "mixed" in result else {}
        return {**Play.visible_result(result, seat), **known, **mixed}

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:
        number, dropped = entry.data["number"], entry.result["dropped"]
        owner = name_seat(entry.result["of"], names)
        sentences = [
            say(
                "{who} replaced step {number}, a move of {name}:",
                who=who,
                number=number,
                name=owner,
            ),
            *Play.describe(entry, owner, names),
        ]
        if dropped:
            sentences.append(say("Dropped: steps {steps}", steps=listing(map(str, dropped))))
        if "mixed" in entry.result or "mix" in entry.result:
            sentences.append(say("Everything hidden was reshuffled."))
        return sentences

    @classmethod
    def subjects(cls, event: Event) -> frozenset[Subject]:
        return Play.subjects(as_play(event))

    @classmethod
    def drawn(cls, result: Data, names: Names) -> Sequence[str] | None:
        return Play.drawn(result, names)


def as_play(event: Event) -> Event:
    """A replacement as the move that it puts in the place of another."""
    return msgspec.structs.replace(
        event, kind=Play.kind(), seat=event.result["of"], data={"move": event.data["move"]}
    )


class End(TypedAct, frozen=True, tag=END):
    """Finish the game: store its result and reveal the seed. Only the host can do it."""

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        return [say("{who} finishes the game", who=who)]


def undo_data(act: Undo | Redo) -> dict[str, Any]:
    """The data that an undo or redo stores."""
    return {"number": act.number, **({"to_here": True} if act.to_here else {})}
