"""Moves: read from JSON, written back, and what they lead to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import Struct

from companion.language.messages import Message, Refused

Move = Mapping[str, Any]
"""A flat mapping of JSON values, as phones send it and tables store it; `do` names its kind."""


class TypedMove(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A move that was read. Each game has a subclass for every kind of move."""


class Announcement(Struct, frozen=True):
    """A sentence for the history; `to` lists the seats that may read it, or is empty for all."""

    message: Message
    to: tuple[str, ...] = ()


class Transition(Struct, frozen=True):
    """The state after a move, and the sentences that describe the move."""

    state: Any
    announcements: tuple[Announcement, ...] = ()


def announce(state: Any, *messages: Message) -> Transition:
    """A transition whose sentences everybody may read."""
    return Transition(state, tuple(map(Announcement, messages)))


def chain(before: Transition, after: Transition) -> Transition:
    """The later state, with the announcements of both in order."""
    return Transition(after.state, (*before.announcements, *after.announcements))


def convert_move(move: Move, kinds: Any) -> Any:
    """The move as one of the types in the union `kinds`. Raises Refused if it is not one."""
    try:
        return msgspec.convert(dict(move), kinds)
    except msgspec.ValidationError:
        raise _refusal(move, kinds) from None


def as_move(move: TypedMove) -> dict[str, Any]:
    """The move as JSON values."""
    data: dict[str, Any] = msgspec.to_builtins(move)
    return {key: list(value) if type(value) is tuple else value for key, value in data.items()}


def _refusal(move: Move, kinds: Any) -> Refused:
    do = move.get("do")
    kind = next((kind for kind in get_args(kinds) if kind.__struct_config__.tag == do), None)
    if kind is None:
        return Refused("this game has no such move")
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    unknown = sorted(str(key) for key in move.keys() - fields.keys() - {"do"})
    if unknown:
        return Refused("this move has no field '{key}'", key=unknown[0])
    hints = get_type_hints(kind)
    for key, field in fields.items():
        if key not in move and field.required:
            return Refused("this move needs the field '{key}'", key=key)
        if key in move and not _fits(move[key], field.type):
            return _wrong_value(key, hints[field.name])
    return Refused("this game has no such move")


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _wrong_value(key: str, kind: Any) -> Refused:
    """The refusal of a value of the wrong type; all numbers with decimals are positions."""
    kinds = {kind, *get_args(kind)}
    if int in kinds:
        return Refused("'{key}' should be a whole number", key=key)
    if float in kinds:
        return Refused("'{key}' should be in millimetres", key=key)
    return Refused("this move needs a valid '{key}'", key=key)
