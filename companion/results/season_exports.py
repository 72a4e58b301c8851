"""Export the standings of a season as CSV and as JSON values."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any, Final

from companion.results.exports import safe_cell
from companion.results.season_store import StoredSeason
from companion.results.seasons import Season, Standing

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


def season_data(stored: StoredSeason) -> dict[str, Any]:
    season = stored.season
    return {
        "id": stored.id,
        "name": season.name,
        "games": list(season.games),
        "from": season.since.isoformat() if season.since else None,
        "to": season.until.isoformat() if season.until else None,
        "rule": season.rule,
        "minimum": season.minimum,
    }


def standings_data(stored: StoredSeason, table: Iterable[Standing]) -> dict[str, Any]:
    """A season with its standings, as JSON values and messages."""
    return {**season_data(stored), "standings": [_standing_data(one) for one in table]}


def _standing_data(one: Standing) -> dict[str, Any]:
    return {
        "place": one.place,
        "player": one.name,
        "games": one.games,
        "wins": one.wins,
        "value": one.value,
        "missing": one.missing,
        "why": one.why,
    }
