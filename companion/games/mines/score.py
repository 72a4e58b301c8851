"""Takes what players entered, gives points, ranking and what cannot be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from companion.games.base import (
    Fault,
    Field,
    Line,
    Options,
    Rank,
    Result,
    Sheet,
    Total,
)
from companion.games.mines import wording
from companion.games.mines.facts import MinesFacts
from companion.games.mines.mountain import Zone, best_first
from companion.table.model import Seat
from companion.words import Message, say

MOST_TRACK: Final = 400
"""Above what anybody can reach, so that a slip of the finger is noticed."""
LONE: Final = Zone(1, 1)
"""What most zones are: they are counted, not written one by one."""


class Entry(Struct, frozen=True):
    """One player's sheet. `track` and `turn` are nothing until they are entered."""

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


def fields(facts: MinesFacts, options: Options, seats: Sequence[Seat]) -> tuple[Field, ...]:
    asked = (
        Field(
            "track",
            say("On the track"),
            "number",
            most=MOST_TRACK,
            help=say("Add {lap} for each lap.", lap=facts.lap),
        ),
        Field(
            "lone",
            say("Lone mines"),
            "number",
            most=facts.usable,
            help=say("1 token, no foundation of yours beside it."),
        ),
        Field(
            "zones",
            say("Other zones"),
            "rows",
            least=1,
            most=facts.usable,
            help=say("One row for each group that touches, or a lone mine with more tokens."),
            columns=(say("foundations"), say("tokens")),
        ),
    )
    if options["tiebreak"] != "later-player" or len(seats) < 2:
        return asked
    turn = Field(
        "turn",
        say("Turn in the round"),
        "number",
        least=1,
        most=len(seats),
        help=say("1 for the starter. It breaks a tie."),
    )
    return (*asked, turn)


def score(
    facts: MinesFacts, options: Options, sheets: Mapping[str, Sheet], seats: Sequence[Seat]
) -> Result:
    entries = [_read(seat.id, sheets.get(seat.id, {})) for seat in seats]
    return Result(
        tuple(_total(entry) for entry in entries),
        ranking(options, entries),
        faults(facts, entries),
    )


def _read(seat: str, sheet: Sheet) -> Entry:
    zones = [Zone(row[0], row[1]) for row in sheet.get("zones") or ()]
    zones += [LONE] * (sheet.get("lone") or 0)
    return Entry(seat, sheet.get("track"), best_first(zones), sheet.get("turn"))


def _total(entry: Entry) -> Total:
    parts = tuple(_zone_lines(entry.zones))
    zoned = sum(part.points for part in parts)
    lines = (
        Line(say("On the track"), entry.track or 0, say("for building and extending")),
        Line(say("Zones"), zoned, say("foundations times tokens"), parts),
    )
    return Total(entry.seat, entry.points, lines)


def _zone_lines(zones: Sequence[Zone]) -> Iterator[Line]:
    others = [zone for zone in zones if zone != LONE]
    for number, zone in enumerate(others, 1):
        yield Line(say("Zone {number}", number=number), zone.points, _times(zone))
    lone = len(zones) - len(others)
    if lone == 1:
        yield Line(say("Lone mine"), 1, _times(LONE))
    elif lone:
        why = say("{count} times {zone}", count=lone, zone=_times(LONE))
        yield Line(say("Lone mines"), lone, why)


def _times(zone: Zone) -> Message:
    return say(
        "{foundations} × {tokens}",
        foundations=wording.foundations(zone.foundations),
        tokens=wording.tokens(zone.tokens),
    )


def ranking(options: Options, entries: Sequence[Entry]) -> tuple[Rank, ...]:
    """Most points first; who is equal in that is told what decided."""
    measure = _MEASURES[options["tiebreak"]]
    keys = {entry.seat: (entry.points, measure(entry)) for entry in entries}
    ranks = []
    for entry in sorted(entries, key=lambda one: keys[one.seat], reverse=True):
        key = keys[entry.seat]
        place = 1 + sum(other > key for other in keys.values())
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
        best = say("equal points; best zone: {points}", points=wording.points(value))
        even = say("equal points and equal best zones ({points}): shared", points=value)
    elif tiebreak == "largest-set":
        best = say(
            "equal points; largest zone: {foundations}", foundations=wording.foundations(value)
        )
        even = say("equal points and equally large zones ({count}): shared", count=value)
    else:
        best = (
            say("equal points; turn {turn} of the round", turn=value)
            if value
            else say("equal points; the turn in the round is not entered")
        )
        even = say("equal points, and nobody said who played later: shared")
    return even if shared else best


def faults(facts: MinesFacts, entries: Sequence[Entry]) -> tuple[Fault, ...]:
    """Entries that cannot be, each with its reason."""
    found = [fault for entry in entries for fault in _own_faults(facts, entry)]
    turns = [entry.turn for entry in entries if entry.turn is not None]
    found += [
        Fault(entry.seat, "turn", say("turn {turn} is taken twice", turn=entry.turn))
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
            "a player digs with {most} tokens, not {count}", most=facts.usable, count=entry.tokens
        )
        yield Fault(entry.seat, "zones", message)
    least = sum(_least_track(facts, zone) for zone in entry.zones)
    if entry.track is not None and entry.track < least:
        message = say(
            "{foundations} bring at least {points} on the track: count the laps too",
            foundations=wording.foundations(entry.foundations),
            points=wording.points(least),
        )
        yield Fault(entry.seat, "track", message)


def _zone_fault(facts: MinesFacts, zone: Zone) -> Message | None:
    foundations, tokens = wording.foundations(zone.foundations), wording.tokens(zone.tokens)
    if zone.tokens < zone.foundations:
        return say(
            "each foundation has a token: {foundations} cannot have {tokens}",
            foundations=foundations,
            tokens=tokens,
        )
    most = max(line.build_tokens for line in facts.lines)
    if zone.tokens > most * zone.foundations:
        return say(
            "a foundation has at most {most} tokens: {foundations} cannot have {tokens}",
            most=most,
            foundations=foundations,
            tokens=tokens,
        )
    extended = max(line.extend_tokens or 0 for line in facts.lines)
    most_joined = most * (zone.foundations - 1) + extended
    if zone.foundations > 1 and zone.tokens > most_joined:
        return say(
            "mines are not built side by side, one of them extends another: {foundations} "
            "have at most {most} tokens",
            foundations=foundations,
            most=most_joined,
        )
    return None


def _least_track(facts: MinesFacts, zone: Zone) -> int:
    """What digging a zone brought at least: one foundation was built, of several one extended."""
    if zone.foundations == 1:
        built = [line for line in facts.lines if line.build_tokens == zone.tokens]
        return min((line.build_points for line in built), default=0)
    built_points = min(line.build_points for line in facts.lines)
    extended = [line.extend_points or 0 for line in facts.lines if line.extend_tokens]
    return built_points * (zone.foundations - 1) + min(extended)
