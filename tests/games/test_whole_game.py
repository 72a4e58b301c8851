"""The print files of the five games: complete, and on few sheets."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from printgen.build.game_build import GameBuild, make_run
from printgen.build.request import Request
from printgen.build.sheet_check import check_packed_sheets
from printgen.build.whole_game import LEAFLET, Setup, is_leaflet, plan_whole_game
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.model import Component
from printgen.catalog.printers import Duplex, Margins, Profile
from printgen.draw.component import draw_component
from printgen.draw.face import Face
from printgen.errors import Findings
from printgen.frame import Frame
from printgen.sheet.model import Label, Run
from tests.sheet.samples import A4, LETTER, PLAIN

MAX_SHEETS = {
    "dragon-boats": (33, 34),
    "dragon-river": (11, 11),
    "mines": (13, 13),
    "piecepack": (54, 55),
    "port-flower": (12, 13),
    "river-dragons": (24, 25),
}
"""On A4 and on Letter."""
MOST_OVER_AREA = 1.15
WORN = Profile("worn", 1.004, 0.997, 1.2, -0.8, 0.3, Margins(6, 7, 8, 5), Duplex.LONG)

Drawn = tuple[tuple[tuple[Component, tuple[Face, ...], Run], ...], Label]


@lru_cache(maxsize=1)
def drawn(slug: str) -> Drawn:
    """Every component as the build draws it: the parts list says where each part is printed."""
    nowhere = Path("nowhere")
    build = GameBuild(slug, Request(builtin_cards(), builtin_templates(), nowhere, nowhere))
    found = []
    for component in build.game.components:
        faces = draw_component(build.game, component, build.context, Findings())
        found.append((component, faces, make_run(build.game, component, faces)))
    return tuple(found), build.setup.label


def test_the_five_games_take_few_sheets() -> None:
    """Without the piecepack, the games take at most 95 sheets of A4 and 100 of Letter."""
    five = [most for slug, most in MAX_SHEETS.items() if slug != "piecepack"]
    assert sum(a4 for a4, _ in five) <= 95
    assert sum(letter for _, letter in five) <= 100


@pytest.mark.parametrize("slug", ["mines", "river-dragons"])
@pytest.mark.parametrize("duplex", list(Duplex))
def test_a_worn_printer_prints_packed_sheets_in_every_duplex_mode(
    slug: str, duplex: Duplex
) -> None:
    """Hexes, discs, cards and planks stay inside the printable area of a printer that is off, can
    be cut apart, and have their backs behind them, whether the paper is flipped or folded."""
    parts, label = drawn(slug)
    runs = [(component, run) for component, _, run in parts]
    whole = plan_whole_game(runs, (), Setup(A4, duplex, WORN, label))
    assert list(check_packed_sheets(whole, label)) == []


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
        assert whole.sheets <= whole.least * MOST_OVER_AREA
        assert list(check_packed_sheets(whole, label)) == []
        assert set(whole.where) == {
            component.id for component, _, _ in parts if not is_leaflet(component)
        }
