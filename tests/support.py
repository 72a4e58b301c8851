"""Write small games for tests, load them and draw them."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import load_game
from printgen.catalog.model import Game
from printgen.catalog.rules_text.blocks import Picture
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.face import Face
from printgen.draw.story.picture_loader import PictureLoader
from printgen.errors import Findings, Location
from printgen.frame import Frame

SYMBOL = '<svg viewBox="0 0 10 20"><title>t</title><rect x="0" y="0" width="10" height="20"/></svg>'
GAME = """
title: Sampler
designer: Nobody
version: "1"
credit: unofficial sampler
players: 2-4
tables:
  rows:
    file: rows.csv
    columns: {columns}
components:
  - id: things
    title: Things
    rows: rows
    template: thing
    {more}
"""


def write_game(
    folder: Path,
    template: str,
    rows: str = "id,word,number\na,hello,3\n",
    columns: str = "{id: text, word: text, number: integer}",
    more: str = "",
    files: dict[str, str] | None = None,
) -> Path:
    """Writes cards/sampler with a template 'thing' and a symbol 'box'; gives the cards folder."""
    game = folder / "cards" / "sampler"
    (game / "templates").mkdir(parents=True, exist_ok=True)
    (game / "art").mkdir(exist_ok=True)
    text = GAME.replace("{columns}", columns).replace("{more}", more)
    (game / "game.yaml").write_text(text, encoding="utf-8")
    (game / "rows.csv").write_text(rows, encoding="utf-8")
    (game / "art" / "box.svg").write_text(SYMBOL, encoding="utf-8")
    body = textwrap.dedent(template)
    (game / "templates" / "thing.yaml").write_text(body, encoding="utf-8")
    for name, content in (files or {}).items():
        target = game / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, encoding="utf-8")
    return folder / "cards"


def open_sampler(cards: Path, findings: Findings) -> Game:
    game = load_game("sampler", cards, builtin_templates(), findings)
    assert game is not None
    return game


def draw_sampler(cards: Path, ink: str = "full") -> tuple[tuple[Face, ...], Findings]:
    findings = Findings()
    game = open_sampler(cards, findings)
    context = make_draw_context(game, ink, None)  # type: ignore[arg-type]
    return draw_component(game, game.components[0], context, findings), findings


def draw_one(folder: Path, template: str, ink: str = "full", **about: Any) -> Frame:
    """The first face of a small game; fails on any finding."""
    faces, findings = draw_sampler(write_game(folder, template, **about), ink)
    assert not list(findings), [str(finding) for finding in findings]
    return faces[0].front


BOOKLET = """
  - id: rules
    title: Rules
    craft: booklet
    sheet: booklet
    settings: {text: rules.yaml}
"""
CARD = """
size: [60, 40]
bleed: 2
elements:
  - rectangle: [-2, -2, 64, 44]
    fill: ink
  - text: "{word}"
    box: [5, 5, 50, 10]
    colour: paper
"""


def draw_figure(
    folder: Path, template: str, ink: str = "full", card: str = CARD
) -> tuple[Frame | None, Findings]:
    """A template drawn as a booklet's picture, where it may show the game's component 'things'."""
    files = {"rules.yaml": "- text: Go.", "templates/figure.yaml": textwrap.dedent(template)}
    cards = write_game(folder, card, more=BOOKLET, files=files)
    findings = Findings()
    game = open_sampler(cards, findings)
    context = make_draw_context(game, ink, None)  # type: ignore[arg-type]
    craft = game.components[1].craft
    assert craft is not None
    picture_loader = PictureLoader(game, craft.template, context, findings)
    return picture_loader.frame(Picture("picture", "figure", Location("rules.yaml"))), findings
