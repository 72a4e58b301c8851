"""Moves and what they lead to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.language.messages import Message

Move = Mapping[str, Any]
"""A flat mapping of JSON values; `do` names the kind of move."""


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
