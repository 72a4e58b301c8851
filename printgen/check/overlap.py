"""Find text that is printed over other text."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from printgen.check.phrases import and_more, quote
from printgen.check.scene import PlacedItem, Scene
from printgen.errors import Finding
from printgen.frame import Text
from printgen.geometry import apply
from printgen.lengths import MM_PER_PT
from printgen.regions import Edges, Point

BAND: Final = (-0.2, 1.2)
"""Of the x-height: the part of a line that must stay free. Ascenders and descenders of tight lines
may reach into each other."""
MIN_OVERLAP: Final = 0.25
"""mm: what two runs may share, for side bearings and kerning."""


class _Run(Struct, frozen=True):
    index: int
    string: str
    font: str
    corners: Sequence[Point]
    box: Edges


def check_overlap(scene: Scene) -> Iterator[Finding]:
    """Report the first pair of overlapping runs, with the number of the others."""
    runs = sorted(_runs(scene), key=lambda run: run.box[0])
    pairs: list[tuple[str, str]] = []
    for at, one in enumerate(runs):
        for other in runs[at + 1 :]:
            if other.box[0] > one.box[2]:
                break
            if (
                one.box[1] < other.box[3]
                and other.box[1] < one.box[3]
                and one.string != other.string  # the same text twice is a shadow or an outline
                and not _are_letters_of_a_curve(scene, one, other)
                and _overlap(one.corners, other.corners) > MIN_OVERLAP
                and _both_show(scene, one, other)
            ):
                pairs.append((one.string, other.string))
    if pairs:
        first, second = pairs[0]
        yield Finding(
            scene.place,
            f"the texts {quote(first)} and {quote(second)}{and_more(len(pairs) - 1, 'pair')} are"
            " printed over each other; move one, or make its box smaller",
            "overlap",
        )


def _are_letters_of_a_curve(scene: Scene, one: _Run, other: _Run) -> bool:
    """Return whether two runs are neighbours in a text that follows a curve: their boxes overlap
    inside the curve, where the letters themselves have room."""
    if abs(one.index - other.index) != 1:
        return False
    turned = scene.placed[one.index].matrix[:4] != scene.placed[other.index].matrix[:4]
    return turned and one.font == other.font


def _runs(scene: Scene) -> Iterator[_Run]:
    for index, placed, text in scene.texts():
        if text.string.strip() and text.layer == "art":
            corners = _corners(placed, text)
            xs, ys = [x for x, _ in corners], [y for _, y in corners]
            box = (min(xs), min(ys), max(xs), max(ys))
            yield _Run(index, text.string, text.face.name, corners, box)


def _corners(placed: PlacedItem, text: Text) -> Sequence[Point]:
    x_height = text.face.x_height * text.size_pt * MM_PER_PT
    low, high = (text.y - part * x_height for part in BAND)
    left, right = text.x, text.x + text.width
    return [apply(placed.matrix, x, y) for x, y in _box(left, low, right, high)]


def _box(left: float, low: float, right: float, high: float) -> Sequence[Point]:
    return [(left, low), (right, low), (right, high), (left, high)]


def _overlap(one: Sequence[Point], other: Sequence[Point]) -> float:
    """Return how deep two rectangles, perhaps rotated, reach into each other; 0 if not at all."""
    depth = math.inf
    for corners in (one, other):
        for (x1, y1), (x2, y2) in ((corners[0], corners[1]), (corners[1], corners[2])):
            length = math.hypot(x2 - x1, y2 - y1)
            if length == 0:
                return 0.0
            nx, ny = (x2 - x1) / length, (y2 - y1) / length
            first = [x * nx + y * ny for x, y in one]
            second = [x * nx + y * ny for x, y in other]
            depth = min(depth, min(max(first), max(second)) - max(min(first), min(second)))
    return max(0.0, depth)


def _both_show(scene: Scene, one: _Run, other: _Run) -> bool:
    """Return whether neither run is clipped, or covered where they meet."""
    left, right = max(one.box[0], other.box[0]), min(one.box[2], other.box[2])
    low, high = max(one.box[1], other.box[1]), min(one.box[3], other.box[3])
    middle = [((left + right) / 2, (low + high) / 2)]
    return scene.shows(one.index, middle) and scene.shows(other.index, middle)
