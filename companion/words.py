"""Takes a sentence with named gaps and what fills them, gives a message that any language can say.

Rules and tables speak in messages; only the web layer turns them into a language. `text` is the
English sentence, and what translators look up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, field, to_builtins

LANGUAGES: Final = ("en", "de")
OWN: Final = "{own}"


class Message(Struct, frozen=True):
    """`values` fill the gaps of `text`; a value may be a message itself."""

    text: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return in_english(self)


def say(text: str, **values: Any) -> Message:
    """`say("{who} rolls {dice}", who="Ann", dice="3 4")`; translators find texts by this name."""
    return Message(text, values)


def own_text(text: str) -> Message:
    """A text of the game's own data, which its folder may say in other languages."""
    return Message(OWN, {"own": text})


class Player(Message, frozen=True):
    """Somebody who is told by a number until a table knows the name; made by `player`."""


def player(number: int) -> Player:
    """The players of a setup have numbers from 1, in the order of their seats."""
    numbered = say("Player {number}", number=number)
    return Player(numbered.text, numbered.values)


def named_in(message: Message, names: Mapping[int, str]) -> Message:
    """The message with everybody in it called by name, as far as their numbers have names."""
    return Message(message.text, {key: _named(v, names) for key, v in message.values.items()})


def _named(value: Any, names: Mapping[int, str]) -> Any:
    if isinstance(value, Player):
        return names.get(value.values["number"], value)
    return named_in(value, names) if isinstance(value, Message) else value


def in_english(message: Message) -> str:
    return message.text.format(**message.values)


def as_data(message: Message) -> dict[str, Any]:
    """The message as it is kept in a log."""
    return {"text": message.text, "values": to_builtins(dict(message.values))}


def from_data(data: Mapping[str, Any]) -> Message:
    values = {
        key: from_data(value) if isinstance(value, Mapping) else value
        for key, value in data.get("values", {}).items()
    }
    return Message(data["text"], values)
