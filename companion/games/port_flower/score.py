"""Ranking of Port Flower. There are no points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.games.options import Options
from companion.games.port_flower.facts import PortFlowerFacts
from companion.games.port_flower.state import BUOYS
from companion.games.score import Fault, Rank, Result, Sheet, Subtotal, Total, place_of
from companion.games.seats import Seat
from companion.language.messages import Message, listing, say


class Progress(NamedTuple):
    """How far a player has come."""

    home: bool
    buoys: int


def score_sheets(
    facts: PortFlowerFacts,
    options: Options,
    sheets: Mapping[str, Sheet],
    seats: Sequence[Seat],
) -> Result:
    progress = {seat.id: _progress_of(sheets.get(seat.id, {})) for seat in seats}
    return Result(
        totals=tuple(_total(seat.id, progress[seat.id]) for seat in seats),
        ranking=_ranking(progress, seats),
        faults=_faults(progress, seats),
        ranking_only=True,
    )


def _progress_of(sheet: Sheet) -> Progress:
    """A boat at home has reached all buoys, so they need not be entered as well."""
    home, buoys = bool(sheet.get("home")), sheet.get("buoys")
    return Progress(home, (BUOYS if home else 0) if buoys is None else buoys)


def _total(seat: str, progress: Progress) -> Total:
    lines = [
        Subtotal(
            say("Buoys"), progress.buoys, say("{count} of 5 coins flipped", count=progress.buoys)
        )
    ]
    if progress.home:
        lines.append(Subtotal(say("Port"), 1, say("first home")))
    return Total(seat, sum(line.points for line in lines), tuple(lines))


def _ranking(progress: Mapping[str, Progress], seats: Sequence[Seat]) -> tuple[Rank, ...]:
    ordered = sorted(seats, key=lambda seat: progress[seat.id], reverse=True)
    return tuple(
        Rank(
            seat.id,
            place_of(seat.id, progress),
            _reason(seat, progress, seats),
        )
        for seat in ordered
    )


def _reason(seat: Seat, progress: Mapping[str, Progress], seats: Sequence[Seat]) -> Message:
    own = progress[seat.id]
    if own.home:
        return say("first home with all five buoys")
    if not own.buoys:
        return say("no buoy yet")
    reached = say("{count} of 5 buoys reached", count=own.buoys)
    level = [other.name for other in seats if other is not seat and progress[other.id] == own]
    if not level:
        return reached
    return say("{reached}, tied with {names}", reached=reached, names=listing(level))


def _faults(progress: Mapping[str, Progress], seats: Sequence[Seat]) -> tuple[Fault, ...]:
    home = [seat for seat in seats if progress[seat.id].home]
    faults = []
    for seat in home:
        if progress[seat.id].buoys < BUOYS:
            count = progress[seat.id].buoys
            message = say("a boat with {count} of 5 buoys cannot enter the port", count=count)
            faults.append(Fault(seat.id, "home", message))
        if len(home) > 1:
            other = next(one for one in home if one is not seat)
            message = say(
                "only one boat can be first home: {who} is already entered", who=other.name
            )
            faults.append(Fault(seat.id, "home", message))
    return tuple(faults)
