"""Finished sheets pass every check, and their QR codes open the game."""

from __future__ import annotations

import io
from functools import cache

import pypdfium2
import pytest
import zxingcpp

from printgen.build.game_build import label_for, make_run
from printgen.build.preflight import preflight
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import list_games
from printgen.catalog.papers import load_papers
from printgen.catalog.printers import Duplex, Profile
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.context import DrawContext
from printgen.errors import Findings
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.pdf import write_pdf
from printgen.sheet.arrange import arrange
from printgen.sheet.compose import compose
from tests.test_components import open_game

GAMES = list_games(builtin_cards())
QR_CODE = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
"""Looking for bar codes of all other kinds takes longer than everything else."""
ADDRESS = "http://192.168.1.20:8000"


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("slug", GAMES)
def test_preflight_is_clean(slug: str, ink: str) -> None:
    """The checks find nothing, in either ink, on A4 and Letter, with every kind of duplex."""
    found = preflight(builtin_cards(), builtin_templates(), [slug], ["a4", "letter"], [ink])  # type: ignore[list-item]
    assert [str(finding) for finding in found] == []


@cache
def draw_context(slug: str, url: str | None) -> DrawContext:
    """Shared by all parts of a game, because boxes show faces of other parts."""
    return make_draw_context(open_game(slug), "full", url)


def with_codes(slug: str) -> list[str]:
    """Boxes, aids and score pads: what lies on the table or the shelf."""
    return [
        component.id
        for component in open_game(slug).components
        if component.id in ("player-aid", "score-pad")
        or (component.craft is not None and component.craft.kind == "tuckbox")
    ]


@pytest.mark.parametrize(("slug", "name"), [(s, n) for s in GAMES for n in with_codes(s)])
def test_codes_open_the_game(slug: str, name: str) -> None:
    """A phone reads the game's address from the printed page, and no code is printed without a
    companion."""
    game = open_game(slug)
    (component,) = (c for c in game.components if c.id == name)
    for url in (ADDRESS, None):
        findings = Findings()
        faces = draw_component(game, component, draw_context(slug, url), findings)
        run = make_run(game, component, faces)
        paper = load_papers(builtin_templates())["a4"]
        pages = compose(arrange(run, paper, Duplex.LONG, Profile()), label_for(game))
        stream = io.BytesIO()
        section = Section("s", tuple(DocumentPage(page.frame) for page in pages))
        write_pdf(Document("t", "a", "s", "en", "long", (section,)), stream)
        pdf = pypdfium2.PdfDocument(stream.getvalue())
        texts: set[str] = set()
        for number in range(len(pdf)):
            image = pdf[number].render(scale=300 / 72, grayscale=True).to_pil()
            texts |= {code.text for code in zxingcpp.read_barcodes(image, QR_CODE)}
        assert texts == ({f"{ADDRESS}/games/{slug}"} if url else set())
