"""The `companion` command: serve on the local network, back up, verify and translate.

Must not do the work itself, or import a library before a command that needs it runs.
"""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.address import announce_when_up, check_port
from companion.cli.database import check_database, check_workers, converting_errors, database_url
from printgen.catalog.folders import Folders
from printgen.command_options import BASE_URL, CARDS, EXPORT_DPI, EXPORTS, OUT, PUSH, TEMPLATES
from printgen.errors import CallError
from printgen.terminal import echo_line, reporting_errors

HOST = click.option(
    "--host",
    default="0.0.0.0",  # noqa: S104 – phones must reach it
    show_default=True,
    help="Address to listen on.",
)


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.pass_context
@HOST
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8000,
    show_default=True,
    help="Port to listen on.",
)
@click.option("--db", help="SQLite file or postgresql://… URL.  [default: in your data folder]")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Number of server processes; more than one needs PostgreSQL.",
)
@click.option("--open", "browse", is_flag=True, help="Open the start page in a browser.")
@CARDS
@click.option(
    "--name",
    "names",
    multiple=True,
    help="A host name to accept, such as that of a proxy; may be repeated.",
)
@click.option(
    "--proxies",
    type=click.IntRange(0, 9),
    default=0,
    show_default=True,
    help="Number of proxies in front, whose X-Forwarded-For and X-Forwarded-Proto are trusted.",
)
def main(
    context: click.Context,
    host: str,
    port: int,
    db: str | None,
    workers: int,
    browse: bool,
    cards: Path | None,
    names: tuple[str, ...],
    proxies: int,
) -> None:
    """Serve the companion, so that every phone in the room can join a table."""
    if context.invoked_subcommand is not None:
        return
    with reporting_errors(), converting_errors():
        folders = Folders(cards, None)
        folders.games(())
        database = database_url(db)
        check_workers(database, workers)
        check_port(host, port)
        from companion.server.serve import Address, exclusive_database, serve

        with exclusive_database(database):
            check_database(database)
            announce_when_up(host, port, browse=browse)
            address = Address(host, port, tuple(name.lower() for name in names), proxies)
            serve(folders.cards, folders.templates, database, address, workers)


@main.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--db", help="The SQLite file to copy.  [default: the one in your data folder]")
def backup_command(file: Path, db: str | None) -> None:
    """Copy the database to FILE, even while the companion is running."""
    from companion.storage.database import check_file, display_name, file_url, sqlite_file
    from companion.storage.sqlite_file import FileFault, back_up

    with reporting_errors(), converting_errors():
        database = database_url(db)
        source = sqlite_file(database)
        if source is None:
            raise CallError(
                f"{display_name(database)} is a PostgreSQL database: back it up with pg_dump, "
                f"for example pg_dump --file={file} {display_name(database)}"
            )
        if not source.is_file():
            raise CallError(f"{source} does not exist, so there is nothing to back up")
        if file.exists() and file.samefile(source):
            raise CallError(f"{file} is the database itself: choose another file")
        if file.exists():
            check_file(file_url(str(file)))  # only an earlier backup is replaced
        try:
            back_up(source, file)
        except FileFault as fault:
            raise CallError(f"{source} was not backed up: {fault}") from fault
        echo_line(f"{source} was copied to {file}.")


@main.command("verify", short_help="Check the record of a finished game.")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def verify_command(file: Path) -> None:
    """Check every roll, shuffle and draw in the record of a finished game."""
    from companion.rooms.examine import examine

    examined = examine(file.read_text(encoding="utf-8", errors="replace"))
    for sentence in examined.wrong:
        echo_line(f"wrong: {sentence}", err=True)
    if examined.wrong or examined.record is None:
        raise SystemExit(1)
    echo_line(f"{file}: every roll, shuffle and draw follows from the seed.")
    for sentence in (*examined.limits, *examined.by_hand):
        echo_line(f"note: {sentence}")
    # A forged record has valid codes of its own: only the phones saw the original ones.
    echo_line(f"Check code: {examined.record.commitment}")
    if examined.codes:
        echo_line(f"History code: {examined.codes[-1]}")
    echo_line("Compare these codes with the ones that your phone has shown.")


@main.command("proof", short_help="Show a game in the browser while you edit it.")
@click.argument("game", required=False)
@HOST
@click.option(
    "--port", type=click.IntRange(1, 65535), default=8010, show_default=True, help="Port."
)
@click.option("--open", "browse", is_flag=True, help="Open the proof in a browser.")
@CARDS
@TEMPLATES
@click.option("--name", "names", multiple=True, help="A host name to accept; may be repeated.")
def proof_command(
    game: str | None,
    host: str,
    port: int,
    browse: bool,
    cards: Path | None,
    templates: Path | None,
    names: tuple[str, ...],
) -> None:
    """Show all faces and sheets of GAME in browsers; every saved file updates them."""
    with reporting_errors(), converting_errors():
        folders = Folders(cards, templates)
        games = folders.games((game,) if game else ())
        if len(games) > 1:
            raise CallError(f"name one of the games: {', '.join(games)}")
        check_port(host, port)
        from companion.proof.app import serve_proof
        from companion.proof.model import GameFiles
        from companion.server.serve import Address

        announce_when_up(host, port, browse=browse, what=f"Proof of {games[0]}")
        address = Address(host, port, tuple(name.lower() for name in names))
        serve_proof(GameFiles(games[0], folders.cards, folders.templates), address)


@main.command("words", short_help="Write the file to translate a game’s texts.")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--language",
    required=True,
    help="The language to translate into, by its code, such as fr or pt_BR.",
)
def words_command(folder: Path, language: str) -> None:
    """Write or update <language>.po in a game's folder, with all texts of the game."""
    from printgen.catalog.source import Source
    from printgen.catalog.translations.pofile import write_entries
    from printgen.catalog.translations.read import (
        is_language,
        load_entries,
        po_file,
        updated_entries,
    )
    from printgen.catalog.translations.texts import all_texts
    from printgen.errors import Findings

    with reporting_errors():
        if not is_language(language):
            raise CallError(f"'{language}' is not a language; use its code, such as fr")
        folder = folder.resolve()
        folders = Folders(folder.parent, None)
        folders.games((folder.name,))
        (game,) = folders.listing((folder.name,))
        source = Source(folder.name, folders.cards, folders.templates, Findings())
        before = load_entries(source, language)
        texts = all_texts(game, language)
        entries = updated_entries(before, texts, language)
        file = po_file(folder, language)
        file.write_text(write_entries(entries), encoding="utf-8", newline="\n")
        missing = sum(1 for entry in entries if entry.text and not entry.is_translated)
        gone = len({entry.text for entry in before} - {entry.text for entry in entries})
        echo_line(f"{file.name}: {len(texts)} texts, {missing} to translate, {gone} removed.")


@main.command("export", short_help="Write a game, set up, for a virtual table.")
@click.argument("target", type=click.Choice(EXPORTS))
@click.argument("game")
@click.option("--code", help="The setup's code, such as jade-otter-41.  [default: a new one]")
@click.option("--players", type=click.IntRange(1, 12), help="[default: as many as can play]")
@click.option(
    "--option", "options", multiple=True, help="An option of the game, as in solo=some; repeated."
)
@EXPORT_DPI
@BASE_URL
@PUSH
@CARDS
@OUT
def export_command(
    target: str,
    game: str,
    code: str | None,
    players: int | None,
    options: tuple[str, ...],
    dpi: int | None,
    base_url: str | None,
    push: bool,
    cards: Path | None,
    out: Path,
) -> None:
    """Write GAME for a virtual table as a setup lays it out: tiles on their spaces, decks without
    the cards on display, hands dealt, bags filled. The same code gives the same table."""
    import secrets

    from companion.chance.provable import Chance, words_from
    from companion.language.messages import Refused
    from companion.pictures.library import Library
    from companion.table.model import SetupRequest
    from companion.tabletop.export import laid_out_game
    from printgen.export.tables.targets import ON_SCREEN
    from printgen.export.tables.write import check_export, push_layout, write_export

    with reporting_errors():
        check_export(target, base_url, push=push)
        folders = Folders(cards, None)
        (slug,) = folders.games((game,))
        library = Library(folders.cards, folders.templates)
        most = (library.game(slug).players or (1, 1))[1]
        chosen = dict(option.partition("=")[::2] for option in options)
        words = code or words_from(Chance(secrets.token_bytes(32)))
        try:
            request = SetupRequest(players or most, chosen, words)
            on_screen = target in ON_SCREEN
            layout = laid_out_game(library, slug, request, str, on_screen=on_screen)
        except Refused as fault:
            raise CallError(str(fault)) from fault
        files = write_export(layout, target, out, dpi, base_url)
        for file in files:
            echo_line(str(file))
        echo_line(f"Setup for {players or most}, code {words}")
        if push:
            push_layout(files[0])
