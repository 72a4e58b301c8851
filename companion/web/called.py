"""Takes the name that a request calls this server by, gives whether it can be ours.

A site that has made its own name point to this machine (DNS rebinding) would make browsers read
our pages to it. Names that only a local network can give are ours; others are told at the start.
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
READABLE: Final = re.compile(rf"(\[[0-9A-Fa-f:.]{{2,45}}\]|{LABEL}(\.{LABEL})*\.?)(:[0-9]{{1,5}})?")
# No registry sells names under these.
LOCAL: Final = (".home.arpa", ".internal", ".lan", ".local", ".localdomain", ".localhost")


def is_ours(host: str, names: Collection[str]) -> bool:
    """An address, a name of a local network, or one of those that were given."""
    name = name_of(host)
    if not name or "." not in name or name.endswith(LOCAL) or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def name_of(host: str) -> str:
    """The name in a Host header, without its port; nothing, if it is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def refuse_other_names(names: Collection[str]) -> None:
    if not is_ours(request.host, names):
        abort(
            403,
            gettext(
                "This server does not go by the name %(name)s. Who runs it can start it "
                "with --name %(name)s.",
                name=name_of(request.host),
            ),
        )


class ReadableHost:
    """Answers requests whose Host is none: no page could be made for them."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST")
        if host is None or READABLE.fullmatch(host):
            return self._app(environ, start_response)
        words = b"The Host of this request cannot be read.\n"
        length = str(len(words))
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", length)]
        start_response("400 Bad Request", headers)
        return [words]
