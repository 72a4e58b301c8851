"""Find faces whose edges differ in a component with shared cuts.

Two neighbours can share a cut only if both have the same flat colour along it. Otherwise an
inaccurate cut leaves a sliver of one on the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from printgen.check.colours import distance
from printgen.check.scene import Scene
from printgen.errors import Finding, Location
from printgen.frame import Frame
from printgen.ink import Color
from printgen.regions import Point

INSIDE: Final = 0.3
STEP: Final = 2.0
SAME_COLOUR: Final = 3.0


def check_shared_cuts(frames: Sequence[Frame], place: Location) -> list[Finding]:
    """Report the first face that breaks the rule; the remedy is the same for all."""
    first: Color | None = None
    for frame in frames:
        for colour in _edge_colours(frame):
            first = first or colour
            if distance(first, colour) > SAME_COLOUR:
                return [
                    Finding(
                        place,
                        f"its pieces share their cuts, but the edges of '{frame.name}' have both"
                        f" {colour.hex} and {first.hex}; use 'cut: gutter', or one flat"
                        " colour along every edge",
                        "shared-cut",
                    )
                ]
    return []


def _edge_colours(frame: Frame) -> Iterator[Color]:
    """Yield the visible colours just inside the trim, along all four sides."""
    scene = Scene(frame)
    for side in _sides(frame.width, frame.height):
        yield from scene.ground(side)


def _sides(width: float, height: float) -> Iterator[list[Point]]:
    across = _steps(width)
    down = _steps(height)
    yield [(x, INSIDE) for x in across]
    yield [(x, height - INSIDE) for x in across]
    yield [(INSIDE, y) for y in down]
    yield [(width - INSIDE, y) for y in down]


def _steps(length: float) -> list[float]:
    count = max(2, round(length / STEP))
    room = length - 2 * INSIDE
    return [INSIDE + room * i / (count - 1) for i in range(count)]
