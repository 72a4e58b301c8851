"""Ranking of River Dragons: one runner is first, all others share place 2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.options import Options
from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.sheet import NEAREST, WON
from companion.games.score import Fault, Rank, Result, Sheet, Total
from companion.games.seats import Seat
from companion.language.messages import Message, say

ARRIVED: Final = say("reached the goal first")
REASONS: Final = {
    "distance": say("nearest to the goal after the last round"),
    "planks": say("tie broken by planks in reserve"),
    "sooner": say("tie broken by turn order"),
}


def score_sheets(
    facts: RiverDragonsFacts,
    options: Options,
    sheets: Mapping[str, Sheet],
    seats: Sequence[Seat],
) -> Result:
    totals = tuple(Total(seat.id, 0, ()) for seat in seats)
    winners = {seat: how for seat in seats if (how := _winning_entry(sheets.get(seat.id, {})))}
    if len(winners) > 1:
        return Result(totals, (), tuple(_faults(winners)), ranking_only=True)
    ranking = [Rank(winner.id, 1, why) for winner, (_, why) in winners.items()]
    if ranking:
        ranking += [Rank(seat.id, 2) for seat in seats if seat not in winners]
    return Result(totals, tuple(ranking), ranking_only=True)


def _winning_entry(sheet: Sheet) -> tuple[str, Message] | None:
    """The entry that makes a player the winner, and the reason."""
    if sheet.get(WON):
        return WON, ARRIVED
    decision = sheet.get(NEAREST)
    return (NEAREST, REASONS[decision]) if decision else None


def _faults(winners: Mapping[Seat, tuple[str, Message]]) -> list[Fault]:
    faults = []
    for seat, (entry, _) in winners.items():
        other = next(one for one in winners if one != seat)
        message = say("only one player can win: {who} is already entered", who=other.name)
        faults.append(Fault(seat.id, entry, message))
    return faults
