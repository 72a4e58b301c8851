"""Load a game's folder, and report everything that is wrong with it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from printgen.catalog.art import load_art
from printgen.catalog.cells import KnownNames
from printgen.catalog.common_types import SLUG
from printgen.catalog.components import ComponentInputs, read_components
from printgen.catalog.game_tables import load_tables
from printgen.catalog.howto import load_howto
from printgen.catalog.icon_sets import load_icon_sets
from printgen.catalog.model import FIRST_EDITION, Game, Record
from printgen.catalog.play.name_lookup import NameLookup
from printgen.catalog.play.read import read_play
from printgen.catalog.reference import load_reference
from printgen.catalog.schema_types import Fields
from printgen.catalog.sets.read import check_symbols, load_sets
from printgen.catalog.source import Source
from printgen.catalog.templates import Templates
from printgen.catalog.theme import load_theme
from printgen.catalog.translations.read import load_translations
from printgen.catalog.yaml_schemas import GAME
from printgen.errors import Findings, Location, did_you_mean


def list_games(cards: Path) -> tuple[str, ...]:
    """Return the names of all folders that hold a game.yaml."""
    return tuple(
        sorted(
            file.parent.name
            for file in cards.glob("*/game.yaml")
            if re.fullmatch(SLUG, file.parent.name)
        )
    )


def has_game(cards: Path, slug: str) -> bool:
    """Return whether `list_games` has that game, without looking at the others."""
    file = cards / slug / "game.yaml"
    return re.fullmatch(SLUG, slug) is not None and (file.exists() or file.is_symlink())


def load_game(slug: str, cards: Path, templates: Path, findings: Findings) -> Game | None:
    """Return the game as far as its files are valid, or None; mistakes are in `findings`."""
    source = Source(slug, cards, templates, findings)
    if not has_game(cards, slug):
        hint = did_you_mean(slug, list_games(cards))
        findings.error(Location(cards.resolve().name), f"there is no game '{slug}'{hint}")
        return None
    _check_names(source)
    file = source.folder / "game.yaml"
    node = source.yaml(file, GAME)
    if node is None:
        return None
    fields = Fields(node)
    _check_credit(fields, findings)
    sets, set_colours = load_sets(source, fields.node("sets"))
    place = fields.place_of("theme")
    theme = load_theme(source, fields.text("theme") or None, place, set_colours)
    icon_sets = load_icon_sets(source, fields.items("icons"))
    art = load_art(source, (pieces.art for pieces in sets), icon_sets)
    check_symbols(sets, art.symbols, findings)
    game_templates = Templates(source)
    game_templates.check_own()
    names = KnownNames(None if theme is None else theme.colours, art.symbols)
    tables = load_tables(source, fields.mapping("tables"), names, sets)
    rows: dict[str, Mapping[str, Record] | None] = {
        name: None if table is None else {str(r.values.get("id")): r for r in table.records}
        for name, table in tables.items()
    }
    components = read_components(
        fields.items("components"),
        ComponentInputs(tables, game_templates, names._replace(rows=rows), source, sets),
    )
    known = {component.id: component for component in components}
    named = {
        **{
            item.text("id"): known.get(item.text("id"))
            for item in map(Fields, fields.items("components"))
            if not item.flag("each set")
        },
        **known,
    }
    players = _players(fields, findings)
    lookup = NameLookup(
        tables,
        named,
        names._replace(rows=rows),
        {name: tone.plain.hex for name, tone in theme.colours.items()} if theme else {},
        players,
        source.folder,
        findings,
    )
    cover = lookup.face(fields, "cover")
    play = read_play(fields, lookup)
    reference = load_reference(source, named)
    howto = load_howto(source, game_templates, named)
    translations = load_translations(source)
    if theme is None:
        return None
    files = frozenset(
        record.place.file for table in tables.values() if table for record in table.records
    )
    return Game(
        slug=slug,
        title=fields.text("title", slug),
        designer=fields.text("designer"),
        version=fields.text("version"),
        edition=int(fields.number("edition", FIRST_EDITION)),
        credit=fields.text("credit"),
        folder=source.folder,
        theme=theme,
        tables={name: table for name, table in tables.items() if table is not None},
        components=components,
        sets=sets,
        art=art,
        place=Location(source.display_name(file)),
        players=players,
        bgg=int(fields.number("bgg", 0)) or None,
        cover=cover,
        play=play,
        reference=reference,
        howto=howto,
        translations=translations,
        is_official=fields.flag("official"),
        bilingual=fields.text("bilingual"),
        find_template=game_templates.find,
        is_complete=None not in tables.values(),
        misread=files & frozenset(found.place.file for found in findings.errors),
    )


def _check_names(source: Source) -> None:
    for root, folders, files in os.walk(source.folder):
        for name in (*folders, *files):
            try:
                name.encode()
            except UnicodeEncodeError:
                shown = os.fsencode(name).decode(errors="backslashreplace")
                place = Location(source.display_name(Path(root)))
                source.findings.error(place, f"the file name '{shown}' is not UTF-8; rename it")


def _check_credit(fields: Fields, findings: Findings) -> None:
    credit, place = fields.text("credit"), fields.place_of("credit")
    says_unofficial = "unofficial" in credit.lower()
    if fields.flag("official"):
        if says_unofficial:
            findings.error(place, "the game is official, but its credit says 'unofficial'")
    elif credit and not says_unofficial:
        findings.error(
            place,
            "the credit must contain the word 'unofficial'; if this is your own game, add"
            " 'official: true'",
        )


def _players(fields: Fields, findings: Findings) -> tuple[int, int] | None:
    node = fields.node("players")
    if node is None or node.value is None:
        return None
    fewest, *rest = map(int, re.findall("[0-9]+", str(node.value)))
    most = rest[0] if rest else fewest
    if not 1 <= fewest <= most:
        findings.error(
            node.place,
            f"'{node.value}' must be 1 or more, the smaller number first, such as 2-4",
        )
        return None
    return fewest, most
