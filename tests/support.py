"""Takes a template and rows as text, gives a game in a folder, ready to load and draw."""

from __future__ import annotations

import textwrap
from pathlib import Path

from printgen.catalog.load import load_game
from printgen.catalog.model import Game
from printgen.catalog.places import builtin_templates
from printgen.draw.component import Face, draw_component
from printgen.draw.studio import make_studio
from printgen.errors import Findings
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
    studio = make_studio(game, ink, None)  # type: ignore[arg-type]
    return draw_component(game, game.components[0], studio, findings), findings


def draw_one(folder: Path, template: str, ink: str = "full", **about: str) -> Frame:
    """The first face of a small game; fails on any finding."""
    faces, findings = draw_sampler(write_game(folder, template, **about), ink)  # type: ignore[arg-type]
    assert not list(findings), [str(finding) for finding in findings]
    return faces[0].front
