"""A designer's own game is not called unofficial."""

from __future__ import annotations

import io
from pathlib import Path

import pypdf
import pytest

from printgen.build.produce import produce
from printgen.build.request import Request, Unit
from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import load_game
from printgen.errors import Findings
from tests.support import BOOKLET, write_game

TEMPLATE = "size: [60, 40]\nelements:\n  - text: '{credit}'\n    box: [5, 5, 50, 30]\n"
BOX = "  - {id: box, craft: tuckbox, title: Box, settings: {holds: things}}\n"


def write_official(folder: Path, credit: str, official: str) -> Path:
    cards = write_game(
        folder, TEMPLATE, more=BOOKLET + BOX, files={"rules.yaml": "- title: Play\n- text: Go.\n"}
    )
    settings = cards / "sampler" / "game.yaml"
    text = settings.read_text().replace("credit: unofficial sampler", f"credit: {credit}{official}")
    settings.write_text(text)
    return cards


@pytest.mark.parametrize(("official", "says"), [(True, False), (False, True)])
def test_sheets_and_crafts(tmp_path: Path, official: bool, says: bool) -> None:
    """Margins, cover and box of a game say "unofficial" only if it is."""
    credit = "A game by Ada" if official else "A game by Ada, unofficial"
    cards = write_official(tmp_path, credit, "\nofficial: true" if official else "")
    out = tmp_path / "out"
    names = ("things", "rules", "box")
    produce(Unit("sampler", names, "all", ("pdf",)), Request(cards, builtin_templates(), out, out))
    (file,) = out.rglob("*.pdf")
    texts = [
        page.extract_text().lower() for page in pypdf.PdfReader(io.BytesIO(file.read_bytes())).pages
    ]
    assert any("unofficial" in text for text in texts) is says
    assert any("a game by ada" in text for text in texts)


@pytest.mark.parametrize(
    ("credit", "official", "message"),
    [
        ("By Ada", "", "if this is your own game, add 'official: true'"),
        ("By Ada, unofficial", "\nofficial: true", "but its credit says 'unofficial'"),
    ],
)
def test_the_credit_agrees(tmp_path: Path, credit: str, official: str, message: str) -> None:
    """A credit that contradicts `official` is an error that says what to do."""
    findings = Findings()
    load_game("sampler", write_official(tmp_path, credit, official), builtin_templates(), findings)
    (found,) = findings
    assert message in str(found)
