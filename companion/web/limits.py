"""Takes who asks and when, gives whether it is too often: a bucket of tries that fills again."""

from __future__ import annotations

import ipaddress
import math
import threading
from collections.abc import Callable
from typing import Final

MOST_CLIENTS: Final = 10_000


def client_of(address: str) -> str:
    """Who is behind an address: of IPv6, a whole network, for one phone has as many addresses as
    it likes there."""
    try:
        number = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(number, ipaddress.IPv4Address):
        return str(number)
    if number.ipv4_mapped:
        return str(number.ipv4_mapped)
    return str(ipaddress.ip_network((number, 64), strict=False))


class Crowd:
    """How many of one kind each client may have at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._here: dict[str, int] = {}

    def enter(self, client: str) -> bool:
        """False if there are as many already."""
        with self._lock:
            here = self._here.get(client, 0)
            if here < self._most:
                self._here[client] = here + 1
            return here < self._most

    def leave(self, client: str) -> None:
        with self._lock:
            here = self._here.pop(client, 0) - 1
            if here > 0:
                self._here[client] = here


class Limiter:
    """So many tries at once, and one more every few seconds, for each address."""

    def __init__(self, tries: int, seconds_each: float, clock: Callable[[], float]) -> None:
        self._tries = tries
        self._seconds_each = seconds_each
        self._clock = clock
        self._lock = threading.Lock()
        self._full_at: dict[str, float] = {}

    def wait(self, client: str) -> int:
        """Takes a try; gives 0, or the seconds until there is one again."""
        now = self._clock()
        with self._lock:
            if len(self._full_at) > MOST_CLIENTS:
                self._full_at = {who: at for who, at in self._full_at.items() if at > now}
            seconds = self._seconds(client, now)
            if not seconds:
                self._full_at[client] = self._full_after(client, now)
            return seconds

    def look(self, client: str) -> int:
        """The same without taking a try."""
        now = self._clock()
        with self._lock:
            return self._seconds(client, now)

    def _full_after(self, client: str, now: float) -> float:
        """When this client has all tries again, if one more is taken now."""
        return max(now, self._full_at.get(client, now)) + self._seconds_each

    def _seconds(self, client: str, now: float) -> int:
        over = self._full_after(client, now) - now - self._tries * self._seconds_each
        return max(0, math.ceil(over))
