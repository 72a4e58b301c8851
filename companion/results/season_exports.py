"""Export the standings of a season as CSV and as JSON values."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from datetime import date
from typing import Final

from msgspec import Struct, field
from msgspec.structs import asdict

from companion.language.messages import Message
from companion.results.exports import safe_cell
from companion.results.season_store import StoredSeason
from companion.results.seasons import Rule, Season, Standing

COLUMNS: Final = ("season", "place", "player", "games", "wins", "rule", "value", "missing")


def standings_csv(season: Season, table: Iterable[Standing]) -> str:
    """A row for every player; those with too few games have no place."""
    stream = io.StringIO()
    rows = csv.writer(stream, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for one in table:
        cells = (
            *(season.name, one.place, one.name, one.games, one.wins),
            *(season.rule, one.value, one.missing),
        )
        rows.writerow([safe_cell(cell) for cell in cells])
    return stream.getvalue()


class SeasonEntry(Struct, frozen=True):
    """The standings of a club or family over chosen games."""

    id: str
    name: str
    games: list[str]
    """The slugs of the games that count; none means all."""
    since: date | None = field(name="from")
    """The first day that counts."""
    until: date | None = field(name="to")
    """The last day that counts."""
    rule: Rule
    """`place` is the average place, `beaten` the percentage of opponents beaten."""
    minimum: int
    """How many games a player needs for a place."""


class StandingEntry(Struct, frozen=True):
    """A player's place in a season."""

    place: int | None
    """None for a player who needs more games."""
    player: str
    """The player's name."""
    games: int
    """How many games count."""
    wins: int
    value: float
    """The average place or the percentage of opponents beaten, as the rule says."""
    missing: int
    """How many more games the player needs."""
    why: Message
    """How the value and the place arose."""


class SeasonDetail(SeasonEntry, frozen=True):
    """A season with its standings."""

    standings: list[StandingEntry]


def season_entry(stored: StoredSeason) -> SeasonEntry:
    season = stored.season
    return SeasonEntry(
        id=stored.id,
        name=season.name,
        games=list(season.games),
        since=season.since,
        until=season.until,
        rule=season.rule,
        minimum=season.minimum,
    )


def season_detail(stored: StoredSeason, table: Iterable[Standing]) -> SeasonDetail:
    standings = [
        StandingEntry(one.place, one.name, one.games, one.wins, one.value, one.missing, one.why)
        for one in table
    ]
    return SeasonDetail(**asdict(season_entry(stored)), standings=standings)
