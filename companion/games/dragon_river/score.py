"""Takes who won and how far the others came, gives the ranking of a race."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.games.base import Fault, Field, Line, Rank, Result, Sheet, Total
from companion.games.dragon_river.river import River
from companion.games.dragon_river.state import Race
from companion.table.model import Seat
from companion.words import Message, say


def sheet_fields(river: River) -> tuple[Field, ...]:
    return (
        Field("won", say("Landed on the last pearl"), "flag"),
        Field(
            "space",
            say("Space reached"),
            "number",
            most=river.finish,
            help=say("Only to rank those who did not win"),
        ),
    )


def fill_sheets(river: River, race: Race) -> Mapping[str, Sheet]:
    return {
        racer.seat: {"won": racer.space == river.finish, "space": racer.space}
        for racer in race.racers
    }


def rank_race(river: River, sheets: Mapping[str, Sheet], seats: Sequence[Seat]) -> Result:
    reached = {seat.id: _reached(river, sheets.get(seat.id, {})) for seat in seats}
    totals = tuple(
        Total(seat, space, (Line(say("Space reached"), space, _why(river, space)),))
        for seat, space in reached.items()
    )
    order = sorted(seats, key=lambda seat: -reached[seat.id])
    ranking = tuple(_rank(river, seat, reached) for seat in order)
    return Result(totals, ranking, tuple(_faults(river, sheets, seats)), pointless=True)


def _reached(river: River, sheet: Sheet) -> int:
    return river.finish if sheet.get("won") else sheet.get("space") or 0


def _rank(river: River, seat: Seat, reached: Mapping[str, int]) -> Rank:
    own = reached[seat.id]
    place = 1 + sum(other > own for other in reached.values())
    return Rank(seat.id, place, _why(river, own))


def _why(river: River, reached: int) -> Message:
    if reached == river.finish:
        return say("landed on the last pearl")
    if reached == river.finish - 1:
        return say("1 step from the last pearl")
    return say("{count} steps from the last pearl", count=river.finish - reached)


def _faults(river: River, sheets: Mapping[str, Sheet], seats: Sequence[Seat]) -> Iterator[Fault]:
    holder: dict[int, Seat] = {}
    for seat in seats:
        sheet = sheets.get(seat.id, {})
        reached = _reached(river, sheet)
        if reached and reached in holder:
            name = "won" if sheet.get("won") else "space"
            yield Fault(seat.id, name, _shared(river, reached, holder[reached], seat))
        holder.setdefault(reached, seat)


def _shared(river: River, space: int, one: Seat, other: Seat) -> Message:
    if space == river.finish:
        return say("{rival} has won, so {who} has not", who=other.name, rival=one.name)
    return say(
        "{who} and {rival} cannot both hold space {space}",
        who=other.name,
        rival=one.name,
        space=space,
    )
