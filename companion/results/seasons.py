"""Seasons: the standings of a club or family over chosen games.

A season is a name, the games and days that count, and a rule. Its standings are computed from the
finished games whenever they are shown, so a deleted game leaves them too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from companion.language.messages import Message, listing, say, say_count
from companion.results.finished_games import FinishedGame, ResultFilter, player_key

Rule = Literal["place", "beaten"]
"""place: the average place, the lowest is best · beaten: the percentage of opponents beaten."""
MAX_NAME_LENGTH: Final = 60
MAX_MINIMUM: Final = 100
MAX_GAMES: Final = 40

SeasonName = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]


class Season(Struct, frozen=True):
    """`games` are slugs, and none means all games; both days are included. A player with fewer
    than `minimum` games is listed apart."""

    name: SeasonName
    games: Annotated[tuple[str, ...], Meta(max_length=MAX_GAMES)] = ()
    since: date | None = None
    until: date | None = None
    rule: Rule = "place"
    minimum: Annotated[int, Meta(ge=1, le=MAX_MINIMUM)] = 1

    @property
    def result_filter(self) -> ResultFilter:
        """The filter for the games of the season; `counts` also looks at which game it was."""
        return ResultFilter(since=self.since, until=self.until)

    def counts(self, finished: FinishedGame) -> bool:
        return not self.games or finished.game in self.games


class Standing(Struct, frozen=True):
    """One player's place in a season, and the reason; `place` is None for too few games."""

    place: int | None
    name: str
    games: int
    wins: int
    value: float
    why: Message
    missing: int = 0
    """How many more games the player needs."""


class _Record(Struct):
    """What a player did in the games that count."""

    name: str
    places: list[int]
    beaten: Fraction = Fraction(0)
    opponents: int = 0


def standings(season: Season, games: Sequence[FinishedGame]) -> list[Standing]:
    """The standings, best first; players with too few games follow, most games first.

    A game counts if two or more players have a place in it, and for those players. `games` may be
    in any order; the name of a player is spelled as in the latest game.
    """
    records = _records(sorted(filter(season.counts, games), key=lambda g: (g.ended, g.code)))
    values = {key: _value(season.rule, record) for key, record in records.items()}
    ranked = {key for key, record in records.items() if len(record.places) >= season.minimum}
    found = []
    for key, record in records.items():
        missing = season.minimum - len(record.places)
        place = None if missing > 0 else 1 + sum(values[o] > values[key] for o in ranked)
        found.append(
            Standing(
                place,
                record.name,
                len(record.places),
                record.places.count(1),
                _shown(season.rule, record),
                _why(season.rule, record) if missing <= 0 else _why_missing(missing),
                max(0, missing),
            )
        )
    return sorted(found, key=_order)


def _order(one: Standing) -> tuple[bool, int, int, str]:
    return one.place is None, one.place or 0, -one.games, player_key(one.name)


def _records(games: Iterable[FinishedGame]) -> Mapping[str, _Record]:
    records: defaultdict[str, _Record] = defaultdict(lambda: _Record("", []))
    for finished in games:
        placed = [(player, player.place) for player in finished.players if player.place is not None]
        if len(placed) < 2:
            continue  # nobody is first without others
        for player, place in placed:
            record = records[player_key(player.name)]
            record.name = player.name
            record.places.append(place)
            others = [other for one, other in placed if one is not player]
            record.opponents += len(others)
            # A shared place beats half an opponent.
            record.beaten += sum(other > place for other in others)
            record.beaten += Fraction(sum(other == place for other in others), 2)
    return records


def _value(rule: Rule, record: _Record) -> Fraction:
    """What the rule compares; more is better."""
    if rule == "place":
        return -Fraction(sum(record.places), len(record.places))
    return record.beaten / record.opponents if record.opponents else Fraction(0)


def _shown(rule: Rule, record: _Record) -> float:
    value = _value(rule, record)
    return round(float(-value), 2) if rule == "place" else round(float(100 * value), 1)


def _why(rule: Rule, record: _Record) -> Message:
    if rule == "place":
        counts = Counter(record.places)
        each = (say("{count} × place {place}", count=counts[p], place=p) for p in sorted(counts))
        return say("{places}", places=listing(each))
    return say_count(
        "{beaten} of {count} opponent beaten",
        "{beaten} of {count} opponents beaten",
        record.opponents,
        beaten=_halves(record.beaten),
    )


def _why_missing(missing: int) -> Message:
    return say_count("needs {count} more game", "needs {count} more games", missing)


def _halves(value: Fraction) -> str:
    whole, rest = divmod(value, 1)
    return f"{whole or ''}½" if rest else str(whole)
