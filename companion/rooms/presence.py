"""Know which phones are at the table, in whichever process their streams end."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from typing import Final

from companion.rooms.tokens import digest
from companion.storage.database import StoreUnavailable
from companion.storage.holders import Holder
from companion.storage.store import Store
from companion.table.model import Table

AWAY_SECONDS: Final = 60.0
STORE_SECONDS: Final = 15.0
"""Marks are collected and stored together: the disk is not needed for each phone."""


class Presence:
    """Marks the phones that this process hears from."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._marked: dict[tuple[str, str], float] = {}
        self._hosts: dict[str, float] = {}
        self._stored_at = time.monotonic()

    def mark(self, code: str, token: str, *, host: bool = False) -> None:
        """Remember that a phone is at a table. Never waits for the database."""
        now, at = time.monotonic(), time.time()
        with self._lock:
            self._marked[code, digest(token)] = at
            if host:
                self._hosts[code] = at
            if now - self._stored_at < STORE_SECONDS:
                return
            self._stored_at = now
        self._store.in_background(self.store_marks)

    def store_marks(self) -> None:
        with self._lock:
            marked, self._marked = self._marked, {}
            hosts, self._hosts = self._hosts, {}
        try:
            self._store.mark_seen(marked, hosts)
        except StoreUnavailable:
            return  # phones that are still here are marked again


def away_seats(table: Table, holders: Iterable[Holder]) -> frozenset[str]:
    """The seats that no phone holds which was seen within the last minute."""
    since = time.time() - AWAY_SECONDS
    here = {holder.seat for holder in holders if holder.seen >= since}
    return frozenset(seat.id for seat in table.seats if seat.id not in here)
