"""The print files of the five games: complete, and on few sheets."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from printgen.build.game_build import GameBuild, make_run
from printgen.build.request import Request
from printgen.build.whole_game import LEAFLET, Setup, is_leaflet, plan_whole_game
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.model import Component
from printgen.catalog.printers import Duplex
from printgen.draw.component import draw_component
from printgen.draw.face import Face
from printgen.errors import Findings
from printgen.frame import Frame
from printgen.sheet.model import Label, Run
from tests.sheet.samples import A4, LETTER, PLAIN

MAX_SHEETS = {
    "dragon-boats": (33, 34),
    "dragon-river": (11, 11),
    "mines": (14, 14),
    "port-flower": (13, 13),
    "river-dragons": (29, 29),
}
"""On A4 and on Letter."""

Drawn = tuple[tuple[tuple[Component, tuple[Face, ...], Run], ...], Label]


def drawn(slug: str) -> Drawn:
    """Every component as the build draws it: the parts list says where each part is printed."""
    nowhere = Path("nowhere")
    build = GameBuild(slug, Request(builtin_cards(), builtin_templates(), nowhere, nowhere))
    found = []
    for component in build.game.components:
        faces = draw_component(build.game, component, build.context, Findings())
        found.append((component, faces, make_run(build.game, component, faces)))
    return tuple(found), build.setup.label


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
        runs = [(component, run) for component, _, run in parts]
        whole = plan_whole_game(runs, pages, setup)
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
        assert plan_whole_game(runs, (), setup).where == whole.where, "the list has other sheets"
        assert whole.sheets <= whole.least * 1.2
        assert set(whole.where) == {
            component.id for component, _, _ in parts if not is_leaflet(component)
        }
