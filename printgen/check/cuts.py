"""Takes the faces of a component with shared cuts, gives those whose edges differ.

One cut can serve two neighbours only if both have the same flat colour along it: otherwise a
knife that is a hair off leaves a sliver of the one on the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from printgen.check.colours import distance
from printgen.check.regions import Point
from printgen.check.scene import Scene
from printgen.errors import Finding, Place
from printgen.frame import Color, Frame

INSIDE: Final = 0.3
STEP: Final = 2.0
SAME_COLOUR: Final = 3.0


def check_shared_cuts(frames: Sequence[Frame], place: Place) -> list[Finding]:
    """One finding for the first face that breaks the rule: the cure is the same for all."""
    first: Color | None = None
    for frame in frames:
        for colour in _edge_colours(frame):
            first = first or colour
            if distance(first, colour) > SAME_COLOUR:
                return [
                    Finding(
                        place,
                        f"its pieces share their cuts, but along the edges of '{frame.name}' there"
                        f" is {colour.hex} beside {first.hex}: use 'cut: gutter', or one flat"
                        " colour along every edge",
                        "shared-cut",
                    )
                ]
    return []


def _edge_colours(frame: Frame) -> Iterator[Color]:
    """What is seen just inside the trim, all the way round."""
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
