"""The command that writes games for virtual tables."""

from __future__ import annotations

from pathlib import Path

import click

from printgen.catalog.folders import Folders
from printgen.cli.options import QUIET
from printgen.command_options import BASE_URL, CARDS, EXPORT_DPI, EXPORTS, OUT, PUSH, TEMPLATES
from printgen.terminal import echo, reporting_errors


@click.command(short_help="Write games for virtual tables.")
@click.argument("target", type=click.Choice(EXPORTS))
@click.argument("games", nargs=-1, required=True)
@EXPORT_DPI
@BASE_URL
@PUSH
@click.option(
    "--grid", default="10x7", show_default=True, help="Columns and rows of a sheet of sprites."
)
@CARDS
@TEMPLATES
@OUT
@QUIET
def export(
    target: str,
    games: tuple[str, ...],
    dpi: int | None,
    base_url: str | None,
    push: bool,
    grid: str,
    cards: Path | None,
    templates: Path | None,
    out: Path,
    quiet: bool,
) -> None:
    """Write games for a virtual table, with every piece in decks, bags and stacks.

    `companion export` writes them set up. TARGET: tts (Tabletop Simulator), ttpg (Tabletop
    Playground), pcio (playingcards.io), vtt (virtualtabletop.io), vassal, or pictures: sprites
    (sheets) and faces.
    """
    from printgen.export.tables.targets import ON_SCREEN
    from printgen.export.tables.write import check_export, push_layout, read_grid, write_export
    from printgen.tabletop.unpacked import unpack_game

    with reporting_errors():
        check_export(target, base_url, push=push)
        cells = read_grid(grid)
        folders = Folders(cards, templates)
        for game in folders.listing(folders.games(games)):
            layout = unpack_game(game, on_screen=target in ON_SCREEN)
            files = write_export(layout, target, out, dpi, base_url, cells)
            if not quiet:
                echo("\n".join(map(str, files)))
            if push:
                push_layout(files[0])
