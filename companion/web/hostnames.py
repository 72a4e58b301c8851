"""Reject requests with an unknown Host header.

A site that makes its own name point to this machine (DNS rebinding) could otherwise read our pages
through its visitors' browsers. IP addresses and names that only a local network can assign are
known; `--name` adds others.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from flask import abort, request
from flask_babel import gettext

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LABEL: Final = "[A-Za-z0-9_-]{1,63}"
HOST_HEADER: Final = re.compile(
    rf"(\[[0-9A-Fa-f:.]{{2,45}}\]|{LABEL}(\.{LABEL})*\.?)(:[0-9]{{1,5}})?"
)
# Nobody can register names under these.
LOCAL: Final = (".home.arpa", ".internal", ".lan", ".local", ".localdomain", ".localhost")


def is_known_host(host: str, names: Collection[str]) -> bool:
    """Whether the host is an IP address, a local name or one of `names`."""
    name = hostname_of(host)
    if not name or "." not in name or name.endswith(LOCAL) or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def hostname_of(host: str) -> str:
    """The name in a Host header without its port; empty if the header is malformed."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def reject_unknown_host(names: Collection[str]) -> None:
    if not is_known_host(request.host, names):
        abort(
            403,
            gettext(
                "This server does not accept the name %(name)s. To allow it, start the server "
                "with --name %(name)s.",
                name=hostname_of(request.host),
            ),
        )


class RejectMalformedHost:
    """WSGI middleware that answers malformed Host headers, which Flask cannot route, with 400."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST")
        if host is None or HOST_HEADER.fullmatch(host):
            return self._app(environ, start_response)
        message = b"The Host of this request cannot be read.\n"
        length = str(len(message))
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", length)]
        start_response("400 Bad Request", headers)
        return [message]
