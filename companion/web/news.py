"""Takes a table's revisions, gives them to a phone as a stream of server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Final

from flask import Response, request

from companion.live import Ear
from companion.room import Rooms
from companion.table.fold import MOST_EVENTS
from companion.web.asking import read_number

HEARTBEAT: Final = 15.0
RETRY: Final = b"retry: 2000\n\n"
STILL_HERE: Final = b": still here\n\n"


def stream_news(rooms: Rooms, code: str, ended: Callable[[], None]) -> Response:
    """News from what the phone knows on: its last event's id, or what its page said. `ended` is
    called once, when nobody listens any more."""
    said = request.headers.get("Last-Event-ID", request.args.get("after"))
    try:
        ear = rooms.listen(code)
    except BaseException:
        ended()
        raise
    news = News(ear, read_number(said, MOST_EVENTS) or 0, ended=ended)
    answer = Response(news, mimetype="text/event-stream", direct_passthrough=True)
    answer.headers["Cache-Control"] = "no-store"
    return answer


class News:
    """The body of a stream. A thread can iterate it; so can an event loop, without a thread."""

    def __init__(
        self,
        ear: Ear,
        known: int,
        heartbeat: float = HEARTBEAT,
        ended: Callable[[], None] | None = None,
    ) -> None:
        self._ear = ear
        self._known = known
        self._heartbeat = heartbeat
        self._ended = ended

    def __iter__(self) -> Iterator[bytes]:
        yield RETRY
        while True:
            try:
                yield self._words(self._ear.after(self._known).result(self._heartbeat))
            except TimeoutError:
                yield STILL_HERE

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield RETRY
        while True:
            asked = asyncio.wrap_future(self._ear.after(self._known))
            try:
                # wait_for of Python 3.11 may swallow that the phone has gone.
                async with asyncio.timeout(self._heartbeat):
                    revision = await asked
            except TimeoutError:
                yield STILL_HERE
            else:
                yield self._words(revision)

    def _words(self, revision: int) -> bytes:
        self._known = revision
        return f"id: {revision}\ndata: {revision}\n\n".encode()

    def close(self) -> None:
        self._ear.close()
        ended, self._ended = self._ended, None
        if ended is not None:
            ended()
