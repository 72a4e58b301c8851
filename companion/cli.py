"""Takes what a person types, gives a running companion on the local network."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from printgen.cli import Folders, speaking

if TYPE_CHECKING:
    from flask import Flask

THREADS: Final = 256  # each open phone holds one while it listens
CARDS: Final = "PAPERBOAT_CARDS"
TEMPLATES: Final = "PAPERBOAT_TEMPLATES"
DATABASE: Final = "PAPERBOAT_DATABASE"


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.pass_context
@click.option("--host", default="0.0.0.0", show_default=True)  # noqa: S104 – phones must reach it
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
@click.option("--db", help="SQLite file or database URL.  [default: in your data folder]")
@click.option("--open", "browse", is_flag=True, help="Open the start page in a browser.")
@click.option(
    "--cards",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Folder of games.  [default: ./cards, else the built-in games]",
)
def main(
    context: click.Context,
    host: str,
    port: int,
    db: str | None,
    browse: bool,
    cards: Path | None,
) -> None:
    """Open tables that every phone in the room can join."""
    if context.invoked_subcommand is not None:
        return
    with speaking():
        folders = Folders(cards, None)
        folders.games(())
        address = f"http://{local_address(host)}:{port}"
        click.echo(f"{terminal_qr(address)}\nPaperboat companion: {address}  (Ctrl-C stops it)")
        if browse:
            click.launch(f"http://127.0.0.1:{port}")
        serve(folders, database_url(db), host, port)


@main.command("verify")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def verify_command(file: Path) -> None:
    """Work out again every throw, shuffle and draw of a finished table's record."""
    from companion.record import check_record

    wrong = check_record(file.read_text(encoding="utf-8", errors="replace"))
    for sentence in wrong:
        click.echo(f"not fair: {sentence}", err=True)
    if wrong:
        raise SystemExit(1)
    click.echo(f"{file}: every throw, shuffle and draw follows from the promised secret.")


def serve(folders: Folders, database: str, host: str, port: int) -> None:
    """One process with a thread for each phone that listens: news needs no other server."""
    from granian import Granian
    from granian.constants import Interfaces
    from granian.log import LogLevels

    os.environ[CARDS] = str(folders.cards.resolve())
    os.environ[TEMPLATES] = str(folders.templates.resolve())
    os.environ[DATABASE] = database
    Granian(
        "companion.cli:make_app",
        factory=True,
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=THREADS,
        log_level=LogLevels.error,
    ).serve()


def make_app() -> Flask:
    """The app as the server's worker makes it, from what the command has said."""
    from companion.app import create_app
    from companion.store import Store

    store = Store(os.environ[DATABASE])
    return create_app(Path(os.environ[CARDS]), Path(os.environ[TEMPLATES]), store)


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
    """The address that other machines on the network can use; nothing is sent."""
    import socket

    if host != "0.0.0.0":  # noqa: S104
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only picks the interface
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
