"""Keep the outlines that grounds get in low ink inside the trim.

A ground usually runs on into the bleed. An outline drawn there would look like a line to cut along,
and one close to the cut would show the slightest error in cutting.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from printgen.frame import Frame, Group, Item, Path
from printgen.geometry import IDENTITY, Matrix, Segment, Segments, apply, multiply, rectangle
from printgen.regions import Contour, Point, flatten, sides

CLEARANCE: Final = 1.5
"""The distance between a ground's outline and the cut: three times the error of a careful cut."""
SAMPLE_STEP: Final = 1.0
MIN_LENGTH: Final = 1.0
BISECTIONS: Final = 10
ROUNDING: Final = 1e-6

Sample = tuple[Point, bool, bool]
"""A point of a contour, whether it is a corner, and whether it is kept."""


class GroundOutline(Path, frozen=True):
    """The outline of a ground in low ink. A finished frame holds only plain paths."""


def keep_outlines_inside(frame: Frame) -> Frame:
    """Return the frame with every ground outline clipped to the inside of the trim."""
    trim = frame.outline or rectangle(0, 0, frame.width, frame.height)
    clear = CLEARANCE if frame.bleed > 0 else 0.0
    return replace(frame, items=_kept_items(frame.items, IDENTITY, trim, clear))


def _kept_items(
    items: tuple[Item, ...], matrix: Matrix, trim: Segments, clear: float
) -> tuple[Item, ...]:
    kept: list[Item] = []
    for item in items:
        if isinstance(item, GroundOutline):
            segments = _inside_part(item.segments, matrix, trim, clear)
            if segments:
                kept.append(Path(segments, stroke=item.stroke, layer=item.layer))
        elif isinstance(item, Group):
            inner = _kept_items(item.items, multiply(matrix, item.matrix), trim, clear)
            same = tuple(map(id, inner)) == tuple(map(id, item.items))
            kept.append(item if same else replace(item, items=inner))
        else:
            kept.append(item)
    return tuple(kept)


@lru_cache(maxsize=4096)
def _inside_part(segments: Segments, matrix: Matrix, trim: Segments, clear: float) -> Segments:
    """Return what lies at least `clear` inside the trim: the whole path, or open parts of it."""
    area = flatten(trim, IDENTITY)

    def is_kept(point: Point) -> bool:
        return area.depth(*apply(matrix, *point)) >= clear - ROUNDING

    contours = flatten(segments, IDENTITY).contours
    sampled = [[(point, corner, is_kept(point)) for point, corner in _samples(c)] for c in contours]
    if all(kept for samples in sampled for _, _, kept in samples):
        return segments
    lines: list[Segment] = []
    for samples in sampled:
        for run in _runs(samples, is_kept):
            if math.fsum(math.dist(a, b) for a, b in pairwise(run)) >= MIN_LENGTH:
                lines += [("M", *run[0]), *(("L", *point) for point in run[1:])]
    return tuple(lines)


def _samples(contour: Contour) -> Iterator[tuple[Point, bool]]:
    """Yield points along a contour, and whether each is one of its corners."""
    for one, other in sides(contour):
        steps = max(1, math.ceil(math.dist(one, other) / SAMPLE_STEP))
        for step in range(steps):
            yield _between(one, other, step / steps), step == 0


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])


def _runs(samples: Sequence[Sample], is_kept: Callable[[Point], bool]) -> Iterator[list[Point]]:
    """Yield the kept stretches of a closed contour, each from border to border."""
    dropped = [index for index, (_, _, kept) in enumerate(samples) if not kept]
    if not dropped:
        yield [*(point for point, corner, _ in samples if corner), samples[0][0]]
        return
    turned = [*samples[dropped[0] :], *samples[: dropped[0] + 1]]
    run: list[Point] = []
    for (before, _, was_kept), (here, corner, kept) in pairwise(turned):
        if kept and not was_kept:
            run = [_border(here, before, is_kept)]
        if kept and corner:
            run.append(here)
        if was_kept and not kept:
            yield [*run, _border(before, here, is_kept)]


def _border(inside: Point, outside: Point, is_kept: Callable[[Point], bool]) -> Point:
    for _ in range(BISECTIONS):
        middle = _between(inside, outside, 0.5)
        inside, outside = (middle, outside) if is_kept(middle) else (inside, middle)
    return inside
