"""Read request bodies completely, or reject them.

A truncated body never reaches the app: a phone whose connection broke in the middle of an act sends
it again, and only the complete request counts.
"""

from __future__ import annotations

import asyncio
from typing import Final

from granian.rsgi import HTTPProtocol, Scope  # type: ignore[attr-defined]

from companion.web.uploads import RECORD_PATHS

BODILESS: Final = frozenset({"GET", "HEAD"})
# Both are more than the app accepts, so that it can answer 413 itself.
MAX_BODY_BYTES: Final = 128 * 1024
MAX_RECORD_BODY_BYTES: Final = 16 * 1024 * 1024
MAX_BUFFERED_BYTES: Final = 128 * 1024 * 1024
"""Unfinished bodies in memory, together. Only received bytes count, so slow phones reserve
nothing."""
IDLE_SECONDS: Final = 10.0
GRACE_SECONDS: Final = 10.0
MIN_BYTES_PER_SECOND: Final = 16 * 1024
"""The average rate that a client must reach once the grace period is over."""
TOTAL_SECONDS: Final = 120.0


class BodyError(Exception):
    """The body was not received completely; `status` and `message` are the response."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class BodyReader:
    """Reads request bodies, and gives up on clients that are silent or too slow."""

    def __init__(
        self,
        total: float = TOTAL_SECONDS,
        grace: float = GRACE_SECONDS,
        idle: float = IDLE_SECONDS,
        max_buffered: int = MAX_BUFFERED_BYTES,
    ) -> None:
        self._total = total
        self._grace = grace
        self._idle = idle
        self._max_buffered = max_buffered
        self._buffered = 0

    async def read(self, scope: Scope, protocol: HTTPProtocol) -> bytes:
        """The body, cut off soon after the size that the app rejects. Raises BodyError."""
        if scope.method in BODILESS:
            return b""
        # Without a length, the end of the body looks like a broken connection.
        length = scope.headers.get("content-length")
        if scope.headers.get("transfer-encoding") is not None:
            raise BodyError(411, "The request needs the header Content-Length.")
        limit = MAX_RECORD_BODY_BYTES if scope.path in RECORD_PATHS else MAX_BODY_BYTES
        try:
            async with asyncio.timeout(self._total):
                chunks = await self._read_chunks(protocol, limit)
        except TimeoutError:
            raise BodyError(408, "The request was sent too slowly. Try again.") from None
        return _join(chunks, limit, length)

    async def _read_chunks(self, protocol: HTTPProtocol, limit: int) -> list[bytes]:
        """Raise TimeoutError if the client is silent for too long or too slow on average."""
        clock = asyncio.get_running_loop().time
        start, chunks, size = clock(), [], 0
        try:
            async with asyncio.timeout(self._idle) as idle:
                async for chunk in protocol:
                    now = clock()
                    idle.reschedule(now + self._idle)
                    chunks.append(chunk)
                    size += len(chunk)
                    self._buffered += len(chunk)
                    if size > limit:
                        break
                    if self._buffered > self._max_buffered:
                        raise BodyError(
                            503, "The server is receiving too many requests at once. Try again."
                        )
                    if now - start > self._grace and size < (now - start) * MIN_BYTES_PER_SECOND:
                        raise TimeoutError
        finally:
            self._buffered -= size
        return chunks


def _join(chunks: list[bytes], limit: int, length: str | None) -> bytes:
    body = b"".join(chunks)
    if len(body) > limit:
        return body
    if body and length is None:
        raise BodyError(411, "The request needs the header Content-Length.")
    if len(body) != int(length or 0):
        raise BodyError(400, "The request ended before it was complete.")
    return body
