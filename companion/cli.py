"""Takes what a person types, gives a running companion on the local network."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Any

import click

from companion.words import LANGUAGES
from printgen.cli import Folders, speaking
from printgen.errors import CallError


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.pass_context
@click.option("--host", default="0.0.0.0", show_default=True)  # noqa: S104 – phones must reach it
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
@click.option("--db", help="SQLite file or postgresql://… URL.  [default: in your data folder]")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes that serve; more than one needs PostgreSQL.",
)
@click.option("--open", "browse", is_flag=True, help="Open the start page in a browser.")
@click.option(
    "--cards",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Folder of games.  [default: ./cards, else the built-in games]",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    help="A name that phones call this server by, such as one of a proxy's; may be repeated.",
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
) -> None:
    """Open tables that every phone in the room can join."""
    if context.invoked_subcommand is not None:
        return
    with speaking():
        folders = Folders(cards, None)
        folders.games(())
        database = database_url(db)
        check_database(database, workers)
        check_port(host, port)
        address = f"http://{local_address(host)}:{port}"
        click.echo(f"{terminal_qr(address)}\nPaperboat companion: {address}  (Ctrl-C stops it)")
        if browse:
            open_once_up(host, port)
        from companion.serve import Address, serve

        where = Address(host, port, tuple(name.lower() for name in names))
        serve(folders.cards, folders.templates, database, where, workers)


@main.command("verify")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def verify_command(file: Path) -> None:
    """Work out again every throw, shuffle and draw of a finished table's record."""
    from companion.record import examine

    examined = examine(file.read_text(encoding="utf-8", errors="replace"))
    for sentence in examined.wrong:
        click.echo(f"not fair: {sentence}", err=True)
    if examined.wrong or examined.record is None:
        raise SystemExit(1)
    click.echo(f"{file}: every throw, shuffle and draw follows from the promised secret.")
    # Whoever writes a whole record anew writes another promise: only people have seen the first.
    click.echo(f"It was promised as {examined.record.commitment}")
    click.echo("Compare that with what the table's first page has shown on your phone.")


@main.command("words")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--language", type=click.Choice(LANGUAGES), required=True, help="What to translate into."
)
def words_command(folder: Path, language: str) -> None:
    """Write or renew a game's <language>.po: all its texts, with the words they have."""
    from companion.glossary import file_of, read_file, renew
    from companion.pofile import write_entries
    from companion.texts import texts_of
    from printgen.errors import Findings

    with speaking():
        folder = folder.resolve()
        folders = Folders(folder.parent, None)
        folders.games((folder.name,))
        (game,) = folders.listing((folder.name,))
        findings = Findings()
        before = read_file(game, language, findings)
        findings.raise_errors()
        entries = renew(before, texts_of(game), language)
        file = folder / file_of(language)
        file.write_text(write_entries(entries), encoding="utf-8", newline="\n")
        texts = [entry for entry in entries if entry.text]
        missing = sum(1 for entry in texts if not entry.says)
        gone = len({entry.text for entry in before} - {entry.text for entry in entries})
        click.echo(f"{file.name}: {len(texts)} texts, {missing} to translate, {gone} removed.")


def check_database(url: str, workers: int) -> None:
    """Opens the database once before anything else starts, so that a mistake is one sentence."""
    from companion.database import DatabaseError, is_postgresql
    from companion.store import Store

    if workers > 1 and not is_postgresql(url):
        raise CallError(
            "--workers needs PostgreSQL (--db postgresql://user@host/name): "
            "a SQLite file is for one process"
        )
    try:
        Store(url).close()
    except DatabaseError as fault:
        raise CallError(str(fault)) from fault


def check_port(host: str, port: int) -> None:
    """Two servers can share a port without noticing, and phones would meet either of them."""
    import socket

    try:
        family, kind, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            if os.name == "posix":  # elsewhere this option would let us take another's port
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(where)
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        raise CallError(
            f"{host}:{port} cannot be used ({reason}): try another --port or --host"
        ) from fault


def open_once_up(host: str, port: int) -> threading.Thread:
    """Opens the start page as soon as the server listens: before, a browser finds nobody there."""
    import socket

    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104

    def wait() -> None:
        while True:
            try:
                socket.create_connection((name, port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        click.launch(f"http://{local_address(name)}:{port}")

    waiting = threading.Thread(target=wait, name="browser", daemon=True)
    waiting.start()
    return waiting


def database_url(said: str | None) -> str:
    """A URL as it is, a file as SQLite, nothing as a file in the person's data folder."""
    if said and "://" in said:
        return said
    if said is None:
        from platformdirs import user_data_path

        folder = user_data_path("paperboat")
        folder.mkdir(parents=True, exist_ok=True)
        said = str(folder / "companion.sqlite")
    return f"sqlite:///{said}"


def terminal_qr(address: str) -> str:
    import io

    import qrcode

    code: Any = qrcode.QRCode(border=2)
    code.add_data(address)
    stream = io.StringIO()
    code.print_ascii(out=stream, invert=True)
    return stream.getvalue()


def local_address(host: str) -> str:
    """The name in an address that other machines on the network can use; nothing is sent."""
    import socket

    if host not in ("0.0.0.0", "::"):  # noqa: S104
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only picks the interface
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
