"""Ranking of Dragon River."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.games.dragon_river.facts import DragonRiverFacts
from companion.games.options import Options
from companion.games.score import Fault, Rank, Result, Sheet, Subtotal, Total, place_of
from companion.games.seats import Seat
from companion.language.messages import Message, say, say_count


def score_sheets(
    facts: DragonRiverFacts,
    options: Options,
    sheets: Mapping[str, Sheet],
    seats: Sequence[Seat],
) -> Result:
    reached = {seat.id: _reached(facts, sheets.get(seat.id, {})) for seat in seats}
    totals = tuple(
        Total(seat, space, (Subtotal(say("Space reached"), space, _why(facts, space)),))
        for seat, space in reached.items()
    )
    order = sorted(reached, key=lambda seat: -reached[seat])
    ranking = tuple(
        Rank(seat, place_of(seat, reached), _why(facts, reached[seat])) for seat in order
    )
    return Result(totals, ranking, tuple(_faults(facts, sheets, seats)), ranking_only=True)


def _reached(facts: DragonRiverFacts, sheet: Sheet) -> int:
    return facts.finish if sheet.get("won") else sheet.get("space") or 0


def _why(facts: DragonRiverFacts, reached: int) -> Message:
    if reached == facts.finish:
        return say("landed on the last pearl")
    return say_count(
        "{count} space from the last pearl",
        "{count} spaces from the last pearl",
        facts.finish - reached,
    )


def _faults(
    facts: DragonRiverFacts, sheets: Mapping[str, Sheet], seats: Sequence[Seat]
) -> Iterator[Fault]:
    holder: dict[int, Seat] = {}
    for seat in seats:
        sheet = sheets.get(seat.id, {})
        reached = _reached(facts, sheet)
        if reached and reached in holder:
            name = "won" if sheet.get("won") else "space"
            yield Fault(seat.id, name, _shared(facts, reached, holder[reached], seat))
        holder.setdefault(reached, seat)


def _shared(facts: DragonRiverFacts, space: int, one: Seat, other: Seat) -> Message:
    if space == facts.finish:
        return say("{rival} has already won", rival=one.name)
    return say(
        "{who} and {rival} can’t both be on space {space}",
        who=other.name,
        rival=one.name,
        space=space,
    )
