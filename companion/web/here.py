"""Takes a request, gives whether it comes from somebody at the machine itself."""

from __future__ import annotations

import ipaddress
from typing import Final

from flask import request

from companion.web.called import name_of

# Headers of proxies: behind one, every visitor seems to sit at the machine itself.
PROXIED: Final = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")


def is_here() -> bool:
    """Whether somebody sits at the machine itself, and called it so: a name that some site has
    made to point here does not count, nor does a proxy."""
    if any(header in request.headers for header in PROXIED):
        return False
    called = name_of(request.host)
    return _is_loopback(request.remote_addr or "") and (
        called == "localhost" or _is_loopback(called)
    )


def _is_loopback(address: str) -> bool:
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(number, "ipv4_mapped", None)
    return bool((mapped or number).is_loopback)
