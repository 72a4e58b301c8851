"""Score sheets, points and ranking of Mines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from companion.games.mines.facts import MinesFacts
from companion.games.mines.mountain import Zone, best_first, tiles_by_cell, zones
from companion.games.mines.names import count_foundations, count_points, count_tokens
from companion.games.mines.state import State
from companion.games.options import Options
from companion.games.score import (
    Fault,
    Field,
    Rank,
    Result,
    Sheet,
    Subtotal,
    Total,
    place_of,
    sum_points,
)
from companion.games.seats import Seat
from companion.language.messages import Message, say, say_count

MOST_TRACK: Final = 400
"""More than anybody can reach, so a mistyped number is noticed."""
LONE: Final = Zone(1, 1)
"""The most common zone; these are counted and not entered one by one."""


class Entry(Struct, frozen=True):
    """One player's sheet. `track` and `turn` are None until they are entered."""

    seat: str
    track: int | None
    zones: tuple[Zone, ...]
    turn: int | None

    @property
    def empty(self) -> bool:
        return self.track is None and not self.zones

    @property
    def points(self) -> int:
        return (self.track or 0) + sum(zone.points for zone in self.zones)

    @property
    def tokens(self) -> int:
        return sum(zone.tokens for zone in self.zones)

    @property
    def foundations(self) -> int:
        return sum(zone.foundations for zone in self.zones)


def sheet_fields(facts: MinesFacts, options: Options, seats: Sequence[Seat]) -> tuple[Field, ...]:
    fields = (
        Field(
            "track",
            say("Score track"),
            "number",
            most=MOST_TRACK,
            help=say("Add {lap} for every full lap.", lap=facts.lap),
        ),
        Field(
            "lone",
            say("Lone mines"),
            "number",
            most=facts.usable,
            help=say("Mines with 1 token and no foundation of yours next to them."),
        ),
        Field(
            "zones",
            say("Other zones"),
            "rows",
            least=1,
            most=facts.usable,
            help=say(
                "One row per group of connected foundations, or per lone mine with more tokens."
            ),
            columns=(say("foundations"), say("tokens")),
        ),
    )
    if options["tiebreak"] != "later-player" or len(seats) < 2:
        return fields
    turn = Field(
        "turn",
        say("Turn order"),
        "number",
        least=1,
        most=len(seats),
        help=say("1 for the starting player. It breaks ties."),
    )
    return (*fields, turn)


def score_sheets(
    facts: MinesFacts, options: Options, sheets: Mapping[str, Sheet], seats: Sequence[Seat]
) -> Result:
    entries = [_read_sheet(seat.id, sheets.get(seat.id, {})) for seat in seats]
    return Result(
        tuple(_total(entry) for entry in entries),
        ranking(options, entries),
        faults(facts, entries),
    )


def fill_sheets(facts: MinesFacts, state: State) -> dict[str, Sheet]:
    mountain = tiles_by_cell(state.mountain)
    asks_turn = state.options["tiebreak"] == "later-player" and len(state.players) > 1
    sheets: dict[str, Sheet] = {}
    for turn, player in enumerate(state.players, 1):
        found = zones(mountain, player.id)
        sheets[player.id] = {
            "track": player.points,
            "lone": found.count(LONE),
            "zones": [[zone.foundations, zone.tokens] for zone in found if zone != LONE],
            **({"turn": turn} if asks_turn else {}),
        }
    return sheets


def _read_sheet(seat: str, sheet: Sheet) -> Entry:
    entered = [Zone(row[0], row[1]) for row in sheet.get("zones") or ()]
    entered += [LONE] * (sheet.get("lone") or 0)
    return Entry(seat, sheet.get("track"), best_first(entered), sheet.get("turn"))


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


def faults(facts: MinesFacts, entries: Sequence[Entry]) -> tuple[Fault, ...]:
    """Impossible entries with reasons."""
    found = [fault for entry in entries for fault in _own_faults(facts, entry)]
    turns = [entry.turn for entry in entries if entry.turn is not None]
    found += [
        Fault(entry.seat, "turn", say("number {turn} is entered twice", turn=entry.turn))
        for entry in entries
        if turns.count(entry.turn or 0) > 1
    ]
    return tuple(found)


def _own_faults(facts: MinesFacts, entry: Entry) -> Iterator[Fault]:
    for zone in entry.zones:
        message = _zone_fault(facts, zone)
        if message is not None:
            yield Fault(entry.seat, "zones", message)
    if entry.tokens > facts.usable:
        message = say(
            "a player has {most} tokens to dig with, not {count}",
            most=facts.usable,
            count=entry.tokens,
        )
        yield Fault(entry.seat, "zones", message)
    least = sum(_least_track(facts, zone) for zone in entry.zones)
    if entry.track is not None and entry.track < least:
        message = say(
            "{foundations} must score at least {points} on the track: did you add full laps?",
            foundations=count_foundations(entry.foundations),
            points=count_points(least),
        )
        yield Fault(entry.seat, "track", message)


def _zone_fault(facts: MinesFacts, zone: Zone) -> Message | None:
    foundations, tokens = count_foundations(zone.foundations), count_tokens(zone.tokens)
    if zone.tokens < zone.foundations:
        return say(
            "every foundation has at least 1 token: {foundations} cannot have {tokens}",
            foundations=foundations,
            tokens=tokens,
        )
    most = max(cost.build_tokens for cost in facts.dig_costs)
    if zone.tokens > most * zone.foundations:
        return say(
            "a foundation has at most {most} tokens: {foundations} cannot have {tokens}",
            most=most,
            foundations=foundations,
            tokens=tokens,
        )
    extended = max(cost.extend_tokens or 0 for cost in facts.dig_costs)
    most_joined = most * (zone.foundations - 1) + extended
    if zone.foundations > 1 and zone.tokens > most_joined:
        return say(
            "of mines that touch, at least one is an extension: {foundations} have at most {most} "
            "tokens",
            foundations=foundations,
            most=most_joined,
        )
    return None


def _least_track(facts: MinesFacts, zone: Zone) -> int:
    """What digging a zone brought at least: one foundation was built, of several one extended."""
    if zone.foundations == 1:
        built = [line for line in facts.dig_costs if line.build_tokens == zone.tokens]
        return min((line.build_points for line in built), default=0)
    built_points = min(line.build_points for line in facts.dig_costs)
    extended = [line.extend_points or 0 for line in facts.dig_costs if line.extend_tokens]
    return built_points * (zone.foundations - 1) + min(extended)
