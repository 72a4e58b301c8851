"""Takes a game's options and what was chosen, gives in words what departs from the usual."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.base import Option
from companion.words import Message, say


def agreed(options: Iterable[Option], chosen: Mapping[str, str]) -> tuple[Message, ...]:
    """What today's rules no longer offer has no words: an old game may have chosen it."""
    return tuple(
        say("{title}: {choice}", title=option.title, choice=option.choices[choice])
        for option in options
        if (choice := chosen.get(option.id, option.default)) != option.default
        and choice in option.choices
    )
