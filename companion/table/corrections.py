"""The numbers of a table that the host can correct."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from companion.games.corrections import Correctable
from companion.games.rules import PlayableRules
from companion.games.seats import Seat
from companion.language.messages import say
from companion.table.game_rules import rules_of
from companion.table.model import Table

MAX_COUNT: Final = 100_000
"""The largest count, in either direction."""
NumberKind = Literal["game", "counter", "track"]


class TableNumber(Struct, frozen=True):
    """A number of the game's play, a counter, or the mark of a seat on a track."""

    kind: NumberKind
    seat: Seat | None
    number: Correctable


def table_numbers(table: Table) -> tuple[TableNumber, ...]:
    return (*_of_game(table), *_of_tools(table))


def numbers_of(table: Table, kind: NumberKind, seat: str | None) -> tuple[Correctable, ...]:
    """The numbers of one kind that belong to a seat, or to none."""
    return tuple(
        each.number
        for each in table_numbers(table)
        if each.kind == kind and (each.seat.id if each.seat else None) == seat
    )


def _of_game(table: Table) -> Iterator[TableNumber]:
    rules = rules_of(table)
    if table.play is None or not isinstance(rules, PlayableRules):
        return
    for seat in table.players:
        for number in rules.correctables(table.play, seat.id):
            yield TableNumber("game", seat, number)


def _of_tools(table: Table) -> Iterator[TableNumber]:
    for name, value in table.counters.items():
        title = say("{name}", name=name)
        number = Correctable(name, title, value, -MAX_COUNT, MAX_COUNT)
        yield TableNumber("counter", None, number)
    for name, track in table.tracks.items():
        for seat in table.seats:
            step = track.steps.get(seat.id, 0)
            title = say("{name}", name=name)
            yield TableNumber("track", seat, Correctable(name, title, step, 0, track.most))
