"""Takes a game's folder and the shared templates, gives a Game and all that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from printgen.catalog.art import load_art
from printgen.catalog.basics import SLUG
from printgen.catalog.components import Stock, read_components
from printgen.catalog.gametables import load_tables
from printgen.catalog.keys import GAME, SECTIONS
from printgen.catalog.model import Game, Node, Record
from printgen.catalog.play.desk import Desk
from printgen.catalog.play.read import read_play
from printgen.catalog.shapes import Fields
from printgen.catalog.source import Source
from printgen.catalog.templates import Templates
from printgen.catalog.theme import load_theme
from printgen.catalog.typed import Names
from printgen.errors import Findings, Place, did_you_mean


def list_games(cards: Path) -> tuple[str, ...]:
    """Every folder with a game.yaml in it is a game."""
    return tuple(
        sorted(
            file.parent.name
            for file in cards.glob("*/game.yaml")
            if re.fullmatch(SLUG, file.parent.name)
        )
    )


def load_game(slug: str, cards: Path, templates: Path, findings: Findings) -> Game | None:
    """The game as far as its files are right. Every fault is in `findings`."""
    source = Source(slug, cards, templates, findings)
    if slug not in list_games(cards):
        hint = did_you_mean(slug, list_games(cards))
        findings.error(Place(cards.resolve().name), f"there is no game '{slug}'{hint}")
        return None
    file = source.folder / "game.yaml"
    node = source.yaml(file, GAME)
    if node is None:
        return None
    fields = Fields(node)
    _check_credit(fields, findings)
    theme = load_theme(source, fields.text("theme") or None, fields.place_of("theme"))
    art = load_art(source)
    stock = Templates(source)
    stock.check_own()
    names = Names(None if theme is None else theme.colours, art.symbols)
    tables = load_tables(source, fields.names("tables"), names)
    rows: dict[str, Mapping[str, Record] | None] = {
        name: None if table is None else {str(r.values.get("id")): r for r in table.records}
        for name, table in tables.items()
    }
    components = read_components(
        fields.items("components"), Stock(tables, stock, names._replace(rows=rows), findings)
    )
    known = {component.id: component for component in components}
    named = (Fields(item).text("id") for item in fields.items("components"))
    players = _players(fields, findings)
    desk = Desk(
        tables,
        {name: known.get(name) for name in named},
        names._replace(rows=rows),
        {name: tone.full.hex for name, tone in theme.colours.items()} if theme else {},
        players,
        findings,
    )
    play = read_play(fields, desk)
    for extra in source.folder.glob("*.yaml"):
        source.use(extra)
    if theme is None:
        return None
    return Game(
        slug=slug,
        title=fields.text("title", slug),
        designer=fields.text("designer"),
        version=fields.text("version"),
        credit=fields.text("credit"),
        folder=source.folder,
        theme=theme,
        tables={name: table for name, table in tables.items() if table is not None},
        components=components,
        art=art,
        place=Place(source.shown(file)),
        files=source.used,
        players=players,
        sections=dict(_sections(fields)),
        play=play,
    )


def _check_credit(fields: Fields, findings: Findings) -> None:
    credit = fields.text("credit")
    if credit and "unofficial" not in credit.lower():
        findings.error(fields.place_of("credit"), "the credit must contain the word 'unofficial'")


def _players(fields: Fields, findings: Findings) -> tuple[int, int] | None:
    node = fields.node("players")
    if node is None or node.value is None:
        return None
    fewest, *rest = map(int, re.findall("[0-9]+", str(node.value)))
    most = rest[0] if rest else fewest
    if not 1 <= fewest <= most:
        findings.error(node.place, f"'{node.value}' must run from at least 1 to the most")
        return None
    return fewest, most


def _sections(fields: Fields) -> list[tuple[str, Node]]:
    found = ((name, fields.node(name)) for name in SECTIONS)
    return [(name, node) for name, node in found if node is not None]
