"""Rate and concurrency limits for each client."""

from __future__ import annotations

import ipaddress
import math
import threading
from collections.abc import Callable
from typing import Final

MAX_CLIENTS: Final = 10_000


def client_of(address: str) -> str:
    """The client behind an address. For IPv6 that is a whole network, because one phone can use any
    number of addresses in it."""
    try:
        number = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(number, ipaddress.IPv4Address):
        return str(number)
    if number.ipv4_mapped:
        return str(number.ipv4_mapped)
    return str(ipaddress.ip_network((number, 64), strict=False))


class ConcurrencyLimit:
    """Limits how many connections each client may have open at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._open: dict[str, int] = {}

    def enter(self, client: str) -> bool:
        """Count one more connection; return False if the client has too many."""
        with self._lock:
            count = self._open.get(client, 0)
            if count < self._most:
                self._open[client] = count + 1
            return count < self._most

    def leave(self, client: str) -> None:
        with self._lock:
            count = self._open.pop(client, 0) - 1
            if count > 0:
                self._open[client] = count


class RateLimiter:
    """A token bucket for each client: `tries` at once, and one more every `seconds_each`."""

    def __init__(self, tries: int, seconds_each: float, clock: Callable[[], float]) -> None:
        self._tries = tries
        self._seconds_each = seconds_each
        self._clock = clock
        self._lock = threading.Lock()
        self._full_at: dict[str, float] = {}

    def take(self, client: str) -> int:
        """Use up one try. Returns 0, or the seconds until there is one again."""
        now = self._clock()
        with self._lock:
            if len(self._full_at) > MAX_CLIENTS:
                self._full_at = {one: at for one, at in self._full_at.items() if at > now}
            seconds = self._seconds(client, now)
            if not seconds:
                self._full_at[client] = self._full_after(client, now)
            return seconds

    def peek(self, client: str) -> int:
        """Like `take`, without using up a try."""
        now = self._clock()
        with self._lock:
            return self._seconds(client, now)

    def _full_after(self, client: str, now: float) -> float:
        """When the client has all tries again, if it uses one now."""
        return max(now, self._full_at.get(client, now)) + self._seconds_each

    def _seconds(self, client: str, now: float) -> int:
        over = self._full_after(client, now) - now - self._tries * self._seconds_each
        return max(0, math.ceil(over))
