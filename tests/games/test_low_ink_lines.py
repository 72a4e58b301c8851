"""Lines of the low-ink pieces, which lie side by side on a sheet without bleed to hide them."""

from __future__ import annotations

import pytest

from printgen.check.scene import Scene
from printgen.frame import Frame, Path
from tests.test_components import draw

PIECES = [
    ("dragon-river", "player-aid"),
    ("port-flower", "player-aid"),
    ("port-flower", "tiles"),
]


def lines_beyond_the_trim(frame: Frame) -> int:
    """How many strokes are seen outside the piece, where the next one begins."""
    found = 0
    for placed in Scene(frame).placed:
        if not isinstance(placed.item, Path) or placed.item.stroke is None:
            continue
        points = [point for contour in placed.area.contours for point in contour]
        for clip in placed.clips:
            points = [point for point in points if clip.contains(*point)]
        found += any(not (0 <= x <= frame.width and 0 <= y <= frame.height) for x, y in points)
    return found


@pytest.mark.parametrize(("slug", "name"), PIECES)
def test_no_line_leaves_the_piece(slug: str, name: str) -> None:
    """With low ink no line is drawn beyond the trim."""
    _, _, faces = draw(slug, name, "low")
    sides = [side for face in faces for side in (face.front, face.back) if side is not None]
    assert [side.name for side in sides if lines_beyond_the_trim(side)] == []
