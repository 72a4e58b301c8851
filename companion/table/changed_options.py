"""Describe the options of a setup that were not left at their default."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.options import Option
from companion.language.messages import Message, say


def changed_options(options: Iterable[Option], chosen: Mapping[str, str]) -> tuple[Message, ...]:
    """An old game may have chosen something that today's rules do not offer; it is left out."""
    return tuple(
        say("{title}: {choice}", title=option.title, choice=option.choices[choice])
        for option in options
        if (choice := chosen.get(option.id, option.default)) != option.default
        and choice in option.choices
    )
