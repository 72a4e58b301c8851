"""A table's setup with the names of its players.

Rules know players by number only: a setup follows from its seed, whoever plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from companion.games.setup import Part, Setup
from companion.language.messages import named_in
from companion.table.game_rules import rules_of, setup_of
from companion.table.model import Table


def any_name(name: str) -> bool:  # noqa: ARG001
    """Pages show every name: a browser has letters for all of them."""
    return True


def named_setup(table: Table, shows: Callable[[str], bool] = any_name) -> Setup | None:
    """None if the table has no setup yet. Players without a seat keep their numbers, and so do
    those whose names cannot be shown."""
    if table.setup is None:
        return None
    setup = setup_of(rules_of(table), table.setup)
    seats = enumerate(table.seats, 1)
    names = {number: seat.name for number, seat in seats if shows(seat.name)}
    return replace(setup, parts=tuple(_named(part, names) for part in setup.parts))


def _named(part: Part, names: Mapping[int, str]) -> Part:
    return replace(part, lines=tuple(named_in(line, names) for line in part.lines))
