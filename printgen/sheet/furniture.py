"""Draw the strip in a page's margin: scale bar, label and legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from printgen.catalog.translations.codes import languages_of
from printgen.errors import CallError
from printgen.frame import Frame, Group, Item, Path, Stroke, Text
from printgen.geometry import Box, Matrix, Segment, bounds, multiply, translate
from printgen.sheet.model import MARK_INK, Label, Strip

DEPTH: Final = 6.0  # two lines of 7.5 pt
SECOND_DEPTH: Final = 3.0  # one line for a second language
MIN_LENGTH: Final = 180.0
BAR: Final = 100.0
LINE: Final = Stroke(MARK_INK, 0.2)
SCALE_NOTE: Final = "100 mm – print at 100 %"

_COLUMN_2: Final = 102.5
_COLUMN_3: Final = 131.5
_GAP: Final = 2.0
_BASELINE_1: Final = 2.2
_BASELINE_2: Final = 5.2
_BAR_Y: Final = 1.4
_LEGEND_GAP: Final = 1.0
_BETWEEN_ENTRIES: Final = 5.0


def strips(live: Box, legend: float = 0.0, language: str = "en") -> Iterator[tuple[Strip, Box]]:
    """Yield the possible strips (below the art, or at its left), each with the remaining area;
    `legend` is the height of the legend above the label, which is in one language or two."""
    x, y, width, height = live
    above = legend + _LEGEND_GAP if legend else 0.0
    depth = DEPTH + SECOND_DEPTH * (len(languages_of(language)) - 1) + above
    found = False
    if width >= MIN_LENGTH:
        found = True
        yield (
            Strip((x, y + height - depth, width, depth), upright=True, legend=above),
            (x, y, width, height - depth),
        )
    if height >= MIN_LENGTH:
        found = True
        yield (
            Strip((x, y, depth, height), upright=False, legend=above),
            (x + depth, y, width - depth, height),
        )
    if not found:
        raise CallError(
            f"the printable area ({width:.0f} × {height:.0f} mm) is too small for the 100 mm bar"
            " and the label; choose a larger paper"
        )


def draw_furniture(
    strip: Strip,
    label: Label,
    *,
    title: str,
    page: str,
    hint: str,
    scale_note: str = SCALE_NOTE,
    second: str = "",
) -> tuple[Item, ...]:
    """Draw the scale bar and the page's label, and what a second language says below. Each text
    starts at a fixed position and is shortened to end before the next one."""
    length = strip.box[2] if strip.upright else strip.box[3]
    items: tuple[Item, ...] = (
        *_fixed_furniture(label, length, title, hint, scale_note),
        label.text(_COLUMN_3, _BASELINE_1, page, length - _COLUMN_3),
    )
    if second:
        items += (label.name(0.0, _BASELINE_2 + SECOND_DEPTH, second, length),)
    below_legend = multiply(strip_matrix(strip), translate(0.0, strip.legend))
    return (Group(items, below_legend, layer="marks"),)


def draw_legend(strip: Strip, legend: Frame) -> tuple[Item, ...]:
    """Draw the legend in the first line of the strip."""
    return (Group(legend.items, strip_matrix(strip)),)


def joined_legend(legends: Sequence[Frame]) -> Frame:
    """Return several legends as one, with each entry once, in lines that fit every strip."""
    if len(legends) == 1:
        return legends[0]
    entries: dict[str, tuple[tuple[Item, ...], float, float]] = {}
    for legend in legends:
        for text, items, left, right in _entries(legend):
            entries.setdefault(text, (items, left, right))
    placed: list[Item] = []
    x, y, width, height = 0.0, 0.0, 0.0, legends[0].height
    for items, left, right in entries.values():
        if x and x + right - left > MIN_LENGTH:
            x, y = 0.0, y + height
        placed.append(Group(items, translate(x - left, y)))
        width = max(width, x + right - left)
        x += right - left + _BETWEEN_ENTRIES
    return Frame("legend", width, y + height, tuple(placed))


def _entries(legend: Frame) -> Iterator[tuple[str, tuple[Item, ...], float, float]]:
    """Yield each entry of a legend, a sample and its text, with its left and right ends."""
    items: list[Item] = []
    for item in legend.items:
        items.append(item)
        if isinstance(item, Text):
            lefts = [bounds(path.segments)[0] for path in items if isinstance(path, Path)]
            yield item.string, tuple(items), min([item.x, *lefts]), item.x + item.width
            items = []


@lru_cache(maxsize=64)
def _fixed_furniture(
    label: Label, length: float, title: str, hint: str, scale_note: str
) -> tuple[Item, ...]:
    """Return what is the same on every page of a run."""
    return (
        Path(bar_segments(0.0, _BAR_Y), stroke=LINE, layer="marks"),
        label.text(_COLUMN_2, _BASELINE_1, scale_note, _COLUMN_3 - _COLUMN_2 - _GAP),
        label.name(0.0, _BASELINE_2, title, BAR),
        label.text(_COLUMN_2, _BASELINE_2, hint, length - _COLUMN_2),
    )


def strip_matrix(strip: Strip) -> Matrix:
    x, y, _, height = strip.box
    if strip.upright:
        return translate(x, y)
    return (0.0, -1.0, 1.0, 0.0, x, y + height)  # reads upwards


def bar_segments(x: float, y: float) -> tuple[Segment, ...]:
    """Return a 100 mm bar with a tick every centimetre; only the end ticks are long."""
    segments: list[Segment] = [("M", x, y), ("L", x + BAR, y)]
    for step in range(11):
        half = {0: 1.2, 5: 0.8, 10: 1.2}.get(step, 0.4)
        at = x + BAR * step / 10
        segments += [("M", at, y - half), ("L", at, y + half)]
    return tuple(segments)
