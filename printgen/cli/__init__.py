"""The `printgen` command."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import click

from printgen.catalog.folders import Folders
from printgen.errors import CallError, DataError
from printgen.terminal import echo, echo_line, reporting_errors


class ChoiceList(click.ParamType):  # type: ignore[type-arg]
    """A comma-separated choice, as in `--format pdf,svg`."""

    name = "list"

    def __init__(self, *choices: str) -> None:
        self.choices = choices

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        from printgen.errors import did_you_mean

        parts = tuple(dict.fromkeys(part.strip() for part in value.split(",") if part.strip()))
        for part in parts:
            if part not in self.choices:
                self.fail(f"there is no '{part}'{did_you_mean(part, self.choices)}", param, ctx)
        if not parts:
            self.fail(f"name at least one of {', '.join(self.choices)}", param, ctx)
        return parts

    def get_metavar(self, param: Any, ctx: Any = None) -> str:  # noqa: ARG002
        return ",".join(self.choices)


CARDS = click.option(
    "--cards",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Folder with one folder per game.  [default: ./cards, else the built-in games]",
)
TEMPLATES = click.option(
    "--templates",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Folder with shared templates.  [default: ./templates, else the built-in ones]",
)
PAPER = click.option("--paper", default="a4", show_default=True, help="a4, letter or a3.")
OUT = click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("output"),
    show_default=True,
    help="Output folder.",
)
QUIET = click.option("-q", "--quiet", is_flag=True, help="Print only errors and warnings.")
INK = click.option(
    "--ink",
    type=click.Choice(["full", "low"]),
    default="full",
    show_default=True,
    help="low saves ink: white grounds, outlines, tinted text.",
)
DUPLEX = click.option(
    "--duplex",
    type=click.Choice(["long", "short", "fold", "none"]),
    default="long",
    show_default=True,
    help="How backs are printed: flip on the long or short edge, fold, or none.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="paperboat")
def printgen() -> None:
    """Turn folders of game data into sheets to print, cut and fold at home."""


@printgen.command("list")
@click.argument("games", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@CARDS
@TEMPLATES
def list_command(
    games: tuple[str, ...], as_json: bool, cards: Path | None, templates: Path | None
) -> None:
    """List the games and their components, with counts and sizes."""
    from printgen.cli.listing import listing_json, listing_text

    with reporting_errors():
        folders = Folders(cards, templates)
        listing = folders.listing(games)
        echo(listing_json(listing) if as_json else listing_text(listing))


@printgen.command()
@click.argument("games", nargs=-1)
@click.option(
    "--component", "components", multiple=True, help="Build only this component; may be repeated."
)
@PAPER
@DUPLEX
@click.option(
    "--format",
    "formats",
    type=ChoiceList("pdf", "svg", "png"),
    default="pdf",
    show_default=True,
    help="Output formats.",
)
@INK
@click.option(
    "--profile", default="none", show_default=True, help="Printer profile, as stored by calibrate."
)
@click.option(
    "--stock",
    type=click.FloatRange(0.05, 3),
    default=0.3,
    show_default=True,
    help="Thickness of the cards in mm; boxes are sized to fit.",
)
@click.option("--companion-url", help="Address of the companion; adds QR codes.")
@CARDS
@TEMPLATES
@OUT
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    help="Number of worker processes.  [default: one per core]",
)
@click.option(
    "--dpi",
    type=click.IntRange(30, 1200),
    default=300,
    show_default=True,
    help="Resolution of PNG files.",
)
@click.option(
    "--svg-text",
    type=click.Choice(["outlines", "text"]),
    default="outlines",
    show_default=True,
    help="Write text in SVG files as outlines or as text.",
)
@QUIET
@click.option("-v", "--verbose", is_flag=True, help="List every file.")
def build(
    games: tuple[str, ...],
    components: tuple[str, ...],
    paper: str,
    duplex: str,
    formats: tuple[Any, ...],
    ink: Any,
    profile: str,
    stock: float,
    companion_url: str | None,
    cards: Path | None,
    templates: Path | None,
    out: Path,
    jobs: int | None,
    dpi: int,
    svg_text: Any,
    quiet: bool,
    verbose: bool,
) -> None:
    """Build the sheets of all games, or of the named ones."""
    from printgen.build.request import Request
    from printgen.build.run import build as run_build
    from printgen.cli.progress import progress_for
    from printgen.cli.summary import summary_text

    with reporting_errors():
        folders = Folders(cards, templates)
        request = Request(
            cards=folders.cards,
            templates=folders.templates,
            out=out,
            profiles=Path() if profile == "none" else profile_folder(),
            paper=paper.lower(),
            duplex=duplex,
            formats=formats,
            ink=ink,
            profile=profile,
            companion_url=companion_url,
            stock=stock,
            dpi=dpi,
            svg_text=svg_text,
        )
        check_request(request)
        with progress_for(quiet=quiet) as progress:
            outcome = run_build(
                request, folders.games(games), components, jobs or os.cpu_count() or 1, progress
            )
        if not quiet:
            echo(summary_text(outcome, out, verbose=verbose))
        if outcome.failed:
            raise DataError(outcome.findings)


@printgen.command()
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
@CARDS
@TEMPLATES
@QUIET
def check(
    games: tuple[str, ...],
    paper: tuple[str, ...],
    ink: tuple[Any, ...],
    cards: Path | None,
    templates: Path | None,
    quiet: bool,
) -> None:
    """Find everything that would print badly."""
    from printgen.build.preflight import preflight
    from printgen.cli.summary import preflight_text

    with reporting_errors():
        folders = Folders(cards, templates)
        names = folders.games(games)
        jobs = os.cpu_count() or 1
        findings = preflight(
            folders.cards, folders.templates, names, paper, ink, jobs, profile_folder()
        )
        warnings = [finding for finding in findings if not finding.is_error]
        for warning in warnings:
            echo_line(f"warning: {warning}", err=True)
        if any(finding.is_error for finding in findings):
            raise DataError([finding for finding in findings if finding.is_error])
        if not quiet:
            echo(preflight_text(names, len(warnings)))


@printgen.command()
def schema() -> None:
    """Print the JSON Schema of game.yaml, for completion and checks in editors."""
    from printgen.catalog.json_schema import schema_text

    echo(schema_text(), nl=False)


@printgen.command()
@PAPER
@click.option(
    "--duplex",
    type=click.Choice(["long", "short"]),
    default="long",
    show_default=True,
    help="The edge that the paper is flipped on.",
)
@click.option("--measured", help="Your readings of the sheet: 'across=99.6 down=100.1 top=3 …'.")
@click.option("--name", default="home", show_default=True, help="Name of the printer profile.")
@OUT
@TEMPLATES
@QUIET
def calibrate(
    paper: str,
    duplex: str,
    measured: str | None,
    name: str,
    out: Path,
    templates: Path | None,
    quiet: bool,
) -> None:
    """Write the calibration sheet, or store your readings as a printer profile."""
    from printgen.cli.calibration import store_readings, write_sheet

    with reporting_errors():
        folder = Folders(None, templates).templates
        if measured is None:
            file = write_sheet(paper.lower(), duplex, folder, out)
            message = (
                f"{file}: print it two-sided at 100 %, flipped on the {duplex} edge, follow the"
                f" instructions on it, then run printgen calibrate --paper {paper.lower()}"
                f" --duplex {duplex} --measured '…' --name NAME"
            )
        else:
            message = store_readings(
                measured, name, paper.lower(), duplex, folder, profile_folder()
            )
        if not quiet:
            echo(message)


def profile_folder() -> Path:
    """Return the user's folder for printer profiles, which do not belong to a game."""
    from platformdirs import user_config_path

    return user_config_path("paperboat") / "printers"


def check_request(request: Any) -> None:
    """Reject a paper, printer profile or folder that does not exist before any work is done."""
    from printgen.catalog.papers import choose_paper, load_papers
    from printgen.catalog.printers import load_profile

    choose_paper(request.paper, load_papers(request.templates))
    load_profile(request.profile, request.profiles)
    if request.companion_url is not None:
        check_companion_url(request.companion_url)
    if math.isnan(request.stock):  # click's range accepts nan
        raise CallError("--stock must be a thickness in mm, not nan")
    if request.out.exists() and not request.out.is_dir():
        raise CallError(f"{request.out} is a file; --out needs a folder")


def check_companion_url(url: str) -> None:
    from urllib.parse import urlsplit

    from printgen.limits import COMPANION_URL_LENGTH

    if len(url) > COMPANION_URL_LENGTH:
        raise CallError(
            f"the companion's address has {len(url)} characters, but the limit is"
            f" {COMPANION_URL_LENGTH}; use a shorter one"
        )
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port  # reading it checks the port
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https") or not url.isprintable() or " " in url:
        raise CallError(f"{url!r} is not a web address; use one such as http://192.168.1.20:8000")
