"""Notify listeners that a table has changed.

Listeners wake only for their own table. Each waits on a future: a thread can sleep on it, and an
event loop can hold thousands of them without any thread.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future


class Broadcaster:
    """The subscriptions of this process, by table."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscriptions: dict[str, set[Subscription]] = {}

    def notify(self, code: str, revision: int) -> None:
        with self._lock:
            found = tuple(self._subscriptions.get(code, ()))
        for subscription in found:
            subscription.notify(revision)

    def listen(self, code: str) -> Subscription:
        subscription = Subscription(self, code)
        with self._lock:
            self._subscriptions.setdefault(code, set()).add(subscription)
        return subscription

    def leave(self, subscription: Subscription) -> None:
        with self._lock:
            found = self._subscriptions.get(subscription.code, set())
            found.discard(subscription)
            if not found:
                self._subscriptions.pop(subscription.code, None)

    def codes(self) -> list[str]:
        """The tables that have a subscription."""
        with self._lock:
            return list(self._subscriptions)


class Subscription:
    """One listener of one table, from the moment it is made until it is closed."""

    def __init__(self, broadcaster: Broadcaster, code: str) -> None:
        self.code = code
        self._broadcaster = broadcaster
        self._lock = threading.Lock()
        self._revision = 0
        self._known = 0
        self._pending: Future[int] | None = None

    def notify(self, revision: int) -> None:
        with self._lock:
            self._revision = max(self._revision, revision)
            if self._pending is None or self._revision <= self._known:
                return
            pending, self._pending = self._pending, None
        # A listener that has waited long enough cancels: then there is nobody to notify.
        if pending.set_running_or_notify_cancel():
            pending.set_result(self._revision)

    def after(self, known: int) -> Future[int]:
        """A future of the first revision after a known one. Only one can be pending at a time."""
        pending: Future[int] = Future()
        with self._lock:
            if self._revision > known:
                pending.set_result(self._revision)
            else:
                self._known, self._pending = known, pending
        return pending

    def close(self) -> None:
        self._broadcaster.leave(self)
