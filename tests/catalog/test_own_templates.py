"""A folder of shared templates adds to the built-in one."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.catalog.folders import Folders
from printgen.catalog.load import load_game
from printgen.catalog.papers import load_papers
from printgen.draw.component import draw_component, make_draw_context
from printgen.errors import Findings
from tests.support import SYMBOL, write_game

TEMPLATE = """
size: [60, 40]
elements:
  - icon: anchor
    box: [1, 1, 5, 5]
  - icon: star
    box: [10, 1, 5, 5]
  - text: "{word}"
    box: [5, 10, 50, 10]
    colour: rust
"""
PAD = """
extends: score-pad
elements:
  - name: code
    remove: true
"""


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folders:
    write_game(tmp_path, TEMPLATE)
    settings = tmp_path / "cards" / "sampler" / "game.yaml"
    settings.write_text(settings.read_text().replace("players:", "theme: warm\nplayers:"))
    own = tmp_path / "templates"
    for name, text in {
        "papers.yaml": "legal: {width: 215.9, height: 355.6}\n",
        "themes/warm.yaml": "extends: plain\ncolours: {rust: '#8a3c1c'}\n",
        "symbols/anchor.svg": SYMBOL,
        "score-pad.yaml": PAD,
    }.items():
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        (own / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return Folders(None, None)


def test_own_papers_add_to_the_built_in_ones(folders: Folders) -> None:
    """One paper in a file of its own joins the built-in papers."""
    papers = load_papers(folders.templates)
    assert {"a4", "letter", "legal"} <= set(papers)
    assert papers["legal"].height == 355.6


def test_own_themes_and_symbols_add_to_the_built_in_ones(folders: Folders) -> None:
    """A game uses own and built-in symbols, and an own theme that extends a built-in one."""
    findings = Findings()
    game = load_game("sampler", folders.cards, folders.templates, findings)
    assert game is not None
    context = make_draw_context(game, "full", None)
    (face,) = draw_component(game, game.components[0], context, findings)
    assert not [str(finding) for finding in findings]
    assert len(face.front.items) == 3


def test_an_own_template_extends_the_one_it_replaces(folders: Folders) -> None:
    """A shared template with a built-in name replaces that one, and may extend it."""
    settings = folders.cards / "sampler" / "game.yaml"
    more = "  - {id: pad, rows: rows, template: score-pad, constants: {players: 4}}\n"
    settings.write_text(settings.read_text().rstrip() + "\n" + more)
    findings = Findings()
    game = load_game("sampler", folders.cards, folders.templates, findings)
    assert game is not None
    assert not [str(finding) for finding in findings]
    pad = game.components[1].template
    assert pad is not None
    names = [Path(element.place.file).name for element in pad.elements]
    assert len(names) > 4
    assert not any("qr" in dict(element.value) for element in pad.elements)  # type: ignore[arg-type]
