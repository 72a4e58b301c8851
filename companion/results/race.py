"""Takes the story of a table, gives the points of each seat as the game went on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games import referees, rules_for
from companion.table.entries import result_of
from companion.table.fold import Story
from companion.table.model import Table

MOST_STOPS: Final = 120
"""More points than a phone is wide cannot be told apart."""
SCORING: Final = frozenset({"begin", "play", "score"})

Race = Mapping[str, list[tuple[int, int]]]


def race_of(story: Story) -> Race:
    """Event number and points of every seat, by its name; nothing, if there is no race to show."""
    undone = story.table.undone
    happened = [e.number for e in story.log if e.kind in SCORING and e.number not in undone]
    race: dict[str, list[tuple[int, int]]] = {seat.id: [] for seat in story.table.seats}
    for number in sorted(_spread(happened)):
        for seat, points in _standing(story.past[number - 1]).items():
            if seat in race:
                race[seat].append((number, points))
    names = {seat.id: seat.name for seat in story.table.seats}
    return {names[seat]: points for seat, points in race.items() if len(points) > 1}


def _spread(numbers: list[int]) -> set[int]:
    """At most so many of them, evenly, with the last."""
    step = -(-len(numbers) // MOST_STOPS) or 1
    return {*numbers[::step], *numbers[-1:]}


def _standing(table: Table) -> Mapping[str, int]:
    rules = rules_for(table.game)
    if table.play is not None and referees(rules):
        return rules.scene(table.facts, table.play, None).standing
    result = result_of(table)
    return {} if result.pointless else {total.seat: total.points for total in result.totals}
