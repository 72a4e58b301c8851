"""Impossible entries on score sheets, with reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.mines.facts import MinesFacts
from companion.games.mines.mountain import Zone
from companion.games.mines.names import count_foundations, count_points, count_tokens
from companion.games.mines.sheet import Entry
from companion.games.score import Fault
from companion.language.messages import Message, say


def faults_of(facts: MinesFacts, entries: Sequence[Entry]) -> tuple[Fault, ...]:
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
