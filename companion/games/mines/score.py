"""Points and ranking of Mines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from companion.games.mines.facts import MinesFacts
from companion.games.mines.faults import faults_of
from companion.games.mines.mountain import Zone
from companion.games.mines.names import count_foundations, count_points, count_tokens
from companion.games.mines.sheet import LONE, Entry, read_sheet
from companion.games.options import Options
from companion.games.score import Rank, Result, Sheet, Subtotal, Total, place_of, sum_points
from companion.games.seats import Seat
from companion.language.messages import Message, say, say_count


def score_sheets(
    facts: MinesFacts, options: Options, sheets: Mapping[str, Sheet], seats: Sequence[Seat]
) -> Result:
    entries = [read_sheet(seat.id, sheets.get(seat.id, {})) for seat in seats]
    return Result(
        tuple(_total(entry) for entry in entries),
        ranking(options, entries),
        faults_of(facts, entries),
    )


def _total(entry: Entry) -> Total:
    parts = tuple(_zone_lines(entry.zones))
    lines = (
        Subtotal(say("Score track"), entry.track or 0, say("for building and extending")),
        Subtotal(say("Zones"), sum_points(parts), say("foundations × tokens"), parts),
    )
    return Total(entry.seat, entry.points, lines)


def _zone_lines(zones: Sequence[Zone]) -> Iterator[Subtotal]:
    others = [zone for zone in zones if zone != LONE]
    for number, zone in enumerate(others, 1):
        yield Subtotal(say("Zone {number}", number=number), zone.points, _product(zone))
    lone = len(zones) - len(others)
    if lone:
        why = say_count("{count} mine with 1 token", "{count} mines with 1 token each", lone)
        yield Subtotal(say("Lone mines"), lone, why)


def _product(zone: Zone) -> Message:
    return say(
        "{foundations} × {tokens}",
        foundations=count_foundations(zone.foundations),
        tokens=count_tokens(zone.tokens),
    )


def ranking(options: Options, entries: Sequence[Entry]) -> tuple[Rank, ...]:
    """Most points first; equal players get the tie-break that decided as the reason."""
    measure = _MEASURES[options["tiebreak"]]
    keys = {entry.seat: (entry.points, measure(entry)) for entry in entries}
    ranks = []
    for entry in sorted(entries, key=lambda one: keys[one.seat], reverse=True):
        key = keys[entry.seat]
        place = place_of(entry.seat, keys)
        tied = sum(points == entry.points for points, _ in keys.values()) > 1
        shared = sum(other == key for other in keys.values()) > 1
        why = _why(options["tiebreak"], key[1], shared=shared) if tied and not entry.empty else None
        ranks.append(Rank(entry.seat, place, why))
    return tuple(ranks)


_MEASURES: Final[Mapping[str, Callable[[Entry], int]]] = {
    "zone-score": lambda entry: max((zone.points for zone in entry.zones), default=0),
    "largest-set": lambda entry: max((zone.foundations for zone in entry.zones), default=0),
    "later-player": lambda entry: entry.turn or 0,
}


def _why(tiebreak: str, value: int, *, shared: bool) -> Message:
    if tiebreak == "zone-score":
        best = say("tie broken by best zone: {points}", points=count_points(value))
        even = say("tied, also on the best zone ({points})", points=count_points(value))
    elif tiebreak == "largest-set":
        best = say(
            "tie broken by largest zone: {foundations}", foundations=count_foundations(value)
        )
        even = say(
            "tied, also on the largest zone ({foundations})", foundations=count_foundations(value)
        )
    else:
        even = say("tied; enter the turn order to break the tie")
        best = say("tie broken by turn order: number {turn}", turn=value) if value else even
    return even if shared else best
