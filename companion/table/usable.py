"""Check that the pages of a table can be shown: a record may hold any facts, and a table of an
earlier version may not fit today's rules."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.games import is_playable
from companion.language.messages import Message, say
from companion.table.game_rules import options_of, rules_of
from companion.table.history import History
from companion.table.in_play import offers_of, scene_of
from companion.table.model import Table
from companion.table.named_setup import named_setup
from companion.table.score_sheets import fields_of, result_of, sheets_of

MAX_NUMBER: Final = 100_000
MIN_NUMBER: Final = 0.001
"""Lengths are in millimetres, and points and pieces are whole: no game has other numbers."""


def unusable(history: History) -> tuple[Message, ...]:
    """What in a table's facts would make its pages fail; empty if they work."""
    table = history.table
    least = 0 if is_playable(table.game) else -MAX_NUMBER
    for where, number in _numbers(table.facts, ()):
        tiny = number != 0 and abs(number) < MIN_NUMBER
        if not math.isfinite(number) or tiny or not least <= number <= MAX_NUMBER:
            return (
                say("its game data has the number {number} at {where}", number=number, where=where),
            )
    try:
        try_pages(table)
        if table.play is not None:
            rules_of(table).position_ppn(table.play)
    except Exception as fault:  # rules trust their facts, and may fail on others in any way
        what = type(fault).__name__
        return (say("its game data is invalid ({what})", what=what),)
    return ()


def _numbers(value: Any, path: tuple[str, ...]) -> Iterator[tuple[str, float]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _numbers(inner, (*path, str(key)))
    elif isinstance(value, (list, tuple)):
        for place, inner in enumerate(value, 1):
            yield from _numbers(inner, (*path, str(place)))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield ".".join(path), value


def try_pages(table: Table) -> None:
    """Compute everything that the pages of a table need. Raises any exception if that fails."""
    options_of(table)
    fields_of(table)
    sheets_of(table)
    result_of(table)
    named_setup(table)
    for seat in (*(seat.id for seat in table.seats), None):
        scene_of(table, seat)
        offers_of(table, seat)
