"""Takes what a person types, gives a running companion on the local network."""

from __future__ import annotations

from pathlib import Path

import click

from printgen.cli import Folders, speaking


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--host", default="0.0.0.0", show_default=True)  # noqa: S104 – phones must reach it
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
@click.option(
    "--cards",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Folder of games.  [default: ./cards, else the built-in games]",
)
def main(host: str, port: int, cards: Path | None) -> None:
    """Show the games on every phone in the room."""
    from waitress import serve

    from companion.app import create_app

    with speaking():
        folders = Folders(cards, None)
        folders.games(())
        app = create_app(folders.cards, folders.templates)
        click.echo(f"Paperboat companion: http://{local_address(host)}:{port}  (Ctrl-C stops it)")
        serve(app, host=host, port=port, threads=16)


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
