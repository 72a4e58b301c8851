"""Takes finished games, gives what players and games came to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import TypeVar

from msgspec import Struct

from companion.results.history import Finished, Player, player_key, same

Key = TypeVar("Key", str, int)


class Tally(Struct, frozen=True):
    """Plays, wins and points of somebody. Plays without points count in neither figure."""

    plays: int
    wins: int
    average: float | None
    best: int | None

    @property
    def won_of_100(self) -> int:
        return round(100 * self.wins / self.plays) if self.plays else 0


class PlayerSums(Struct, frozen=True):
    """One player; `name` is spelled as in the newest game."""

    name: str
    total: Tally
    by_game: dict[str, Tally]


class CountSums(Struct, frozen=True):
    """A game with so many players."""

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


def sum_players(games: Sequence[Finished]) -> list[PlayerSums]:
    """Everybody who played, most plays first. Games are given newest first."""
    names: dict[str, str] = {}
    seats: defaultdict[str, list[tuple[str, Player]]] = defaultdict(list)
    for finished in games:
        for player in finished.players:
            key = player_key(player.name)
            names.setdefault(key, player.name)
            seats[key].append((finished.game, player))
    sums = [
        PlayerSums(
            names[key],
            tally(player for _, player in played),
            {
                game: tally(player for other, player in played if other == game)
                for game in sorted({game for game, _ in played})
            },
        )
        for key, played in seats.items()
    ]
    return sorted(sums, key=lambda s: (-s.total.plays, -s.total.wins, s.name.lower()))


def tally(players: Iterable[Player]) -> Tally:
    played = list(players)
    points = [player.points for player in played if player.points is not None]
    wins = sum(player.won for player in played)
    return Tally(len(played), wins, _mean(points), max(points, default=None))


def sum_games(games: Sequence[Finished]) -> list[GameSums]:
    """Every game that was played, most plays first."""
    by_game = _grouped(games, lambda finished: finished.game)
    return sorted(map(_sum_game, by_game.values()), key=lambda s: (-s.plays, s.game))


def _sum_game(games: Sequence[Finished]) -> GameSums:
    scored = [(p.points, p.name) for f in games for p in f.players if p.points is not None]
    best, best_by = max(scored, key=lambda pair: pair[0], default=(None, ""))
    by_count = _grouped(games, lambda finished: len(finished.players))
    return GameSums(
        games[0].game,
        len(games),
        _mean([points for points, _ in scored]),
        best,
        best_by,
        fmean(finished.minutes for finished in games),
        tuple(_sum_count(count, by_count[count]) for count in sorted(by_count)),
    )


def _sum_count(count: int, games: Sequence[Finished]) -> CountSums:
    points = [p.points for f in games for p in f.players if p.points is not None]
    return CountSums(count, len(games), _mean(points), fmean(f.minutes for f in games))


def points_over_time(games: Sequence[Finished], player: str = "") -> dict[str, list[int]]:
    """Points of each player, oldest game first; with a player, only theirs."""
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
    games: Sequence[Finished], key: Callable[[Finished], Key]
) -> dict[Key, list[Finished]]:
    grouped: defaultdict[Key, list[Finished]] = defaultdict(list)
    for finished in games:
        grouped[key(finished)].append(finished)
    return grouped


def _mean(points: Sequence[int]) -> float | None:
    return fmean(points) if points else None
