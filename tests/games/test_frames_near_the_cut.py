"""Frames so close to the cut that the slightest error in cutting shows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from printgen.check.scene import PlacedItem, Scene
from printgen.frame import Frame, Path
from tests.test_components import EVERY, draw

Point = tuple[float, float]
Contour = tuple[Point, ...]

CLEARANCE = 4.5  # from here on a frame looks even though the cut is half a millimetre off
EVEN = 0.5

# The edge of a topper's deck follows its hull; the rim around it runs on into the bleed.
HULLS = {("dragon-boats", "boat-toppers")}


def frames_near_the_cut(frame: Frame) -> Iterator[float]:
    """How far inside the cut each frame runs that is nearer than CLEARANCE."""
    scene = Scene(frame)
    for placed in scene.placed:
        if isinstance(placed.item, Path) and placed.item.layer == "art" and is_drawn(placed):
            for contour in placed.area.contours:
                xs, ys = [x for x, _ in contour], [y for _, y in contour]
                gaps = (min(xs), min(ys), frame.width - max(xs), frame.height - max(ys))
                if not all(0 < gap < CLEARANCE for gap in gaps):
                    continue
                depths = [scene.trim.depth(x, y) for x, y in with_middles(contour)]
                if min(depths) > 0 and max(depths) < CLEARANCE and max(depths) - min(depths) < EVEN:
                    yield min(depths)


def with_middles(contour: Contour) -> Iterator[Point]:
    """The corners of a contour, and the middles of its sides."""
    for (x1, y1), (x2, y2) in zip(contour, (*contour[1:], contour[0]), strict=True):
        yield x1, y1
        yield (x1 + x2) / 2, (y1 + y2) / 2


def is_drawn(placed: PlacedItem) -> bool:
    """Lines anywhere, and areas outside symbols; a round symbol is not a frame."""
    assert isinstance(placed.item, Path)
    return placed.item.stroke is not None or placed.uses == 0


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize(("slug", "name"), [each for each in EVERY if each not in HULLS])
def test_no_frame_runs_near_the_cut(slug: str, name: str, ink: str) -> None:
    """A frame keeps 4.5 mm from the cut, or its colour runs into the bleed."""
    _, _, faces = draw(slug, name, ink)
    sides = {id(side): side for face in faces for side in (face.front, face.back) if side}
    near = {
        f"{side.name}: {depth:.1f} mm"
        for side in sides.values()
        if side.bleed > 0
        for depth in frames_near_the_cut(side)
    }
    assert not near
