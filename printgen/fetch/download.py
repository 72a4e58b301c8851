"""Download a file, with limits on its size, its time, its redirects and its address."""

from __future__ import annotations

import http.client
import socket
import ssl
import time
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final
from urllib.parse import SplitResult, urljoin, urlsplit

from printgen.limits import FETCH_REDIRECTS, FETCH_SECONDS, MEGABYTE, TABLE_BYTES

REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
CHUNK: Final = 64 * 1024
HEADERS: Final = {"User-Agent": "Paperboat printgen", "Accept-Encoding": "identity"}


class FetchFault(Exception):
    """What is wrong with an address, or with what it answers, in one clause."""


def download(
    address: str, *, allow_private: bool = False, seconds: float = FETCH_SECONDS
) -> tuple[bytes, str]:
    """Return the content at an http or https address, and its media type. Raises FetchFault."""
    deadline = time.monotonic() + seconds
    for _ in range(FETCH_REDIRECTS + 1):
        answer = _get(address, deadline, allow_private=allow_private)
        if isinstance(answer, tuple):
            return answer
        address = urljoin(address, answer)
    raise FetchFault(f"redirects more than {FETCH_REDIRECTS} times")


def _get(address: str, deadline: float, *, allow_private: bool) -> tuple[bytes, str] | str:
    """Return the content and its type, or the address that the server redirects to."""
    parts = _checked(address)
    connection = _connect(parts, deadline, allow_private=allow_private)
    opened = connection.sock  # the connection forgets it when the server closes
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("GET", path, headers=HEADERS)
        response = connection.getresponse()
        if response.status in REDIRECTS:
            place = response.getheader("Location")
            if not place:
                raise FetchFault("redirects to nowhere")
            return place
        if response.status != http.client.OK:
            raise FetchFault(f"answers {response.status} {response.reason}".rstrip())
        media_type = response.headers.get_content_type()
        return _read(opened, response, deadline), media_type
    except (OSError, http.client.HTTPException) as fault:
        raise _broken(fault, parts) from None
    finally:
        connection.close()


def _checked(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        _ = parts.port  # reading it checks it
    except ValueError:
        raise FetchFault("is not a web address") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise FetchFault("is not an address that begins with https:// or http://")
    return parts


def _connect(
    parts: SplitResult, deadline: float, *, allow_private: bool
) -> http.client.HTTPConnection:
    """Connect to the very address that was checked: a name could lead elsewhere the next time."""
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise FetchFault(f"names the server {host}, which cannot be found") from None
    numbers = [str(one[4][0]) for one in found]
    if not allow_private and not all(map(_is_public, numbers)):
        raise FetchFault(
            f"leads to {numbers[0]}, an address inside this network; add --allow-private if you"
            " trust it"
        )
    try:
        opened = _reach(numbers, port, deadline)
        if parts.scheme == "https":
            opened = _secured(opened, host)
    except OSError as fault:
        raise _broken(fault, parts) from None
    connection = http.client.HTTPConnection(host, port, timeout=_left(deadline))
    connection.sock = opened
    return connection


def _reach(numbers: list[str], port: int, deadline: float) -> socket.socket:
    """Connect to the first of the addresses that answers: many networks promise IPv6 and lack it.
    Raises OSError."""
    *others, last = dict.fromkeys(numbers)
    for number in others:
        try:
            return socket.create_connection((number, port), timeout=_left(deadline) / 2)
        except OSError:
            continue
    return socket.create_connection((last, port), timeout=_left(deadline))


def _secured(opened: socket.socket, host: str) -> socket.socket:
    try:
        return ssl.create_default_context().wrap_socket(opened, server_hostname=host)
    except OSError:
        opened.close()
        raise


def _is_public(number: str) -> bool:
    address: IPv4Address | IPv6Address = ip_address(number.split("%")[0])
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return address.is_global and not address.is_multicast


def _read(opened: socket.socket, response: http.client.HTTPResponse, deadline: float) -> bytes:
    parts: list[bytes] = []
    size = 0
    while True:
        opened.settimeout(_left(deadline))
        part = response.read1(CHUNK)
        if not part:
            break
        size += len(part)
        if size > TABLE_BYTES:
            raise FetchFault(f"has more than {TABLE_BYTES / MEGABYTE:g} MB")
        parts.append(part)
    if response.length:  # what was announced but did not come
        raise FetchFault("ends before it is complete; try again")
    return b"".join(parts)


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _broken(fault: Exception, parts: SplitResult) -> FetchFault:
    if isinstance(fault, TimeoutError):
        return FetchFault(f"takes longer than {FETCH_SECONDS:g} seconds; try again later")
    if isinstance(fault, ssl.SSLCertVerificationError):
        return FetchFault(f"has a certificate that is not valid for {parts.hostname}")
    if isinstance(fault, OSError) and fault.strerror:
        return FetchFault(f"cannot be reached ({fault.strerror})")
    return FetchFault("does not answer as a web server")
