"""Takes finished games, gives them as CSV, as JSON values, and as a link that BG Stats opens."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

import msgspec

from companion.results.history import Finished, player_key

COLUMNS: Final = (
    "code",
    "game",
    "opened",
    "ended",
    "minutes",
    "place",
    "player",
    "points",
    "winner",
    "started",
    "colour",
    "players",
    "options",
)
BG_STATS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Paperboat"
# What spreadsheets take for the beginning of a formula.
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def write_csv(games: Iterable[Finished], titles: Mapping[str, str]) -> str:
    """A row for every player of every game; a game without players has a row of its own."""
    stream = io.StringIO()
    rows = csv.writer(stream, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for finished in games:
        for cells in _rows(finished, titles):
            rows.writerow([_cell(cell) for cell in cells])
    return stream.getvalue()


def _rows(finished: Finished, titles: Mapping[str, str]) -> Iterable[tuple[Any, ...]]:
    begin = (
        finished.code,
        titles.get(finished.game, finished.game),
        _moment(finished.opened),
        _moment(finished.ended),
        finished.minutes,
    )
    options = "; ".join(f"{name}: {choice}" for name, choice in sorted(finished.options.items()))
    end = (len(finished.players), options)
    if not finished.players:
        yield (*begin, *[None] * (len(COLUMNS) - len(begin) - len(end)), *end)
    for p in finished.ranking:
        won, started = ("yes" if flag else "no" for flag in (p.won, p.first))
        yield (*begin, p.place, p.name, p.points, won, started, p.colour, *end)


def _cell(value: Any) -> Any:
    """Text that a spreadsheet would work out is kept as text by a mark in front of it."""
    if isinstance(value, str) and value.lstrip(" ").startswith(FORMULA):
        return f"'{value}"
    return value


def as_data(finished: Finished, titles: Mapping[str, str]) -> dict[str, Any]:
    """A finished game as JSON values."""
    return {
        "code": finished.code,
        "game": finished.game,
        "title": titles.get(finished.game, finished.game),
        "opened": _moment(finished.opened),
        "ended": _moment(finished.ended),
        "minutes": finished.minutes,
        "pointless": finished.pointless,
        "options": finished.options,
        "players": [
            {
                "name": player.name,
                "colour": player.colour,
                "points": player.points,
                "place": player.place,
                "winner": player.won,
                "started": player.first,
            }
            for player in finished.ranking
        ],
    }


def bg_stats_link(finished: Finished, title: str) -> str:
    """Opens the app (or its page that says how to get it) with this game filled in.

    Its times are the player's own and have no zone, so they are given as the server's clock says.
    """
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": finished.code,
        "playDate": datetime.fromtimestamp(finished.opened).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": finished.minutes,
        "board": ", ".join(choice for _, choice in sorted(finished.options.items())),
        "game": {
            "name": title,
            "sourceGameId": finished.game,
            "highestWins": True,
            "noPoints": finished.pointless,
        },
        "players": [_bg_stats_player(finished, number) for number in range(len(finished.players))],
    }
    return BG_STATS + quote(msgspec.json.encode(play), safe="")


def _bg_stats_player(finished: Finished, number: int) -> dict[str, Any]:
    player = finished.players[number]
    told: dict[str, Any] = {
        "name": player.name,
        "sourcePlayerId": player_key(player.name),
        "winner": player.won,
        "startPlayer": player.first,
        "role": player.colour,
    }
    if player.points is not None:
        told["score"] = player.points
    if player.place is not None:
        told["rank"] = player.place
    return told


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
