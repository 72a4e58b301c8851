"""Takes news that a table has changed, gives it to everybody who waits for that table."""

from __future__ import annotations

import threading
from collections import defaultdict


class Live:
    """Revision numbers, and threads that sleep until theirs is out of date."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._revisions: dict[str, int] = defaultdict(int)

    def tell(self, code: str, revision: int) -> None:
        with self._changed:
            self._revisions[code] = max(revision, self._revisions[code])
            self._changed.notify_all()

    def wait(self, code: str, known: int, seconds: float) -> int:
        """The table's revision, as soon as it is past the known one or time is up."""
        with self._changed:
            self._changed.wait_for(lambda: self._revisions[code] > known, seconds)
            return self._revisions[code]
