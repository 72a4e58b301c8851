"""Messages: sentences with named placeholders, which are translated when they are shown.

Rules and tables use messages; only the web layer turns them into a language. The English sentence
is also the key that translators look up, as in gettext.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import Formatter
from typing import Any, Final, Literal, TypeGuard, get_args

from babel.lists import format_list
from msgspec import Struct, field, to_builtins

LANGUAGES: Final = ("en", "de")
OWN: Final = "{own}"
COUNT: Final = "count"
MESSAGE_KEYS: Final = frozenset({"text", "values", "plural"})

ListStyle = Literal["standard", "or"]
"""Babel's names for "a, b, and c" and "a, b, or c"."""


class Message(Struct, frozen=True, omit_defaults=True):
    """`values` fill the placeholders of `text`; a value may be a message or a list of them.

    A message with a `plural` is about a number of things, which is its value `count`.
    """

    text: str
    values: Mapping[str, Any] = field(default_factory=dict)
    plural: str = ""

    def __str__(self) -> str:
        return in_english(self)


class MessageList(Struct, frozen=True):
    """Texts or messages that are joined as the reader's language joins them."""

    items: tuple[Any, ...]
    style: ListStyle = "standard"

    def __str__(self) -> str:
        return join_items([str(item) for item in self.items], self.style, LANGUAGES[0])


def say(text: str, **values: Any) -> Message:
    """`say("{who} rolls {dice}", who="Ann", dice="3 4")`; translators find texts by this name."""
    return Message(text, values)


def say_count(one: str, other: str, count: int, **values: Any) -> Message:
    """`say_count("{count} card", "{count} cards", 3)`; translators add their own plural forms."""
    return Message(one, {COUNT: count, **values}, other)


def listing(items: Iterable[Any], style: ListStyle = "standard") -> MessageList:
    return MessageList(tuple(items), style)


def join_items(items: list[str], style: ListStyle, language: str) -> str:
    return format_list(items, style=style, locale=language) if items else ""


def own_text(text: str) -> Message:
    """A text of the game's own data, which its folder may translate."""
    return Message(OWN, {"own": text})


class Player(Message, frozen=True):
    """A player who has a number until a table knows the name; made by `player`."""


def player(number: int) -> Player:
    """The players of a setup are numbered from 1, in the order of their seats."""
    numbered = say("Player {number}", number=number)
    return Player(numbered.text, numbered.values)


def named_in(message: Message, names: Mapping[int, str]) -> Message:
    """The message with the names of players instead of their numbers, where they have names."""
    values = {key: _named(value, names) for key, value in message.values.items()}
    return Message(message.text, values, message.plural)


def _named(value: Any, names: Mapping[int, str]) -> Any:
    if isinstance(value, Player):
        return names.get(value.values["number"], value)
    if isinstance(value, MessageList):
        return listing((_named(item, names) for item in value.items), value.style)
    return named_in(value, names) if isinstance(value, Message) else value


def in_english(message: Message) -> str:
    several = message.plural and message.values[COUNT] != 1
    return (message.plural if several else message.text).format(**message.values)


class Refused(Exception):
    """An act that cannot be done now; its message explains why to the person who tried."""

    def __init__(self, text: str, **values: Any) -> None:
        self.message = say(text, **values)
        super().__init__(text)

    def __str__(self) -> str:
        return in_english(self.message)


def as_data(message: Message) -> dict[str, Any]:
    """The message as it is stored."""
    return {"values": {}, **to_builtins(message)}


def is_message_data(value: object) -> TypeGuard[Mapping[str, Any]]:
    """Whether a decoded value is a stored message."""
    return isinstance(value, Mapping) and "text" in value and value.keys() <= MESSAGE_KEYS


def from_data(data: Mapping[str, Any]) -> Message:
    values = {key: _value_from_data(value) for key, value in data.get("values", {}).items()}
    return Message(data["text"], values, data.get("plural", ""))


def _value_from_data(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    if "items" in value:
        return listing(map(_value_from_data, value["items"]), value["style"])
    return from_data(value)


def checked(message: Message) -> Message:
    """A message that was read from a file, with the messages among its values.

    Raises ValueError unless its texts have plain placeholders only, and a value for each: a text
    from elsewhere must not reach into the values or ask for a very long line.
    """
    for text in (message.text, message.plural):
        for _, name, form, conversion in Formatter().parse(text):
            if name is not None and (form or conversion or name not in message.values):
                raise ValueError(f"the placeholder '{name}' cannot be filled")
    if message.plural and not isinstance(message.values.get(COUNT), int):
        raise ValueError("a plural needs a count")
    values = {key: _checked_value(value) for key, value in message.values.items()}
    return Message(message.text, values, message.plural)


def _checked_value(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    if "items" not in value:
        return checked(from_data(value))
    if value.get("style") not in get_args(ListStyle):
        raise ValueError("a list needs a known style")
    return listing(map(_checked_value, value["items"]), value["style"])
