"""Base classes of acts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Self, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from companion.chance.provable import Chance
from companion.games.moves import Announcement
from companion.games.seats import Seat
from companion.language.messages import Message, Refused, say
from companion.table.model import Event, Table
from companion.table.phone_changes import PhoneChange

Data = Mapping[str, Any]
Form = Mapping[str, Sequence[str]]
"""The fields of a web form, each with all of its values."""
Names = Mapping[str, str]
"""The names of the seats."""
Subject = tuple[object, ...]
"""Something that chance decides: this die, this deck, a seat's moves."""
NOT_DATA: Final = frozenset({"id", "kind", "seat", "page", "watch", "shown", "finish"})
"""Form fields that are not part of an act's data."""
REFUSAL: Final = "refusal"


def refused(message: Message) -> dict[str, Any]:
    """Extra metadata of a field: the message for an invalid value."""
    return {REFUSAL: message}


class LogEntry(Struct, frozen=True):
    """An event as one seat may see it."""

    number: int
    kind: str
    """The kind of act."""
    seat: str | None
    """The seat that acted."""
    data: dict[str, Any]
    """The data of the act, as its kind has it, without what the seat may not know."""
    result: dict[str, Any]
    """What chance or the table decided, as far as the seat may know it; the keys depend on the
    kind. A move has the sentences that describe it under `say`."""
    undone: bool
    can_undo: bool
    """Whether undo is offered, or redo of what is undone."""
    target: Message | None = None
    """What an undo or redo is about: “a roll”."""


class Applied(Struct, frozen=True):
    """The table after an event of the game's own rules, and the sentences that describe it."""

    table: Table
    announcements: tuple[Announcement, ...] = ()


class TypedAct(Struct, frozen=True, tag_field="kind"):
    """The fields of one kind of act. The tag of a subclass is the kind's name."""

    example: ClassVar[Data] = {}
    noun: ClassVar[Message] = say("a step")
    """What somebody takes back by undoing it."""
    undoable: ClassVar[bool] = False
    hidden: ClassVar[frozenset[str]] = frozenset()
    """Fields that no seat is shown."""
    secret: ClassVar[frozenset[str]] = frozenset()
    """Fields that other seats do not see before the table ends."""
    random: ClassVar[bool] = False
    """Whether chance decides it."""
    shows_pieces: ClassVar[bool] = False
    """Whether it shows somebody pieces that nobody had seen."""
    in_game: ClassVar[bool] = False
    """Whether it belongs to the game's own course, which can be final."""
    narrated: ClassVar[bool] = False
    """Whether the game's rules describe it."""
    uses_rules: ClassVar[bool] = False
    """Whether it depends on the rules of the game, or on decks, which a setup changes."""
    result_needs_rules: ClassVar[bool] = False
    """Whether its result depends on the rules, though it can be applied without them."""
    has_address: ClassVar[bool] = False
    """Whether programs do it at an address of its own, which hands out a token."""
    host_only: ClassVar[bool] = False
    """Whether only the host can do it."""
    free_text: ClassVar[str] = ""
    """The field with people's own words, which may contain a name."""

    @classmethod
    def kind(cls) -> str:
        return str(cls.__struct_config__.tag)

    @classmethod
    def read(cls, data: Data) -> Self:
        """The act that data stands for. Raises Refused for a value that is not valid."""
        try:
            return msgspec.convert(data, cls)
        except msgspec.ValidationError:
            raise _refusal(cls, data) from None

    @classmethod
    def stored(cls, data: Data) -> Self:
        """The act of an event: its data was checked when it was decided, so this only has to be
        quick. Logs of the first edition may hold keys that mean nothing."""
        try:
            return cls(**data)
        except TypeError:
            return cls.read(data)

    @classmethod
    def check_keys(cls, data: Data) -> None:
        """Raises Refused for unknown keys, which would be stored and sent to everybody."""
        known = cls.__struct_encode_fields__
        unknown = sorted(key for key in data if key not in known)
        if unknown:
            raise Refused("'{kind}' has no field '{key}'", kind=cls.kind(), key=unknown[0])

    @classmethod
    def from_form(cls, form: Form, table: Table, now_ms: int) -> dict[str, Any]:  # noqa: ARG003
        """The data of an act that a web form stands for."""
        types = {field.encode_name: _plain(field.type) for field in msgspec.structs.fields(cls)}
        data: dict[str, Any] = {}
        for name, values in form.items():
            if name not in NOT_DATA:
                data[name] = _form_value(name, values, types.get(name, str))
        return data

    @classmethod
    def longest_text(cls) -> int:
        """How long the free text may be."""
        hints = get_type_hints(cls, include_extras=True)
        return _meta(hints[cls.free_text]).max_length or 0

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:
        """The sentences of the history about such an act."""
        raise NotImplementedError  # abstract: every kind of act has its own

    @classmethod
    def visible_result(cls, result: Data, seat: str | None) -> Data:  # noqa: ARG003
        """What a seat may know of the result before the table ends."""
        return result

    @classmethod
    def is_random(cls, event: Event) -> bool:
        """Whether chance decided something of an event."""
        return cls.random or bool(event.result.get("numbers")) or bool(event.result.get("shown"))

    @classmethod
    def subjects(cls, event: Event) -> frozenset[Subject]:
        """What chance decides in an event, for everybody and for its seat."""
        return subjects_of(event, event.kind)

    @classmethod
    def phone_change(cls, event: Event) -> PhoneChange | None:  # noqa: ARG003
        """What an event changes about the phones that hold seats; None for nothing."""
        return None

    @classmethod
    def drawn(cls, result: Data, names: Names) -> Sequence[str] | None:  # noqa: ARG003
        """The random result as text, for verification; None if there is none."""
        return None


class TableAct(TypedAct, frozen=True):
    """An act that changes the table. Undo, redo and the end change its history instead.

    Deciding happens once, when the act is made; applying happens at every fold.
    """

    undoable: ClassVar[bool] = True
    reads: ClassVar[tuple[str, ...]] = ()
    """What an event of a costly kind depends on, beginning with `play`; whatever else changes on
    the table, it need not be applied again."""

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:
        """What chance or the table decides. Raises Refused."""
        raise NotImplementedError  # abstract: every kind of act that changes the table has its own

    def apply(self, table: Table, event: Event) -> Table | Applied:
        """The table after an event. Raises Refused if the event does not fit."""
        raise NotImplementedError  # abstract, like `decide`


def subjects_of(event: Event, kind: str) -> frozenset[Subject]:
    """What chance decides in an event of that kind. Spaces around a name make no other die."""
    names = (str(event.data.get(key, "")).strip() for key in ("die", "deck"))
    thing = (kind, *names)
    return frozenset({thing, (*thing, event.seat)})


def own_seat(table: Table, seat: str | None) -> Seat:
    found = table.seat(seat)
    if found is None:
        raise Refused("take a seat first")
    return found


def whole(key: str, value: str) -> int:
    """A whole number of a form."""
    try:
        return int(value)
    except ValueError:
        raise Refused("'{key}' should be a whole number", key=key) from None


def first_value(form: Form, key: str) -> str:
    values = form.get(key) or [""]
    return values[0]


def _form_value(name: str, values: Sequence[str], kind: object) -> Any:
    if kind is int:
        return whole(name, values[0])
    if kind is bool:
        return bool(values[0])
    return list(values) if get_origin(kind) is list else values[0]


def _plain(kind: Any) -> Any:
    """A field's type without its limits."""
    if get_origin(kind) is Annotated:
        return _plain(get_args(kind)[0])
    named = [arm for arm in get_args(kind) if arm is not msgspec.UnsetType]
    return _plain(named[0]) if len(named) == 1 and get_origin(kind) is not list else kind


def _meta(kind: Any) -> Meta:
    """The limits of a field."""
    found = Meta()
    while get_origin(kind) is Annotated or get_args(kind):
        if get_origin(kind) is Annotated:
            found = next((m for m in get_args(kind) if isinstance(m, Meta)), found)
            break
        kind = next(arm for arm in get_args(kind) if arm is not msgspec.UnsetType)
    return found


def _refusal(cls: type[TypedAct], data: Data) -> Refused:
    hints = get_type_hints(cls, include_extras=True)
    for field in msgspec.structs.fields(cls):
        required = field.default is NODEFAULT and field.default_factory is NODEFAULT
        if field.encode_name not in data and not required:
            continue
        try:
            msgspec.convert(data.get(field.encode_name), hints[field.name])
        except msgspec.ValidationError:
            return _expected(field.encode_name, hints[field.name])
    return Refused("this action has invalid data")


def _expected(key: str, kind: Any) -> Refused:
    """The refusal of an invalid value, from the limits of its field."""
    meta = _meta(kind)
    if meta.extra:
        return Refused("{reason}", reason=meta.extra[REFUSAL])
    if _plain(kind) is int:
        return Refused(
            "'{key}' should be a whole number from {low} to {high}",
            key=key,
            low=meta.ge,
            high=meta.le,
        )
    return Refused(
        "'{key}' should be text of at most {most} characters", key=key, most=meta.max_length
    )


def name_seat(seat: str | None, names: Names) -> str | Message:
    return names.get(str(seat)) or say("The host")
