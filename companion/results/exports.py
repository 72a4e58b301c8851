"""Export finished games as CSV, as JSON values, and as a link for BG Stats."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final
from urllib.parse import quote

import msgspec
from msgspec import Struct

from companion.games.score import Result
from companion.results.finished_games import FinishedGame, player_key
from companion.rooms.records import iso_time

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
    "lowest_wins",
    "bgg",
)
BG_STATS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Paperboat"
# Spreadsheets take these for the beginning of a formula.
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def write_csv(
    games: Iterable[FinishedGame], titles: Mapping[str, str], bgg_ids: Mapping[str, int]
) -> str:
    """A row for every player of every game; a game without players has a row of its own."""
    stream = io.StringIO()
    rows = csv.writer(stream, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for finished in games:
        for cells in _rows(finished, titles, bgg_ids):
            rows.writerow([safe_cell(cell) for cell in cells])
    return stream.getvalue()


def _rows(
    finished: FinishedGame, titles: Mapping[str, str], bgg_ids: Mapping[str, int]
) -> Iterable[tuple[Any, ...]]:
    begin = (
        finished.code,
        titles.get(finished.game, finished.game),
        iso_time(finished.opened),
        iso_time(finished.ended),
        finished.minutes,
    )
    options = "; ".join(f"{name}: {choice}" for name, choice in sorted(finished.options.items()))
    end = (
        len(finished.players),
        options,
        _yes_no(finished.lowest_wins),
        bgg_ids.get(finished.game),
    )
    if not finished.players:
        yield (*begin, *[None] * (len(COLUMNS) - len(begin) - len(end)), *end)
    for p in finished.ranking:
        won, started = _yes_no(p.won), _yes_no(p.first)
        yield (*begin, p.place, p.name, p.points, won, started, p.colour, *end)


def _yes_no(flag: bool) -> str:
    return "yes" if flag else "no"


def safe_cell(value: Any) -> Any:
    """Text that looks like a formula gets a mark in front, so that it stays text."""
    if isinstance(value, str) and value.lstrip(" ").startswith(FORMULA):
        return f"'{value}"
    return value


class PlayerEntry(Struct, frozen=True):
    """A player of a finished game."""

    name: str
    colour: str
    points: int | None
    place: int | None
    winner: bool
    started: bool
    """Whether the player had the first turn."""


class FinishedEntry(Struct, frozen=True):
    """A finished game."""

    code: str
    """The code of the table."""
    game: str
    """The slug of the game."""
    title: str
    bgg: int | None
    """The game's number at BoardGameGeek."""
    opened: str
    """When the table was opened, as ISO 8601."""
    ended: str
    """When the game was finished, as ISO 8601."""
    minutes: int
    """How long it took."""
    pointless: bool
    """Whether only the ranking counts, as in a race."""
    lowest_wins: bool
    """Whether the player with the fewest points wins."""
    options: dict[str, str]
    """The choices of the options, by their ids."""
    score: Result | None
    """The score as it was stored at the end; results of earlier versions have none."""
    players: list[PlayerEntry]
    """The best first."""


def finished_entry(
    finished: FinishedGame, titles: Mapping[str, str], bgg_ids: Mapping[str, int]
) -> FinishedEntry:
    return FinishedEntry(
        code=finished.code,
        game=finished.game,
        title=titles.get(finished.game, finished.game),
        bgg=bgg_ids.get(finished.game),
        opened=iso_time(finished.opened),
        ended=iso_time(finished.ended),
        minutes=finished.minutes,
        pointless=finished.ranking_only,
        lowest_wins=finished.lowest_wins,
        options=finished.options,
        score=finished.score,
        players=[
            PlayerEntry(p.name, p.colour, p.points, p.place, winner=p.won, started=p.first)
            for p in finished.ranking
        ],
    )


def bg_stats_link(finished: FinishedGame, title: str, bgg: int | None) -> str:
    """A link that opens the app, or its web page, with this game filled in.

    Its times have no time zone, so they are given in the server's local time.
    """
    game: dict[str, Any] = {
        "name": title,
        "sourceGameId": finished.game,
        "highestWins": not finished.lowest_wins,
        "noPoints": finished.ranking_only,
    }
    if bgg is not None:
        game["bggId"] = bgg
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": finished.code,
        "playDate": datetime.fromtimestamp(finished.opened).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": finished.minutes,
        "board": ", ".join(choice for _, choice in sorted(finished.options.items())),
        "game": game,
        "players": [_bg_stats_player(finished, number) for number in range(len(finished.players))],
    }
    return BG_STATS + quote(msgspec.json.encode(play), safe="")


def _bg_stats_player(finished: FinishedGame, number: int) -> dict[str, Any]:
    player = finished.players[number]
    entry: dict[str, Any] = {
        "name": player.name,
        "sourcePlayerId": player_key(player.name),
        "winner": player.won,
        "startPlayer": player.first,
        "role": player.colour,
    }
    if player.points is not None:
        entry["score"] = player.points
    if player.place is not None:
        entry["rank"] = player.place
    return entry
