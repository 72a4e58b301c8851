"""The print files of the five games: complete, and on few sheets."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from printgen.build.game_build import label_for, make_run
from printgen.build.whole_game import LEAFLET, Setup, is_leaflet, plan_whole_game
from printgen.catalog.model import Component
from printgen.catalog.printers import Duplex
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.face import Face
from printgen.errors import Findings
from printgen.frame import Frame
from printgen.sheet.model import Label, Run
from tests.sheet.samples import A4, LETTER, PLAIN
from tests.test_components import open_game

MAX_SHEETS = {
    "dragon-boats": (34, 35),
    "dragon-river": (11, 11),
    "mines": (14, 14),
    "port-flower": (13, 13),
    "river-dragons": (29, 29),
}
"""On A4 and on Letter."""

Drawn = tuple[tuple[tuple[Component, tuple[Face, ...], Run], ...], Label]


@cache
def drawn(slug: str) -> Drawn:
    game = open_game(slug)
    context = make_draw_context(game, "full", None)
    found = []
    for component in game.components:
        faces = draw_component(game, component, context, Findings())
        found.append((component, faces, make_run(game, component, faces)))
    return tuple(found), label_for(game)


@pytest.mark.parametrize("slug", MAX_SHEETS)
def test_every_piece_of_a_game_is_printed_on_few_sheets(slug: str) -> None:
    """The print files hold every copy of every piece once, a back only behind its front, on no more
    sheets than ever before and no blank page."""
    parts, label = drawn(slug)
    pages = [face.front for component, faces, _ in parts if is_leaflet(component) for face in faces]
    assert {(page.width, page.height) for page in pages} == {LEAFLET}
    expected: Counter[Frame] = Counter()
    for component, faces, run in parts:
        if run.layout not in ("poster", "booklet") and not is_leaflet(component):
            for face in faces:
                expected.update({face.front: face.copies})
                if face.back is not None:
                    expected.update({face.back: face.copies})
    for paper, most in zip((A4, LETTER), MAX_SHEETS[slug], strict=True):
        setup = Setup(paper, Duplex.LONG, PLAIN, label)
        whole = plan_whole_game([(component, run) for component, _, run in parts], pages, setup)
        printed: Counter[Frame] = Counter()
        for file in whole.files:
            for part in file.parts:
                for side in part.plan.sides:
                    assert side.slots or side.imprint, part.title
                    assert (side.name == "back") <= file.two_sided
                    for slot in side.slots:
                        shown = part.plan.run.pieces[slot.piece].face(slot.face)
                        assert shown is not None
                        printed[shown] += 1
        assert {face: printed[face] for face in expected} == dict(expected)
        assert whole.sheets <= most
        assert whole.sheets <= whole.least * 1.2
        assert set(whole.where) == {
            component.id for component, _, _ in parts if not is_leaflet(component)
        }
