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
            full_at = max(now, self._full_at.get(client, now)) + self._seconds_each
            over = full_at - now - self._tries * self._seconds_each
            if over > 0:
                return math.ceil(over)
            self._full_at[client] = full_at
            return 0
