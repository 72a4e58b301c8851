"""Commands to start a game, fetch its tables and watch it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen.catalog.folders import Folders
from printgen.cli.options import QUIET
from printgen.command_options import CARDS, TEMPLATES
from printgen.terminal import echo, reporting_errors

if TYPE_CHECKING:
    pass


@click.command(short_help="Show a game in the browser while you edit it.")
@click.argument("game", required=False)
@click.option("--host", help="Address to listen on.  [default: all, so that phones reach it]")
@click.option("--port", type=click.IntRange(1, 65535), help="Port.  [default: 8010]")
@click.option("--open", "browse", is_flag=True, help="Open the proof in a browser.")
@CARDS
@TEMPLATES
def watch(
    game: str | None,
    host: str | None,
    port: int | None,
    browse: bool,
    cards: Path | None,
    templates: Path | None,
) -> None:
    """Show all faces and sheets of GAME in browsers on this machine and on phones. Every saved
    file updates them."""
    from printgen.cli.proof import run_proof

    sys.exit(run_proof(game, host, port, cards, templates, browse=browse))


@click.command()
@click.argument("title")
@click.option("--designer", help="The designer's name.")
@click.option("--players", help="How many can play, such as 2-4.")
@click.option(
    "--with",
    "parts",
    help="What it has: cards, tiles, board, tokens, dice, box, rules, score.  [default: asks]",
)
@click.option("--languages", help="Languages to translate it to, such as de,fr.")
@click.option(
    "--from",
    "source",
    metavar="FILE",
    help="Draft cards from the columns of this table, or of a shared sheet by its address.",
)
@click.option(
    "--cards",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("cards"),
    show_default=True,
    help="Folder to put the game's folder in.",
)
@QUIET
def new(
    title: str,
    designer: str | None,
    players: str | None,
    parts: str | None,
    languages: str | None,
    source: str | None,
    cards: Path,
    quiet: bool,
) -> None:
    """Start a game: write a folder of short files that print at once."""
    from printgen.cli.starting import start_game

    with reporting_errors():
        done = start_game(
            title,
            designer=designer,
            players=players,
            parts=parts,
            languages=languages,
            source=source,
            cards=cards,
        )
        if not quiet:
            echo(done)


@click.command()
@click.argument("games", nargs=-1)
@click.option(
    "--allow-private", is_flag=True, help="Also fetch from addresses inside this network."
)
@CARDS
@QUIET
def fetch(games: tuple[str, ...], allow_private: bool, cards: Path | None, quiet: bool) -> None:
    """Download the tables that games keep on the web, such as a shared Google sheet.

    A file that cannot be downloaded stays as it is.
    """
    from printgen.cli.fetching import fetch_tables

    with reporting_errors():
        folders = Folders(cards, None)
        lines = fetch_tables(folders.cards, folders.games(games), allow_private=allow_private)
        if not quiet:
            echo(lines)
