"""Commands that list what there is: games, layouts, columns, fonts, schemas."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen.catalog.folders import Folders
from printgen.cli.options import AS_JSON, BLEED, COPIES, DUPLEX, PAPER, SLEEVES
from printgen.command_options import CARDS, TEMPLATES
from printgen.terminal import echo, reporting_errors

if TYPE_CHECKING:
    from printgen.build.request import Sleeves


@click.command("list")
@click.argument("games", nargs=-1)
@click.option("--sheets", is_flag=True, help="List the sheets to print instead, by stock.")
@PAPER
@DUPLEX
@BLEED
@SLEEVES
@COPIES
@AS_JSON
@CARDS
@TEMPLATES
def list_command(
    games: tuple[str, ...],
    sheets: bool,
    paper: str,
    duplex: str,
    bleed: float | None,
    sleeves: Sleeves | None,
    copies: int,
    as_json: bool,
    cards: Path | None,
    templates: Path | None,
) -> None:
    """List the games and their components, with counts and sizes."""
    from printgen.cli.listing import listing_json, listing_text

    with reporting_errors():
        folders = Folders(cards, templates)
        if sheets:
            from printgen.build.request import Request
            from printgen.build.sheet_counts import count_sheets
            from printgen.cli.sheet_listing import sheets_json, sheets_text

            request = Request(
                cards=folders.cards,
                templates=folders.templates,
                out=Path(),
                profiles=Path(),
                paper=paper.lower(),
                duplex=duplex,
                bleed=bleed,
                sleeves=sleeves,
                copies=copies,
            )
            counts = count_sheets(folders.games(games), request)
            echo(sheets_json(counts) if as_json else sheets_text(counts))
            return
        listing = folders.listing(games)
        echo(listing_json(listing) if as_json else listing_text(listing))


@click.command()
@click.argument("query", nargs=-1)
@AS_JSON
@CARDS
def layouts(query: tuple[str, ...], as_json: bool, cards: Path | None) -> None:
    """List the layouts of piecepack games that fit a QUERY.

    A query is phrases between commas, such as "4 players, one set, under 30 pieces, mixed"; other
    words are looked for in titles and designers.
    """
    from printgen.cli.layouts import find_layouts, layouts_json, layouts_text

    with reporting_errors():
        found = find_layouts(Folders(cards, None).cards, " ".join(query))
        echo(layouts_json(found) if as_json else layouts_text(found))


@click.command()
@click.argument("game")
@CARDS
@TEMPLATES
def columns(game: str, cards: Path | None, templates: Path | None) -> None:
    """Print the tables of a game with the types of their columns, to paste into game.yaml."""
    from printgen.cli.listing import columns_text

    with reporting_errors():
        (loaded,) = Folders(cards, templates).listing((game,))
        echo(columns_text(loaded), nl=False)


@click.command()
@click.argument("games", nargs=-1)
@click.option("--system", is_flag=True, help="List the system's font files instead.")
@CARDS
@TEMPLATES
def fonts(games: tuple[str, ...], system: bool, cards: Path | None, templates: Path | None) -> None:
    """List the fonts that games use, and where their files are."""
    from printgen.cli.font_listing import fonts_text, system_fonts_text

    with reporting_errors():
        echo(
            system_fonts_text() if system else fonts_text(Folders(cards, templates).listing(games))
        )


@click.command(short_help="Print the JSON Schema of game.yaml, or of a set.")
@click.argument("file", type=click.Choice(["game", "set"]), default="game")
def schema(file: str) -> None:
    """Print the JSON Schema of game.yaml, or of a set of pieces, for completion and checks in
    editors."""
    from printgen.catalog.json_schema import game_schema, schema_text, set_schema

    echo(schema_text(game_schema() if file == "game" else set_schema()), nl=False)
