"""Charts of dice, points and results, with texts in the reader's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from flask_babel import format_decimal, gettext
from markupsafe import Markup
from msgspec import Struct

from companion.pictures.charts import Bar, ChartText, bar_chart, dice_chart, line_chart
from companion.results.finished_games import FinishedGame, ResultFilter
from companion.results.statistics import points_over_time, sum_games, sum_players
from companion.table.dice import faces_of, name_die, name_face
from companion.table.model import Table
from companion.web.translation import translate

MAX_BARS: Final = 10
MIN_THROWS: Final = 6
MAX_COLUMNS: Final = 20
GROUPS: Final = 10


class DiceChart(Struct, frozen=True):
    """How often each face of a die came up, beside the average of fair dice."""

    die: str
    thrown: int
    counts: Mapping[str, int]
    expected: Mapping[str, float]
    picture: Markup


class ProgressChart(Struct, frozen=True):
    """Points in the course of the game. `rows` repeat a few of them for screen readers."""

    names: tuple[str, ...]
    rows: tuple[tuple[int, tuple[int | None, ...]], ...]
    picture: Markup


def results_chart(
    games: Sequence[FinishedGame], filters: ResultFilter, titles: Mapping[str, str]
) -> Markup | None:
    """A player's points in a game over time; for a game, its players' averages; else how often each
    game was played."""
    if not games:
        return None
    if filters.game and filters.player:
        return _points_chart(points_over_time(games, filters.player))
    if filters.game:
        title = gettext("Average points by player")
        sums = [(s.name, s.total.average) for s in sum_players(games)]
        bars = [(name, average) for name, average in sums if average is not None]
    else:
        title = gettext("Plays by game")
        bars = [(titles.get(s.game, s.game), float(s.plays)) for s in sum_games(games)]
    return _bars_chart(title, bars[:MAX_BARS])


def _points_chart(points: Mapping[str, Sequence[int]]) -> Markup | None:
    lines = {
        name: [(float(x), float(y)) for x, y in enumerate(values, 1)]
        for name, values in points.items()
        if len(values) > 1
    }
    if not lines:
        return None
    title = gettext("Points over time")
    return _safe(line_chart(ChartText("results", title, _describe(lines)), lines))


def _bars_chart(title: str, bars: Sequence[tuple[str, float]]) -> Markup | None:
    if not bars:
        return None
    written = [Bar(label, value, format_decimal(value, "0.#")) for label, value in bars]
    description = ", ".join(f"{bar.label}: {bar.number}" for bar in written)
    return _safe(bar_chart(ChartText("results", title, description), written))


def _describe(lines: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    return "; ".join(
        gettext(
            "%(name)s from %(first)d to %(last)d", name=name, first=line[0][1], last=line[-1][1]
        )
        for name, line in lines.items()
    )


def progress_chart(
    progress: Mapping[str, Sequence[tuple[int, int]]],
    colours: Mapping[str, str],
    *,
    ranking_only: bool,
) -> ProgressChart | None:
    """Points over time, in the colours of the seats; None if nobody ever had points."""
    if not any(points for line in progress.values() for _, points in line):
        return None
    title = gettext("Points during the game")
    if ranking_only:
        title = gettext("Progress of all players")
    lines = {name: [(float(x), float(y)) for x, y in line] for name, line in progress.items()}
    picture = _safe(line_chart(ChartText("progress", title, _describe(lines)), lines, colours))
    return ProgressChart(tuple(progress), _moments(progress), picture)


def _moments(
    progress: Mapping[str, Sequence[tuple[int, int]]],
) -> tuple[tuple[int, tuple[int | None, ...]], ...]:
    numbers = sorted({x for line in progress.values() for x, _ in line})
    step = -(-len(numbers) // MAX_BARS)
    chosen = sorted({*numbers[::step], numbers[-1]})
    points = [dict(line) for line in progress.values()]
    return tuple((x, tuple(line.get(x) for line in points)) for x in chosen)


def dice_charts(table: Table) -> tuple[DiceChart, ...]:
    """Charts of the dice that were thrown often enough to be meaningful."""
    return tuple(
        _dice_chart(die, counts, faces_of(table, die), number)
        for number, (die, counts) in enumerate(table.face_counts.items())
        if sum(counts.values()) >= MIN_THROWS
    )


def _dice_chart(
    die: str, thrown: Mapping[str, int], faces: Sequence[str], number: int
) -> DiceChart:
    # A die names its faces in the order in which they lie around it.
    faces = sorted(faces, key=lambda face: int(face) if face.isdecimal() else -1)
    column_of = _columns(die, faces)
    kinds = Counter(column_of[face] for face in faces)
    counts = dict.fromkeys(kinds, 0)
    for face, count in thrown.items():
        counts[column_of[face]] += count
    total = sum(thrown.values())
    expected = {column: total * n / len(faces) for column, n in kinds.items()}
    title = gettext("Rolls of %(die)s", die=translate(name_die(die)))
    description = ", ".join(f"{face}: {count}" for face, count in counts.items())
    picture = _safe(dice_chart(ChartText(f"dice-{number}", title, description), counts, expected))
    return DiceChart(die, total, counts, expected, picture)


def _columns(die: str, faces: Sequence[str]) -> dict[str, str]:
    """The column that counts each face: its own, or a range of numbers where there are many."""
    kinds = list(dict.fromkeys(faces))
    if len(kinds) <= MAX_COLUMNS:
        return {face: translate(name_face(die, face)) for face in kinds}
    step = -(-len(kinds) // GROUPS)
    last = [kinds[min(start + step, len(kinds)) - 1] for start in range(0, len(kinds), step)]
    return {face: f"≤{last[index // step]}" for index, face in enumerate(kinds)}


def _safe(svg: str) -> Markup:
    """Mark as safe: charts escape every text they contain."""
    return Markup(svg)  # noqa: S704
