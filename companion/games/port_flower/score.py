"""Takes what sailors have entered of a race, gives who came where. There are no points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.games.base import Fault, Field, Line, Rank, Result, Sheet, Total
from companion.games.port_flower.labels import names_of
from companion.games.port_flower.state import BUOYS
from companion.table.model import Seat
from companion.words import Message, say

FIELDS = (
    Field(
        "buoys",
        say("Buoys reached"),
        "number",
        most=BUOYS,
        help=say("How many coins of the row are flipped."),
    ),
    Field("home", say("First home, with all five"), "flag"),
)


class Came(NamedTuple):
    """How far a sailor came."""

    home: bool
    buoys: int


def score_race(sheets: Mapping[str, Sheet], seats: Sequence[Seat]) -> Result:
    came = {seat.id: _came(sheets.get(seat.id, {})) for seat in seats}
    return Result(
        totals=tuple(_total(seat.id, came[seat.id]) for seat in seats),
        ranking=_ranking(came, seats),
        faults=_faults(came, seats),
        pointless=True,
    )


def _came(sheet: Sheet) -> Came:
    """Nobody is home without all buoys, so they need not be entered as well."""
    home, buoys = bool(sheet.get("home")), sheet.get("buoys")
    return Came(home, (BUOYS if home else 0) if buoys is None else buoys)


def _total(seat: str, came: Came) -> Total:
    lines = [Line(say("Buoys"), came.buoys, say("{count} of 5 coins flipped", count=came.buoys))]
    if came.home:
        lines.append(Line(say("Port"), 1, say("first home")))
    return Total(seat, sum(line.points for line in lines), tuple(lines))


def _ranking(came: Mapping[str, Came], seats: Sequence[Seat]) -> tuple[Rank, ...]:
    ordered = sorted(seats, key=lambda seat: came[seat.id], reverse=True)
    return tuple(
        Rank(
            seat.id,
            1 + sum(other > came[seat.id] for other in came.values()),
            _reason(seat, came, seats),
        )
        for seat in ordered
    )


def _reason(seat: Seat, came: Mapping[str, Came], seats: Sequence[Seat]) -> Message:
    own = came[seat.id]
    if own.home:
        return say("first home with all five buoys")
    if not own.buoys:
        return say("no buoy yet")
    reached = say("{count} of 5 buoys reached", count=own.buoys)
    level = [other.name for other in seats if other is not seat and came[other.id] == own]
    if not level:
        return reached
    return say("{reached}, level with {names}", reached=reached, names=names_of(level))


def _faults(came: Mapping[str, Came], seats: Sequence[Seat]) -> tuple[Fault, ...]:
    home = [seat for seat in seats if came[seat.id].home]
    faults = []
    for seat in home:
        if came[seat.id].buoys < BUOYS:
            count = came[seat.id].buoys
            message = say("the port is closed to a boat with {count} of 5 buoys", count=count)
            faults.append(Fault(seat.id, "home", message))
        if len(home) > 1:
            other = next(one for one in home if one is not seat)
            message = say("only one boat is first home, and {who} is too", who=other.name)
            faults.append(Fault(seat.id, "home", message))
    return tuple(faults)
