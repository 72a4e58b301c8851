"""The `printgen` command.

Must not do the work itself; it parses options, calls the layers below and prints.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from printgen.catalog.folders import Folders
from printgen.cli.options import (
    AS_JSON,
    BLEED,
    CARDS,
    COPIES,
    DPI,
    DUPLEX,
    EXPORTS,
    FORMATS,
    ICC,
    INK,
    LANGUAGE,
    OUT,
    PAPER,
    PROFILE,
    QUIET,
    SERVICE,
    SLEEVES,
    TEMPLATES,
    PageRange,
)
from printgen.errors import CallError, DataError, in_reading_order
from printgen.terminal import EXIT_DATA_ERROR, EXIT_DIFFERENT, echo, reporting_errors

if TYPE_CHECKING:
    from printgen.build.request import Format, Sleeves
    from printgen.export.svg import TextMode


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="paperboat")
def printgen() -> None:
    """Turn folders of game data into sheets to print, cut and fold at home."""


@printgen.command("list")
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


@printgen.command()
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


@printgen.command()
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


@printgen.command()
@click.argument("game")
@CARDS
@TEMPLATES
def columns(game: str, cards: Path | None, templates: Path | None) -> None:
    """Print the tables of a game with the types of their columns, to paste into game.yaml."""
    from printgen.cli.listing import columns_text

    with reporting_errors():
        (loaded,) = Folders(cards, templates).listing((game,))
        echo(columns_text(loaded), nl=False)


@printgen.command()
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


@printgen.command()
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


@printgen.command()
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


@printgen.command(short_help="Show a game in the browser while you edit it.")
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


@printgen.command()
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


@printgen.command()
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


@printgen.command()
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


@printgen.command()
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


@printgen.command(short_help="Print the JSON Schema of game.yaml, or of a set.")
@click.argument("file", type=click.Choice(["game", "set"]), default="game")
def schema(file: str) -> None:
    """Print the JSON Schema of game.yaml, or of a set of pieces, for completion and checks in
    editors."""
    from printgen.catalog.json_schema import game_schema, schema_text, set_schema

    echo(schema_text(game_schema() if file == "game" else set_schema()), nl=False)


@printgen.command(short_help="Calibrate a printer with a test sheet.")
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


@printgen.command(short_help="Write games for virtual tables.")
@click.argument("target", type=click.Choice(EXPORTS))
@click.argument("games", nargs=-1, required=True)
@click.option(
    "--dpi",
    type=click.IntRange(30, 1200),
    help="Resolution of the pictures.  [default: 300, or 150 where the table is on a screen]",
)
@click.option(
    "--base-url",
    help="Address below which you put the pictures.  [default: their folder on this machine]",
)
@click.option("--push", is_flag=True, help="Send the game to a running Tabletop Simulator.")
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


def profile_folder() -> Path:
    """Return the user's folder for printer profiles, which do not belong to a game."""
    from platformdirs import user_config_path

    return user_config_path("paperboat") / "printers"
