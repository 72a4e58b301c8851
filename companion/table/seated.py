"""Takes a table, gives its setup, which calls those who sit there by their names.

Rules know players by number only: a setup follows from its seed, whoever plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from companion.games.base import Part, Setup
from companion.table.model import Table
from companion.table.plays import setup_of
from companion.words import named_in


def any_name(name: str) -> bool:  # noqa: ARG001
    """Pages show every name: a browser has letters for all of them."""
    return True


def seated_setup(table: Table, shows: Callable[[str], bool] = any_name) -> Setup | None:
    """Nothing, if nobody has set it up yet. Players who have no seat here keep their numbers, and
    so do those whose names cannot be shown where it is wanted."""
    if table.setup is None:
        return None
    setup = setup_of(table.game, table.facts, table.setup)
    seats = enumerate(table.seats, 1)
    names = {number: seat.name for number, seat in seats if shows(seat.name)}
    return replace(setup, parts=tuple(_named(part, names) for part in setup.parts))


def _named(part: Part, names: Mapping[int, str]) -> Part:
    return replace(part, lines=tuple(named_in(line, names) for line in part.lines))
