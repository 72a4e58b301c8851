"""The legend on sheets of nets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from printgen.catalog.printers import Duplex
from printgen.frame import Frame, Text, Use
from printgen.geometry import IDENTITY, Matrix, multiply
from tests.sheet.samples import Polygon, corners, inside, overlap, text_box, walk
from tests.test_components import EVERY, draw, lay_out, open_game

NETS = ("bag", "boat", "die", "pawn", "standee", "tuckbox")
CRAFTED = [
    (slug, name)
    for slug, name in EVERY
    for component in open_game(slug).components
    if component.id == name and component.craft is not None and component.craft.kind in NETS
]


def texts(frame: Frame, string: str, matrix: Matrix = IDENTITY) -> Iterator[Polygon]:
    """Where a text stands on the page, also inside the nets."""
    for item, moved in walk(frame.items, matrix):
        if isinstance(item, Text) and item.string == string:
            yield corners(text_box(item), moved)
        elif isinstance(item, Use):
            yield from texts(item.frame, string, multiply(moved, item.matrix))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("slug", "name"), CRAFTED)
def test_a_sheet_explains_its_lines_once(slug: str, name: str, paper: str) -> None:
    """Every sheet of nets carries its legend once, clear of every net and inside the paper."""
    game, component, faces = draw(slug, name)
    for page in lay_out(game, component, faces, paper, Duplex.LONG):
        for words in ("cut", "fold back"):
            (place,) = texts(page.frame, words)
            assert inside(place, (5, 5, page.frame.width - 10, page.frame.height - 10))
            assert not any(overlap(place, corners(box)) for box in page.trim_boxes)
