"""Races: players enter their places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.data.sheet import number_in
from companion.games.score import Fault, Field, Rank, Result, Sheet
from companion.games.seats import Seat
from companion.language.messages import say

PLACE: Final = "place"


def place_field(players: int) -> Field:
    return Field(PLACE, say("Place"), "number", least=1, most=max(1, players))


def score_race(sheets: Mapping[str, Sheet], seats: Sequence[Seat]) -> Result:
    """Players without an entered place come last."""
    entered = {seat.id: number_in(sheets.get(seat.id, {}), PLACE) for seat in seats}
    keys = {seat: place if place > 0 else len(seats) + 1 for seat, place in entered.items()}
    order = sorted(keys, key=lambda seat: keys[seat])
    ranking = tuple(
        Rank(seat, 1 + sum(other < keys[seat] for other in keys.values())) for seat in order
    )
    faults = tuple(
        Fault(seat, PLACE, say("there are only {count} players", count=len(seats)))
        for seat, place in entered.items()
        if place > len(seats)
    )
    return Result((), ranking, faults, ranking_only=True)
