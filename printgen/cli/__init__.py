"""Takes what a person types, gives files, words and an exit code; nothing else prints."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from printgen.errors import CallError, DataError

DATA_IS_WRONG: Final = 1
CALL_IS_WRONG: Final = 2
INTERRUPTED: Final = 130


class SlugList(click.ParamType):  # type: ignore[type-arg]
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
        return parts

    def get_metavar(self, param: Any, ctx: Any = None) -> str:  # noqa: ARG002
        return ",".join(self.choices)


CARDS = click.option(
    "--cards",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Folder of games, one folder each.  [default: ./cards, else the built-in games]",
)
TEMPLATES = click.option(
    "--templates",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Folder of shared layouts.  [default: ./templates, else the built-in ones]",
)
PAPER = click.option("--paper", default="a4", show_default=True, help="a4, letter or a3.")
OUT = click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("output"),
    show_default=True,
    help="Where files go.",
)
QUIET = click.option("-q", "--quiet", is_flag=True, help="Say nothing but what went wrong.")
INK = click.option(
    "--ink",
    type=click.Choice(["full", "low"]),
    default="full",
    show_default=True,
    help="low: white grounds, outlines, tinted text.",
)
DUPLEX = click.option(
    "--duplex",
    type=click.Choice(["long", "short", "fold", "none"]),
    default="long",
    show_default=True,
    help="How backs get behind fronts: turned on the long or short edge, folded, or not at all.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="paperboat")
def printgen() -> None:
    """Turn a folder of data into sheets that print, cut, fold and align at home."""


@printgen.command("list")
@click.argument("games", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@CARDS
@TEMPLATES
def list_command(
    games: tuple[str, ...], as_json: bool, cards: Path | None, templates: Path | None
) -> None:
    """List the games, their components, counts and sizes."""
    from printgen.cli.listing import listing_json, listing_text

    with speaking():
        folders = Folders(cards, templates)
        listing = folders.listing(games)
        click.echo(listing_json(listing) if as_json else listing_text(listing))


@printgen.command()
@click.argument("games", nargs=-1)
@click.option("--component", "components", multiple=True, help="Only this one; may be repeated.")
@PAPER
@DUPLEX
@click.option(
    "--format",
    "formats",
    type=SlugList("pdf", "svg", "png"),
    default="pdf",
    show_default=True,
    help="What to write.",
)
@INK
@click.option("--profile", default="none", show_default=True, help="A calibrated printer.")
@click.option(
    "--stock",
    type=click.FloatRange(0.05, 3),
    default=0.3,
    show_default=True,
    help="Thickness of the cards' paper in mm; boxes are made to fit.",
)
@click.option("--companion-url", help="Where players open the companion; adds QR codes.")
@CARDS
@TEMPLATES
@OUT
@click.option("--jobs", type=click.IntRange(1, 64), help="Workers.  [default: one a core]")
@click.option("--dpi", type=click.IntRange(30, 1200), default=300, show_default=True)
@click.option(
    "--svg-text", type=click.Choice(["outlines", "text"]), default="outlines", show_default=True
)
@QUIET
@click.option("-v", "--verbose", is_flag=True, help="Name every file.")
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
    """Print games: all of them, or the ones named."""
    from printgen.build.request import Request
    from printgen.build.run import build as run_build
    from printgen.cli.progress import progress_for
    from printgen.cli.summary import summary_text

    with speaking():
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
        check_call(request)
        with progress_for(quiet=quiet) as progress:
            outcome = run_build(
                request, folders.games(games), components, jobs or os.cpu_count() or 1, progress
            )
        if not quiet:
            click.echo(summary_text(outcome, out, verbose=verbose))
        if outcome.failed:
            raise DataError(outcome.findings)


@printgen.command()
@click.argument("games", nargs=-1)
@click.option("--paper", multiple=True, default=("a4", "letter"), show_default=True)
@click.option("--ink", type=click.Choice(["full", "low"]), multiple=True, default=("full", "low"))
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
    """Look for everything that would print badly, without printing."""
    from printgen.build.preflight import preflight
    from printgen.cli.summary import preflight_text

    with speaking():
        folders = Folders(cards, templates)
        names = folders.games(games)
        jobs = os.cpu_count() or 1
        findings = preflight(folders.cards, folders.templates, names, paper, ink, jobs)
        warnings = [finding for finding in findings if not finding.is_error]
        for warning in warnings:
            click.echo(f"warning: {warning}", err=True)
        if any(finding.is_error for finding in findings):
            raise DataError([finding for finding in findings if finding.is_error])
        if not quiet:
            click.echo(preflight_text(names, len(warnings)))


@printgen.command()
def schema() -> None:
    """Print the JSON Schema of game.yaml, for editors that complete and check as you type."""
    from printgen.catalog.schema import schema_text

    click.echo(schema_text(), nl=False)


@printgen.command()
@PAPER
@click.option(
    "--duplex",
    type=click.Choice(["long", "short"]),
    default="long",
    show_default=True,
    help="The edge the paper is turned on.",
)
@click.option("--measured", help="What you read off the sheet: 'across=99.6 down=100.1 top=3 …'.")
@click.option("--name", default="home", show_default=True, help="What to call this printer.")
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
    """Print the calibration sheet, or turn your readings into a printer profile."""
    from printgen.cli.calibration import store_readings, write_sheet

    with speaking():
        folder = Folders(None, templates).templates
        if measured is None:
            file = write_sheet(paper.lower(), duplex, folder, out)
            words = f"{file}: print it on both sides at 100 %, read it, then run"
            words += " printgen calibrate --measured 'across=… down=… top=…' as the sheet says"
        else:
            words = store_readings(measured, name, paper.lower(), duplex, folder, profile_folder())
        if not quiet:
            click.echo(words)


class Folders:
    """Where games and layouts are: as said, else in the working folder, else built in."""

    def __init__(self, cards: Path | None, templates: Path | None) -> None:
        from printgen.catalog.places import builtin_cards, builtin_templates

        here = Path("cards")
        self.cards = cards or (here if here.is_dir() else builtin_cards())
        beside = self.cards.parent / "templates"
        own = beside / "fonts.yaml"
        self.templates = templates or (beside if own.is_file() else builtin_templates())

    def games(self, asked: tuple[str, ...]) -> tuple[str, ...]:
        from printgen.catalog.load import list_games
        from printgen.errors import did_you_mean

        known = list_games(self.cards)
        if not known:
            raise CallError(f"there is no game in {self.cards} (a game is a folder with game.yaml)")
        for name in asked:
            if name not in known:
                raise CallError(f"there is no game '{name}'{did_you_mean(name, known)}")
        return tuple(dict.fromkeys(asked)) or known

    def listing(self, asked: tuple[str, ...]) -> list[Any]:
        from printgen.catalog.load import load_game
        from printgen.errors import Findings

        findings = Findings()
        games = [
            load_game(name, self.cards, self.templates, findings) for name in self.games(asked)
        ]
        findings.raise_errors()
        return [game for game in games if game is not None]


def profile_folder() -> Path:
    """Printer profiles belong to the person and the machine, not to a game."""
    from platformdirs import user_config_path

    return user_config_path("paperboat") / "printers"


def check_call(request: Any) -> None:
    """Refuses a paper, printer or folder that is not there before any work is done."""
    from urllib.parse import urlsplit

    from printgen.sheet.paper import choose_paper, load_papers
    from printgen.sheet.profile import load_profile

    choose_paper(request.paper, load_papers(request.templates))
    load_profile(request.profile, request.profiles)
    if request.companion_url is not None:
        parts = urlsplit(request.companion_url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise CallError(
                f"'{request.companion_url}' is not a web address (such as http://192.168.1.20:8000)"
            )
    if request.out.exists() and not request.out.is_dir():
        raise CallError(f"{request.out} is a file, not a folder")


@contextmanager
def speaking() -> Iterator[None]:
    """Turns what was raised into words on the error stream and an exit code."""
    try:
        yield
    except DataError as fault:
        for finding in fault.findings:
            kind = "error" if finding.is_error else "warning"
            click.echo(f"{kind}: {finding}", err=True)
        errors = sum(finding.is_error for finding in fault.findings)
        click.echo(f"{errors} mistake{'s' if errors != 1 else ''} in the data.", err=True)
        sys.exit(DATA_IS_WRONG)
    except CallError as fault:
        click.echo(f"error: {fault}", err=True)
        sys.exit(CALL_IS_WRONG)
    except KeyboardInterrupt:
        click.echo("stopped; finished files are kept, unfinished ones are gone.", err=True)
        sys.exit(INTERRUPTED)
    except OSError as fault:
        click.echo(f"error: {fault.filename or 'a file'}: {fault.strerror or fault}", err=True)
        sys.exit(CALL_IS_WRONG)
