"""Commands that look for mistakes and count what decks have."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from printgen.catalog.folders import Folders
from printgen.cli.options import ICC, LANGUAGE, PROFILE, QUIET, SERVICE
from printgen.cli.printer_profiles import profile_folder
from printgen.command_options import CARDS, TEMPLATES
from printgen.errors import in_reading_order
from printgen.terminal import EXIT_DATA_ERROR, echo, reporting_errors

if TYPE_CHECKING:
    pass


@click.command()
@click.argument("games", nargs=-1)
@click.option(
    "--paper",
    multiple=True,
    default=("a4", "letter"),
    show_default=True,
    help="Check on this paper; may be repeated.",
)
@click.option(
    "--ink",
    type=click.Choice(["full", "low"]),
    multiple=True,
    default=("full", "low"),
    show_default=True,
    help="Check in this ink style; may be repeated.",
)
@PROFILE
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object for each cause.")
@LANGUAGE
@SERVICE
@ICC
@CARDS
@TEMPLATES
@QUIET
def check(
    games: tuple[str, ...],
    paper: tuple[str, ...],
    ink: tuple[Literal["full", "low"], ...],
    profile: str,
    as_json: bool,
    language: str,
    service: str | None,
    icc: Path | None,
    cards: Path | None,
    templates: Path | None,
    quiet: bool,
) -> None:
    """Find everything that would print badly. Findings with one cause are one line.

    With --for, find what that print service would reject.
    """
    from printgen.build.causes import group_causes
    from printgen.build.preflight import preflight
    from printgen.cli.request import check_language
    from printgen.cli.summary import causes_json, inferred_text, preflight_text, print_causes

    with reporting_errors():
        folders = Folders(cards, templates)
        names = folders.games(games)
        check_language(folders.cards, names, language)
        if service is not None:
            from printgen.cli.service import check_orders

            findings = check_orders(service, folders, names, icc, language)
        else:
            from printgen.catalog.printers import load_profile

            jobs = os.cpu_count() or 1
            findings = preflight(
                folders.cards,
                folders.templates,
                names,
                paper,
                ink,
                jobs,
                profile_folder(),
                language,
                load_profile(profile, profile_folder()),
            )
        causes = group_causes(in_reading_order(findings))
        if as_json:
            echo(causes_json(causes))
        else:
            print_causes(causes)
            if not quiet:
                echo(inferred_text(folders.cards, folders.templates, names), nl=False)
                echo(preflight_text(names, causes))
        if any(cause.example.is_error for cause in causes):
            sys.exit(EXIT_DATA_ERROR)


@click.command()
@click.argument("games", nargs=-1)
@click.option(
    "--component", "components", multiple=True, help="Count only this component; may be repeated."
)
@click.option(
    "--draw",
    type=click.IntRange(1, 1000),
    default=5,
    show_default=True,
    help="Chances are those of the first pieces of a shuffled deck, so many.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "html", "csv", "json"]),
    default="text",
    show_default=True,
)
@CARDS
@TEMPLATES
def stats(
    games: tuple[str, ...],
    components: tuple[str, ...],
    draw: int,
    style: str,
    cards: Path | None,
    templates: Path | None,
) -> None:
    """Count what the cards and tiles of games have: numbers, kinds, words, icons, chances."""
    from printgen.cli.stats import stats_text

    with reporting_errors():
        found = Folders(cards, templates).listing(games)
        echo(stats_text(found, components, draw, style), nl=False)
