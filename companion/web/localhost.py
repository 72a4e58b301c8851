"""Recognise requests from the server's own machine."""

from __future__ import annotations

import ipaddress
from typing import Final

from flask import request

from companion.web.hostnames import hostname_of

# Headers of proxies: behind one, every request seems to come from the machine itself.
PROXIED: Final = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")


def is_localhost() -> bool:
    """Whether the request comes from this machine and addresses it as such. Neither a proxy nor a
    name that another site has pointed here counts."""
    if any(header in request.headers for header in PROXIED):
        return False
    hostname = hostname_of(request.host)
    return _is_loopback(request.remote_addr or "") and (
        hostname == "localhost" or _is_loopback(hostname)
    )


def _is_loopback(address: str) -> bool:
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(number, "ipv4_mapped", None)
    return bool((mapped or number).is_loopback)
