"""Statistics of finished games, by player and by game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any, TypeVar

from msgspec import Struct

from companion.results.finished_games import FinishedGame, Player, player_key, same

Key = TypeVar("Key", str, int)
Seated = tuple[FinishedGame, Player]
"""One player of one finished game."""


class Tally(Struct, frozen=True):
    """Plays, wins and points of a player. Plays without points do not count in the average.

    `best` is the fewest points where the fewest win, and None over several games, whose points
    cannot be compared.
    """

    plays: int
    wins: int
    average: float | None
    best: int | None

    @property
    def win_rate(self) -> float:
        return self.wins / self.plays if self.plays else 0.0


class PlayerSums(Struct, frozen=True):
    """One player; `name` is spelled as in the newest game."""

    name: str
    total: Tally
    by_game: dict[str, Tally]


class CountSums(Struct, frozen=True):
    """A game with a given number of players."""

    players: int
    plays: int
    average: float | None
    minutes: float


class GameSums(Struct, frozen=True):
    game: str
    plays: int
    average: float | None
    best: int | None
    best_by: str
    minutes: float
    by_count: tuple[CountSums, ...]
    lowest_wins: bool = False


def sum_players(games: Sequence[FinishedGame]) -> list[PlayerSums]:
    """All players, most plays first. `games` are in order, newest first."""
    names: dict[str, str] = {}
    seats: defaultdict[str, list[Seated]] = defaultdict(list)
    for finished in games:
        for player in finished.players:
            key = player_key(player.name)
            names.setdefault(key, player.name)
            seats[key].append((finished, player))
    sums = [
        PlayerSums(
            names[key],
            tally(played),
            {
                game: tally([(other, player) for other, player in played if other.game == game])
                for game in sorted({finished.game for finished, _ in played})
            },
        )
        for key, played in seats.items()
    ]
    return sorted(sums, key=lambda s: (-s.total.plays, -s.total.wins, s.name.lower()))


def tally(played: Sequence[Seated]) -> Tally:
    """The figures of one player's plays, which are in order, newest first."""
    points = [player.points for _, player in played if player.points is not None]
    wins = sum(player.won for _, player in played)
    one_game = len({finished.game for finished, _ in played}) == 1
    best = _better(played[0][0])(points, default=None) if one_game else None
    return Tally(len(played), wins, _mean(points), best)


def _better(finished: FinishedGame) -> Callable[..., Any]:
    """The function that finds the best of several scores; the newest play decides which."""
    return min if finished.lowest_wins else max


def sum_games(games: Sequence[FinishedGame]) -> list[GameSums]:
    """All games, most plays first."""
    by_game = _grouped(games, lambda finished: finished.game)
    return sorted(map(_sum_game, by_game.values()), key=lambda s: (-s.plays, s.game))


def _sum_game(games: Sequence[FinishedGame]) -> GameSums:
    scored = [(p.points, p.name) for f in games for p in f.players if p.points is not None]
    best, best_by = _better(games[0])(scored, key=lambda pair: pair[0], default=(None, ""))
    by_count = _grouped(games, lambda finished: len(finished.players))
    return GameSums(
        games[0].game,
        len(games),
        _mean([points for points, _ in scored]),
        best,
        best_by,
        fmean(finished.minutes for finished in games),
        tuple(_sum_count(count, by_count[count]) for count in sorted(by_count)),
        games[0].lowest_wins,
    )


def _sum_count(count: int, games: Sequence[FinishedGame]) -> CountSums:
    points = [p.points for f in games for p in f.players if p.points is not None]
    return CountSums(count, len(games), _mean(points), fmean(f.minutes for f in games))


def points_over_time(games: Sequence[FinishedGame], player: str = "") -> dict[str, list[int]]:
    """Points of each player, or of one of them, oldest game first."""
    points: defaultdict[str, list[int]] = defaultdict(list)
    names: dict[str, str] = {}
    for finished in games:
        for seat in finished.players:
            if seat.points is None or (player and not same(seat.name, player)):
                continue
            key = player_key(seat.name)
            points[names.setdefault(key, seat.name)].append(seat.points)
    return {name: values[::-1] for name, values in points.items()}


def _grouped(
    games: Sequence[FinishedGame], key: Callable[[FinishedGame], Key]
) -> dict[Key, list[FinishedGame]]:
    grouped: defaultdict[Key, list[FinishedGame]] = defaultdict(list)
    for finished in games:
        grouped[key(finished)].append(finished)
    return grouped


def _mean(points: Sequence[int]) -> float | None:
    return fmean(points) if points else None
