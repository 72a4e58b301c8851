"""Commands that write sheets to print."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from printgen.catalog.folders import Folders
from printgen.cli.options import (
    BLEED,
    COPIES,
    DPI,
    DUPLEX,
    FORMATS,
    ICC,
    INK,
    LANGUAGE,
    PAPER,
    PROFILE,
    QUIET,
    SERVICE,
    SLEEVES,
    PageRange,
)
from printgen.cli.printer_profiles import profile_folder
from printgen.command_options import CARDS, OUT, TEMPLATES
from printgen.errors import CallError, DataError
from printgen.terminal import echo, reporting_errors

if TYPE_CHECKING:
    from printgen.build.request import Format, Sleeves
    from printgen.export.svg import TextMode


@click.command()
@click.argument("games", nargs=-1)
@click.option(
    "--component", "components", multiple=True, help="Build only this component; may be repeated."
)
@PAPER
@DUPLEX
@FORMATS
@INK
@PROFILE
@click.option(
    "--stock",
    type=click.FloatRange(0.05, 3),
    default=0.3,
    show_default=True,
    help="Thickness of the cards in mm; boxes are sized to fit.",
)
@BLEED
@SLEEVES
@click.option("--cutter", help="Cutting machine, such as silhouette or cricut; adds cut files.")
@COPIES
@click.option("--pages", type=PageRange(), help="Write only these pages of each PDF, such as 3-5.")
@click.option(
    "--start",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    help="Begin at this place of a --component's first sheet, to use up a half-used one.",
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
@DPI
@click.option(
    "--svg-text",
    type=click.Choice(["outlines", "text"]),
    default="outlines",
    show_default=True,
    help="Write text in SVG files as outlines or as text.",
)
@LANGUAGE
@click.option(
    "--since",
    metavar="EDITION",
    help="Build an update pack: only what changed since an edition, or a git revision.",
)
@SERVICE
@ICC
@QUIET
@click.option("-v", "--verbose", is_flag=True, help="List every file.")
def build(
    games: tuple[str, ...],
    components: tuple[str, ...],
    paper: str,
    duplex: str,
    formats: tuple[Format, ...],
    ink: Literal["full", "low"],
    profile: str,
    stock: float,
    bleed: float | None,
    sleeves: Sleeves | None,
    cutter: str | None,
    copies: int,
    pages: tuple[int, int] | None,
    start: int,
    companion_url: str | None,
    cards: Path | None,
    templates: Path | None,
    out: Path,
    jobs: int | None,
    dpi: int,
    svg_text: TextMode,
    language: str,
    service: str | None,
    icc: Path | None,
    since: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Build the sheets of all games, or of the named ones.

    With --for, build the pictures and the order for a print service instead.
    """
    from printgen.build.request import Request
    from printgen.build.run import build as run_build
    from printgen.cli.progress import progress_for
    from printgen.cli.request import check_language, check_request
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
            language=language,
            bleed=bleed,
            cutter=None if cutter is None else cutter.lower(),
            sleeves=sleeves,
            copies=copies,
            pages=pages,
            start=start,
        )
        check_request(request)
        check_language(folders.cards, folders.games(games), language)
        if start > 1 and not components:
            raise CallError("--start is for a sheet of one component; add --component")
        if service is not None:
            if bleed is not None or sleeves is not None or pages or copies > 1 or start > 1:
                raise CallError(
                    "--bleed, --sleeves, --copies, --pages and --start are for printing at home;"
                    " a print service sets its own bleed and counts"
                )
            from printgen.cli.service import build_orders

            orders = build_orders(service, request, folders.games(games), components, icc)
            if not quiet:
                echo(orders)
            return
        if since is not None:
            from printgen.cli.updates import build_updates

            packs = build_updates(request, folders.games(games), since)
            if not quiet:
                echo(packs)
            return
        with progress_for(quiet=quiet) as progress:
            outcome = run_build(
                request, folders.games(games), components, jobs or os.cpu_count() or 1, progress
            )
        if not quiet:
            echo(summary_text(outcome, out, verbose=verbose))
        if outcome.failed:
            raise DataError(outcome.findings)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--set", "pieces", default="piecepack", show_default=True, help="Set to show.")
@click.option(
    "--view",
    type=click.Choice(["top", "oblique"]),
    default="top",
    show_default=True,
    help="From above, or at an angle that shows the height of stacks.",
)
@click.option("--move", default="", help="A move, or all of them.  [default: the last table]")
@click.option("--game", default=1, show_default=True, help="The game, if the file has several.")
@FORMATS
@click.option(
    "--size",
    type=click.Choice(["print", "diagram"]),
    default="diagram",
    show_default=True,
    help="True size on as many sheets as it takes, or one page.",
)
@click.option("--grid", is_flag=True, help="Draw the lines between spaces.")
@click.option("--coordinates", is_flag=True, help="Name columns and rows.")
@click.option("--legend", is_flag=True, help="List the pieces.")
@PAPER
@INK
@DPI
@CARDS
@TEMPLATES
@OUT
@QUIET
def layout(
    file: Path,
    pieces: str,
    view: Any,
    move: str,
    game: int,
    formats: tuple[str, ...],
    size: Any,
    grid: bool,
    coordinates: bool,
    legend: bool,
    paper: str,
    ink: Any,
    dpi: int,
    cards: Path | None,
    templates: Path | None,
    out: Path,
    quiet: bool,
) -> None:
    """Draw a layout or the moves of a game from a PPN file."""
    from printgen.build.layout import LayoutRequest, draw_file

    with reporting_errors():
        folders = Folders(cards, templates)
        files = draw_file(
            LayoutRequest(
                file=file,
                cards=folders.cards,
                templates=folders.templates,
                out=out,
                game=game,
                move=move,
                pieces=pieces,
                size=size,
                formats=formats,
                paper=paper.lower(),
                ink=ink,
                dpi=dpi,
                view=view,
                grid=grid,
                coordinates=coordinates,
                legend=legend,
            )
        )
        if not quiet:
            echo("\n".join(map(str, files)))


@click.command(short_help="Calibrate a printer with a test sheet.")
@PAPER
@click.option(
    "--duplex",
    type=click.Choice(["long", "short"]),
    default="long",
    show_default=True,
    help="The edge that the paper is flipped on.",
)
@click.option("--measured", help="Your readings of the sheet: 'across=99.6 down=100.1 top=3 …'.")
@LANGUAGE
@click.option("--name", default="home", show_default=True, help="Name of the printer profile.")
@OUT
@TEMPLATES
@QUIET
def calibrate(
    paper: str,
    duplex: str,
    measured: str | None,
    name: str,
    language: str,
    out: Path,
    templates: Path | None,
    quiet: bool,
) -> None:
    """Write the calibration sheet, or store your readings as a printer profile."""
    from printgen.cli.calibration import store_readings, write_sheet

    with reporting_errors():
        folder = Folders(None, templates).templates
        if measured is None:
            file = write_sheet(paper.lower(), duplex, folder, out, language)
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
