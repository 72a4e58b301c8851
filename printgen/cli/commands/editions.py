"""Commands that record and compare editions of a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen.catalog.folders import Folders
from printgen.cli.options import LANGUAGE, QUIET
from printgen.command_options import CARDS, TEMPLATES
from printgen.terminal import EXIT_DIFFERENT, echo, reporting_errors

if TYPE_CHECKING:
    pass


@click.command()
@click.argument("games", nargs=-1)
@click.option("--name", default="printed", show_default=True, help="Name of the edition.")
@LANGUAGE
@CARDS
@TEMPLATES
@QUIET
def printed(
    games: tuple[str, ...],
    name: str,
    language: str,
    cards: Path | None,
    templates: Path | None,
    quiet: bool,
) -> None:
    """Record the faces of games as printed, or as an edition with a name.

    `build --since printed` then prints only what has changed.
    """
    from printgen.cli.request import check_language
    from printgen.cli.updates import record_editions

    with reporting_errors():
        folders = Folders(cards, templates)
        names = folders.games(games)
        check_language(folders.cards, names, language)
        done = record_editions(folders.cards, folders.templates, names, name, language)
        if not quiet:
            echo(done)


@click.command()
@click.argument("old")
@click.argument("new")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the old and new faces side by side to this HTML file.",
)
@QUIET
def diff(old: str, new: str, out: Path | None, quiet: bool) -> None:
    """Tell which faces differ between two folders of a game.

    A folder may be one in an earlier revision of its git repository: cards/harbour@v3. The exit
    code is 3 if faces differ.
    """
    from printgen.cli.differences import compare

    with reporting_errors():
        found = compare(old, new, out)
        if not quiet:
            echo(found.text)
        if not found.is_same:
            sys.exit(EXIT_DIFFERENT)
