"""Takes a page's live area, gives the strip for its label and what stands in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from printgen.errors import CallError
from printgen.frame import Box, Group, Item, Matrix, Path, Segment, Stroke, translate
from printgen.sheet.model import MARK_INK, Label, Strip

DEPTH: Final = 6.0  # two lines of 7.5 pt
LEAST_LENGTH: Final = 172.0
BAR: Final = 100.0
LINE: Final = Stroke(MARK_INK, 0.2)

_COLUMN_2: Final = 102.5
_COLUMN_3: Final = 138.0
_GAP: Final = 2.0
_BASELINE_1: Final = 2.2
_BASELINE_2: Final = 5.2
_BAR_Y: Final = 1.4


def strips(live: Box) -> Iterator[tuple[Strip, Box]]:
    """Where the label may stand (below the art, or at its left), and the room that leaves."""
    x, y, width, height = live
    found = False
    if width >= LEAST_LENGTH:
        found = True
        yield (
            Strip((x, y + height - DEPTH, width, DEPTH), upright=True),
            (x, y, width, height - DEPTH),
        )
    if height >= LEAST_LENGTH:
        found = True
        yield Strip((x, y, DEPTH, height), upright=False), (x + DEPTH, y, width - DEPTH, height)
    if not found:
        raise CallError(
            f"the printable area ({width:.0f} × {height:.0f} mm) is too small for the 100 mm bar"
            " and the label; choose a larger paper"
        )


def draw_furniture(
    strip: Strip, label: Label, *, title: str, page: str, hint: str
) -> tuple[Item, ...]:
    """The bar that proves the print's size, and who this page is. Nothing here is measured to
    be placed: every text starts at its own fixed place and is cut short where the next begins."""
    length = strip.box[2] if strip.upright else strip.box[3]
    items: tuple[Item, ...] = (
        *_fixed_furniture(label, length, title, hint),
        label.text(_COLUMN_3, _BASELINE_1, page, length - _COLUMN_3),
    )
    return (Group(items, strip_matrix(strip), layer="marks"),)


@lru_cache(maxsize=64)
def _fixed_furniture(label: Label, length: float, title: str, hint: str) -> tuple[Item, ...]:
    """What is the same on every page of a run."""
    return (
        Path(bar_segments(0.0, _BAR_Y), stroke=LINE, layer="marks"),
        label.text(_COLUMN_2, _BASELINE_1, "100 mm – print at 100 %", _COLUMN_3 - _COLUMN_2 - _GAP),
        label.text(0.0, _BASELINE_2, title, BAR),
        label.text(_COLUMN_2, _BASELINE_2, hint, length - _COLUMN_2),
    )


def strip_matrix(strip: Strip) -> Matrix:
    x, y, _, height = strip.box
    if strip.upright:
        return translate(x, y)
    return (0.0, -1.0, 1.0, 0.0, x, y + height)  # reads upwards


def bar_segments(x: float, y: float) -> tuple[Segment, ...]:
    """A 100 mm bar with a tick each centimetre; only the ends are long."""
    segments: list[Segment] = [("M", x, y), ("L", x + BAR, y)]
    for step in range(11):
        half = {0: 1.2, 5: 0.8, 10: 1.2}.get(step, 0.4)
        at = x + BAR * step / 10
        segments += [("M", at, y - half), ("L", at, y + half)]
    return tuple(segments)
