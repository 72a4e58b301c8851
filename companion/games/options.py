"""Options of a game that a table can choose."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.language.messages import Message

Options = Mapping[str, str]
"""The chosen value of each option, by the option's id."""


class Option(Struct, frozen=True):
    """A choice that the rules leave to the players.

    `why` is shown beside it and says what the source states or leaves open. A `rare` option is
    folded away below the others.
    """

    id: str
    title: Message
    choices: Mapping[str, Message]
    default: str
    why: Message | None = None
    rare: bool = False
