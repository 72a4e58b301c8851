"""Every box leaves some room at the sides of its text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from printgen.check.scene import Scene
from printgen.frame import Frame, Path
from printgen.geometry import apply
from tests.test_components import GAMES, draw, open_game

MIN_ROOM = 0.7
CORNERS = 4
LEVEL = 0.01


def cramped(frame: Frame) -> Iterator[str]:
    """Texts that come nearer than MIN_ROOM to the left or right side of their box."""
    scene = Scene(frame)
    for index, placed, text in scene.texts():
        left, base = apply(placed.matrix, text.x, text.y)
        right, end = apply(placed.matrix, text.x + text.width, text.y)
        if abs(base - end) > LEVEL:
            continue
        middle = (left + right) / 2
        downwards = (
            below for below in reversed(scene.placed[:index]) if isinstance(below.item, Path)
        )
        ground = next((below for below in downwards if below.covers(middle, base)), None)
        if ground is not None and is_box(ground.item):
            x1, _, x2, _ = ground.area.edges
            room = min(left - x1, x2 - right)
            if room < MIN_ROOM:
                yield f"{text.string!r}: {room:.1f} mm"


def is_box(path: object) -> bool:
    if not isinstance(path, Path):
        return False
    straight = [segment for segment in path.segments if segment[0] in ("M", "L")]
    return len(straight) in (CORNERS, CORNERS + 1) and path.segments[-1] == ("Z",)


PRINTED = [
    (slug, component.id)
    for slug in GAMES
    for component in open_game(slug).components
    if component.craft is None
]


@pytest.mark.parametrize(("slug", "name"), PRINTED)
def test_boxes_leave_room(slug: str, name: str) -> None:
    """No text touches the sides of the box it stands in."""
    _, _, faces = draw(slug, name)
    found = {
        f"{side.name}, {what}"
        for face in faces
        for side in (face.front, face.back)
        if side is not None
        for what in cramped(side)
    }
    assert not found
