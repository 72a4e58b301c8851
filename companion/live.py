"""Takes news that a table has changed, gives it to everybody who waits for that table.

Nobody is woken for another table. Whoever waits gets a future: a thread can sleep on it, and an
event loop can hold thousands of them without any thread.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future


class Live:
    """All who listen in this process, by table. Knows nothing of tables that nobody hears."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ears: dict[str, set[Ear]] = {}

    def tell(self, code: str, revision: int) -> None:
        with self._lock:
            ears = tuple(self._ears.get(code, ()))
        for ear in ears:
            ear.tell(revision)

    def listen(self, code: str) -> Ear:
        ear = Ear(self, code)
        with self._lock:
            self._ears.setdefault(code, set()).add(ear)
        return ear

    def leave(self, ear: Ear) -> None:
        with self._lock:
            ears = self._ears.get(ear.code, set())
            ears.discard(ear)
            if not ears:
                self._ears.pop(ear.code, None)

    def codes(self) -> list[str]:
        """The tables that somebody hears."""
        with self._lock:
            return list(self._ears)


class Ear:
    """What one listener hears of one table, from the moment it is made until it is closed."""

    def __init__(self, live: Live, code: str) -> None:
        self.code = code
        self._live = live
        self._lock = threading.Lock()
        self._revision = 0
        self._known = 0
        self._asked: Future[int] | None = None

    def tell(self, revision: int) -> None:
        with self._lock:
            self._revision = max(self._revision, revision)
            if self._asked is None or self._revision <= self._known:
                return
            asked, self._asked = self._asked, None
        # Who has waited long enough cancels: then nobody is there to be told.
        if asked.set_running_or_notify_cancel():
            asked.set_result(self._revision)

    def after(self, known: int) -> Future[int]:
        """The first revision past a known one, once there is any. Only one is asked at a time."""
        asked: Future[int] = Future()
        with self._lock:
            if self._revision > known:
                asked.set_result(self._revision)
            else:
                self._known, self._asked = known, asked
        return asked

    def close(self) -> None:
        self._live.leave(self)
