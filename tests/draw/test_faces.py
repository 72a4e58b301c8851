"""Printed pieces are shown as pieces of paper."""

from __future__ import annotations

import pathlib

import pytest

from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import load_game
from printgen.draw.component import make_draw_context
from printgen.draw.elements.faces import trimmed
from printgen.errors import Findings
from printgen.frame import Frame, Group, Path
from printgen.geometry import IDENTITY, Segments, rectangle
from printgen.ink import BLACK, WHITE

SAMPLE = pathlib.Path(__file__).parent.parent / "sample" / "gallery"


@pytest.mark.parametrize(
    ("ground", "shows_paper"),
    [
        (rectangle(5, 5, 10, 10), True),
        (rectangle(-3, -3, 46, 36), False),
        ((("M", 20, -9), ("L", 50, 15), ("L", 20, 40), ("L", -9, 15), ("Z",)), True),
    ],
)
def test_a_piece_hides_what_is_below(ground: Segments, shows_paper: bool) -> None:
    """A card without a ground is as white in a picture as it is in print."""
    game = load_game("group", SAMPLE, builtin_templates(), Findings())
    assert game is not None
    context = make_draw_context(game, "full", None)
    (shown,) = trimmed(
        Frame("card", 40, 30, (Path(ground, BLACK),), bleed=3, clipped=True), IDENTITY, context
    )
    assert isinstance(shown, Group)
    paper = Path(rectangle(0.0, 0.0, 40.0, 30.0), WHITE)
    assert (paper in shown.items) is shows_paper
