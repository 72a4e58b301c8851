"""The points of each seat over the course of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from companion.games import rules_at
from companion.games.rules import PlayableRules
from companion.table.acts.corrections import Correct
from companion.table.acts.game import Begin, Play
from companion.table.acts.score import EnterScore, EnterScores
from companion.table.acts.undo import Replace
from companion.table.model import Event, Table
from companion.table.score_sheets import result_of

MAX_STOPS: Final = 120
"""A chart with more points per line is not readable on a phone."""
SCORING: Final = frozenset(
    act.kind() for act in (Begin, Play, Replace, Correct, EnterScore, EnterScores)
)
"""The kinds of events that change points."""
MAX_POINTS: Final = 10**6
"""More points in a stored result mean that it is damaged."""

ScoreProgress = Mapping[str, Sequence[tuple[int, int]]]
"""Event number and points at some moments of the game, by seat."""

_Number = Annotated[int, Meta(ge=-MAX_POINTS, le=MAX_POINTS)]
_Stored = dict[str, Annotated[list[tuple[_Number, _Number]], Meta(max_length=MAX_STOPS + 1)]]


def score_progress(
    table: Table, log: Sequence[Event], table_after: Callable[[int], Table]
) -> ScoreProgress:
    """Empty if there is nothing to show; `table_after` gives the table after an event."""
    scoring = [e.number for e in log if e.kind in SCORING and e.number not in table.undone]
    points: dict[str, list[tuple[int, int]]] = {seat.id: [] for seat in table.players}
    for number in sorted(_spread(scoring)):
        for seat, now in _points_now(table_after(number)).items():
            if seat in points:
                points[seat].append((number, now))
    return {seat: stops for seat, stops in points.items() if len(stops) > 1}


def read_progress(stored: object) -> ScoreProgress | None:
    """The points of a stored outcome; None for a damaged one."""
    try:
        return msgspec.convert(stored, _Stored)
    except msgspec.ValidationError:
        return None


def stored_progress(outcome: object) -> ScoreProgress | None:
    """The points that an outcome holds; None for one of an earlier version, or a damaged one."""
    return read_progress(outcome.get("progress")) if isinstance(outcome, Mapping) else None


def by_name(points: ScoreProgress, names: Mapping[str, str]) -> ScoreProgress:
    """The same points by the names of the seats, without seats that have none."""
    return {names[seat]: stops for seat, stops in points.items() if seat in names}


def _spread(numbers: list[int]) -> set[int]:
    """At most MAX_STOPS of them, evenly spaced, and the last."""
    step = -(-len(numbers) // MAX_STOPS) or 1
    return {*numbers[::step], *numbers[-1:]}


def _points_now(table: Table) -> Mapping[str, int]:
    rules = rules_at(table.game, table.facts)
    if table.play is not None and isinstance(rules, PlayableRules):
        return rules.standing(table.play)
    result = result_of(table)
    return {} if result.ranking_only else result.points
