"""Send a table's revisions to one phone as server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Final

from companion.rooms.broadcaster import Subscription

HEARTBEAT_SECONDS: Final = 15.0
RETRY: Final = b"retry: 2000\n\n"
HEARTBEAT: Final = b": still here\n\n"


class EventStream:
    """The body of a streaming response. A thread can iterate over it, and so can an event loop,
    which then needs no thread."""

    def __init__(
        self,
        subscription: Subscription,
        revision: int,
        heartbeat_seconds: float = HEARTBEAT_SECONDS,
        on_close: Callable[[], None] | None = None,
        on_alive: Callable[[], None] = lambda: None,
    ) -> None:
        """`revision` is the last one the phone has seen. `on_alive` is called whenever something is
        sent, and must not block."""
        self._subscription = subscription
        self._revision = revision
        self._heartbeat_seconds = heartbeat_seconds
        self._on_close = on_close
        self._on_alive = on_alive

    def __iter__(self) -> Iterator[bytes]:
        yield RETRY
        while True:
            self._on_alive()
            try:
                newer = self._subscription.after(self._revision)
                yield self._message(newer.result(self._heartbeat_seconds))
            except TimeoutError:
                yield HEARTBEAT

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield RETRY
        while True:
            self._on_alive()
            newer = asyncio.wrap_future(self._subscription.after(self._revision))
            try:
                # wait_for of Python 3.11 may swallow the cancellation when the phone disconnects.
                async with asyncio.timeout(self._heartbeat_seconds):
                    revision = await newer
            except TimeoutError:
                yield HEARTBEAT
            else:
                yield self._message(revision)

    def _message(self, revision: int) -> bytes:
        self._revision = revision
        return f"id: {revision}\ndata: {revision}\n\n".encode()

    def close(self) -> None:
        """Unsubscribe, and call `on_close` the first time."""
        self._subscription.close()
        on_close, self._on_close = self._on_close, None
        if on_close is not None:
            on_close()
