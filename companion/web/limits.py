"""Takes who asks and when, gives whether it is too often: a bucket of tries that fills again."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import Final

MOST_CLIENTS: Final = 10_000


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
