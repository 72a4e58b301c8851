"""Draw charts as inline SVG.

Nothing depends on colour alone: each line has its own mark and dashes, and a name at its end.
Colours come from classes in charts.css and from `currentColor`, so dark pages work as well; there
are no style attributes, which the content security policy forbids. Titles and descriptions are for
screen readers; pages repeat the numbers in a table beside the chart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from msgspec import Struct

from companion.games.seats import MARKS, place_mark

WIDTH: Final = 340.0
LABEL: Final = 13.0
ROW: Final = 44.0
BAR: Final = 16.0
LETTER: Final = 7.8
"""About the width of a letter in a label."""
MAX_LETTERS: Final = 40
MAX_BOLD_LETTERS: Final = 12
"""Names at the ends of lines are bold, and short to leave room for the lines."""
BOLD_LETTER: Final = 8.2
RACE_HEIGHT: Final = 210.0
MARK_WIDTH: Final = 11.0
SERIES: Final = 8
DASHES: Final = ("", "7 3", "2 3", "10 3 2 3", "", "7 3", "2 3", "10 3 2 3")

Point = tuple[float, float]


class ChartText(Struct, frozen=True):
    """The accessible title and description of a chart. `name` is unique on the page."""

    name: str
    title: str
    description: str = ""


class Bar(Struct, frozen=True):
    """`number` is the value in the reader's language."""

    label: str
    value: float
    number: str


def bar_chart(text: ChartText, bars: Sequence[Bar]) -> str:
    """One bar in each row, with its label above it and its number after it."""
    numbers = [bar.number for bar in bars]
    right = 10 + LETTER * max(map(len, numbers), default=0)
    low, high = _range([bar.value for bar in bars])
    room = WIDTH - right
    zero = room * (0 - low) / (high - low)
    parts = []
    for index, bar in enumerate(bars):
        top = index * ROW + LABEL * 1.6
        start, end = sorted((zero, room * (bar.value - low) / (high - low)))
        parts += [
            _text(0, index * ROW + LABEL * 0.7, _short(bar.label), "start"),
            f'<rect class="bar" x="{start:.1f}" y="{top:.1f}" '
            f'width="{end - start:.1f}" height="{BAR:.0f}" rx="4"/>',
            _text(end + 5, top + BAR / 2, bar.number, "start"),
        ]
    return _svg(text, max(1, len(bars)) * ROW, parts)


def dice_chart(text: ChartText, counts: Mapping[str, int], expected: Mapping[str, float]) -> str:
    """A column for each face, crossed by a line at the average of fair dice.

    The counts stand below the columns, because above they would cover the line.
    """
    top, floor = 6.0, 140.0
    highest = max([1.0, *counts.values(), *expected.values()])
    step = (WIDTH - 8) / max(1, len(counts))
    column = min(34.0, step * 0.7)
    parts = []
    for index, (face, count) in enumerate(counts.items()):
        middle = 4 + step * (index + 0.5)
        height = (floor - top) * count / highest
        mean = floor - (floor - top) * expected[face] / highest
        parts += [
            f'<rect class="bar" x="{middle - column / 2:.1f}" y="{floor - height:.1f}" '
            f'width="{column:.1f}" height="{height:.1f}" rx="3"/>',
            _text(middle, floor + 12, _short(face, max(2, int(step / LETTER))), "middle"),
            _text(middle, floor + 29, _short(f"×{count}", max(3, int(step / LETTER))), "middle"),
            _line("expected", (middle - step * 0.45, mean), (middle + step * 0.45, mean)),
        ]
    parts.append(_line("axis", (4, floor), (WIDTH - 4, floor)))
    return _svg(text, floor + 40, parts)


def line_chart(
    text: ChartText, points: Mapping[str, Sequence[Point]], colours: Mapping[str, str] | None = None
) -> str:
    """One line for each name, in the colour of its seat."""
    series = {name: list(line) for name, line in points.items() if line}
    xs = [x for line in series.values() for x, _ in line]
    low, high = _range([y for line in series.values() for _, y in line])
    longest = min(MAX_BOLD_LETTERS, max((len(name) for name in series), default=0))
    left, right = (
        8 + LETTER * max(len(_number(high)), len(_number(low))),
        14 + BOLD_LETTER * longest,
    )
    top, floor = 10.0, RACE_HEIGHT - 12
    first, last = (min(xs), max(xs)) if xs else (0, 1)

    def place(x: float, y: float) -> Point:
        across = (x - first) / (last - first) if last > first else 0.5
        up = (y - low) / (high - low)
        return left + (WIDTH - left - right) * across, floor - (floor - top) * up

    parts = []
    for value in _ticks(low, high):
        _, y = place(first, value)
        parts.append(_line("grid", (left, y), (WIDTH - right, y)))
        parts.append(_text(left - 5, y, _number(value), "end"))
    ends = {name: place(*line[-1]) for name, line in series.items()}
    labels = _spread({name: y for name, (_, y) in ends.items()}, top, floor)
    for index, (name, line) in enumerate(series.items()):
        kind = (colours or {}).get(name, f"series-{index % SERIES}")
        parts.append(_series(index, kind, [place(x, y) for x, y in line]))
        end_x, _ = ends[name]
        label = _text(
            max(end_x, WIDTH - right) + 10, labels[name], _short(name, MAX_BOLD_LETTERS), "start"
        )
        parts.append(f'<g class="name">{label}</g>')
    return _svg(text, RACE_HEIGHT, parts)


def _series(index: int, kind: str, line: Sequence[Point]) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in line)
    dash = DASHES[index % SERIES]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    mark = _mark(kind, index, *line[-1])
    return (
        f'<g class="line {escape(kind)}">'
        f'<polyline points="{path}" fill="none" stroke-width="2.5"{dashes}/>{mark}</g>'
    )


def _mark(kind: str, index: int, x: float, y: float) -> str:
    """The mark at the end of a line: the seat's, or else one of all marks in turn."""
    colour = kind if kind in MARKS else list(MARKS)[index % len(MARKS)]
    corners = place_mark(colour, x, y, MARK_WIDTH)
    if not corners:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{MARK_WIDTH / 2:.1f}"/>'
    points = " ".join(f"{right:.1f},{down:.1f}" for right, down in corners)
    return f'<polygon points="{points}"/>'


def _spread(preferred: Mapping[str, float], top: float, floor: float) -> dict[str, float]:
    """Move labels apart so that none covers another, as far as there is room."""
    gap = min(LABEL + 3, (floor - top) / max(1, len(preferred)))
    placed: dict[str, float] = {}
    least = top
    for name in sorted(preferred, key=lambda name: preferred[name]):
        placed[name] = max(preferred[name], least)
        least = placed[name] + gap
    over = max(0.0, least - gap - floor)
    most = floor
    for name in reversed(placed):
        placed[name] = min(placed[name], most) if over else placed[name]
        most = placed[name] - gap
    return placed


def _range(values: Sequence[float]) -> tuple[float, float]:
    """The range of the values and 0, never empty."""
    low, high = min([0.0, *values]), max([0.0, *values])
    return (low, high) if high > low else (low, low + 1)


def _ticks(low: float, high: float) -> list[float]:
    """Up to six round numbers in the range."""
    step = 1.0
    while (high - low) / step > 5:
        step *= 2.5 if str(int(step)).startswith("2") else 2
    first = -(-low // step)
    return [(first + i) * step for i in range(int(high // step - first) + 1)]


def _number(value: float) -> str:
    return f"{value:.0f}"


def _short(label: str, most: int = MAX_LETTERS) -> str:
    return label if len(label) <= most else f"{label[: most - 1]}…"


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y + LABEL * 0.35:.1f}" font-size="{LABEL:.0f}" '
        f'text-anchor="{anchor}" fill="currentColor">{escape(text)}</text>'
    )


def _line(name: str, start: Point, end: Point) -> str:
    (x1, y1), (x2, y2) = start, end
    return f'<line class="{name}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _svg(text: ChartText, height: float, parts: Sequence[str]) -> str:
    name = escape(text.name)
    return (
        f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="0 0 {WIDTH:.0f} {height:.0f}" '
        f'aria-labelledby="{name}-title {name}-description">'
        f'<title id="{name}-title">{escape(text.title)}</title>'
        f'<desc id="{name}-description">{escape(text.description)}</desc>'
        f"{''.join(parts)}</svg>"
    )
