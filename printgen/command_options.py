"""The options that `printgen` and `companion` share."""

from __future__ import annotations

from pathlib import Path

import click

CARDS = click.option(
    "--cards",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Folder with one folder per game.  [default: ./cards, else the built-in games]",
)
TEMPLATES = click.option(
    "--templates",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Folder with templates, papers, themes and symbols to add to the built-in ones.  [default:"
    " ./templates, if there is one]",
)
OUT = click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("output"),
    show_default=True,
    help="Output folder.",
)
EXPORTS = ("tts", "ttpg", "pcio", "vtt", "vassal", "sprites", "faces")
"""What `export` writes; `printgen.export.tables.targets` has the writers."""
EXPORT_DPI = click.option(
    "--dpi",
    type=click.IntRange(30, 1200),
    help="Resolution of the pictures.  [default: 300, or 150 where the table is on a screen]",
)
BASE_URL = click.option(
    "--base-url",
    help="Address below which you put the pictures.  [default: their folder on this machine]",
)
PUSH = click.option("--push", is_flag=True, help="Send the game to a running Tabletop Simulator.")
