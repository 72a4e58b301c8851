"""Takes finished games and their stories, gives charts in the reader's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from flask_babel import gettext
from markupsafe import Markup
from msgspec import Struct

from companion.charts import Words, bar_chart, dice_chart, race_chart
from companion.results.history import Finished, Wanted
from companion.results.statistics import points_over_time, sum_games, sum_players
from companion.table.dice import faces_of
from companion.table.model import Table
from companion.table.telling import name_die, name_face
from companion.web.language import translate

MOST_BARS: Final = 10
FEWEST_THROWN: Final = 6
MOST_COLUMNS: Final = 20
GROUPS: Final = 10


class DicePicture(Struct, frozen=True):
    """How often each face of a die came up, beside what fair dice do on average."""

    die: str
    thrown: int
    counts: Mapping[str, int]
    expected: Mapping[str, float]
    picture: Markup


class RacePicture(Struct, frozen=True):
    """Points as the game went on. `rows` are a few of its moments, for who cannot see it."""

    names: tuple[str, ...]
    rows: tuple[tuple[int, tuple[int | None, ...]], ...]
    picture: Markup


def history_picture(
    games: Sequence[Finished], wanted: Wanted, titles: Mapping[str, str]
) -> Markup | None:
    """A player's points in a game over time; of a game, the players; else how often each game was
    played."""
    if not games:
        return None
    if wanted.game and wanted.player:
        return _points_picture(points_over_time(games, wanted.player))
    if wanted.game:
        title = gettext("Average points of each player")
        sums = [(s.name, s.total.average) for s in sum_players(games)]
        bars = [(name, average) for name, average in sums if average is not None]
    else:
        title = gettext("Plays of each game")
        bars = [(titles.get(s.game, s.game), float(s.plays)) for s in sum_games(games)]
    return _bars_picture(title, bars[:MOST_BARS])


def _points_picture(points: Mapping[str, Sequence[int]]) -> Markup | None:
    lines = {
        name: [(float(x), float(y)) for x, y in enumerate(values, 1)]
        for name, values in points.items()
        if len(values) > 1
    }
    if not lines:
        return None
    title = gettext("Points from play to play")
    return _safe(race_chart(Words("history", title, _spoken(lines)), lines))


def _bars_picture(title: str, bars: Sequence[tuple[str, float]]) -> Markup | None:
    if not bars:
        return None
    spoken = ", ".join(f"{label}: {value:.1f}" for label, value in bars)
    return _safe(bar_chart(Words("history", title, spoken), bars))


def _spoken(lines: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    return "; ".join(
        gettext(
            "%(name)s from %(first)d to %(last)d", name=name, first=line[0][1], last=line[-1][1]
        )
        for name, line in lines.items()
    )


def race_picture(
    race: Mapping[str, Sequence[tuple[int, int]]], colours: Mapping[str, str], *, pointless: bool
) -> RacePicture | None:
    """Nothing, if nobody's points ever changed. Names have the colours of their seats."""
    if not any(points for line in race.values() for _, points in line):
        return None
    title = gettext("Points in the course of the game")
    if pointless:
        title = gettext("How far everybody had come")
    lines = {name: [(float(x), float(y)) for x, y in line] for name, line in race.items()}
    picture = _safe(race_chart(Words("race", title, _spoken(lines)), lines, colours))
    return RacePicture(tuple(race), _moments(race), picture)


def _moments(
    race: Mapping[str, Sequence[tuple[int, int]]],
) -> tuple[tuple[int, tuple[int | None, ...]], ...]:
    numbers = sorted({x for line in race.values() for x, _ in line})
    step = -(-len(numbers) // MOST_BARS)
    chosen = sorted({*numbers[::step], numbers[-1]})
    found = [dict(line) for line in race.values()]
    return tuple((x, tuple(line.get(x) for line in found)) for x in chosen)


def dice_pictures(table: Table) -> tuple[DicePicture, ...]:
    """Of every die that was thrown often enough to say anything."""
    return tuple(
        _dice_picture(die, counts, faces_of(table, die), number)
        for number, (die, counts) in enumerate(table.thrown.items())
        if sum(counts.values()) >= FEWEST_THROWN
    )


def _dice_picture(
    die: str, thrown: Mapping[str, int], faces: Sequence[str], number: int
) -> DicePicture:
    column_of = _columns(die, faces)
    kinds = Counter(column_of[face] for face in faces)
    counts = dict.fromkeys(kinds, 0)
    for face, came in thrown.items():
        counts[column_of[face]] += came
    total = sum(thrown.values())
    expected = {column: total * n / len(faces) for column, n in kinds.items()}
    title = gettext("Throws of %(die)s", die=translate(name_die(die)))
    spoken = ", ".join(f"{face}: {count}" for face, count in counts.items())
    picture = _safe(dice_chart(Words(f"dice-{number}", title, spoken), counts, expected))
    return DicePicture(die, total, counts, expected, picture)


def _columns(die: str, faces: Sequence[str]) -> dict[str, str]:
    """Where each face is counted: for itself, or up to which number, where there are many."""
    kinds = list(dict.fromkeys(faces))
    if len(kinds) <= MOST_COLUMNS:
        return {face: translate(name_face(die, face)) for face in kinds}
    step = -(-len(kinds) // GROUPS)
    last = [kinds[min(start + step, len(kinds)) - 1] for start in range(0, len(kinds), step)]
    return {face: f"≤{last[index // step]}" for index, face in enumerate(kinds)}


def _safe(svg: str) -> Markup:
    """Charts escape every word they are given."""
    return Markup(svg)  # noqa: S704
