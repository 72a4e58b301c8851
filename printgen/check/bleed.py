"""Find edges where a face's colour stops before the bleed does."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from printgen.check.colours import distance
from printgen.check.scene import Scene
from printgen.errors import Finding
from printgen.frame import Frame
from printgen.geometry import num
from printgen.regions import (
    NEAR,
    Area,
    Contour,
    Point,
    contours_near_trim,
    is_well_inside,
    sides,
)

MIN_ON_TRIM: Final = 1.0
MIN_IN_BLEED: Final = 5.0
"""Shorter borders in the bleed belong to patterns, which may be cut anywhere."""
PROBE_DISTANCE: Final = 0.08
"""The distance on either side of a border at which colours are compared."""
SAME_COLOUR: Final = 2.0
PARALLEL: Final = 0.05
SAMPLE_STEP: Final = 5.0
COMPASS_MIDDLE: Final = 0.2


def check_bleed(scene: Scene) -> Iterator[Finding]:
    """Look for borders between two colours that run along the cut, on it or in the bleed.

    Such a border shows as a sliver if the cut is slightly off. Borders that cross the cut or are
    covered by other art are harmless.
    """
    frame = scene.frame
    if frame.bleed <= 0:
        return
    reached: dict[str, float] = {}
    for area in _areas(scene):
        if is_well_inside(area.edges, scene.trim):
            continue
        for contour, depths in contours_near_trim(area, scene.trim):
            for edge, reach in _short_edges(scene, contour, depths):
                reached[edge] = min(reach, reached.get(edge, reach))
    if reached:
        edges = " and ".join(filter(None, (", ".join([*reached][:-1]), [*reached][-1])))
        yield Finding(
            scene.place,
            f"at the {edges} edge{'s' if len(reached) > 1 else ''} a fill ends"
            f" {num(max(0.0, min(reached.values())))} mm past the cut, but it must fill the whole"
            f" bleed of {num(frame.bleed)} mm; extend it, or an inaccurate cut will show",
            "bleed",
        )


def _areas(scene: Scene) -> Iterator[Area]:
    """Yield all areas whose borders may be visible: painted areas and clips."""
    clips: dict[int, Area] = {}
    for placed in scene.painted:
        if placed.item.layer == "art":
            if not is_well_inside(placed.box, scene.trim):
                yield placed.area
            clips.update((id(clip), clip) for clip in placed.clips)
    yield from clips.values()


def _short_edges(
    scene: Scene, contour: Contour, depths: tuple[float, ...]
) -> Iterator[tuple[str, float]]:
    """Yield the edges at which a contour ends too early, and how far it extends past the cut."""
    on_trim: dict[str, float] = {}
    in_bleed: dict[str, float] = {}
    reach: dict[str, float] = {}
    for i, (one, other) in enumerate(sides(contour)):
        depth, next_depth = depths[i], depths[(i + 1) % len(depths)]
        length = math.dist(one, other)
        nearest, farthest = max(depth, next_depth), min(depth, next_depth)
        if (
            length == 0
            or nearest > NEAR
            or farthest < NEAR - scene.frame.bleed
            or nearest - farthest > PARALLEL * length
        ):
            continue
        seen = _seen_length(scene, one, other, length)
        if seen:
            edge = edge_name(scene.frame, (one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
            lengths = on_trim if farthest > -NEAR else in_bleed
            lengths[edge] = lengths.get(edge, 0.0) + seen
            reach[edge] = min(-nearest, reach.get(edge, -nearest))
    for edge, past in reach.items():
        if (
            on_trim.get(edge, 0.0) >= MIN_ON_TRIM
            or on_trim.get(edge, 0.0) + in_bleed.get(edge, 0.0) >= MIN_IN_BLEED
        ):
            yield edge, past


def _seen_length(scene: Scene, one: Point, other: Point, length: float) -> float:
    """Return the length of a border that separates visibly different colours."""
    nx, ny = (
        (other[1] - one[1]) / length * PROBE_DISTANCE,
        (one[0] - other[0]) / length * PROBE_DISTANCE,
    )
    steps = max(1, round(length / SAMPLE_STEP))
    parts = [(step + 0.5) / steps for step in range(steps)]
    middles = [
        (one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])) for part in parts
    ]
    here = scene.ground([(x + nx, y + ny) for x, y in middles])
    there = scene.ground([(x - nx, y - ny) for x, y in middles])
    different = sum(distance(a, b) > SAME_COLOUR for a, b in zip(here, there, strict=True))
    return length * different / steps


def edge_name(frame: Frame, x: float, y: float) -> str:
    """Return the name of the edge that a point is nearest to."""
    gaps = {"top": y, "right": frame.width - x, "bottom": frame.height - y, "left": x}
    nearest = min(gaps, key=lambda side: gaps[side])
    if frame.outline is None or gaps[nearest] <= NEAR:
        return nearest
    across, down = x / frame.width - 0.5, y / frame.height - 0.5
    names = (
        "top" if down < -COMPASS_MIDDLE else "bottom" if down > COMPASS_MIDDLE else "",
        "left" if across < -COMPASS_MIDDLE else "right" if across > COMPASS_MIDDLE else "",
    )
    return " ".join(filter(None, names)) or nearest
