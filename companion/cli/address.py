"""The address that the server listens on, and how phones are told of it."""

from __future__ import annotations

import os
import threading
import time
from typing import Any, Final

import click

from printgen.errors import CallError
from printgen.terminal import echo

POLL_SECONDS: Final = 0.02
START_SECONDS: Final = 60.0


def check_port(host: str, port: int) -> None:
    """Raise CallError if the port is taken.

    Otherwise two servers could share it without noticing, and phones would reach either of them.
    """
    import socket

    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            if os.name == "posix":  # on Windows this option would let us take a port in use
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        raise CallError(
            f"{host}:{port} cannot be used ({reason}): try another --port or --host"
        ) from fault


def announce_when_up(
    host: str, port: int, *, browse: bool, what: str = "Paperboat companion"
) -> threading.Thread:
    """Print the address, and with `browse` open it in a browser, as soon as the server responds."""
    address = f"http://{local_address(host)}:{port}"
    message = f"{terminal_qr(address)}\n{what}: {address}  (Ctrl-C stops it)"
    local_host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104

    def wait() -> None:
        while not responds(local_host, port):
            time.sleep(POLL_SECONDS)
        echo(message)
        if browse:
            click.launch(f"http://{local_address(local_host)}:{port}")

    thread = threading.Thread(target=wait, name="up", daemon=True)
    thread.start()
    return thread


def responds(host: str, port: int) -> bool:
    """Whether a web server responds there; a port that only listens does not count."""
    import socket

    try:
        with socket.create_connection((host, port), timeout=START_SECONDS) as connection:
            connection.sendall(b"HEAD /offline HTTP/1.0\r\nHost: localhost\r\n\r\n")
            return bool(connection.recv(1))
    except OSError:
        return False


def terminal_qr(address: str) -> str:
    import io

    import qrcode

    code: Any = qrcode.QRCode(border=2)
    code.add_data(address)
    stream = io.StringIO()
    code.print_ascii(out=stream, invert=True)
    return stream.getvalue()


def local_address(host: str) -> str:
    """The host that other machines on the network can use in an address. Sends nothing."""
    import socket

    if host not in ("0.0.0.0", "::"):  # noqa: S104
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only picks the interface
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
